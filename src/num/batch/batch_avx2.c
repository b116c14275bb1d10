/* Conversion kernels for AVX2: the portable ones on 256-bit vectors. */
#include "num/batch/batch.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define LANE_BYTES 32
#include "num/batch/vector.h"

LANES __m256i raw16(v16 a)
{
    return (__m256i)a;
}
LANES __m256i raw32(v32 a)
{
    return (__m256i)a;
}

LANES v16 v16_select(m16 m, v16 a, v16 b)
{
    return (v16)_mm256_blendv_epi8(raw16(b), raw16(a), raw16(m));
}

LANES v32 v32_select(m32 m, v32 a, v32 b)
{
    return (v32)_mm256_blendv_epi8(raw32(b), raw32(a), raw32(m));
}

LANES bool m16_any(m16 m)
{
    return !_mm256_testz_si256(raw16(m), raw16(m));
}
LANES bool m32_any(m32 m)
{
    return !_mm256_testz_si256(raw32(m), raw32(m));
}

LANES v16 v16_min(v16 a, v16 b)
{
    return (v16)_mm256_min_epu16(raw16(a), raw16(b));
}

LANES v32 v32_min(v32 a, v32 b)
{
    return (v32)_mm256_min_epu32(raw32(a), raw32(b));
}

LANES v32 v32_max(v32 a, v32 b)
{
    return (v32)_mm256_max_epu32(raw32(a), raw32(b));
}

/* a - b, or 0 where b is larger. */
LANES v16 v16_excess(v16 a, v16 b)
{
    return (v16)_mm256_subs_epu16(raw16(a), raw16(b));
}

/* Unsigned, over the whole range. */
LANES m16 v16_above(v16 a, v16 b)
{
    return ~(m16)(v16_min(a, b) == a);
}
LANES m32 v32_above(v32 a, v32 b)
{
    return ~(m32)(v32_min(a, b) == a);
}

/*
 * Lanes shift by their own counts by multiplying with 2^n: the two halves of
 * the product are what is kept and what is dropped. One byte shuffle makes
 * both bytes of 2^n, of which one is zero.
 */
LANES v16 v16_factor(v16 n)
{
    const __m256i powers = _mm256_broadcastsi128_si256(
        _mm_set_epi8(0, 0, 0, 0, 0, 0, 0, 0, -128, 64, 32, 16, 8, 4, 2, 1));
    v16 at = (n | n << 8) ^ 0x0800;
    return (v16)_mm256_shuffle_epi8(powers, raw16(at));
}

/* a >> (16 - n) */
LANES v16 v16_high(v16 a, v16 factor)
{
    return (v16)_mm256_mulhi_epu16(raw16(a), raw16(factor));
}

/* a << n */
LANES v16 v16_low(v16 a, v16 factor)
{
    return a * factor;
}

LANES __m256i sixteen(const uint8_t *table)
{
    return _mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)table));
}

/* Byte shuffles of the table's thirds; the high bytes of lanes stay zero. */
LANES v16 v16_look(const uint8_t table[48], v16 entry)
{
    __m256i at = (__m256i)(entry | 0x8000);
    v16 first = (v16)_mm256_shuffle_epi8(sixteen(table), at);
    v16 second = (v16)_mm256_shuffle_epi8(sixteen(table + 16), at);
    v16 third = (v16)_mm256_shuffle_epi8(sixteen(table + 32), at);
    v16 low = v16_select(v16_gt(entry, v16_set(15)), second, first);
    return v16_select(v16_gt(entry, v16_set(31)), third, low);
}

/* The upper halves of two vectors of FP32, and the lower ones. */
LANES v16 v16_pair(const void *p, v16 *low)
{
    v32 a = v32_load(p), b = v32_load((const uint8_t *)p + 32);
    enum { IN_ORDER = 0xd8 };
    __m256i x =
        _mm256_packus_epi32((__m256i)(a & 0xffff), (__m256i)(b & 0xffff));
    __m256i y = _mm256_packus_epi32((__m256i)(a >> 16), (__m256i)(b >> 16));
    *low = (v16)_mm256_permute4x64_epi64(x, IN_ORDER);
    return (v16)_mm256_permute4x64_epi64(y, IN_ORDER);
}

#include "num/batch/kernel.h"

static unsigned look8(const num_table *t, const uint8_t *src, void *dst,
                      size_t n)
{
    return plain_look8(t, src, dst, n);
}

static unsigned look16(const num_table *t, const uint8_t *src, void *dst,
                       size_t n)
{
    return plain_look16(t, src, dst, n);
}

static unsigned look32(const num_table *t, const uint8_t *src, void *dst,
                       size_t n)
{
    return plain_look32(t, src, dst, n);
}

const num_kernels num_kernels_avx2 = {
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
