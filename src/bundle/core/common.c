/* What rules of several kinds of bundles ask and say. */
#include "bundle/core/common.h"

bool pto_is_ordinary(const pto_plan *p, const pto_tile *t)
{
    return pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
           t->storage == PTO_TILE_NUMERIC;
}

bool pto_is_numeric(const pto_plan *p, const pto_tile *t)
{
    return t->storage == PTO_TILE_NUMERIC ||
           (p->core->isa.asl_quirks && pto_has_byte_each(t));
}

bool pto_source_is(const pto_plan *p, unsigned i, const pto_extent *e,
                   pto_detail *d)
{
    const pto_tile *t = p->source[i].tile;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    bool fits = pto_is_ordinary(p, t) && t->layout == PTO_TILE_RowMajor &&
                t->dtype == p->element.type && t->valid_rows == e->valid_rows &&
                t->valid_columns == e->valid_columns &&
                t->columns == e->columns;
    return fits ||
           pto_say(d, "%s is %s, not %s [%u,%u] in %u columns",
                   pto_operand_text(&p->source[i], who), pto_stored_text(t, is),
                   pto_type_text(p->element.type), e->valid_rows,
                   e->valid_columns, e->columns);
}

bool pto_registers_end(const pto_plan *p, unsigned n, pto_detail *d)
{
    const pto_scalar_binder *s = &p->header->scalar;
    if (!s->present)
        return true;
    for (unsigned i = n; i < 3; i++)
        if (s->source[i])
            return pto_say(d, "RegSrc%u is r%u", i, s->source[i]);
    return !s->destination || pto_say(d, "RegDst is r%u", s->destination);
}

bool pto_names_zero(const pto_header *h)
{
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if ((h->dimension_set >> i & 1) && !h->dimension[i])
            return true;
    return false;
}

bool pto_say_source(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_tile *t = p->source[i].tile;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return pto_say(d, "%s is %s", pto_operand_text(&p->source[i], who),
                   pto_stored_text(t, is));
}

bool pto_say_dimensions(const pto_plan *p, pto_detail *d)
{
    const uint16_t *lb = p->header->dimension;
    return pto_say(d, "LB0=%u, LB1=%u, LB2=%u", lb[0], lb[1], lb[2]);
}

bool pto_say_datr(const pto_plan *p, pto_detail *d)
{
    const pto_data_attributes *a = &p->header->data;
    return pto_say(d,
                   "DataType=%s, Layout=%s, PadValue=%u, CMode=%u, RMode=%u, "
                   "Sat=%u, Canonicalize=%u",
                   pto_type_text(a->type), pto_data_layout_get(a->layout)->name,
                   a->pad, a->comparison, a->rounding, a->saturate,
                   a->canonicalize);
}
