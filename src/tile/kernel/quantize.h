/* Affine quantization: one multiplier and one zero point for a whole tile. */
#ifndef PTO_SRC_TILE_KERNEL_QUANTIZE_H
#define PTO_SRC_TILE_KERNEL_QUANTIZE_H

#include "pto/tile.h"

/* A profile's quantize or dequantize; `integer` is the type of `zero`. */
typedef uint64_t pto_affine_fn(pto_dtype integer, uint64_t value,
                               uint64_t scale, uint64_t zero, pto_fenv *env);

typedef struct pto_affine {
    pto_affine_fn *apply;
    pto_dtype integer;
    uint64_t scale, zero; /* FP32; of the integer type */
} pto_affine;

void pto_tile_affine(pto_tile *dst, const pto_tile *src, const pto_affine *a,
                     pto_fenv *env);

#endif
