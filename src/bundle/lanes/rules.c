/*
 * What gathers and scatters ask of their base and sources. Where the public
 * model asks less or more than its text, asl_quirks follows the model
 * (docs/differences.md).
 */
#include "bundle/core/common.h"
#include "tile/tile.h"

RULE_FN(lane_base)
{
    return (pto_scalars_want(d, pto_given()) ||
            pto_say(d, "%s reads the base from RegSrc0", p->op->name)) &&
           pto_rule_register_counts(p, d);
}

/* A defined tile with an element for each lane. */
static bool serves_lanes(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_whole_plan *e = &p->whole;
    return pto_source_wants(d, i, PTO_SUBJECT_VALID_ROWS,
                            pto_one(e->shape.valid_rows)) &&
           pto_source_wants(d, i, PTO_SUBJECT_VALID_COLUMNS,
                            pto_one(e->shape.valid_columns)) &&
           (!p->lanes.same_layout ||
            pto_source_wants(d, i, PTO_SUBJECT_LAYOUT, pto_one(e->layout))) &&
           (pto_tile_legal(p->source[i].tile, pto_local_limit(&p->core->isa)) ||
            (pto_source_ordinary(d, i) && pto_say_source(p, i, d))) &&
           (pto_operand_defined(d, PTO_OF_SOURCE, i) || pto_say_type(p, i, d));
}

static bool holds_numbers(const pto_plan *p, unsigned i, pto_detail *d)
{
    return pto_is_numeric(p, p->source[i].tile) || pto_source_ordinary(d, i);
}

/* Of every width. */
static uint64_t integers(void)
{
    uint64_t types = 0;
    for (unsigned i = 0; i < PTO_DTYPE_CODES; i++)
        if (pto_format_get(i) && pto_dtype_is_integer(i))
            types |= 1ULL << i;
    return types;
}

static unsigned number_of(const pto_plan *p, const pto_plan_source *o)
{
    return (unsigned)(o - p->source);
}

RULE_FN(lane_index)
{
    unsigned i = number_of(p, p->lanes.index);
    return pto_source_wants(d, i, PTO_SUBJECT_TYPE, pto_codes(integers())) &&
           holds_numbers(p, i, d) && serves_lanes(p, i, d);
}

RULE_FN(lane_mask)
{
    unsigned i = number_of(p, p->lanes.mask);
    const pto_tile *t = p->source[i].tile;
    return pto_source_wants(d, i, PTO_SUBJECT_STORAGE, pto_one(1)) &&
           serves_lanes(p, i, d) &&
           (!p->core->isa.asl_quirks || pto_has_byte_each(t) ||
            pto_source_wants(
                d, i, PTO_SUBJECT_CAPACITY,
                pto_range((uint64_t)t->rows * t->columns, PTO_TILE_MAX_BYTES)));
}

RULE_FN(lane_values)
{
    bool stores_all = !p->lanes.value[1];
    for (unsigned v = 0; v < 2 && p->lanes.value[v]; v++) {
        unsigned i = number_of(p, p->lanes.value[v]);
        if (!pto_source_wants(d, i, PTO_SUBJECT_TYPE, pto_one(p->whole.type)) ||
            !holds_numbers(p, i, d) || !serves_lanes(p, i, d))
            return false;
        if (stores_all && !pto_source_wants(d, i, PTO_SUBJECT_COLUMNS,
                                            pto_one(p->whole.shape.columns)))
            return false;
    }
    return true;
}
