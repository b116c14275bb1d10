/*
 * Why a destination has no legal shape: its columns, what is valid of it, or
 * its SizeCode. The first condition that fails is the cause.
 */
#include "bundle/core/common.h"
#include "bundle/reason/shape.h"
#include "tile/tile.h"

enum { SIZE_CODES = 16, MOST = PTO_TILE_MAX_EXTENT };

/* Was this extent given by LBi? */
static bool gives(const pto_detail *d, unsigned i, uint32_t extent)
{
    return (d->header->dimension_set >> i & 1) &&
           d->header->dimension[i] == extent;
}

/* LB2, or LB0 where LB2 is not given; else no field gives the columns. */
static bool columns_field(const pto_detail *d, const pto_extent *e, unsigned *i)
{
    *i = d->header->dimension_set & 4 ? 2 : 0;
    return gives(d, *i, e->columns) && (*i || e->columns == e->valid_columns);
}

static uint32_t columns_in(const pto_ask *a)
{
    return pto_tile_element_capacity(a->bytes, a->type) /
           (a->shape.valid_rows ? a->shape.valid_rows : 1);
}

/* Those with which all is legal; else the powers of two. */
static pto_wanted legal_columns(const pto_ask *a, bool with_valid)
{
    uint32_t low = with_valid ? a->shape.valid_columns : 1;
    pto_wanted w = pto_powers(low ? low : 1, columns_in(a));
    return pto_wanted_empty(&w) ? pto_powers(1, MOST / 2 + 1) : w;
}

static bool columns_hold(pto_detail *d, const pto_ask *a)
{
    unsigned i;
    if (!columns_field(d, &a->shape, &i))
        return true;
    bool legal = pto_is_power_of_two(a->shape.columns);
    return legal || pto_dimension_wants(d, i, legal_columns(a, i == 2)) ||
           pto_say(d, i ? "stored columns"
                        : "valid columns, stored ones too without LB2");
}

static bool valid_holds(pto_detail *d, const pto_ask *a)
{
    const pto_extent *e = &a->shape;
    if (e->valid_columns <= e->columns)
        return true;
    if (gives(d, 0, e->valid_columns))
        return pto_dimension_wants(d, 0, pto_range(1, e->columns)) ||
               pto_say(d, "valid columns, of %u stored ones", e->columns);
    return pto_dimension_wants(d, 2, legal_columns(a, true)) ||
           pto_say(d, "stored columns, %u are valid", e->valid_columns);
}

uint64_t pto_size_codes(const pto_ask *a)
{
    uint64_t codes = 0;
    const pto_extent *e = &a->shape;
    for (unsigned c = 1; c < SIZE_CODES; c++)
        if (pto_size_code_bytes(c) <= a->limit &&
            pto_tile_shape_legal(pto_size_code_bytes(c), e->columns,
                                 e->valid_rows, e->valid_columns, a->type))
            codes |= 1ULL << c;
    return codes;
}

static bool rows_hold(pto_detail *d, const pto_ask *a)
{
    const pto_extent *e = &a->shape;
    uint32_t rows = pto_tile_derived_rows(a->bytes, e->columns, a->type);
    unsigned i;
    if (rows && gives(d, 1, e->valid_rows))
        return pto_dimension_wants(d, 1, pto_range(1, rows)) ||
               pto_say(d, "rows of %u %s in %u bytes", e->columns,
                       pto_type_text(a->type), a->bytes);
    if (columns_field(d, e, &i))
        return pto_dimension_wants(d, i, legal_columns(a, i == 2)) ||
               pto_say(d, "columns of %u rows of %s in %u bytes", e->valid_rows,
                       pto_type_text(a->type), a->bytes);
    return false;
}

bool pto_shape_wants(pto_detail *d, const pto_ask *a)
{
    const pto_extent *e = &a->shape;
    uint64_t codes = pto_size_codes(a);
    if (!columns_hold(d, a) || !valid_holds(d, a))
        return false;
    if (!codes && !rows_hold(d, a))
        return false;
    return pto_operand_wants(d, a->whose, a->number, PTO_SUBJECT_SIZE_CODE,
                             pto_codes(codes)) ||
           pto_say(d, "%u x %u of %s, %u columns stored", e->valid_rows,
                   e->valid_columns, pto_type_text(a->type), e->columns);
}
