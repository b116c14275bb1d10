/* What TLOAD and TSTORE of a Shared tile ask of its name, shape and room. */
#include "bundle/core/common.h"
#include "tile/tile.h"

RULE_FN(shared_one)
{
    return p->header->shared_count == 1 ||
           pto_say(d, "%u B.IOS", p->header->shared_count);
}

RULE_FN(shared_moves)
{
    return pto_say(d, "%s with B.IOS 0 S%u", p->op->name,
                   p->header->shared[0].id);
}

RULE_FN(shared_destination)
{
    const pto_header *h = p->header;
    return (h->shared[0].size_code && !h->binder_count) ||
           pto_say(d, "B.IOS 0 S%u, %u B.IOT", h->shared[0].id,
                   h->binder_count);
}

RULE_FN(shared_source)
{
    const pto_header *h = p->header;
    return (!h->shared[0].size_code && !h->binder_count) ||
           pto_say(d, "B.IOS 0 S%u, %u B.IOT", h->shared[0].id,
                   h->binder_count);
}

RULE_FN(shared_dimensions)
{
    const pto_move_plan *m = &p->move;
    return (m->shape.valid_columns && m->shape.valid_rows && m->shape.columns &&
            m->shape.valid_columns <= m->shape.columns) ||
           pto_say(d, "valid columns %u, valid rows %u, columns %u",
                   m->shape.valid_columns, m->shape.valid_rows,
                   m->shape.columns);
}

RULE_FN(shared_load_shape)
{
    const pto_move_plan *m = &p->move;
    return p->shared_output.allocated ||
           pto_say(d, "%u bytes for %u x %u, %u columns of %s",
                   pto_size_code_bytes(p->header->shared[0].size_code),
                   m->shape.valid_rows, m->shape.valid_columns,
                   m->shape.columns, pto_type_text(m->type));
}

static const pto_shared *shared_of(const pto_plan *p)
{
    return p->shared[0].state;
}

static bool same_descriptor(const pto_tile *a, const pto_tile *b)
{
    return a->capacity_bytes == b->capacity_bytes && a->rows == b->rows &&
           a->columns == b->columns && a->valid_rows == b->valid_rows &&
           a->valid_columns == b->valid_columns && a->dtype == b->dtype &&
           a->layout == b->layout && a->location == b->location;
}

RULE_FN(shared_compatible)
{
    const pto_shared *s = shared_of(p);
    if (!s->described || p->core->isa.range_modifiers)
        return true;
    char is[PTO_TILE_TEXT];
    return (same_descriptor(&s->tile, &p->shared_output) &&
            !(p->mask & ~(unsigned)s->allocation_mask)) ||
           pto_say(d, "S%u is %s of %u bytes, mask=%s", p->header->shared[0].id,
                   pto_tile_text(&s->tile, is), s->tile.capacity_bytes,
                   pto_mask_text(s->allocation_mask).bits);
}

static bool room_for(uint64_t used, uint64_t wanted, pto_detail *d)
{
    return used + wanted <= PTO_BUDGET_BYTES ||
           pto_say(d, "%llu bytes wanted, %llu of %u used",
                   (unsigned long long)wanted, (unsigned long long)used,
                   (unsigned)PTO_BUDGET_BYTES);
}

/* One budget of the core: a tile costs its size for each PE of its mask. */
RULE_FN(shared_fits)
{
    if (p->core->isa.capacity != PTO_CAPACITY_PER_CORE ||
        shared_of(p)->described)
        return true;
    return room_for(
        pto_core_bytes(p->core),
        (uint64_t)p->shared_output.capacity_bytes * pto_pe_count(p->mask), d);
}

/* A pool for Shared tiles: the new one replaces what the name held. */
RULE_FN(shared_room)
{
    if (p->core->isa.capacity != PTO_CAPACITY_PER_PE)
        return true;
    const pto_range_modifier *a = &p->header->shared[0].assemble;
    const pto_shared *own = shared_of(p);
    uint64_t used = 0, wanted = p->shared_output.capacity_bytes;
    for (unsigned i = 0; i < PTO_SHARED_TILES; i++) {
        const pto_shared *s = &p->core->shared[i];
        if (s->described && (s != own || a->present))
            used += s->tile.capacity_bytes;
        if (s->building.open)
            used += s->building.tile.capacity_bytes;
    }
    if (a->present)
        wanted = own->building.open ? 0 : pto_size_code_bytes(a->size_code);
    return room_for(used, wanted, d);
}

RULE_FN(shared_assembled)
{
    return !p->core->isa.range_modifiers || p->move.whole ||
           p->header->shared[0].assemble.present ||
           pto_say(d, "mask=%s", pto_mask_text(p->mask).bits);
}

RULE_FN(shared_store_mask)
{
    return p->mask == 15 || p->move.whole ||
           pto_say(d, "mask=%s", pto_mask_text(p->mask).bits);
}

RULE_FN(shared_store_shape)
{
    const pto_move_plan *m = &p->move;
    const pto_tile *t = p->shared[0].tile;
    char is[PTO_TILE_TEXT];
    if (!t->allocated)
        return pto_tile_minimum_capacity(m->shape.columns, m->shape.valid_rows,
                                         m->shape.valid_columns, m->type) ||
               pto_say(d, "S%u", p->header->shared[0].id);
    return (pto_tile_legal(t, pto_shared_limit()) &&
            t->columns == m->shape.columns &&
            m->shape.valid_rows <= t->valid_rows &&
            m->shape.valid_columns <= t->valid_columns && t->dtype == m->type &&
            t->layout == m->layout) ||
           pto_say(d, "S%u is %s, the store %s [%u,%u] of %u columns",
                   p->header->shared[0].id, pto_tile_text(t, is),
                   pto_type_text(m->type), m->shape.valid_rows,
                   m->shape.valid_columns, m->shape.columns);
}

RULE_FN(shared_defined)
{
    const pto_shared *s = shared_of(p);
    unsigned id = p->header->shared[0].id;
    if (!s->described || !s->published)
        return pto_say(d, "S%u", id);
    unsigned wanted = p->move.whole ? s->allocation_mask : p->quarters;
    return !(wanted & ~(unsigned)s->initialized_mask) ||
           pto_say(d, "S%u: mask=%s written", id,
                   pto_mask_text(s->initialized_mask).bits);
}
