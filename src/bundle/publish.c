/* The only code that changes a core on behalf of a bundle's operation. */
#include "bundle/plan.h"

#include <string.h>

enum { FLAGS_SHIFT = 32 };

static uint8_t masked(const pto_memory *m, uint64_t address, uint8_t byte,
                      uint8_t mask)
{
    uint8_t old;
    pto_memory_read(m, address, &old, 1);
    return (uint8_t)((old & ~mask) | (byte & mask));
}

/* Pages exist already, so the writes cannot fail. */
static void write_segment(pto_memory *m, const pto_patch *s, uint8_t *bytes)
{
    uint32_t last = s->length - 1;
    if (s->first_mask != 0xff)
        bytes[0] = masked(m, s->address, bytes[0],
                          last ? s->first_mask : s->first_mask & s->last_mask);
    if (s->last_mask != 0xff && (last || s->first_mask == 0xff))
        bytes[last] = masked(m, s->address + last, bytes[last], s->last_mask);
    pto_memory_write(m, s->address, bytes, s->length);
}

static void release(pto_core *core, const pto_plan *p)
{
    for (unsigned i = 0; i < p->room.release_count; i++) {
        pto_local *l = &core->pe[p->index].local[p->room.release[i]];
        pto_pool_give(&core->pool, &l->tile);
        l->mask = 0;
    }
}

/* Relative: the new tile is number 1 and the others move up by one. */
static pto_local *slot_for(pto_core *core, const pto_plan *p,
                           const pto_output *o)
{
    pto_local *hand = &core->pe[p->index].local[o->hand * PTO_HAND_TILES];
    if (core->isa.tile_names == PTO_TILE_NAMES_ABSOLUTE)
        return &core->pe[p->index].local[o->slot];
    memmove(hand + 1, hand, (PTO_HAND_TILES - 1) * sizeof *hand);
    return hand;
}

static void publish_outputs(pto_core *core, const pto_plan *p, pto_txn *t)
{
    release(core, p);
    for (unsigned i = 0; i < t->output_count[p->index]; i++) {
        pto_local *l = slot_for(core, p, &p->output[i]);
        l->tile = t->output[p->index][i];
        l->mask = (uint8_t)p->mask;
    }
    t->output_count[p->index] = 0;
    core->pe[p->index].core_state |= (uint64_t)t->flags[p->index]
                                     << FLAGS_SHIFT;
}

static void publish_shared(pto_core *core, pto_txn *t)
{
    pto_shared *s = &core->shared[t->shared_id];
    pto_pool_give(&core->pool, &s->tile);
    *s = (pto_shared){
        .tile = t->shared,
        .described = true,
        .published = true,
        .allocation_mask = t->allocation_mask,
        .initialized_mask = t->initialized_mask,
    };
    t->has_shared = false;
}

void pto_publish(pto_core *core, const pto_plan *plans, unsigned count,
                 pto_txn *t)
{
    for (unsigned i = 0; i < count; i++)
        if (plans[i].computes)
            publish_outputs(core, &plans[i], t);
    if (t->has_shared)
        publish_shared(core, t);
    for (size_t i = 0; i < t->segment_count; i++)
        write_segment(&core->memory, &t->segment[i],
                      t->data + t->segment[i].offset);
    pto_txn_drop(t, &core->pool);
}
