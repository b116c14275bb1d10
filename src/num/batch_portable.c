/* Conversion kernels for any processor: short GCC vectors, lowered as may be.
 */
#include "num/batch.h"

#define LANE_BYTES 16
#include "num/batch_vector.h"

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
