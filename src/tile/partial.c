/* The union of two rectangles that share their origin. */
#include "tile/element.h"

static bool covers(const pto_tile *t, uint32_t row, uint32_t column)
{
    return row < t->valid_rows && column < t->valid_columns;
}

void pto_tile_unite(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                    pto_fn2 *f, pto_fenv *env)
{
    pto_dtype type = (pto_dtype)dst->dtype;
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++) {
            bool in_a = covers(a, r, c), in_b = covers(b, r, c);
            uint64_t x = in_a ? pto_tile_read_at(a, r * a->columns + c) : 0;
            uint64_t y = in_b ? pto_tile_read_at(b, r * b->columns + c) : 0;
            uint64_t v = in_a && in_b ? f(type, x, y, env) : in_a ? x : y;
            pto_tile_store_at(dst, r * dst->columns + c, v);
        }
    pto_tile_define_valid(dst);
}
