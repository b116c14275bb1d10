/*
 * All FP32 inputs, or a sample of them, block by block.
 *
 * PTO_TEST_SCALE=257 makes the sample whole. PTO_TEST_SHARD=i/n takes the i-th
 * (from 1) of n parts; the n parts together are everything once.
 */
#ifndef PTO_TESTS_NUM_SWEEP_H
#define PTO_TESTS_NUM_SWEEP_H

#include <time.h>

#include "pto_test.h"

enum { SWEEP_BLOCK = 4096, SWEEP_SAMPLE = 257, SWEEP_SECONDS = 30 };

/* The inputs first + i * stride for i below SWEEP_BLOCK. */
typedef void sweep_check(uint32_t first, uint32_t stride);

typedef struct sweep_shard {
    uint64_t index, count; /* the index from 0 */
} sweep_shard;

/* Malformed text fails the test: it must not pass for a part done. */
static inline sweep_shard sweep_shard_of(const char *text)
{
    sweep_shard s = {0, 1};
    if (!text || !*text)
        return s;
    unsigned long index = 0, count = 0;
    char rest;
    int n = sscanf(text, "%lu/%lu%c", &index, &count, &rest);
    CHECK(n == 2 && index && index <= count && count <= UINT32_MAX,
          "PTO_TEST_SHARD=%s is not i/n with i in 1..n", text);
    return (sweep_shard){index - 1, count};
}

/* Where the shard's part of `blocks` begins; where the one before it ends. */
static inline uint64_t sweep_begin(uint64_t blocks, uint64_t index,
                                   uint64_t count)
{
    return blocks * index / count;
}

static inline void sweep_report(const char *name, sweep_shard s, uint64_t done,
                                uint64_t all, clock_t start)
{
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    fprintf(stderr, "%s %" PRIu64 "/%" PRIu64 ": %3.0f %%, %.0f s\n", name,
            s.index + 1, s.count, 100 * (double)done / (double)all, seconds);
}

static inline void sweep(const char *name, sweep_check *check)
{
    sweep_shard s = sweep_shard_of(getenv("PTO_TEST_SHARD"));
    uint64_t all = UINT64_C(1) << 32, inputs = test_scaled(all / SWEEP_SAMPLE);
    uint32_t stride = inputs < all / 2 ? (uint32_t)(all / inputs) | 1 : 1;
    uint64_t blocks = all / stride / SWEEP_BLOCK;
    uint64_t begin = sweep_begin(blocks, s.index, s.count);
    uint64_t end = sweep_begin(blocks, s.index + 1, s.count);
    clock_t start = clock(), last = start;
    for (uint64_t b = begin; b < end; b++) {
        check((uint32_t)(b * SWEEP_BLOCK * stride), stride);
        if (clock() - last < (clock_t)SWEEP_SECONDS * CLOCKS_PER_SEC)
            continue;
        last = clock();
        sweep_report(name, s, b + 1 - begin, end - begin, start);
    }
    if (stride == 1 && end > begin)
        sweep_report(name, s, end - begin, end - begin, start);
}

#endif
