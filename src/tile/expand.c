/* One value for each row or column, broadcast over a whole tile. */
#include "tile/reduce.h"

/* Where the value for an element lies in the broadcast tile. */
static uint32_t origin(const pto_tile *b, pto_axis axis, uint32_t row,
                       uint32_t column)
{
    return axis == PTO_BY_ROW ? row * b->columns : column;
}

void pto_tile_broadcast(pto_tile *dst, const pto_tile *b, pto_axis axis)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++)
            pto_tile_store_at(dst, r * dst->columns + c,
                              pto_tile_read_at(b, origin(b, axis, r, c)));
    pto_tile_define_valid(dst);
}

void pto_tile_expand(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                     pto_axis axis, pto_fn2 *f, pto_fenv *env)
{
    pto_dtype type = (pto_dtype)a->dtype;
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++) {
            uint64_t x = pto_tile_read_at(a, r * a->columns + c);
            uint64_t y = pto_tile_read_at(b, origin(b, axis, r, c));
            pto_tile_store_at(dst, r * dst->columns + c, f(type, x, y, env));
        }
    pto_tile_define_valid(dst);
}

void pto_tile_expand_expdif(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                            pto_axis axis, pto_expdif_fn *f, pto_fenv *env)
{
    pto_dtype to = (pto_dtype)dst->dtype, from = (pto_dtype)a->dtype;
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++) {
            uint64_t x = pto_tile_read_at(a, r * a->columns + c);
            uint64_t y = pto_tile_read_at(b, origin(b, axis, r, c));
            pto_tile_store_at(dst, r * dst->columns + c,
                              f(to, from, x, y, env));
        }
    pto_tile_define_valid(dst);
}
