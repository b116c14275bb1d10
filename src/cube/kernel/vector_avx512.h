/* The vocabulary of the loops for AVX-512 (F, BW, VL, DQ). */
#ifndef PTO_SRC_CUBE_KERNEL_VECTOR_H
#define PTO_SRC_CUBE_KERNEL_VECTOR_H

#include <immintrin.h>

#define LANE_BYTES 64
#include "cube/kernel/kernel.h"
#include "num/batch/lanes.h"

enum { CUBE_LANES = LANE_BYTES / 4 };
enum { CUBE_VECTORS = 4 }; /* of a full panel */

LANES __mmask16 cube_first(uint64_t n)
{
    uint32_t mask = n >= CUBE_LANES ? 0xffffu : (1u << n) - 1;
    return (__mmask16)mask;
}

LANES v32 cube_load_some(const void *p, uint64_t n)
{
    return (v32)_mm512_maskz_loadu_epi32(cube_first(n), p);
}

/* Codes, of which there may be fewer than lanes. */
LANES v16_half cube_load16(const uint8_t *p, uint64_t n)
{
    return (v16_half)_mm256_maskz_loadu_epi16(cube_first(n), p);
}

LANES v32 cube_load8(const uint8_t *p, uint64_t n)
{
    return (v32)_mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(cube_first(n), p));
}

/* Twice as many. */
LANES v16 cube_load8x2(const uint8_t *p, uint64_t n)
{
    __mmask32 lanes = n >= 2 * CUBE_LANES ? 0xffffffffu : (1u << n) - 1;
    return (v16)_mm512_cvtepu8_epi16(_mm256_maskz_loadu_epi8(lanes, p));
}

/* Nibbles, the low one of each byte first. */
LANES v32 cube_load4(const uint8_t *p, uint64_t n)
{
    __mmask16 lanes =
        cube_first(n >= CUBE_LANES ? CUBE_LANES / 2 : (n + 1) / 2);
    v64 both = (v64)_mm512_cvtepu8_epi64(_mm_maskz_loadu_epi8(lanes, p));
    return (v32)((both & 15) | (both & 0xf0) << 28);
}

LANES void cube_store_some(uint32_t *p, v32 v, uint64_t n)
{
    _mm512_mask_storeu_epi32(p, cube_first(n), (__m512i)v);
}

LANES v32 cube_fma_step(v32 acc, v32 a, v32 b)
{
    return (v32)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)acc);
}

LANES v32 cube_pair_step(v32 acc, v32 a, v32 b)
{
    return acc + (v32)_mm512_madd_epi16((__m512i)a, (__m512i)b);
}

/* The same sums in one instruction, where the processor has it. */
LANES __attribute__((target("avx512vnni"))) v32 cube_dot_step(v32 acc, v32 a,
                                                              v32 b)
{
    return (v32)_mm512_dpwssd_epi32((__m512i)acc, (__m512i)a, (__m512i)b);
}

/* Sums of four products of bytes, those of a unsigned, those of b signed. */
LANES __attribute__((target("avx512vnni"))) v32 cube_byte_step(v32 acc, v32 a,
                                                               v32 b)
{
    return (v32)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)a, (__m512i)b);
}

LANES v32 cube_from_half(v16_half code)
{
    return (v32)_mm512_cvtph_ps((__m256i)code);
}

LANES v32 cube_fours(const float *by)
{
    return (v32)_mm512_permutexvar_ps(
        _mm512_setr_epi32(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
        _mm512_castps128_ps512(_mm_loadu_ps(by)));
}

typedef v32 cube_table4;
LANES cube_table4 cube_table4_of(const cube_codes *c)
{
    return v32_load(c->value);
}

LANES v32 cube_look4(cube_table4 t, v32 code)
{
    return (v32)_mm512_permutexvar_epi32((__m512i)code, (__m512i)t);
}

/* Upper halves in eight registers, found by the low six bits and two masks. */
typedef struct cube_table8 {
    __m512i part[8];
} cube_table8;

LANES cube_table8 cube_table8_of(const cube_codes *c)
{
    cube_table8 t;
    memcpy(&t, c->upper, sizeof t);
    return t;
}

LANES void cube_look8(cube_table8 t, v16 code, v32 v[2])
{
    __m512i c = (__m512i)code, quarter[4];
    for (int i = 0; i < 4; i++)
        quarter[i] =
            _mm512_permutex2var_epi16(t.part[2 * i], c, t.part[2 * i + 1]);
    __mmask32 bit6 = _mm512_test_epi16_mask(c, _mm512_set1_epi16(64));
    __mmask32 bit7 = _mm512_test_epi16_mask(c, _mm512_set1_epi16(128));
    __m512i low = _mm512_mask_blend_epi16(bit6, quarter[0], quarter[1]);
    __m512i high = _mm512_mask_blend_epi16(bit6, quarter[2], quarter[3]);
    __m512i upper = _mm512_mask_blend_epi16(bit7, low, high);
    __m256i first = _mm512_castsi512_si256(upper);
    __m256i second = _mm512_extracti64x4_epi64(upper, 1);
    v[0] = (v32)_mm512_cvtepu16_epi32(first) << 16;
    v[1] = (v32)_mm512_cvtepu16_epi32(second) << 16;
}

LANES void cube_transpose_square(v32 v[CUBE_LANES])
{
    __m512i t[16], *r = (__m512i *)v;
    for (int i = 0; i < 16; i += 2) {
        t[i] = _mm512_unpacklo_epi32(r[i], r[i + 1]);
        t[i + 1] = _mm512_unpackhi_epi32(r[i], r[i + 1]);
    }
    for (int i = 0; i < 16; i += 4) {
        r[i] = _mm512_unpacklo_epi64(t[i], t[i + 2]);
        r[i + 1] = _mm512_unpackhi_epi64(t[i], t[i + 2]);
        r[i + 2] = _mm512_unpacklo_epi64(t[i + 1], t[i + 3]);
        r[i + 3] = _mm512_unpackhi_epi64(t[i + 1], t[i + 3]);
    }
    for (int i = 0; i < 4; i++) {
        t[i] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0x88);
        t[i + 4] = _mm512_shuffle_i32x4(r[i], r[i + 4], 0xdd);
        t[i + 8] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0x88);
        t[i + 12] = _mm512_shuffle_i32x4(r[i + 8], r[i + 12], 0xdd);
    }
    for (int i = 0; i < 8; i++) {
        r[i] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0x88);
        r[i + 8] = _mm512_shuffle_i32x4(t[i], t[i + 8], 0xdd);
    }
}

#endif
