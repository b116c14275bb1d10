/* What TCVT asks of its types, layouts and shapes. */
#include "bundle/core/common.h"
#include "tile/tile.h"

static bool in_cells(const pto_tile *t)
{
    return pto_tile_layout_is_cube(t->layout);
}

/* The public model has no use for a tile in cells here. */
static bool is_source(const pto_plan *p, const pto_tile *t)
{
    const pto_isa *isa = &p->core->isa;
    bool legal = in_cells(t) ? !isa->asl_quirks &&
                                   pto_tile_cube_legal(t, pto_local_limit(isa),
                                                       pto_cube_options_of(isa))
                             : pto_tile_legal(t, pto_local_limit(isa));
    return legal && pto_is_numeric(p, t) && t->dtype == p->whole.type;
}

RULE_FN(convert_source)
{
    const pto_plan_source *o = &p->source[0];
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return is_source(p, o->tile) ||
           pto_say(d, "%s is %s, not %s", pto_operand_text(o, who),
                   pto_tile_text(o->tile, is), pto_type_text(p->whole.type));
}

RULE_FN(convert_pair)
{
    unsigned from = p->whole.type;
    return p->whole.result != PTO_E8M0 ||
           pto_type_in(from, PTO_TYPES_COMMON_FLOATS) ||
           pto_say(d, "%s", pto_type_text(from));
}

RULE_FN(convert_canonical)
{
    const pto_data_attributes *a = &p->header->data;
    const pto_tile *t = p->source[0].tile;
    bool canonicalizes = a->present && a->canonicalize;
    return (in_cells(t) == canonicalizes && !(canonicalizes && a->layout)) ||
           pto_say(d, "Canonicalize=%u, Layout=%s, a %s source", canonicalizes,
                   pto_data_layout_get(a->layout)->name,
                   pto_tile_layout_name(t->layout));
}

RULE_FN(convert_layout)
{
    const pto_tile *t = p->source[0].tile;
    const pto_data_layout *l = pto_data_layout_get(p->header->data.layout);
    return in_cells(t) || t->layout == l->from ||
           pto_say(d, "%s with a %s source", l->name,
                   pto_tile_layout_name(t->layout));
}

/* Cells have a grid of their own, so that only what is valid compares (ours).
 */
RULE_FN(convert_shape)
{
    const pto_tile *t = p->source[0].tile, *o = &p->output[0].tile;
    bool grid = in_cells(t) || (t->rows == o->rows && t->columns == o->columns);
    return (pto_same_valid(t, o) && grid && pto_tile_layout_shape_legal(o)) ||
           pto_say(d, "[%u,%u] in %ux%u to %s [%u,%u] in %ux%u", t->valid_rows,
                   t->valid_columns, t->rows, t->columns,
                   pto_tile_layout_name(o->layout), o->valid_rows,
                   o->valid_columns, o->rows, o->columns);
}
