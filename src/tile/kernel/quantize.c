/* Affine quantization of whole tiles. */
#include "tile/kernel/quantize.h"

void pto_tile_affine(pto_tile *dst, const pto_tile *src, const pto_affine *a,
                     pto_fenv *env)
{
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c++)
            pto_tile_write(dst, r, c,
                           a->apply(a->integer, pto_tile_read(src, r, c),
                                    a->scale, a->zero, env));
}
