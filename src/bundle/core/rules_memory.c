/*
 * What operations that go to memory or to other PEs ask of their header, their
 * lanes and the memory. Where the public model asks less or more than its text,
 * asl_quirks follows the model (docs/differences.md).
 */
#include "bundle/core/common.h"

enum { MODEL_LANES = 32768 };

/* The operands that binder `i` has to have, and no others. */
static bool binder_holds(const pto_binder *b, unsigned sources, bool last,
                         unsigned outputs)
{
    return b->has_source[0] == (sources > 0) &&
           b->has_source[1] == (sources > 1) && b->last == last &&
           b->has_destination == (last && outputs);
}

RULE_FN(memory_binders)
{
    const pto_header *h = p->header;
    const pto_tile_op *n = p->op;
    unsigned binders = (n->sources + 1U) / 2;
    bool holds = h->binder_count == binders;
    for (unsigned i = 0; i < h->binder_count && holds; i++)
        holds = binder_holds(&h->binder[i], n->sources - 2 * i,
                             i + 1 == binders, n->outputs);
    return holds ||
           pto_say(
               d, "%s with %u Local sources and %u destinations in %u B.IOT",
               p->op->name, p->source_count, p->output_count, h->binder_count);
}

RULE_FN(memory_registers)
{
    return pto_rule_register_counts(p, d);
}

/* Those that are given are not zero, and the columns hold the valid ones. */
static bool shape_holds(const pto_plan *p)
{
    const pto_whole_plan *e = &p->whole;
    uint64_t lanes = (uint64_t)e->shape.valid_rows * e->shape.valid_columns;
    return !pto_names_zero(p->header) &&
           e->shape.valid_columns <= e->shape.columns &&
           pto_is_power_of_two(e->shape.columns) &&
           (!p->core->isa.asl_quirks || lanes <= MODEL_LANES);
}

RULE_FN(lane_dimensions)
{
    return ((p->header->dimension_set & 1) && shape_holds(p)) ||
           pto_say_dimensions(p, d);
}

RULE_FN(prefetch_dimensions)
{
    return shape_holds(p) || pto_say_dimensions(p, d);
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
