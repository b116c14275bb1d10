/* The vocabulary of the loops for AVX2 with FMA and F16C. */
#ifndef PTO_SRC_CUBE_KERNEL_VECTOR_H
#define PTO_SRC_CUBE_KERNEL_VECTOR_H

#include <immintrin.h>

#define LANE_BYTES 32
#include "cube/kernel/maskless.h"

enum { CUBE_VECTORS = 2 }; /* of a full panel */

LANES __m256i cube_first(uint64_t n)
{
    int most = n < CUBE_LANES ? (int)n : CUBE_LANES;
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(most),
                              _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

LANES v32 cube_load_some(const void *p, uint64_t n)
{
    return (v32)_mm256_maskload_epi32(p, cube_first(n));
}

LANES void cube_store_some(uint32_t *p, v32 v, uint64_t n)
{
    if (n >= CUBE_LANES)
        v32_store(p, v);
    else
        _mm256_maskstore_epi32((int *)(void *)p, cube_first(n), (__m256i)v);
}

LANES v32 cube_fma_step(v32 acc, v32 a, v32 b)
{
    return (v32)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)acc);
}

LANES v32 cube_pair_step(v32 acc, v32 a, v32 b)
{
    return acc + (v32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
}

LANES v32 cube_from_half(v16_half code)
{
    return (v32)_mm256_cvtph_ps((__m128i)code);
}

LANES v32 cube_fours(const float *by)
{
    __m256 low = _mm256_castps128_ps256(_mm_broadcast_ss(by));
    return (v32)_mm256_insertf128_ps(low, _mm_broadcast_ss(by + 1), 1);
}

typedef struct cube_table4 {
    v32 low, high;
} cube_table4;

LANES cube_table4 cube_table4_of(const cube_codes *c)
{
    return (cube_table4){v32_load(c->value), v32_load(c->value + CUBE_LANES)};
}

LANES v32 cube_look4(cube_table4 t, v32 code)
{
    __m256i at = (__m256i)code;
    return (v32)_mm256_blendv_ps(
        (__m256)_mm256_permutevar8x32_epi32((__m256i)t.low, at),
        (__m256)_mm256_permutevar8x32_epi32((__m256i)t.high, at),
        (__m256)(code << 28));
}

LANES void cube_transpose_square(v32 v[CUBE_LANES])
{
    __m256i t[8], *r = (__m256i *)v;
    for (int i = 0; i < 8; i += 2) {
        t[i] = _mm256_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm256_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < 8; i += 4) {
        r[i] = _mm256_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm256_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm256_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm256_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        t[i] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x20);
        t[i + 4] = _mm256_permute2x128_si256(r[i], r[i + 4], 0x31);
    }
    memcpy(r, t, sizeof t);
}

#endif
