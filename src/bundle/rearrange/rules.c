/* What the operations that rearrange ask of their sources and their shapes. */
#include "bundle/core/common.h"
#include "bundle/reason/output.h"
#include "tile/kernel/gather.h"

static const pto_tile *source(const pto_plan *p, unsigned i)
{
    return p->source[i].tile;
}

static const pto_tile *result(const pto_plan *p)
{
    return &p->output[0].tile;
}

/* A property of a source, which the destination has too. */
static bool as_result(const pto_plan *p, unsigned i, pto_subject s,
                      uint64_t value, pto_detail *d)
{
    (void)p;
    return pto_source_wants(d, i, s, pto_one(value)) ||
           pto_say(d, "as the destination");
}

RULE_FN(sources_typed)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (!as_result(p, i, PTO_SUBJECT_TYPE, result(p)->dtype, d))
            return false;
    return true;
}

RULE_FN(value_typed)
{
    return as_result(p, 0, PTO_SUBJECT_TYPE, result(p)->dtype, d);
}

RULE_FN(concat_shape)
{
    const pto_tile *l = source(p, 0), *r = source(p, 1), *o = result(p);
    uint32_t sum = l->valid_columns + r->valid_columns;
    if (l->valid_rows != o->valid_rows)
        return pto_dimension_wants(d, 1, pto_one(l->valid_rows)) ||
               pto_say(d, "as source 0");
    if (!as_result(p, 1, PTO_SUBJECT_VALID_ROWS, o->valid_rows, d))
        return false;
    return sum == o->valid_columns || pto_dimension_wants(d, 0, pto_one(sum)) ||
           pto_say(d, "%u and %u columns", l->valid_columns, r->valid_columns);
}

/* Row or column `at`, in bits 15:0 of RegSrc0 or RegSrc1; in the public model
 * in LB0 or LB1. */
static bool offset_wants(const pto_plan *p, unsigned i, uint32_t at,
                         uint32_t most, pto_detail *d)
{
    static const char *const names[] = {"first row", "first column"};
    pto_cause c = {.subject = PTO_SUBJECT_WORD,
                   .index = p->header->scalar.source[i],
                   .value = at};
    if (p->core->isa.asl_quirks)
        return pto_dimension_wants(d, i, pto_or_left_out(pto_range(1, most))) ||
               pto_say(d, "the %s", names[i]);
    return pto_judge(d, c, pto_range(0, most)) ||
           pto_say(d, "the %s, in bits 15:0", names[i]);
}

/* Do `rows` x `columns` from the window's start on lie inside a tile? */
static bool fits(const pto_plan *p, const pto_tile *whole, const pto_tile *part,
                 pto_detail *d)
{
    pto_tile_place at = p->window.at;
    bool rows = at.row + part->valid_rows <= whole->valid_rows;
    bool columns = at.column + part->valid_columns <= whole->valid_columns;
    if (rows && columns)
        return true;
    uint32_t r = part->valid_rows, c = part->valid_columns;
    if (!rows && r <= whole->valid_rows)
        return offset_wants(p, 0, at.row, whole->valid_rows - r, d);
    if (rows && c <= whole->valid_columns)
        return offset_wants(p, 1, at.column, whole->valid_columns - c, d);
    unsigned i = rows ? 0 : 1; /* of the destination, a part or the whole */
    uint32_t least = rows ? c : r;
    uint32_t most = rows ? whole->valid_columns : whole->valid_rows;
    return pto_dimension_wants(d, i,
                               part == result(p)
                                   ? pto_range(1, most)
                                   : pto_range(least, PTO_MOST)) ||
           pto_say(d, "valid %s", rows ? "columns" : "rows");
}

RULE_FN(window_inside)
{
    return fits(p, source(p, 0), result(p), d);
}

RULE_FN(window_defined)
{
    const pto_tile *o = result(p);
    pto_tile_place at = p->window.at;
    bool defined = pto_tile_window_defined(source(p, 0), at, o->valid_rows,
                                           o->valid_columns);
    for (uint32_t r = 0; r < o->valid_rows && !defined; r++)
        for (uint32_t c = 0; c < o->valid_columns; c++)
            if (!pto_element_wants(d, PTO_OF_SOURCE, 0, at.row + r,
                                   at.column + c, pto_given()))
                return false;
    return defined;
}

RULE_FN(old_matches)
{
    const pto_tile *o = result(p);
    return as_result(p, 0, PTO_SUBJECT_LAYOUT, o->layout, d) &&
           as_result(p, 0, PTO_SUBJECT_VALID_ROWS, o->valid_rows, d) &&
           as_result(p, 0, PTO_SUBJECT_VALID_COLUMNS, o->valid_columns, d) &&
           as_result(p, 0, PTO_SUBJECT_COLUMNS, o->columns, d) &&
           as_result(p, 0, PTO_SUBJECT_ROWS, o->rows, d);
}

