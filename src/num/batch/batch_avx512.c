/* Conversion kernels for AVX-512 (F, BW, VL, DQ). */
#include "num/batch/batch.h"

#if defined(__AVX512BW__)

#include <immintrin.h>

#define LANE_BYTES 64
#include "num/batch/lanes.h"

/* A bit a lane; bits above the lane count mean nothing. */
typedef uint32_t m16;
typedef uint32_t m32;

LANES __m512i raw16(v16 a)
{
    return (__m512i)a;
}
LANES __m512i raw32(v32 a)
{
    return (__m512i)a;
}

LANES m16 v16_gt(v16 a, v16 b)
{
    return _mm512_cmpgt_epu16_mask(raw16(a), raw16(b));
}

LANES m32 v32_gt(v32 a, v32 b)
{
    return _mm512_cmpgt_epu32_mask(raw32(a), raw32(b));
}

LANES m16 v16_above(v16 a, v16 b)
{
    return v16_gt(a, b);
}
LANES m32 v32_above(v32 a, v32 b)
{
    return v32_gt(a, b);
}
LANES m16 v16_minus(v16 a)
{
    return _mm512_movepi16_mask(raw16(a));
}
LANES m32 v32_minus(v32 a)
{
    return _mm512_movepi32_mask(raw32(a));
}
LANES m16 m16_none(void)
{
    return 0;
}
LANES m32 m32_none(void)
{
    return 0;
}

LANES m16 v16_nonzero(v16 a)
{
    return _mm512_test_epi16_mask(raw16(a), raw16(a));
}

LANES m32 v32_nonzero(v32 a)
{
    return _mm512_test_epi32_mask(raw32(a), raw32(a));
}

LANES v16 v16_select(m16 m, v16 a, v16 b)
{
    return (v16)_mm512_mask_blend_epi16(m, raw16(b), raw16(a));
}

LANES v32 v32_select(m32 m, v32 a, v32 b)
{
    return (v32)_mm512_mask_blend_epi32((__mmask16)m, raw32(b), raw32(a));
}

LANES v16 v16_clear(m16 m, v16 a)
{
    return (v16)_mm512_maskz_mov_epi16(~m, raw16(a));
}

LANES v32 v32_clear(m32 m, v32 a)
{
    return (v32)_mm512_maskz_mov_epi32((__mmask16)~m, raw32(a));
}

/* v + 1 in the lanes of m. */
LANES v16 v16_count(m16 m, v16 v)
{
    return (v16)_mm512_mask_sub_epi16(raw16(v), m, raw16(v),
                                      _mm512_set1_epi16(-1));
}

LANES v32 v32_count(m32 m, v32 v)
{
    return (v32)_mm512_mask_sub_epi32(raw32(v), (__mmask16)m, raw32(v),
                                      _mm512_set1_epi32(-1));
}

LANES bool m16_any(m16 m)
{
    return m != 0;
}
LANES bool m32_any(m32 m)
{
    return (m & 0xffff) != 0;
}

LANES v16 v16_min(v16 a, v16 b)
{
    return (v16)_mm512_min_epu16(raw16(a), raw16(b));
}

/* Bit 0 of `high` set where `low` is not zero. */
LANES v16 v16_sticky(v16 high, v16 low)
{
    return high | v16_min(low, v16_set(1));
}

LANES v32 v32_min(v32 a, v32 b)
{
    return (v32)_mm512_min_epu32(raw32(a), raw32(b));
}

LANES v32 v32_max(v32 a, v32 b)
{
    return (v32)_mm512_max_epu32(raw32(a), raw32(b));
}

LANES v16 v16_excess(v16 a, v16 b)
{
    return (v16)_mm512_subs_epu16(raw16(a), raw16(b));
}

LANES v16 v16_factor(v16 n)
{
    return n;
}

/* a >> (16 - n) */
LANES v16 v16_high(v16 a, v16 n)
{
    return (v16)_mm512_srlv_epi16(raw16(a), raw16(16 - n));
}

/* a << n */
LANES v16 v16_low(v16 a, v16 n)
{
    return (v16)_mm512_sllv_epi16(raw16(a), raw16(n));
}

LANES v32 v32_shl(v32 a, v32 n)
{
    return (v32)_mm512_sllv_epi32(raw32(a), raw32(n));
}

LANES v32 v32_shr(v32 a, v32 n)
{
    return (v32)_mm512_srlv_epi32(raw32(a), raw32(n));
}

LANES v16 v16_look(const uint8_t table[48], v16 entry)
{
    __m512i low = _mm512_cvtepu8_epi16(
        _mm256_loadu_si256((const __m256i *)(const void *)table));
    __m512i high = _mm512_castsi256_si512(_mm256_cvtepu8_epi16(
        _mm_loadu_si128((const __m128i *)(const void *)(table + 32))));
    return (v16)_mm512_permutex2var_epi16(low, raw16(entry), high);
}

