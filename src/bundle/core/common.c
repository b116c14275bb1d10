/* What rules of several kinds of bundles ask and say. */
#include "bundle/core/common.h"
#include "tile/tile.h"

#include <stdio.h>
#include <string.h>

const char *pto_operand_text(const pto_plan_source *o, char *out)
{
    snprintf(out, PTO_OPERAND_TEXT, "B.IOT %u source %u %c#%u", o->binder,
             o->position, pto_hand_letter(o->selector >> 4),
             (o->selector & 15) + 1U);
    return out;
}

const char *pto_type_text(unsigned type)
{
    const pto_format *f = pto_format_get(type);
    return f ? f->name : "NONE";
}

const char *pto_tile_text(const pto_tile *t, char *out)
{
    const pto_format *f = pto_format_get(t->dtype);
    if (!t->allocated || !f)
        snprintf(out, PTO_TILE_TEXT, "no tile");
    else
        snprintf(out, PTO_TILE_TEXT, "%s%s %s [%u,%u]",
                 pto_tile_contents_defined(t) ? "" : "undefined ", f->name,
                 pto_tile_layout_name(t->layout), t->valid_rows,
                 t->valid_columns);
    return out;
}

const char *pto_stored_text(const pto_tile *t, char *out)
{
    pto_tile_text(t, out);
    size_t n = strlen(out);
    if (t->allocated && pto_format_get(t->dtype))
        snprintf(out + n, PTO_TILE_TEXT - n, " in %ux%u", t->rows, t->columns);
    return out;
}

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
                t->dtype == p->whole.type && t->valid_rows == e->valid_rows &&
                t->valid_columns == e->valid_columns &&
                t->columns == e->columns;
    return fits || pto_say(d, "%s is %s, not %s [%u,%u] in %u columns",
                           pto_operand_text(&p->source[i], who),
                           pto_stored_text(t, is), pto_type_text(p->whole.type),
                           e->valid_rows, e->valid_columns, e->columns);
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
