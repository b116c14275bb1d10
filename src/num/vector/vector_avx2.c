/* Array arithmetic for AVX2: the portable loops on 256-bit vectors. */
#include "num/vector/kernels.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define LANE_BYTES 32
#include "num/vector/lanes.h"

LANES uint64_t lanes_bits(unsigned bytes, v8 mask)
{
    switch (bytes) {
    case 4: return (uint32_t)_mm256_movemask_ps((__m256)mask);
    case 8: return (uint32_t)_mm256_movemask_pd((__m256d)mask);
    }
    uint32_t bits = (uint32_t)_mm256_movemask_epi8((__m256i)mask);
    return bytes == 1 ? bits : _pext_u32(bits, 0x55555555);
}

LANES uint64_t lanes_compare(unsigned bytes, bool equal, v8 a, v8 b)
{
    return lanes_bits(bytes, equal ? lanes_equal(bytes, a, b)
                                   : lanes_above(bytes, a, b));
}

LANES v8 lanes_mask(unsigned bytes, uint64_t bits)
{
    return lanes_mask_by_test(bytes, bits);
}

LANES v8 lanes_sqrt(unsigned bytes, v8 a)
{
    return bytes == 4 ? (v8)_mm256_sqrt_ps((__m256)a)
                      : (v8)_mm256_sqrt_pd((__m256d)a);
}

LANES f64 lanes_fma(f64 a, f64 b, f64 c)
{
    return (f64)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
}

#include "num/vector/loops.h"

const num_vector_kernels num_vector_avx2 = {
    .host = HOST_IS_EXACT,
    .map = map,
    .compare = compare,
    .fold = fold,
    .lines = lines,
    .functions = functions,
    .select = select,
};

#endif
