/* Array arithmetic for AVX-512: the portable loops on 512-bit vectors. */
#include "num/vector/kernels.h"

#if defined(__AVX512BW__)

#include <immintrin.h>

#define LANE_BYTES 64
#include "num/vector/lanes.h"

LANES uint64_t lanes_above_bits(unsigned bytes, __m512i a, __m512i b)
{
    switch (bytes) {
    case 1: return _mm512_cmpgt_epi8_mask(a, b);
    case 2: return _mm512_cmpgt_epi16_mask(a, b);
    case 4: return _mm512_cmpgt_epi32_mask(a, b);
    }
    return _mm512_cmpgt_epi64_mask(a, b);
}

LANES uint64_t lanes_equal_bits(unsigned bytes, __m512i a, __m512i b)
{
    switch (bytes) {
    case 1: return _mm512_cmpeq_epi8_mask(a, b);
    case 2: return _mm512_cmpeq_epi16_mask(a, b);
    case 4: return _mm512_cmpeq_epi32_mask(a, b);
    }
    return _mm512_cmpeq_epi64_mask(a, b);
}

LANES uint64_t lanes_bits(unsigned bytes, v8 mask)
{
    return ~lanes_equal_bits(bytes, (__m512i)mask, (__m512i){0}) &
           pto_low_bits(LANE_BYTES / bytes);
}

LANES uint64_t lanes_compare(unsigned bytes, bool equal, v8 a, v8 b)
{
    return equal ? lanes_equal_bits(bytes, (__m512i)a, (__m512i)b)
                 : lanes_above_bits(bytes, (__m512i)a, (__m512i)b);
}

LANES v8 lanes_mask(unsigned bytes, uint64_t bits)
{
    switch (bytes) {
    case 1: return (v8)_mm512_movm_epi8(bits);
    case 2: return (v8)_mm512_movm_epi16((__mmask32)bits);
    case 4: return (v8)_mm512_movm_epi32((__mmask16)bits);
    }
    return (v8)_mm512_movm_epi64((__mmask8)bits);
}

LANES v8 lanes_sqrt(unsigned bytes, v8 a)
{
    return bytes == 4 ? (v8)_mm512_sqrt_ps((__m512)a)
                      : (v8)_mm512_sqrt_pd((__m512d)a);
}

LANES f64 lanes_fma(f64 a, f64 b, f64 c)
{
    return (f64)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
}

#include "num/vector/loops.h"

const num_vector_kernels num_vector_avx512 = {
    .host = HOST_IS_EXACT,
    .map = map,
    .compare = compare,
    .fold = fold,
    .lines = lines,
    .functions = functions,
    .select = select,
};

#endif
