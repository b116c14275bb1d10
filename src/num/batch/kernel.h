/*
 * The conversion loops, written once over the lanes of the including file. The
 * route and the mode become constants, so that a loop has one case's code.
 */
#ifndef PTO_SRC_NUM_BATCH_KERNEL_H
#define PTO_SRC_NUM_BATCH_KERNEL_H

#include "num/batch/round.h"
#include "num/batch/table.h"

enum { V16 = sizeof(v16) / 2, V32 = sizeof(v32) / 4 };

LANES unsigned words_in(const num_plan *p, unsigned route, unsigned round,
                        const uint8_t *src, uint8_t *dst, size_t n)
{
    const num_plan c = *p;
    seen16 seen = seen16_nothing();
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V16) {
        v16 raw = v16_load(src + 2 * i), word = raw;
        m16 special = is_special16(raw);
        if (m16_any(special))
            word = v16_clear(special, raw);
        v16 code = route == NUM_ROUTE_TAPERED
                       ? narrow_tapered(&c, round, word, &seen)
                       : narrow_regular(&c, round, word, &seen);
        if (m16_any(special))
            code = special16(&r, raw, code);
        v16_store8(dst + i, code);
    }
    return seen16_flags(&seen, &r);
}

/* Rounds FP32 to 16 bits or fewer. */
LANES v16 from_pair(const num_plan *p, unsigned route, unsigned round, v16 high,
                    v16 low, seen16 *seen)
{
    if (route == NUM_ROUTE_HALF)
        return narrow_half(p, round, high, low, seen);
    if (route == NUM_ROUTE_UPPER)
        return narrow_upper(p, round, high, low, seen);
    v16 word = v16_sticky(high, low);
    if (route == NUM_ROUTE_TAPERED)
        return narrow_tapered(p, round, word, seen);
    return narrow_regular(p, round, word, seen);
}

LANES unsigned pairs_in(const num_plan *p, unsigned route, unsigned round,
                        const uint8_t *src, uint8_t *dst, size_t n)
{
    const num_plan c = *p;
    seen16 seen = seen16_nothing();
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V16) {
        v16 low, high = v16_pair(src + 4 * i, &low);
        v16 raw_low = low, raw = high;
        m16 special = is_special16(raw);
        if (m16_any(special)) {
            high = v16_clear(special, high);
            low = v16_clear(special, low);
        }
        v16 code = from_pair(&c, route, round, high, low, &seen);
        if (m16_any(special))
            code = special16(&r, v16_sticky(raw, raw_low), code);
        if (route == NUM_ROUTE_HALF || route == NUM_ROUTE_UPPER)
            v16_store(dst + 2 * i, code);
        else
            v16_store8(dst + i, code);
    }
    return seen16_flags(&seen, &r);
}

LANES unsigned wide_in(const num_plan *p, unsigned route, unsigned round,
                       const uint8_t *src, uint8_t *dst, size_t n)
{
    const num_plan c = *p;
    seen32 seen = seen32_nothing();
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V32) {
        v32 raw = v32_load(src + 4 * i), code = raw;
        m32 special = is_special32(raw);
        if (route != NUM_ROUTE_SAME)
            code = shorten(&c, round, v32_clear(special, raw), &seen);
        if (m32_any(special))
            code = special32(&r, raw, code);
        v32_store(dst + 4 * i, code);
    }
    return seen32_flags(&seen, &r);
}

/* The low bytes of whole numbers; a nibble is one of a byte's. */
LANES unsigned integers_in(const num_plan *p, unsigned bytes, unsigned round,
                           const uint8_t *src, uint8_t *dst, size_t n)
{
    const num_plan c = *p;
    seen32 seen = seen32_nothing();
    rare r = {.plan = p};
    for (size_t i = 0; i < n; i += V32) {
        v32 raw = v32_load(src + 4 * i);
        m32 special = is_special32(raw);
        v32 code = to_integer(&c, round, v32_clear(special, raw), &seen);
        if (m32_any(special))
            code = special32(&r, raw, code);
        if (bytes == 4)
            v32_store(dst + 4 * i, code);
        else if (bytes == 2)
            v32_store16(dst + 2 * i, code);
        else
            v32_store8(dst + i, code);
    }
    return seen32_flags(&seen, &r);
}

