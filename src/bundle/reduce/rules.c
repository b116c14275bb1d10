/*
 * What reductions, expansions, unions and histograms ask of their attributes
 * and sources.
 */
#include "bundle/core/common.h"

static bool is_row_major(const pto_plan *p, const pto_tile *t)
{
    return pto_is_ordinary(p, t) && t->layout == PTO_TILE_RowMajor;
}

RULE_FN(full_source)
{
    pto_extent e = pto_named_extent(p->header);
    return pto_source_is(p, 0, &e, d);
}

RULE_FN(broadcast_source)
{
    pto_extent e = pto_named_extent(p->header);
    if (p->traits & PTO_OF_COLUMNS)
        e.valid_rows = 1;
    else
        e.valid_columns = e.columns = 1;
    return pto_source_is(p, p->source_count - 1U, &e, d);
}

RULE_FN(place_type)
{
    unsigned type = p->whole.type;
    return pto_type_in(type, PTO_TYPES_SHORT) ||
           pto_say(d, "%s in %s", pto_type_text(type), p->op->name);
}

RULE_FN(expdif_types)
{
    const pto_whole_plan *e = &p->whole;
    const pto_data_attributes *a = &p->header->data;
    bool known =
        !a->present || a->type == PTO_DTYPE_NONE || pto_format_get(a->type);
    bool from = pto_type_in(e->type, p->row->types);
    bool to = e->result == e->type || e->result == PTO_FP32;
    return (known && from && to) ||
           pto_say(d, "%s to %s%s", pto_type_text(e->type),
                   pto_type_text(e->result), known ? "" : ", a reserved code");
}

RULE_FN(expansion_type)
{
    const pto_whole_plan *e = &p->whole;
    return e->result == e->type ||
           pto_say(d, "%s to %s", pto_type_text(e->type),
                   pto_type_text(e->result));
}

RULE_FN(expansion_rows)
{
    const pto_tile *s = p->source[0].tile, *o = &p->output[0].tile;
    return s->rows == o->rows || pto_say(d, "%u, not %u", o->rows, s->rows);
}

RULE_FN(no_datr)
{
    return !p->header->data.present || pto_say(d, "%s", p->op->name);
}

static bool lies_within(const pto_tile *t, const pto_extent *e)
{
    return t->valid_rows && t->valid_columns &&
           t->valid_rows <= e->valid_rows &&
           t->valid_columns <= e->valid_columns;
}

RULE_FN(union_sources)
{
    pto_extent e = pto_named_extent(p->header);
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    for (unsigned i = 0; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (!is_row_major(p, t) || t->dtype != p->whole.type ||
            !lies_within(t, &e))
            return pto_say(d, "%s is %s, the destination %s [%u,%u]",
                           pto_operand_text(&p->source[i], who),
                           pto_tile_text(t, is), pto_type_text(p->whole.type),
                           e.valid_rows, e.valid_columns);
    }
    return true;
}

RULE_FN(union_cover)
{
    pto_extent e = pto_named_extent(p->header);
    for (unsigned i = 0; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (t->valid_rows == e.valid_rows &&
            t->valid_columns == e.valid_columns)
            return true;
    }
    return pto_say(d, "[%u,%u]", e.valid_rows, e.valid_columns);
}

RULE_FN(histogram_datr)
{
    const pto_data_attributes *a = &p->header->data;
    if (!a->present)
        return pto_say(d, "%s without B.DATR", p->op->name);
    return a->type == PTO_U32 ||
           pto_say(d, "DataType=%s", pto_type_text(a->type));
}

/* The public model takes a U16 source for U32, and the other way. */
RULE_FN(histogram_source)
{
    const pto_tile *t = p->source[0].tile;
    bool counted = pto_type_in(t->dtype, PTO_TYPES_COUNTED);
    bool said = p->core->isa.asl_quirks || t->dtype == p->whole.type;
    return (is_row_major(p, t) && pto_tile_contents_defined(t) && counted &&
            said) ||
           pto_say_source(p, 0, d);
}

/* Bytes above the counted one. */
static int bytes_above(const pto_plan *p)
{
    int bytes = p->source[0].tile->dtype == PTO_U16 ? 2 : 4;
    return bytes - 1 - (int)p->reduce.byte;
}

RULE_FN(histogram_byte)
{
    return bytes_above(p) >= 0 ||
           pto_say(d, "byte %u of %s", p->reduce.byte,
                   pto_type_text(p->source[0].tile->dtype));
}

/* U16: a byte for each row. U32: the bytes above, for all rows. */
static uint32_t filter_rows(const pto_plan *p)
{
    int above = bytes_above(p);
    const pto_tile *t = p->source[0].tile;
    return above && t->dtype == PTO_U16 ? t->valid_rows : (uint32_t)above;
}

static bool column_defined(const pto_tile *t, uint32_t rows)
{
    if (t->valid_rows < rows || (rows && !t->valid_columns))
        return false;
    for (uint32_t r = 0; r < rows; r++)
        if (!pto_tile_defined(t, r, 0))
            return false;
    return true;
}

RULE_FN(histogram_filter)
{
    const pto_tile *t = p->source[1].tile;
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    return (pto_is_ordinary(p, t) && t->dtype == PTO_U8 &&
            column_defined(t, filter_rows(p))) ||
           pto_say(d, "%s is %s, %u rows are needed",
                   pto_operand_text(&p->source[1], who), pto_tile_text(t, is),
                   filter_rows(p));
}