/* The upper halves of two vectors of FP32, and the lower ones. */
LANES v16 v16_pair(const void *p, v16 *low)
{
    v16 even;
    for (unsigned i = 0; i < LANE_BYTES / 2; i++)
        even[i] = (uint16_t)(2 * i);
    __m512i a = raw16(v16_load(p));
    __m512i b = raw16(v16_load((const uint8_t *)p + 64));
    *low = (v16)_mm512_permutex2var_epi16(a, raw16(even), b);
    return (v16)_mm512_permutex2var_epi16(a, raw16(even + 1), b);
}

#include "num/batch/kernel.h"

/* 256 words in registers, found by the low six bits and two selections. */
typedef struct word_table {
    v16 part[8];
} word_table;

LANES v16 look_word(const word_table *t, v16 code)
{
    __m512i c = raw16(code);
    __m512i quarter[4];
    for (int i = 0; i < 4; i++)
        quarter[i] = _mm512_permutex2var_epi16(raw16(t->part[2 * i]), c,
                                               raw16(t->part[2 * i + 1]));
    __mmask32 bit6 = _mm512_test_epi16_mask(c, _mm512_set1_epi16(0x40));
    __mmask32 bit7 = _mm512_test_epi16_mask(c, _mm512_set1_epi16(0x80));
    __m512i low = _mm512_mask_blend_epi16(bit6, quarter[0], quarter[1]);
    __m512i high = _mm512_mask_blend_epi16(bit6, quarter[2], quarter[3]);
    return (v16)_mm512_mask_blend_epi16(bit7, low, high);
}

LANES v16 load_codes(const uint8_t *src)
{
    return (v16)_mm512_cvtepu8_epi16(
        _mm256_loadu_si256((const __m256i *)(const void *)src));
}

static word_table table_of_values(const num_table *t, unsigned shift)
{
    word_table w;
    for (unsigned i = 0; i < 256; i++)
        w.part[i / V16][i % V16] = (uint16_t)(t->value[i] >> shift);
    return w;
}

static word_table table_of_flags(const num_table *t)
{
    word_table w;
    for (unsigned i = 0; i < 256; i++)
        w.part[i / V16][i % V16] = t->flags[i];
    return w;
}

LANES unsigned or_lanes(v16 seen)
{
    unsigned all = 0;
    for (unsigned i = 0; i < V16; i++)
        all |= seen[i];
    return all;
}

static unsigned flags_of_codes(const num_table *t, const uint8_t *src, size_t n)
{
    if (!t->any_flags)
        return 0;
    const word_table flags = table_of_flags(t);
    v16 seen = v16_set(0);
    for (size_t i = 0; i < n; i += V16)
        seen |= look_word(&flags, load_codes(src + i));
    return or_lanes(seen);
}

/* Value and flags share a word. */
static unsigned look8(const num_table *t, const uint8_t *src, void *dst,
                      size_t n)
{
    uint8_t *to = dst;
    word_table both = table_of_values(t, 0);
    const word_table flags = table_of_flags(t);
    for (unsigned i = 0; i < 8; i++)
        both.part[i] |= flags.part[i] << 8;
    v16 seen = v16_set(0);
    for (size_t i = 0; i < n; i += V16) {
        v16 found = look_word(&both, load_codes(src + i));
        v16_store8(to + i, found);
        seen |= found;
    }
    return or_lanes(seen) >> 8;
}

static unsigned look16(const num_table *t, const uint8_t *src, void *dst,
                       size_t n)
{
    uint8_t *to = dst;
    const word_table values = table_of_values(t, 0);
    for (size_t i = 0; i < n; i += V16)
        v16_store(to + 2 * i, look_word(&values, load_codes(src + i)));
    return flags_of_codes(t, src, n);
}

static unsigned look32(const num_table *t, const uint8_t *src, void *dst,
                       size_t n)
{
    if (!t->upper_half)
        return plain_look32(t, src, dst, n);
    uint8_t *to = dst;
    const word_table values = table_of_values(t, 16);
    for (size_t i = 0; i < n; i += V16) {
        __m512i found = raw16(look_word(&values, load_codes(src + i)));
        __m256i low = _mm512_castsi512_si256(found);
        __m256i high = _mm512_extracti64x4_epi64(found, 1);
        v32_store(to + 4 * i, (v32)_mm512_cvtepu16_epi32(low) << 16);
        v32_store(to + 4 * i + 64, (v32)_mm512_cvtepu16_epi32(high) << 16);
    }
    return flags_of_codes(t, src, n);
}

const num_kernels num_kernels_avx512 = {
    .from_fp32 = from_fp32,
    .from_words = from_words,
    .fp32_from_fp16 = fp32_from_fp16,
    .fp32_from_bf16 = fp32_from_bf16,
    .fp32_from_s16 = fp32_from_s16,
    .fp32_from_u16 = fp32_from_u16,
    .look8 = look8,
    .look16 = look16,
    .look32 = look32,
};

#endif
