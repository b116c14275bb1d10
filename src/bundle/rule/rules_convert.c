/* What TCVT asks of its types, layouts and shapes. */
#include "bundle/rule/rule.h"

#define RULE_FN(name) bool pto_rule_##name(const pto_plan *p, pto_detail *d)

static bool in_cells(const pto_tile *t)
{
    return pto_tile_layout_is_cube(t->layout);
}

/* The public model takes a predicate for a U8 tile whose capacity it fits. */
static bool is_numeric(const pto_plan *p, const pto_tile *t)
{
    return t->storage == PTO_TILE_NUMERIC ||
           (p->core->isa.asl_quirks &&
            (uint64_t)t->rows * t->columns <= t->capacity_bytes);
}

/* The public model has no use for a tile in cells here. */
static bool is_source(const pto_plan *p, const pto_tile *t)
{
    const pto_isa *isa = &p->core->isa;
    bool legal = in_cells(t) ? !isa->asl_quirks &&
                                   pto_tile_cube_legal(t, pto_local_limit(isa),
                                                       pto_cube_options_of(isa))
                             : pto_tile_legal(t, pto_local_limit(isa));
    return legal && is_numeric(p, t) && t->dtype == p->element.type;
}

RULE_FN(convert_source)
{
    const pto_operand *o = &p->source[0];
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return is_source(p, o->tile) ||
           pto_say(d, "%s is %s, not %s", pto_operand_text(o, who),
                   pto_tile_text(o->tile, is), pto_type_text(p->element.type));
}

RULE_FN(convert_pair)
{
    unsigned from = p->element.type;
    return p->element.result != PTO_E8M0 || from == PTO_FP16 ||
           from == PTO_BF16 || from == PTO_FP32 ||
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
    bool same =
        t->valid_rows == o->valid_rows && t->valid_columns == o->valid_columns;
    bool grid = in_cells(t) || (t->rows == o->rows && t->columns == o->columns);
    return (same && grid && pto_tile_layout_shape_legal(o)) ||
           pto_say(d, "[%u,%u] in %ux%u to %s [%u,%u] in %ux%u", t->valid_rows,
                   t->valid_columns, t->rows, t->columns,
                   pto_tile_layout_name(o->layout), o->valid_rows,
                   o->valid_columns, o->rows, o->columns);
}
