/*
 * What gathers and scatters ask of their base and sources. Where the public
 * model asks less or more than its text, asl_quirks follows the model
 * (docs/differences.md).
 */
#include "bundle/core/common.h"
#include "tile/tile.h"

RULE_FN(lane_base)
{
    return p->header->scalar.present ? pto_rule_register_counts(p, d)
                                     : pto_say(d, "%s", p->op->name);
}

static bool say_operand(const pto_plan *p, const pto_plan_source *o,
                        pto_detail *d)
{
    return pto_say_source(p, (unsigned)(o - p->source), d);
}

/* An ordinary defined tile with an element for each lane. */
static bool serves_lanes(const pto_plan *p, const pto_tile *t)
{
    const pto_whole_plan *e = &p->whole;
    return pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
           pto_tile_contents_defined(t) &&
           t->valid_rows == e->shape.valid_rows &&
           t->valid_columns == e->shape.valid_columns &&
           (!p->lanes.same_layout || t->layout == e->layout);
}

RULE_FN(lane_index)
{
    const pto_plan_source *o = p->lanes.index;
    return (serves_lanes(p, o->tile) && pto_is_numeric(p, o->tile) &&
            pto_dtype_is_integer(o->tile->dtype)) ||
           say_operand(p, o, d);
}

RULE_FN(lane_mask)
{
    const pto_plan_source *o = p->lanes.mask;
    const pto_tile *t = o->tile;
    bool fits = !p->core->isa.asl_quirks || pto_has_byte_each(t);
    return (serves_lanes(p, t) && t->storage == PTO_TILE_PREDICATE && fits) ||
           say_operand(p, o, d);
}

RULE_FN(lane_values)
{
    bool stores_all = !p->lanes.value[1];
    for (unsigned i = 0; i < 2 && p->lanes.value[i]; i++) {
        const pto_plan_source *o = p->lanes.value[i];
        bool fits = !stores_all || o->tile->columns == p->whole.shape.columns;
        if (!serves_lanes(p, o->tile) || !pto_is_numeric(p, o->tile) ||
            o->tile->dtype != p->whole.type || !fits)
            return say_operand(p, o, d);
    }
    return true;
}
