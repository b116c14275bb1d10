/*
 * The conversion kernels, written once over the lanes that the including file
 * defines: v16 and v32 (vectors of 16- and 32-bit lanes), m16 and m32 (lane
 * masks). All lane values that are compared stay below half the lane's range.
 */
#ifndef PTO_SRC_NUM_BATCH_KERNEL_H
#define PTO_SRC_NUM_BATCH_KERNEL_H

enum { V16 = sizeof(v16) / 2, V32 = sizeof(v32) / 4 };

/* Sticky evidence of one pass; every lane may leave some. */
typedef struct seen16 {
    v16 inexact;
    m16 over, tiny;
    unsigned flags;
} seen16;

typedef struct seen32 {
    v32 inexact;
    m32 over, tiny;
    unsigned flags;
} seen32;

/* Is the outcome of `round` different for the two signs? */
LANES bool signed_mode(unsigned round)
{
    return round == PTO_RTP || round == PTO_RTM || round == PTO_RHB;
}

/* What added below the kept bits carries into them exactly when rounding up. */
LANES v16 addend16(unsigned round, v16 mask, v16 odd, v16 neg)
{
    switch ((pto_round)round) {
    case PTO_RNE: return (mask + odd) >> 1;
    case PTO_RNA: return (mask + 1) >> 1;
    case PTO_RHB: return (mask + 1 - neg) >> 1;
    case PTO_RTP: return mask & (neg - 1);
    case PTO_RTM: return mask & -neg;
    case PTO_RTO: return mask & (odd - 1);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return v16_set(0);
}

LANES v32 addend32(unsigned round, v32 mask, v32 odd, v32 neg)
{
    switch ((pto_round)round) {
    case PTO_RNE: return (mask + odd) >> 1;
    case PTO_RNA: return (mask + 1) >> 1;
    case PTO_RHB: return (mask + 1 - neg) >> 1;
    case PTO_RTP: return mask & (neg - 1);
    case PTO_RTM: return mask & -neg;
    case PTO_RTO: return mask & (odd - 1);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return v32_set(0);
}

/* One of two constants by sign; a constant where the mode ignores signs. */
LANES v16 by_sign16(unsigned round, const uint32_t pair[2], v16 neg)
{
    if (!signed_mode(round))
        return v16_set((uint16_t)pair[0]);
    return v16_set((uint16_t)pair[0]) +
           (-neg & v16_set((uint16_t)(pair[1] - pair[0])));
}

LANES v32 by_sign32(unsigned round, const uint32_t pair[2], v32 neg)
{
    if (!signed_mode(round))
        return v32_set(pair[0]);
    return v32_set(pair[0]) + (-neg & v32_set(pair[1] - pair[0]));
}

LANES v16 either16(const uint32_t pair[2], v16 neg)
{
    return v16_set((uint16_t)pair[0]) +
           (-neg & v16_set((uint16_t)(pair[1] - pair[0])));
}

LANES v32 either32(const uint32_t pair[2], v32 neg)
{
    return v32_set(pair[0]) + (-neg & v32_set(pair[1] - pair[0]));
}

/* Infinities and NaNs, rare enough for a branch. */
static __attribute__((noinline)) v16 special16(const num_plan *p, v16 word,
                                               m16 special, v16 carrier,
                                               unsigned *flags)
{
    v16 u = word & 0x7fff;
    m16 nan = v16_gt(u, v16_set(0x7f80));
    m16 quiet = nan & v16_gt(u, v16_set(0x7fbf));
    v16 inf = either16(p->inf, word >> 15);
    if (m16_any(special & ~nan))
        *flags |= p->inf_flags;
    if (m16_any(quiet))
        *flags |= p->quiet_flags;
    if (m16_any(nan & ~quiet))
        *flags |= p->signaling_flags;
    carrier = v16_select(special, inf, carrier);
    return v16_select(nan, v16_set((uint16_t)p->nan), carrier);
}

static __attribute__((noinline)) v32 special32(const num_plan *p, v32 word,
                                               m32 special, v32 carrier,
                                               unsigned *flags)
{
    v32 u = word & 0x7fffffff;
    m32 nan = v32_gt(u, v32_set(0x7f800000));
    m32 quiet = nan & v32_gt(u, v32_set(0x7fbfffff));
    v32 inf = either32(p->inf, word >> 31);
    if (m32_any(special & ~nan))
        *flags |= p->inf_flags;
    if (m32_any(quiet))
        *flags |= p->quiet_flags;
    if (m32_any(nan & ~quiet))
        *flags |= p->signaling_flags;
    carrier = v32_select(special, inf, carrier);
    return v32_select(nan, v32_set(p->nan), carrier);
}

/* Sign, exponent and fraction: align, round, add into the exponent, clamp. */
LANES v16 round_regular16(const num_plan *p, unsigned round, v16 word,
                          seen16 *seen)
{
    v16 neg = word >> 15, u = word & 0x7fff;
    m16 special = v16_gt(u, v16_set(0x7f7f));
    u = v16_clear(special, u);

    v16 exp = u >> 7, lowest = v16_set((uint16_t)p->min_exp);
    v16 one = v16_select(v16_gt(u, v16_set(0x7f)), v16_set(0x80), v16_set(0));
    v16 sig = (u & 0x7f) | one;
    v16 drop = v16_excess(lowest, exp) + (uint16_t)(7 - p->frac);
    drop = v16_min(drop, v16_set(15));
    v16 mask = v16_shl(v16_set(1), drop) - 1;
    v16 odd = v16_shr(sig, drop) & 1, rest = sig & mask;
    v16 code = v16_shr(sig + addend16(round, mask, odd, neg), drop);
    code += v16_excess(exp, lowest) << (uint16_t)p->frac;

    m16 over = v16_gt(code, v16_set((uint16_t)p->max));
    v16 carrier = code | (word & 0x8000) >> (uint16_t)p->sign_shift;
    carrier = v16_select(over, either16(p->over, neg), carrier);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |= v16_gt(by_sign16(round, p->tiny, neg), u) & v16_nonzero(rest);
    if (m16_any(special))
        carrier = special16(p, word, special, carrier, &seen->flags);
    return carrier;
}

LANES v32 round_regular32(const num_plan *p, unsigned round, v32 word,
                          seen32 *seen)
{
    v32 neg = word >> 31, u = word & 0x7fffffff;
    m32 special = v32_gt(u, v32_set(0x7f7fffff));
    u = v32_clear(special, u);

    v32 lowest = v32_set(p->min_exp), exp = u >> 23;
    v32 one =
        v32_select(v32_gt(exp, v32_set(0)), v32_set(0x800000), v32_set(0));
    v32 sig = (u & 0x7fffff) | one;
    v32 above = v32_max(exp, lowest);
    v32 drop = above - v32_max(exp, v32_set(1)) + (23 - p->frac);
    drop = v32_min(drop, v32_set(31));
    v32 mask = v32_shl(v32_set(1), drop) - 1;
    v32 odd = v32_shr(sig, drop) & 1, rest = sig & mask;
    v32 code = v32_shr(sig + addend32(round, mask, odd, neg), drop);
    code += (above - lowest) << p->frac;

    m32 over = v32_gt(code, v32_set(p->max));
    v32 carrier = code << p->low_zeros | (word & 0x80000000) >> p->sign_shift;
    carrier = v32_select(over, either32(p->over, neg), carrier);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |= v32_gt(by_sign32(round, p->tiny, neg), u) & v32_nonzero(rest);
    if (m32_any(special))
        carrier = special32(p, word, special, carrier, &seen->flags);
    return carrier;
}

/* HiF8 by binade, from 2^-23 (entry 0) to 2^16: dropped bits of the word... */
static const uint8_t hif8_drop[48] = {
    7, 7, 7, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4,
    4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6};

/* ... and the code of the power of two (the last one is beyond the range). */
static const uint8_t hif8_base[48] = {
    0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x7e, 0x7c, 0x7a, 0x78,
    0x76, 0x74, 0x72, 0x70, 0x5c, 0x58, 0x54, 0x50, 0x38, 0x30, 0x18, 0x08,
    0x10, 0x20, 0x28, 0x40, 0x44, 0x48, 0x4c, 0x60, 0x62, 0x64, 0x66, 0x68,
    0x6a, 0x6c, 0x6e, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70, 0x70};

enum { HIF8_LOWEST = 104, HIF8_LAST = 39, HIF8_MAX_WORD = 142 << 7 };

LANES v16 round_tapered(const num_plan *p, unsigned round, v16 word,
                        seen16 *seen)
{
    v16 neg = word >> 15, u = word & 0x7fff;
    m16 special = v16_gt(u, v16_set(0x7f7f));
    u = v16_clear(special, u);

    v16 entry = v16_excess(u >> 7, v16_set(HIF8_LOWEST));
    v16 drop = v16_look(hif8_drop, v16_min(entry, v16_set(HIF8_LAST)));
    v16 mask = v16_shl(v16_set(1), drop) - 1;
    v16 odd = v16_shr(u, drop) & 1, rest = u & mask;
    /* In the word itself a carry steps the exponent. */
    v16 sum = u + addend16(round, mask, odd, neg);
    entry = v16_excess(sum >> 7, v16_set(HIF8_LOWEST));
    v16 base = v16_look(hif8_base, v16_min(entry, v16_set(HIF8_LAST)));
    v16 code = base + v16_shr(sum & 0x7f, drop);

    m16 over = v16_gt(sum - (sum & mask), v16_set(HIF8_MAX_WORD));
    /* Below the smallest subnormal the choice is between it and zero. */
    m16 below = v16_gt(v16_set((HIF8_LOWEST + 1) << 7), u);
    m16 gone = v16_gt(by_sign16(round, p->vanish, neg), u);
    code = v16_select(below, v16_set(1), code);
    code = v16_clear(below & gone, code);
    rest = v16_select(below, u, rest);

    v16 sign = v16_clear(~v16_nonzero(code), word & 0x8000) >> 8;
    v16 carrier = v16_select(over, either16(p->over, neg), code | sign);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |= v16_gt(by_sign16(round, p->tiny, neg), u) & v16_nonzero(rest);
    if (m16_any(special))
        carrier = special16(p, word, special, carrier, &seen->flags);
    return carrier;
}

LANES unsigned flags16(const seen16 *seen)
{
    unsigned flags = seen->flags;
    if (m16_any(v16_nonzero(seen->inexact)))
        flags |= PTO_NX;
    if (m16_any(seen->over))
        flags |= PTO_OF | PTO_NX;
    if (m16_any(seen->tiny))
        flags |= PTO_UF;
    return flags;
}

LANES unsigned flags32(const seen32 *seen)
{
    unsigned flags = seen->flags;
    if (m32_any(v32_nonzero(seen->inexact)))
        flags |= PTO_NX;
    if (m32_any(seen->over))
        flags |= PTO_OF | PTO_NX;
    if (m32_any(seen->tiny))
        flags |= PTO_UF;
    return flags;
}

LANES unsigned narrow_in(const num_plan *p, unsigned round, bool tapered,
                         const uint16_t *words, uint8_t *dst, size_t n)
{
    seen16 seen = {.inexact = v16_set(0)};
    for (size_t i = 0; i < n; i += V16) {
        v16 word = v16_load(words + i);
        v16_store8(dst + i, tapered ? round_tapered(p, round, word, &seen)
                                    : round_regular16(p, round, word, &seen));
    }
    return flags16(&seen);
}

/* `bytes` is the size of a destination element, 2 or 4. */
LANES unsigned wide_in(const num_plan *p, unsigned round, unsigned bytes,
                       const uint8_t *src, uint8_t *dst, size_t n)
{
    seen32 seen = {.inexact = v32_set(0)};
    for (size_t i = 0; i < n; i += V32) {
        v32 carrier = round_regular32(p, round, v32_load(src + 4 * i), &seen);
        if (bytes == 4)
            v32_store(dst + 4 * i, carrier);
        else
            v32_store16(dst + 2 * i, carrier);
    }
    return flags32(&seen);
}

/* The mode becomes a constant, so that each loop has one mode's code only. */
LANES unsigned narrow_by_mode(const num_plan *p, bool tapered,
                              const uint16_t *words, uint8_t *dst, size_t n)
{
    switch ((pto_round)p->round) {
    case PTO_RNE: return narrow_in(p, PTO_RNE, tapered, words, dst, n);
    case PTO_RTM: return narrow_in(p, PTO_RTM, tapered, words, dst, n);
    case PTO_RTP: return narrow_in(p, PTO_RTP, tapered, words, dst, n);
    case PTO_RNA: return narrow_in(p, PTO_RNA, tapered, words, dst, n);
    case PTO_RTO: return narrow_in(p, PTO_RTO, tapered, words, dst, n);
    case PTO_RHB: return narrow_in(p, PTO_RHB, tapered, words, dst, n);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return narrow_in(p, PTO_RTZ, tapered, words, dst, n);
}

LANES unsigned wide_by_mode(const num_plan *p, unsigned bytes,
                            const uint8_t *src, uint8_t *dst, size_t n)
{
    switch ((pto_round)p->round) {
    case PTO_RNE: return wide_in(p, PTO_RNE, bytes, src, dst, n);
    case PTO_RTM: return wide_in(p, PTO_RTM, bytes, src, dst, n);
    case PTO_RTP: return wide_in(p, PTO_RTP, bytes, src, dst, n);
    case PTO_RNA: return wide_in(p, PTO_RNA, bytes, src, dst, n);
    case PTO_RTO: return wide_in(p, PTO_RTO, bytes, src, dst, n);
    case PTO_RHB: return wide_in(p, PTO_RHB, bytes, src, dst, n);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return wide_in(p, PTO_RTZ, bytes, src, dst, n);
}

static unsigned narrow(const num_plan *p, const uint16_t *words, void *dst,
                       size_t n)
{
    if (p->tapered)
        return narrow_by_mode(p, true, words, dst, n);
    return narrow_by_mode(p, false, words, dst, n);
}

static unsigned wide32(const num_plan *p, const void *src, void *dst, size_t n)
{
    return wide_by_mode(p, 4, src, dst, n);
}

static unsigned wide16(const num_plan *p, const void *src, void *dst, size_t n)
{
    return wide_by_mode(p, 2, src, dst, n);
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
