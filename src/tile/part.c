/* A tile as a part of another one, in the same bytes. */
#include "tile/part.h"

void pto_tile_be_part(pto_tile *t, const pto_tile *whole, uint32_t first)
{
    uint32_t bit = whole->first_defined + first;
    t->bytes =
        whole->bytes + (uint64_t)first * pto_tile_element_bits(t->dtype) / 8;
    t->defined = whole->defined + bit / 64;
    t->first_defined = bit % 64;
    t->sign_extended = whole->sign_extended;
}

void pto_tile_copy_valid(pto_tile *dst, const pto_tile *src)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++)
            if (pto_tile_defined(src, r, c))
                pto_tile_write(dst, r, c, pto_tile_read(src, r, c));
}
