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

pto_wanted pto_extents(void)
{
    return pto_range(1, PTO_MOST);
}

pto_wanted pto_ordinary_layouts(void)
{
    uint64_t codes = 0;
    for (unsigned i = 0; i < PTO_TILE_LAYOUTS; i++)
        codes |= (uint64_t)!pto_tile_layout_is_cube(i) << i;
    return pto_codes(codes);
}

/* No predicate. */
static bool is_plain(pto_detail *d, unsigned i)
{
    const pto_tile *t = d->plan->source[i].tile;
    return pto_source_wants(d, i, PTO_SUBJECT_LAYOUT, pto_ordinary_layouts()) &&
           pto_source_wants(d, i, PTO_SUBJECT_STORAGE,
                            pto_one(pto_tile_element_bits(t->dtype)));
}

bool pto_source_ordinary(pto_detail *d, unsigned i)
{
    const pto_plan *p = d->plan;
    return pto_is_ordinary(p, p->source[i].tile) ||
           (is_plain(d, i) && pto_say_source(p, i, d));
}

static bool has(pto_detail *d, unsigned i, pto_subject s, uint64_t value)
{
    return pto_source_wants(d, i, s, pto_one(value));
}

bool pto_source_like(pto_detail *d, unsigned i, const pto_tile *like)
{
    const pto_plan *p = d->plan;
    unsigned bits = like->storage == PTO_TILE_PREDICATE
                        ? 1
                        : pto_tile_element_bits(like->dtype);
    return has(d, i, PTO_SUBJECT_TYPE, like->dtype) &&
           has(d, i, PTO_SUBJECT_LAYOUT, like->layout) &&
           has(d, i, PTO_SUBJECT_STORAGE, bits) &&
           has(d, i, PTO_SUBJECT_VALID_ROWS, like->valid_rows) &&
           has(d, i, PTO_SUBJECT_VALID_COLUMNS, like->valid_columns) &&
           has(d, i, PTO_SUBJECT_COLUMNS, like->columns) &&
           has(d, i, PTO_SUBJECT_ROWS, like->rows) &&
           (pto_tile_legal(p->source[i].tile, pto_local_limit(&p->core->isa)) ||
            pto_say_source(p, i, d));
}

bool pto_source_is(const pto_plan *p, unsigned i, const pto_extent *e,
                   pto_detail *d)
{
    return has(d, i, PTO_SUBJECT_TYPE, p->whole.type) &&
           has(d, i, PTO_SUBJECT_LAYOUT, PTO_TILE_RowMajor) &&
           has(d, i, PTO_SUBJECT_VALID_ROWS, e->valid_rows) &&
           has(d, i, PTO_SUBJECT_VALID_COLUMNS, e->valid_columns) &&
           has(d, i, PTO_SUBJECT_COLUMNS, e->columns) &&
           pto_source_ordinary(d, i);
}

bool pto_registers_end(const pto_plan *p, unsigned n, pto_detail *d)
{
    if (!p->header->scalar.present)
        return true;
    for (unsigned i = n; i < 4; i++)
        if (!pto_register_wants(d, i, pto_one(0)))
            return pto_say(d, "%s reads %u registers", p->op->name, n);
    return true;
}

bool pto_say_source(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_tile *t = p->source[i].tile;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return pto_say(d, "%s is %s", pto_operand_text(&p->source[i], who),
                   pto_stored_text(t, is));
}

bool pto_say_type(const pto_plan *p, unsigned i, pto_detail *d)
{
    return pto_say(d, "of %s", pto_type_text(p->source[i].tile->dtype));
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
