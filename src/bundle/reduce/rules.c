/*
 * What reductions, expansions, unions and histograms ask of their attributes
 * and sources.
 */
#include "bundle/core/common.h"
#include "bundle/reason/output.h"

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
    return pto_type_wants(d, PTO_TYPES_SHORT) || pto_say(d, "%s", p->op->name);
}

/* BSTART's, and what B.DATR may make of it: that, FP32, or nothing. */
RULE_FN(expdif_types)
{
    const pto_whole_plan *e = &p->whole;
    const pto_data_attributes *a = &p->header->data;
    uint64_t to = 1ULL << e->type | 1ULL << PTO_FP32 | 1ULL << PTO_DTYPE_NONE;
    if (!pto_type_wants(d, p->row->types))
        return pto_say(d, "%s", p->op->name);
    return !a->present ||
           pto_attribute_wants(d, PTO_ROW_data_type, pto_codes(to)) ||
           pto_say(d, "from %s", pto_type_text(e->type));
}

RULE_FN(expansion_type)
{
    const pto_whole_plan *e = &p->whole;
    return e->result == e->type ||
           pto_attribute_wants(
               d, PTO_ROW_data_type,
               pto_codes(1ULL << e->type | 1ULL << PTO_DTYPE_NONE)) ||
           pto_say(d, "from %s", pto_type_text(e->type));
}

RULE_FN(expansion_rows)
{
    return pto_rows_want(d, 0, pto_one(p->source[0].tile->rows));
}

RULE_FN(no_datr)
{
    return pto_attribute_wants(d, PTO_ROW_data_present, pto_left_out()) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(union_sources)
{
    pto_extent e = pto_named_extent(p->header);
    for (unsigned i = 0; i < p->source_count; i++)
        if (!pto_source_wants(d, i, PTO_SUBJECT_TYPE, pto_one(p->whole.type)) ||
            !pto_source_wants(d, i, PTO_SUBJECT_LAYOUT,
                              pto_one(PTO_TILE_RowMajor)) ||
            !pto_source_wants(d, i, PTO_SUBJECT_VALID_ROWS,
                              pto_range(1, e.valid_rows)) ||
            !pto_source_wants(d, i, PTO_SUBJECT_VALID_COLUMNS,
                              pto_range(1, e.valid_columns)) ||
            !pto_source_ordinary(d, i))
            return false;
    return true;
}

/* Where none does, the first with the rows, else the first, is the measure. */
RULE_FN(union_cover)
{
    pto_extent e = pto_named_extent(p->header);
    const pto_tile *near = p->source[0].tile;
    for (unsigned i = 0; i < p->source_count; i++) {
        const pto_tile *t = p->source[i].tile;
        if (t->valid_rows != e.valid_rows)
            continue;
        if (t->valid_columns == e.valid_columns)
            return true;
        near = near->valid_rows == e.valid_rows ? near : t;
    }
    return ((near->valid_rows == e.valid_rows ||
             pto_dimension_wants(d, 1, pto_one(near->valid_rows))) &&
            pto_dimension_wants(d, 0, pto_one(near->valid_columns))) ||
           pto_say(d, "the source nearest to it is [%u,%u]", near->valid_rows,
                   near->valid_columns);
}

RULE_FN(histogram_datr)
{
    return pto_attribute_wants(d, PTO_ROW_data_type, pto_one(PTO_U32)) ||
           pto_say(d, "%s", p->op->name);
}

/* The public model takes a U16 source for U32, and the other way. */
RULE_FN(histogram_source)
{
    uint64_t types =
        p->core->isa.asl_quirks ? PTO_TYPES_COUNTED : 1ULL << p->whole.type;
    return pto_source_wants(d, 0, PTO_SUBJECT_TYPE, pto_codes(types)) &&
           pto_source_wants(d, 0, PTO_SUBJECT_LAYOUT,
                            pto_one(PTO_TILE_RowMajor)) &&
           pto_source_ordinary(d, 0) &&
           (pto_operand_defined(d, PTO_OF_SOURCE, 0) || pto_say_type(p, 0, d));
}

/* Bytes above the counted one. */
static int bytes_above(const pto_plan *p)
{
    int bytes = p->source[0].tile->dtype == PTO_U16 ? 2 : 4;
    return bytes - 1 - (int)p->reduce.byte;
}

RULE_FN(histogram_byte)
{
    const pto_tile *t = p->source[0].tile;
    unsigned bytes = pto_tile_element_bits(t->dtype) / 8;
    return bytes_above(p) >= 0 ||
           pto_attribute_wants(d, PTO_ROW_data_pad, pto_range(0, bytes - 1)) ||
           pto_say(d, "the ByteId, of %s", pto_type_text(t->dtype));
}

/* U16: a byte for each row. U32: the bytes above, for all rows. */
static uint32_t filter_rows(const pto_plan *p)
{
    int above = bytes_above(p);
    const pto_tile *t = p->source[0].tile;
    return above && t->dtype == PTO_U16 ? t->valid_rows : (uint32_t)above;
}

RULE_FN(histogram_filter)
{
    uint32_t rows = filter_rows(p);
    bool is_filter =
        pto_source_wants(d, 1, PTO_SUBJECT_TYPE, pto_one(PTO_U8)) &&
        pto_source_ordinary(d, 1) &&
        pto_source_wants(d, 1, PTO_SUBJECT_VALID_ROWS,
                         pto_range(rows, PTO_MOST)) &&
        (!rows ||
         pto_source_wants(d, 1, PTO_SUBJECT_VALID_COLUMNS, pto_extents()));
    for (uint32_t r = 0; r < rows && is_filter; r++)
        is_filter = pto_element_wants(d, PTO_OF_SOURCE, 1, r, 0, pto_given());
    return is_filter || pto_say(d, "%u rows are needed", rows);
}
