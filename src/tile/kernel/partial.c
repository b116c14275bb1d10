/* The union of two rectangles that share their origin. */
#include "tile/kernel/element.h"

#include "tile/row.h"

/* How many of the n elements of a row from `first` on a tile has; read them. */
static uint32_t read_valid(const pto_tile *t, uint32_t row, uint32_t first,
                           uint32_t n, uint64_t *out)
{
    if (row >= t->valid_rows || first >= t->valid_columns)
        return 0;
    uint32_t left = t->valid_columns - first;
    n = left < n ? left : n;
    pto_row_read(t, row, first, n, out);
    return n;
}

void pto_tile_unite(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                    pto_fn2 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    uint32_t columns = dst->valid_columns, n;
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < columns; c += n) {
            n = columns - c < PTO_STRETCH ? columns - c : PTO_STRETCH;
            uint32_t in_a = read_valid(a, r, c, n, x);
            uint32_t in_b = read_valid(b, r, c, n, y);
            for (uint32_t i = 0; i < in_b; i++)
                x[i] =
                    i < in_a ? f((pto_dtype)a->dtype, x[i], y[i], env) : y[i];
            pto_row_write(dst, r, c, n, x);
        }
}
