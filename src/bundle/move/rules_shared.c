/* What TLOAD and TSTORE of a Shared tile ask of its name, shape and room. */
#include "bundle/move/ask.h"
#include "bundle/reason/shape.h"
#include "tile/tile.h"

RULE_FN(shared_one)
{
    return pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT, pto_one(1)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(shared_moves)
{
    return pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT, pto_one(0)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(shared_destination)
{
    return (p->header->shared[0].size_code ||
            pto_operand_wants(d, PTO_OF_SHARED, 0, PTO_SUBJECT_SIZE_CODE,
                              pto_range(1, 12))) &&
           pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(0));
}

RULE_FN(shared_source)
{
    (void)p;
    return (pto_operand_wants(d, PTO_OF_SHARED, 0, PTO_SUBJECT_SIZE_CODE,
                              pto_one(0)) ||
            pto_say(d, "a SizeCode makes it a destination")) &&
           pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(0));
}

/* The valid columns are given by LB0, or else are those of the tile. */
static bool columns_fit(const pto_plan *p, pto_detail *d)
{
    const pto_extent *e = &p->move.shape;
    if (e->valid_columns <= e->columns)
        return true;
    return p->header->dimension_set & 1
               ? pto_dimension_wants(d, 0, pto_range(1, e->columns)) ||
                     pto_say(d, "of %u stored columns", e->columns)
               : pto_dimension_wants(d, 2,
                                     pto_range(e->valid_columns, PTO_MOST)) ||
                     pto_say(d, "%u columns are valid", e->valid_columns);
}

/* The public model has a TLOAD give all three (docs/differences.md). */
RULE_FN(shared_dimensions)
{
    bool all = (p->traits & PTO_FROM_MEMORY) && p->core->isa.asl_quirks;
    pto_wanted w = all ? pto_extents() : pto_or_left_out(pto_extents());
    bool loads = p->traits & PTO_FROM_MEMORY;
    uint32_t stored = loads ? p->header->dimension[2] : p->move.shape.columns;
    pto_wanted valid = w;
    if (stored)
        valid.high = stored;
    if (!pto_dimension_wants(d, 0, valid))
        return stored && pto_say(d, "of %u stored columns", stored);
    if (!pto_dimension_wants(d, 1, w))
        return false;
    w.low = p->move.shape.valid_columns;
    return pto_dimension_wants(d, 2, w) && columns_fit(p, d);
}

RULE_FN(shared_load_shape)
{
    const pto_move_plan *m = &p->move;
    const pto_ask ask = {m->shape,
                         m->type,
                         pto_size_code_bytes(p->header->shared[0].size_code),
                         pto_shared_limit(),
                         PTO_OF_SHARED,
                         0};
    return p->shared_output.allocated ||
           (m->type_known ? pto_shape_wants(d, &ask)
                          : pto_type_wants(d, pto_every_type()));
}

static const pto_shared *shared_of(const pto_plan *p)
{
    return p->shared[0].state;
}

static bool is(pto_detail *d, pto_subject s, uint64_t value)
{
    return pto_operand_wants(d, PTO_OF_SHARED, 0, s, pto_one(value));
}

/* Is the tile that there is like the one that shall be? */
static bool same_descriptor(pto_detail *d, const pto_tile *t)
{
    return is(d, PTO_SUBJECT_TYPE, t->dtype) &&
           is(d, PTO_SUBJECT_LAYOUT, t->layout) &&
           is(d, PTO_SUBJECT_CAPACITY, t->capacity_bytes) &&
           is(d, PTO_SUBJECT_VALID_ROWS, t->valid_rows) &&
           is(d, PTO_SUBJECT_VALID_COLUMNS, t->valid_columns) &&
           is(d, PTO_SUBJECT_COLUMNS, t->columns) &&
           is(d, PTO_SUBJECT_ROWS, t->rows);
}

RULE_FN(shared_compatible)
{
    const pto_shared *s = shared_of(p);
    if (!s->described || p->core->isa.range_modifiers)
        return true;
    return (same_descriptor(d, &p->shared_output) ||
            pto_say(d, "what the bundle makes of it")) &&
           (s->tile.location == p->shared_output.location ||
            pto_say(d, "S%u holds cells", p->header->shared[0].id)) &&
           (pto_mask_wants(d, PTO_OF_SHARED, 0,
                           pto_masks_in(s->allocation_mask)) ||
            pto_say(d, "the PEs that have S%u", p->header->shared[0].id));
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

/* Masks of one PE. */
static uint64_t single(void)
{
    return 1U << 1 | 1U << 2 | 1U << 4 | 1U << 8;
}

RULE_FN(shared_assembled)
{
    return !p->core->isa.range_modifiers || p->move.whole ||
           p->header->shared[0].assemble.present ||
           pto_mask_wants(d, PTO_OF_SHARED, 0, pto_codes(single())) ||
           pto_say(d, "without B.ASSEMBLE");
}

RULE_FN(shared_store_mask)
{
    uint64_t masks = 1U << PTO_ALL_PES;
    if (p->core->isa.range_modifiers)
        masks |= single();
    return pto_mask_wants(d, PTO_OF_SHARED, 0, pto_codes(masks));
}

/* The descriptor that a tile which nobody wrote gets for the store. */
static bool imaginable(const pto_plan *p, pto_detail *d)
{
    const pto_move_plan *m = &p->move;
    const pto_ask ask = {m->shape,           m->type,       0,
                         pto_shared_limit(), PTO_OF_SHARED, 0};
    if (!m->type_known)
        return pto_type_wants(d, pto_every_type());
    return pto_tile_minimum_capacity(m->shape.columns, m->shape.valid_rows,
                                     m->shape.valid_columns, m->type) ||
           (pto_shape_wants(d, &ask) &&
            pto_say(d, "%u x %u", m->shape.valid_rows, m->shape.valid_columns));
}

static bool at_most(pto_detail *d, unsigned i, uint32_t most)
{
    return pto_dimension_wants(d, i, pto_or_left_out(pto_range(1, most))) ||
           pto_say(d, "as many as are valid");
}

RULE_FN(shared_store_shape)
{
    const pto_move_plan *m = &p->move;
    const pto_tile *t = p->shared[0].tile;
    if (!t->allocated)
        return imaginable(p, d);
    return (t->columns == m->shape.columns ||
            pto_dimension_wants(d, 2, pto_or_left_out(pto_one(t->columns))) ||
            pto_say(d, "stored columns of the tile")) &&
           at_most(d, 1, t->valid_rows) && at_most(d, 0, t->valid_columns) &&
           (pto_move_type_wants(p, t->dtype, d) || pto_say(d, "the tile's")) &&
           (pto_move_layout_wants(p, t->layout, d) ||
            pto_say(d, "the tile's")) &&
           (pto_tile_legal(t, pto_shared_limit()) ||
            pto_say(d, "S%u", p->header->shared[0].id));
}
