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

/* The public model has so many lanes, and no more. */
static bool lanes_fit(const pto_plan *p, pto_detail *d)
{
    const pto_extent *e = &p->whole.shape;
    uint64_t lanes = (uint64_t)e->valid_rows * e->valid_columns;
    return !p->core->isa.asl_quirks || lanes <= MODEL_LANES ||
           pto_dimension_wants(d, 1,
                               pto_range(1, MODEL_LANES / e->valid_columns)) ||
           pto_say(d, "%u lanes of %u columns", MODEL_LANES, e->valid_columns);
}

/* Those that are given are not zero, and the columns hold the valid ones. */
static bool shape_holds(const pto_plan *p, bool named, pto_detail *d)
{
    const pto_extent *e = &p->whole.shape;
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if (!pto_dimension_wants(d, i, pto_or_left_out(pto_extents())))
            return false;
    unsigned field = p->header->dimension_set & 4 ? 2 : 0;
    uint32_t least = field ? e->valid_columns : 1;
    pto_wanted w = pto_powers(least, PTO_MOST / 2 + 1);
    w.optional = field ? pto_is_power_of_two(e->valid_columns) : !named;
    if (!pto_dimension_wants(d, field, w))
        return pto_say(d, field ? "stored columns"
                                : "valid columns, stored ones too without LB2");
    return lanes_fit(p, d);
}

RULE_FN(lane_dimensions)
{
    return pto_dimension_wants(d, 0, pto_extents()) && shape_holds(p, true, d);
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
