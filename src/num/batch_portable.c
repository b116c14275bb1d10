/* Conversion kernels for any processor: short GCC vectors, lowered as may be.
 */
#include "num/batch.h"

#define LANE_BYTES 16
#include "num/batch_table.h"
#include "num/batch_vector.h"

LANES v16 v16_look(const uint8_t table[48], v16 entry)
{
    for (unsigned i = 0; i < LANE_BYTES / 2; i++)
        entry[i] = table[entry[i]];
    return entry;
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
    words_from_fp32, fp32_from_fp16, fp32_from_bf16, narrow, wide32,
    wide16,          look8,          look16,         look32};
