/*
 * The conversion loops, written once over the lanes of the including file. The
 * shape and the mode become constants, so that a loop has one case's code.
 */
#ifndef PTO_SRC_NUM_BATCH_KERNEL_H
#define PTO_SRC_NUM_BATCH_KERNEL_H

#include "num/batch_round.h"
#include "num/batch_table.h"

enum { V16 = sizeof(v16) / 2, V32 = sizeof(v32) / 4 };

LANES unsigned words_in(const num_plan *p, unsigned shape, unsigned round,
                        const uint8_t *src, uint8_t *dst, size_t n)
{
    seen16 seen = seen16_nothing();
    const num_plan c = *p;
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V16) {
        v16 word = v16_load(src + 2 * i);
        v16 code = shape == NUM_TAPERED
                       ? narrow_tapered(&c, round, word, &seen, &r)
                       : narrow_regular(&c, round, word, &seen, &r);
        v16_store8(dst + i, code);
    }
    return seen16_flags(&seen, &r);
}

/* FP32 to 16 bits or fewer. */
LANES unsigned pairs_in(const num_plan *p, unsigned shape, unsigned round,
                        const uint8_t *src, uint8_t *dst, size_t n)
{
    seen16 seen = seen16_nothing();
    const num_plan c = *p;
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V16) {
        v16 low, high = v16_pair(src + 4 * i, &low);
        v16 word = v16_sticky(high, low);
        if (shape == NUM_HALF)
            v16_store(dst + 2 * i,
                      narrow_half(&c, round, high, low, &seen, &r));
        else if (shape == NUM_UPPER)
            v16_store(dst + 2 * i,
                      narrow_upper(&c, round, high, low, &seen, &r));
        else if (shape == NUM_TAPERED)
            v16_store8(dst + i, narrow_tapered(&c, round, word, &seen, &r));
        else
            v16_store8(dst + i, narrow_regular(&c, round, word, &seen, &r));
    }
    return seen16_flags(&seen, &r);
}

LANES unsigned wide_in(const num_plan *p, unsigned shape, unsigned round,
                       const uint8_t *src, uint8_t *dst, size_t n)
{
    seen32 seen = seen32_nothing();
    const num_plan c = *p;
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V32) {
        v32 word = v32_load(src + 4 * i);
        v32_store(dst + 4 * i, shape == NUM_SAME
                                   ? keep(word, &r)
                                   : shorten(&c, round, word, &seen, &r));
    }
    return seen32_flags(&seen, &r);
}

typedef unsigned in_loop(const num_plan *p, unsigned shape, unsigned round,
                         const uint8_t *src, uint8_t *dst, size_t n);

LANES unsigned by_mode(in_loop *loop, const num_plan *p, unsigned shape,
                       const uint8_t *src, uint8_t *dst, size_t n)
{
    switch ((pto_round)p->round) {
    case PTO_RNE: return loop(p, shape, PTO_RNE, src, dst, n);
    case PTO_RTM: return loop(p, shape, PTO_RTM, src, dst, n);
    case PTO_RTP: return loop(p, shape, PTO_RTP, src, dst, n);
    case PTO_RNA: return loop(p, shape, PTO_RNA, src, dst, n);
    case PTO_RTO: return loop(p, shape, PTO_RTO, src, dst, n);
    case PTO_RHB: return loop(p, shape, PTO_RHB, src, dst, n);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return loop(p, shape, PTO_RTZ, src, dst, n);
}

static unsigned from_words(const num_plan *p, const void *src, void *dst,
                           size_t n)
{
    if (p->shape == NUM_TAPERED)
        return by_mode(words_in, p, NUM_TAPERED, src, dst, n);
    return by_mode(words_in, p, NUM_REGULAR, src, dst, n);
}

static unsigned from_fp32(const num_plan *p, const void *src, void *dst,
                          size_t n)
{
    switch ((num_shape)p->shape) {
    case NUM_REGULAR: return by_mode(pairs_in, p, NUM_REGULAR, src, dst, n);
    case NUM_TAPERED: return by_mode(pairs_in, p, NUM_TAPERED, src, dst, n);
    case NUM_HALF: return by_mode(pairs_in, p, NUM_HALF, src, dst, n);
    case NUM_UPPER: return by_mode(pairs_in, p, NUM_UPPER, src, dst, n);
    case NUM_SHORTER: return by_mode(wide_in, p, NUM_SHORTER, src, dst, n);
    case NUM_SAME: break;
    }
    return wide_in(p, NUM_SAME, PTO_RTZ, src, dst, n);
}

static void fp32_from_bf16(const void *src, uint32_t *dst, size_t n)
{
    const uint8_t *from = src;
    for (size_t i = 0; i < n; i += V32)
        v32_store(dst + i, v32_load16(from + 2 * i) << 16);
}

/*
 * Rebias the exponent by 112. A subnormal is its fraction above the smallest
 * normal, less that normal: a subtraction that is exact in FP32.
 */
static void fp32_from_fp16(const void *src, uint32_t *dst, size_t n)
{
    const uint8_t *from = src;
    for (size_t i = 0; i < n; i += V32) {
        v32 half = v32_load16(from + 2 * i);
        v32 u = (half & 0x7fff) << 13;
        v32 wide = u + (112 << 23);
        wide += v32_clear(~v32_gt(u, v32_set(0xf7fffff)), v32_set(112 << 23));
        v32 small = v32_minus_smallest(u + (113 << 23)) & 0x7fffffff;
        wide = v32_select(v32_gt(v32_set(1 << 23), u), small, wide);
        v32_store(dst + i, wide | (half & 0x8000) << 16);
    }
}

#endif
