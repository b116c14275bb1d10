/* Conversion kernels for any processor: short GCC vectors, lowered as may be.
 */
#include "num/batch/batch.h"

#define LANE_BYTES 16
#include "num/batch/vector.h"

LANES v16 v16_select(m16 m, v16 a, v16 b)
{
    return (a & m) | (b & ~m);
}
LANES v32 v32_select(m32 m, v32 a, v32 b)
{
    return (a & m) | (b & ~m);
}

/* Unsigned, over the whole range. */
LANES m16 v16_above(v16 a, v16 b)
{
    return (m16)(a > b);
}
LANES m32 v32_above(v32 a, v32 b)
{
    return (m32)(a > b);
}

LANES bool v64_any(v64 v)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < LANE_BYTES / 8; i++)
        any |= v[i];
    return any != 0;
}

LANES bool m16_any(m16 m)
{
    return v64_any((v64)m);
}
LANES bool m32_any(m32 m)
{
    return v64_any((v64)m);
}

LANES v16 v16_min(v16 a, v16 b)
{
    return v16_select(v16_gt(a, b), b, a);
}
LANES v32 v32_min(v32 a, v32 b)
{
    return v32_select(v32_gt(a, b), b, a);
}
LANES v32 v32_max(v32 a, v32 b)
{
    return v32_select(v32_gt(a, b), a, b);
}
/* a - b, or 0 where b is larger. */
LANES v16 v16_excess(v16 a, v16 b)
{
    return (a - b) & v16_gt(a, b);
}

/* Few processors shift 16-bit lanes each by its own count. */
LANES v16 v16_factor(v16 n)
{
    return n;
}

/* a >> (16 - n) */
LANES v16 v16_high(v16 a, v16 n)
{
    n = 16 - n;
    v32 low = ((v32)a & 0xffff) >> ((v32)n & 0xffff);
    v32 high = (v32)a >> 16 >> ((v32)n >> 16) << 16;
    return (v16)(low | high);
}

/* a << n */
LANES v16 v16_low(v16 a, v16 n)
{
    v32 low = ((v32)a << ((v32)n & 0xffff)) & 0xffff;
    v32 high = ((v32)a >> 16 << 16) << ((v32)n >> 16);
    return (v16)(low | high);
}

LANES v16 v16_look(const uint8_t table[48], v16 entry)
{
    for (unsigned i = 0; i < LANE_BYTES / 2; i++)
        entry[i] = table[entry[i]];
    return entry;
}

/* The upper halves of two vectors of FP32, and the lower ones. */
LANES v16 v16_pair(const void *p, v16 *low)
{
    v16 both[2], high;
    memcpy(both, p, sizeof both);
    for (unsigned i = 0; i < LANE_BYTES / 2; i++) {
        (*low)[i] = both[i / 4][2 * (i % 4)];
        high[i] = both[i / 4][2 * (i % 4) + 1];
    }
    return high;
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

const num_kernels num_kernels_portable = {
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
