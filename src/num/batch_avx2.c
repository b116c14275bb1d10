/* Conversion kernels for AVX2: the portable ones on 256-bit vectors. */
#include "num/batch.h"

#if defined(__AVX2__)

#include <immintrin.h>

#define LANE_BYTES 32
#include "num/batch_vector.h"

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

#include "num/batch_kernel.h"

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
