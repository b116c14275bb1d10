/* What TCVT asks of its types, layouts and shapes. */
#include "bundle/core/common.h"
#include "bundle/reason/output.h"
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
    const pto_tile *t = p->source[0].tile;
    bool cells = in_cells(t) && !p->core->isa.asl_quirks;
    return is_source(p, t) ||
           (pto_source_wants(d, 0, PTO_SUBJECT_TYPE, pto_one(p->whole.type)) &&
            (cells || pto_source_ordinary(d, 0)) &&
            pto_source_wants(d, 0, PTO_SUBJECT_STORAGE,
                             pto_one(pto_tile_element_bits(t->dtype))) &&
            pto_say_source(p, 0, d));
}

/* Every format but the scale. */
static uint64_t wide_types(void)
{
    uint64_t types = 0;
    for (unsigned i = 0; i < PTO_DTYPE_CODES; i++)
        if (pto_format_get(i) && i != PTO_E8M0)
            types |= 1ULL << i;
    return types;
}

RULE_FN(convert_pair)
{
    unsigned from = p->whole.type;
    if (p->whole.result != PTO_E8M0 ||
        pto_type_in(from, PTO_TYPES_COMMON_FLOATS))
        return true;
    if (from == PTO_E8M0)
        return pto_type_wants(d, PTO_TYPES_COMMON_FLOATS);
    return pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(wide_types())) ||
           pto_say(d, "from %s", pto_type_text(from));
}

RULE_FN(convert_canonical)
{
    const pto_data_attributes *a = &p->header->data;
    const pto_tile *t = p->source[0].tile;
    pto_wanted flag = in_cells(t) ? pto_one(1) : pto_or_left_out(pto_one(0));
    return (pto_attribute_wants(d, PTO_ROW_data_canonicalize, flag) &&
            (!(a->present && a->canonicalize) ||
             pto_attribute_wants(d, PTO_ROW_data_layout, pto_one(0)))) ||
           pto_say(d, "a %s source", pto_tile_layout_name(t->layout));
}

/* B.DATR.Layout codes of ordinary tiles that begin with a layout. */
static uint64_t layouts_from(unsigned from)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < 32; i++) {
        const pto_data_layout *l = pto_data_layout_get(i);
        if (l->name && l->way == PTO_WAY_ANY && l->from == from)
            codes |= 1ULL << i;
    }
    return codes;
}

RULE_FN(convert_layout)
{
    const pto_tile *t = p->source[0].tile;
    const pto_data_layout *l = pto_data_layout_get(p->header->data.layout);
    return in_cells(t) || t->layout == l->from ||
           pto_attribute_wants(d, PTO_ROW_data_layout,
                               pto_codes(layouts_from(t->layout))) ||
           pto_say(d, "a %s source", pto_tile_layout_name(t->layout));
}

/* Cells have a grid of their own, so that only what is valid compares (ours).
 */
RULE_FN(convert_shape)
{
    const pto_tile *t = p->source[0].tile;
    if (!pto_valid_wants(d, t))
        return pto_say(d, "as the source");
    if (!in_cells(t) && !(pto_columns_want(d, pto_one(t->columns)) &&
                          pto_rows_want(d, 0, pto_one(t->rows))))
        return false;
    return pto_fractals_want(d, PTO_OF_OUTPUT, &p->output[0].tile);
}