/* `kind` is a route, or a number of bytes. */
typedef unsigned in_loop(const num_plan *p, unsigned kind, unsigned round,
                         const uint8_t *src, uint8_t *dst, size_t n);

LANES unsigned by_mode(in_loop *loop, const num_plan *p, unsigned kind,
                       const uint8_t *src, uint8_t *dst, size_t n)
{
    switch ((pto_round)p->round) {
    case PTO_RNE: return loop(p, kind, PTO_RNE, src, dst, n);
    case PTO_RTM: return loop(p, kind, PTO_RTM, src, dst, n);
    case PTO_RTP: return loop(p, kind, PTO_RTP, src, dst, n);
    case PTO_RNA: return loop(p, kind, PTO_RNA, src, dst, n);
    case PTO_RTO: return loop(p, kind, PTO_RTO, src, dst, n);
    case PTO_RHB: return loop(p, kind, PTO_RHB, src, dst, n);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return loop(p, kind, PTO_RTZ, src, dst, n);
}

static unsigned from_words(const num_plan *p, const void *src, void *dst,
                           size_t n)
{
    if (p->route == NUM_ROUTE_TAPERED)
        return by_mode(words_in, p, NUM_ROUTE_TAPERED, src, dst, n);
    return by_mode(words_in, p, NUM_ROUTE_REGULAR, src, dst, n);
}

LANES unsigned by_size(const num_plan *p, const uint8_t *src, uint8_t *dst,
                       size_t n)
{
    uint32_t most = p->limit[0] | p->limit[1];
    if (most > 0xffff)
        return by_mode(integers_in, p, 4, src, dst, n);
    if (most > 0xff)
        return by_mode(integers_in, p, 2, src, dst, n);
    return by_mode(integers_in, p, 1, src, dst, n);
}

static unsigned from_fp32(const num_plan *p, const void *src, void *dst,
                          size_t n)
{
    switch ((num_route)p->route) {
    case NUM_ROUTE_REGULAR:
        return by_mode(pairs_in, p, NUM_ROUTE_REGULAR, src, dst, n);
    case NUM_ROUTE_TAPERED:
        return by_mode(pairs_in, p, NUM_ROUTE_TAPERED, src, dst, n);
    case NUM_ROUTE_HALF:
        return by_mode(pairs_in, p, NUM_ROUTE_HALF, src, dst, n);
    case NUM_ROUTE_UPPER:
        return by_mode(pairs_in, p, NUM_ROUTE_UPPER, src, dst, n);
    case NUM_ROUTE_SHORTER:
        return by_mode(wide_in, p, NUM_ROUTE_SHORTER, src, dst, n);
    case NUM_ROUTE_INTEGER: return by_size(p, src, dst, n);
    case NUM_ROUTE_SAME:
    case NUM_ROUTE_NONE: break;
    }
    return wide_in(p, NUM_ROUTE_SAME, PTO_RTZ, src, dst, n);
}

static void fp32_from_bf16(const void *src, uint32_t *dst, size_t n)
{
    const uint8_t *from = src;
    for (size_t i = 0; i < n; i += V32)
        v32_store(dst + i, v32_load16(from + 2 * i) << 16);
}

/* Exact: FP32 has 24 bits. */
static void fp32_from_s16(const void *src, uint32_t *dst, size_t n)
{
    const uint8_t *from = src;
    for (size_t i = 0; i < n; i += V32) {
        v32 x = v32_load16(from + 2 * i);
        v32_store(dst + i, v32_float(x - ((x & 0x8000) << 1)));
    }
}

static void fp32_from_u16(const void *src, uint32_t *dst, size_t n)
{
    const uint8_t *from = src;
    for (size_t i = 0; i < n; i += V32)
        v32_store(dst + i, v32_float(v32_load16(from + 2 * i)));
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