RULE_FN(inserted_defined)
{
    return pto_operand_defined(d, PTO_OF_SOURCE, 1) || pto_say_type(p, 1, d);
}

RULE_FN(insert_inside)
{
    return fits(p, result(p), source(p, 1), d);
}

RULE_FN(transposed_shape)
{
    const pto_tile *s = source(p, 0), *o = result(p);
    return ((s->valid_rows == o->valid_columns ||
             pto_dimension_wants(d, 0, pto_one(s->valid_rows))) &&
            (s->valid_columns == o->valid_rows ||
             pto_dimension_wants(d, 1, pto_one(s->valid_columns)))) ||
           pto_say(d, "the source is [%u,%u]", s->valid_rows, s->valid_columns);
}

/* Feature-map descriptors are no state of ours: nothing could make one. */
RULE_FN(feature_map)
{
    return pto_say_source(p, 0, d);
}

/* A valid extent of the destination, LBi, of at least that of the source. */
static bool reaches(unsigned i, uint32_t has, uint32_t least, pto_detail *d)
{
    return has >= least ||
           pto_dimension_wants(d, i, pto_range(least, PTO_MOST));
}

RULE_FN(fill_shape)
{
    const pto_tile *s = source(p, 0), *o = result(p);
    bool valid = reaches(1, o->valid_rows, s->valid_rows, d) &&
                 reaches(0, o->valid_columns, s->valid_columns, d);
    if (!valid)
        return pto_say(d, "the source is [%u,%u]", s->valid_rows,
                       s->valid_columns);
    return pto_columns_want(d, pto_range(s->columns, PTO_MOST)) &&
           pto_rows_want(d, 0, pto_range(s->rows, PTO_MOST));
}

/* Integers of at least 16 bits. */
static uint64_t index_types(void)
{
    uint64_t types = 0;
    for (unsigned i = 0; i < PTO_DTYPE_CODES; i++)
        if (pto_format_get(i) && pto_dtype_is_integer(i) &&
            pto_tile_element_bits(i) >= 16)
            types |= 1ULL << i;
    return types;
}

RULE_FN(index_type)
{
    (void)p;
    return pto_source_wants(d, 1, PTO_SUBJECT_TYPE, pto_codes(index_types()));
}

RULE_FN(gather_shape)
{
    if (!pto_valid_wants(d, source(p, 1)))
        return pto_say(d, "as the indices");
    return pto_source_wants(d, 0, PTO_SUBJECT_VALID_COLUMNS,
                            pto_range(result(p)->valid_columns, PTO_MOST));
}

RULE_FN(scatter_shape)
{
    const pto_tile *v = source(p, 0);
    if (v->valid_columns != result(p)->valid_columns)
        return pto_dimension_wants(d, 0, pto_one(v->valid_columns)) ||
               pto_say(d, "as source 0");
    return (pto_source_wants(d, 1, PTO_SUBJECT_VALID_ROWS,
                             pto_one(v->valid_rows)) &&
            pto_source_wants(d, 1, PTO_SUBJECT_VALID_COLUMNS,
                             pto_one(v->valid_columns))) ||
           pto_say(d, "as source 0");
}

RULE_FN(index_defined)
{
    return pto_operand_defined(d, PTO_OF_SOURCE, 1) || pto_say_type(p, 1, d);
}

/* The index at a place. */
static bool index_wants(const pto_plan *p, pto_tile_place at, pto_wanted w,
                        pto_detail *d)
{
    return pto_element_wants(d, PTO_OF_SOURCE, 1, at.row, at.column, w) ||
           pto_say_type(p, 1, d);
}

static bool rows_are_below(const pto_plan *p, uint32_t rows, pto_detail *d)
{
    pto_tile_place at;
    return pto_tile_rows_below(source(p, 1), rows, &at) ||
           index_wants(p, at, pto_range(0, rows - 1), d);
}

RULE_FN(gather_rows)
{
    return rows_are_below(p, source(p, 0)->valid_rows, d);
}

RULE_FN(gathered_defined)
{
    pto_tile_place at;
    if (pto_tile_gather_defined(source(p, 0), source(p, 1), &at))
        return true;
    uint32_t row = (uint32_t)pto_tile_row_of(source(p, 1), at);
    return pto_element_wants(d, PTO_OF_SOURCE, 0, row, at.column,
                             pto_given()) ||
           pto_say(d, "the index at [%u,%u] names it", at.row, at.column);
}

RULE_FN(scatter_rows)
{
    return rows_are_below(p, result(p)->valid_rows, d);
}

/* The later of two indices. */
RULE_FN(scatter_once)
{
    pto_tile_place at;
    return pto_tile_rows_distinct(source(p, 1), &at) ||
           index_wants(
               p, at, pto_other(pto_tile_read(source(p, 1), at.row, at.column)),
               d);
}
