/* The only code that changes a core on behalf of a bundle's operation. */
#include "bundle/range/assemble.h"
#include "bundle/txn.h"

#include <string.h>

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
                           const pto_plan_output *o)
{
    pto_local *hand = &core->pe[p->index].local[o->hand * PTO_HAND_TILES];
    if (core->isa.tile_names == PTO_TILE_NAMES_ABSOLUTE)
        return &core->pe[p->index].local[o->slot];
    memmove(hand + 1, hand, (PTO_HAND_TILES - 1) * sizeof *hand);
    return hand;
}

/* A writer's piece goes into its parent; `tile` becomes a finished one. */
static bool absorb_output(pto_core *core, const pto_plan *p,
                          const pto_plan_output *o, pto_tile *tile,
                          pto_tile *fresh)
{
    pto_generation *g = &core->pe[p->index].building[o->hand];
    const pto_writer w = {
        .how = o->assemble,
        .offset = o->assemble->offset[p->index],
        .cells = pto_size_code_bytes(o->size_code) / PTO_CELL_BYTES,
        .pe = (uint8_t)p->index,
    };
    if (!pto_absorb(g, &w, tile, fresh, p->mask, pto_pe_bit(p->index),
                    &core->pool))
        return false;
    pto_generation_close(g, tile);
    return true;
}

static void publish_outputs(pto_core *core, const pto_plan *p, pto_txn *t)
{
    release(core, p);
    for (unsigned i = 0; i < t->output_count[p->index]; i++) {
        const pto_plan_output *o = &p->output[i];
        pto_tile *tile = &t->output[p->index][i];
        if (o->assemble->present &&
            !absorb_output(core, p, o, tile, &t->parent[p->index][i]))
            continue;
        pto_local *l = slot_for(core, p, o);
        l->tile = *tile;
        l->mask = (uint8_t)p->mask;
    }
    t->output_count[p->index] = 0;
    core->pe[p->index].core_state |= (uint64_t)t->flags[p->index]
                                     << PTO_FLAGS_LSB;
}

static void publish_shared(pto_core *core, pto_txn *t)
{
    pto_shared *s = &core->shared[t->shared_id];
    pto_pool_give(&core->pool, &s->tile);
    s->tile = t->shared;
    s->described = s->published = true;
    s->allocation_mask = t->allocation_mask;
    s->initialized_mask = t->initialized_mask;
    t->has_shared = false;
}

/* Pieces of a Shared parent; the last one publishes it. */
static void publish_pieces(pto_core *core, const pto_plan *p, pto_txn *t)
{
    pto_writer w[PTO_MOST_WRITERS];
    unsigned n = pto_plan_writers(p, w);
    pto_generation *g = &core->shared[p->header->shared[0].id].building;
    bool done = false;
    for (unsigned i = 0; i < n; i++)
        done = pto_absorb(g, &w[i], &t->piece[w[i].pe], &t->shared_parent,
                          p->mask, p->mask, &core->pool);
    if (!done)
        return;
    pto_generation_close(g, &t->shared);
    t->shared_id = p->header->shared[0].id;
    t->allocation_mask = t->initialized_mask = (uint8_t)p->mask;
    publish_shared(core, t);
}

void pto_publish(pto_core *core, const pto_plan *plans, unsigned count,
                 pto_txn *t)
{
    for (unsigned i = 0; i < count; i++)
        if (plans[i].computes)
            publish_outputs(core, &plans[i], t);
    if (t->has_shared)
        publish_shared(core, t);
    if (plans[0].header->shared_count &&
        plans[0].header->shared[0].assemble.present)
        publish_pieces(core, &plans[0], t);
    for (size_t i = 0; i < t->segment_count; i++)
        write_segment(&core->memory, &t->segment[i],
                      t->data + t->segment[i].offset);
    pto_txn_drop(t, &core->pool);
}
