/*
 * What operations that go to memory or to other PEs ask of their header, their
 * lanes and the memory. Where the public model asks less or more than its text,
 * asl_quirks follows the model (docs/differences.md).
 */
#include "bundle/core/common.h"

enum { MODEL_LANES = 32768 };

/* The operands that binder `i` has to have, and no others. */
static bool binder_holds(const pto_plan *p, unsigned i, unsigned binders,
                         pto_detail *d)
{
    unsigned sources = p->op->sources - 2 * i;
    bool last = i + 1 == binders;
    return pto_binder_wants(d, i, PTO_BINDS_SOURCE_0, sources > 0) &&
           pto_binder_wants(d, i, PTO_BINDS_SOURCE_1, sources > 1) &&
           pto_binder_wants(d, i, PTO_BINDS_DESTINATION,
                            last && p->op->outputs) &&
           pto_binder_wants(d, i, PTO_BINDS_LAST, last);
}

RULE_FN(memory_binders)
{
    const pto_tile_op *n = p->op;
    unsigned binders = (n->sources + 1U) / 2;
    bool holds = pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(binders));
    for (unsigned i = 0; i < binders && holds; i++)
        holds = binder_holds(p, i, binders, d);
    return holds || pto_say(d, "%s takes %u sources and %u destinations",
                            n->name, n->sources, n->outputs);
}

RULE_FN(memory_registers)
{
    return pto_rule_register_counts(p, d);
}

/* Rows of so many columns: the public model has so many lanes, and no more. */
static bool rows_fit(const pto_plan *p, uint32_t columns, pto_detail *d)
{
    bool bounded = p->core->isa.asl_quirks;
    pto_wanted rows = pto_range(1, bounded ? MODEL_LANES / columns : PTO_MOST);
    return pto_dimension_wants(d, 1, pto_or_left_out(rows)) ||
           pto_say(d, "rows of %u lanes", columns);
}

/* The stored columns, LB2 or else LB0, are a power of two that holds LB0. */
static bool shape_holds(const pto_plan *p, bool named, pto_detail *d)
{
    const pto_header *h = p->header;
    bool stored = h->dimension_set & 4;
    uint32_t valid = h->dimension[0] ? h->dimension[0] : 1;
    pto_wanted powers = pto_powers(1, PTO_MOST / 2 + 1);
    pto_wanted columns = stored ? pto_extents() : powers;
    columns.optional = !named;
    if (!pto_dimension_wants(d, 0, columns))
        return pto_say(d, stored
                              ? "valid columns"
                              : "valid columns, stored ones too without LB2");
    powers.low = valid;
    powers.optional = pto_is_power_of_two(valid);
    if (!pto_dimension_wants(d, 2, powers))
        return pto_say(d, "stored columns");
    return rows_fit(p, valid, d);
}

RULE_FN(lane_dimensions)
{
    return shape_holds(p, true, d);
}

RULE_FN(prefetch_dimensions)
{
    return shape_holds(p, false, d);
}

RULE_FN(data_aligned)
{
    return p->probe(p, PTO_REACH_UNALIGNED, d);
}

RULE_FN(data_mapped)
{
    return p->probe(p, PTO_REACH_CLOSED, d);
}

RULE_FN(data_unwatched)
{
    return p->probe(p, PTO_REACH_WATCHED, d);
}
