/* The fields that would give a destination the shape that a rule wants. */
#include "bundle/reason/output.h"
#include "bundle/core/common.h"
#include "tile/tile.h"

enum { SIZE_CODES = 16 };

bool pto_valid_wants(pto_detail *d, const pto_tile *like)
{
    const pto_tile *o = &d->plan->output[0].tile;
    return (o->valid_rows == like->valid_rows ||
            pto_dimension_wants(d, 1, pto_one(like->valid_rows))) &&
           (o->valid_columns == like->valid_columns ||
            pto_dimension_wants(d, 0, pto_one(like->valid_columns)));
}

bool pto_columns_want(pto_detail *d, pto_wanted columns)
{
    uint32_t have = d->plan->output[0].tile.columns;
    return pto_wanted_has(&columns, false, have) ||
           pto_dimension_wants(d, d->header->dimension_set & 4 ? 2 : 0,
                               columns) ||
           pto_say(d, "stored columns");
}

bool pto_rows_want(pto_detail *d, unsigned i, pto_wanted rows)
{
    const pto_tile *o = &d->plan->output[i].tile;
    uint32_t limit = pto_local_limit(&d->plan->core->isa);
    uint64_t codes = 0;
    for (unsigned c = 1; c < SIZE_CODES; c++) {
        uint32_t bytes = pto_size_code_bytes(c);
        uint32_t n = pto_tile_derived_rows(bytes, o->columns, o->dtype);
        if (bytes <= limit && n && pto_wanted_has(&rows, false, n))
            codes |= 1ULL << c;
    }
    return pto_wanted_has(&rows, false, o->rows) ||
           pto_operand_wants(d, PTO_OF_OUTPUT, i, PTO_SUBJECT_SIZE_CODE,
                             pto_codes(codes)) ||
           pto_say(d, "%u stored rows", o->rows);
}

bool pto_fractals_want(pto_detail *d, pto_whose o, const pto_tile *t)
{
    enum { FRACTAL_ROWS = 16, FRACTAL_BITS = 256 };
    pto_cause c = {
        .subject = PTO_SUBJECT_ROWS, .operand = (uint8_t)o, .value = t->rows};
    if (pto_tile_layout_shape_legal(t))
        return true;
    unsigned columns = FRACTAL_BITS / pto_tile_element_bits(t->dtype);
    bool rows =
        pto_judge(d, c, pto_steps(FRACTAL_ROWS, FRACTAL_ROWS, PTO_MOST));
    c.subject = PTO_SUBJECT_COLUMNS;
    c.value = t->columns;
    return (rows && pto_judge(d, c, pto_steps(columns, columns, PTO_MOST))) ||
           pto_say(d, "%s of %s", pto_tile_layout_name(t->layout),
                   pto_type_text(t->dtype));
}
