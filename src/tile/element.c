/* Element by element: maps of one, two and three tiles, padding, checks. */
#include "tile/element.h"

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++)
            pto_tile_write(dst, r, c, f(a->dtype, pto_tile_read(a, r, c), env));
}

void pto_tile_map2(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   pto_fn2 *f, pto_fenv *env)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++)
            pto_tile_write(dst, r, c,
                           f(a->dtype, pto_tile_read(a, r, c),
                             pto_tile_read(b, r, c), env));
}

void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t k = 0; k < dst->valid_columns; k++)
            pto_tile_write(dst, r, k,
                           f(a->dtype, pto_tile_read(a, r, k),
                             pto_tile_read(b, r, k), pto_tile_read(c, r, k),
                             env));
}

void pto_tile_pad(pto_tile *t, uint64_t value)
{
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = r < t->valid_rows ? t->valid_columns : 0;
             c < t->columns; c++)
            pto_tile_write(t, r, c, value);
}

bool pto_tile_encodings_valid(const pto_tile *t)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            if (!pto_encoding_valid(t->dtype, pto_tile_read(t, r, c)))
                return false;
    return true;
}

bool pto_tile_has_no_zero(const pto_tile *t)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            if (!pto_tile_read(t, r, c))
                return false;
    return true;
}
