/*
 * Rounding by lanes. The including file defines v16 and v32 (vectors of 16-
 * and 32-bit lanes), m16 and m32 (lane masks) and the functions on them.
 *
 * What is dropped is aligned to the top of its lane, so that half a unit is
 * the lane's top bit whatever the shift.
 */
#ifndef PTO_SRC_NUM_BATCH_ROUND_H
#define PTO_SRC_NUM_BATCH_ROUND_H

#include "num/hif8.h"

/* Sticky evidence of one pass; every lane may leave some. */
typedef struct seen16 {
    v16 inexact;
    m16 over, tiny;
} seen16;

typedef struct seen32 {
    v32 inexact;
    m32 over, tiny;
} seen32;

/* Kept apart, so that the rest can live in registers. */
typedef struct rare {
    const num_plan *plan;
    unsigned flags;
} rare;

LANES seen16 seen16_nothing(void)
{
    return (seen16){v16_set(0), m16_none(), m16_none()};
}

LANES seen32 seen32_nothing(void)
{
    return (seen32){v32_set(0), m32_none(), m32_none()};
}

LANES unsigned seen16_flags(const seen16 *seen, const rare *r)
{
    unsigned flags = r->flags;
    if (m16_any(v16_nonzero(seen->inexact)))
        flags |= PTO_NX;
    if (m16_any(seen->over))
        flags |= r->plan->over_flags;
    if (m16_any(seen->tiny))
        flags |= PTO_UF;
    return flags;
}

LANES unsigned seen32_flags(const seen32 *seen, const rare *r)
{
    unsigned flags = r->flags;
    if (m32_any(v32_nonzero(seen->inexact)))
        flags |= PTO_NX;
    if (m32_any(seen->over))
        flags |= r->plan->over_flags;
    if (m32_any(seen->tiny))
        flags |= PTO_UF;
    return flags;
}

/* Is the outcome of `round` different for the two signs? */
LANES bool signed_mode(unsigned round)
{
    return round == PTO_RTP || round == PTO_RTM || round == PTO_RHB;
}

/* The kept value, one up where the top-aligned rest and the mode say so. */
LANES v16 round16(unsigned round, v16 kept, v16 rest, m16 minus)
{
    const v16 half = v16_set(0x8000);
    switch ((pto_round)round) {
    case PTO_RNE: return v16_count(v16_above(rest | (kept & 1), half), kept);
    case PTO_RNA: return v16_count(v16_above(rest, half - 1), kept);
    case PTO_RHB:
        return v16_count(v16_above(rest, v16_select(minus, half, half - 1)),
                         kept);
    case PTO_RTP: return v16_count(v16_nonzero(rest) & ~minus, kept);
    case PTO_RTM: return v16_count(v16_nonzero(rest) & minus, kept);
    case PTO_RTO: return v16_select(v16_nonzero(rest), kept | 1, kept);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return kept;
}

LANES v32 round32(unsigned round, v32 kept, v32 rest, m32 minus)
{
    const v32 half = v32_set(0x80000000);
    switch ((pto_round)round) {
    case PTO_RNE: return v32_count(v32_above(rest | (kept & 1), half), kept);
    case PTO_RNA: return v32_count(v32_above(rest, half - 1), kept);
    case PTO_RHB:
        return v32_count(v32_above(rest, v32_select(minus, half, half - 1)),
                         kept);
    case PTO_RTP: return v32_count(v32_nonzero(rest) & ~minus, kept);
    case PTO_RTM: return v32_count(v32_nonzero(rest) & minus, kept);
    case PTO_RTO: return v32_select(v32_nonzero(rest), kept | 1, kept);
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return kept;
}

LANES v16 either16(const uint32_t pair[2], m16 minus)
{
    return v16_select(minus, v16_set((uint16_t)pair[1]),
                      v16_set((uint16_t)pair[0]));
}

LANES v32 either32(const uint32_t pair[2], m32 minus)
{
    return v32_select(minus, v32_set(pair[1]), v32_set(pair[0]));
}

/* A threshold, which is one constant where the mode ignores signs. */
LANES v16 threshold16(unsigned round, const uint32_t pair[2], m16 minus)
{
    if (signed_mode(round))
        return either16(pair, minus);
    return v16_set((uint16_t)pair[0]);
}

LANES v32 threshold32(unsigned round, const uint32_t pair[2], m32 minus)
{
    if (signed_mode(round))
        return either32(pair, minus);
    return v32_set(pair[0]);
}

/* Infinities and NaNs: the loops keep them from the rounding below, which sees
 * a zero in their place, and put the results in here. */
LANES m16 is_special16(v16 word)
{
    return v16_gt(word & 0x7fff, v16_set(0x7f7f));
}

LANES m32 is_special32(v32 word)
{
    return v32_gt(word & 0x7fffffff, v32_set(0x7f7fffff));
}

RARELY v16 special16(rare *r, v16 word, v16 carrier)
{
    const num_plan *p = r->plan;
    v16 u = word & 0x7fff;
    m16 special = is_special16(word);
    m16 nan = v16_gt(u, v16_set(0x7f80));
    m16 quiet = nan & v16_gt(u, v16_set(0x7fbf));
    if (m16_any(special & ~nan))
        r->flags |= p->inf_flags;
    if (m16_any(quiet))
        r->flags |= p->quiet_flags;
    if (m16_any(nan & ~quiet))
        r->flags |= p->signaling_flags;
    carrier = v16_select(special, either16(p->inf, v16_minus(word)), carrier);
    return v16_select(nan, v16_set((uint16_t)p->nan), carrier);
}

RARELY v32 special32(rare *r, v32 word, v32 carrier)
{
    const num_plan *p = r->plan;
    v32 u = word & 0x7fffffff;
    m32 special = is_special32(word);
    m32 nan = v32_gt(u, v32_set(0x7f800000));
    m32 quiet = nan & v32_gt(u, v32_set(0x7fbfffff));
    if (m32_any(special & ~nan))
        r->flags |= p->inf_flags;
    if (m32_any(quiet))
        r->flags |= p->quiet_flags;
    if (m32_any(nan & ~quiet))
        r->flags |= p->signaling_flags;
    carrier = v32_select(special, either32(p->inf, v32_minus(word)), carrier);
    return v32_select(nan, v32_set(p->nan), carrier);
}

/*
 * A magnitude apart: FP32's exponent field, and a significand of `kept` bits
 * after its leading one; zero is zero.
 */
typedef struct apart16 {
    v16 exp, sig;
} apart16;

/* Align, round, add into the exponent: the code of the magnitude. */
LANES v16 regular16(const num_plan *p, unsigned round, unsigned kept, apart16 a,
                    m16 minus, v16 *rest)
{
    unsigned full = 16 - kept + p->frac; /* shift that drops the normal way */
    v16 lowest = v16_set((uint16_t)p->min_exp);
    v16 left = v16_excess(a.exp, v16_set((uint16_t)(p->min_exp - full)));
    left = v16_min(left, v16_set((uint16_t)full));
    v16 factor = v16_factor(left);
    *rest = v16_low(a.sig, factor);
    v16 code = v16_high(a.sig, factor);
    code = round16(round, code, *rest, minus);
    return code + (v16_excess(a.exp, lowest) << (uint16_t)p->frac);
}

/* Put the sign in, replace what left the range, and note what happened. */
LANES v16 finish16(const num_plan *p, v16 word, v16 code, v16 rest, m16 minus,
                   m16 tiny, seen16 *seen)
{
    m16 over = v16_above(code, v16_set((uint16_t)p->max));
    v16 sign =
        (word >> (uint16_t)p->sign_shift) & (uint16_t)(0x8000 >> p->sign_shift);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |= tiny & v16_nonzero(rest);
    return v16_select(over, either16(p->over, minus), code | sign);
}

/* A word to eight bits or fewer. */
LANES v16 narrow_regular(const num_plan *p, unsigned round, v16 word,
                         seen16 *seen)
{
    m16 minus = v16_minus(word);
    v16 u = word & 0x7fff;
    v16 one = v16_min(u, v16_set(0x80)) & 0x80;
    apart16 a = {u >> 7, (u & 0x7f) | one};
    v16 rest, code = regular16(p, round, 7, a, minus, &rest);
    m16 tiny = v16_gt(threshold16(round, p->tiny, minus), u);
    return finish16(p, word, code, rest, minus, tiny, seen);
}

/*
 * FP32 in two words to FP16. Seven bits of the lower word, the last of them
 * sticky, make a significand of fourteen.
 */
LANES v16 narrow_half(const num_plan *p, unsigned round, v16 word, v16 low,
                      seen16 *seen)
{
    m16 minus = v16_minus(word);
    v16 u = word & 0x7fff;
    v16 frac = (low | ((low & 0x1ff) + 0x1ff)) >> 9;
    /* Far above the range one exponent is as good as another. */
    apart16 a = {v16_min(u >> 7, v16_set(127 + 16)),
                 (u << 7 & 0x3f80) | frac | 0x4000};
    a.sig = v16_clear(~v16_nonzero(u | frac), a.sig);
    v16 rest, code = regular16(p, round, 14, a, minus, &rest);
    /* Tiny, unless it rounds up to the smallest normal on the finer grid. */
    m16 normal = v16_gt(code, v16_set((uint16_t)((1u << p->frac) - 1))) &
                 v16_gt(a.sig, threshold16(round, p->reach, minus));
    m16 tiny = v16_gt(v16_set((uint16_t)p->min_exp), a.exp) & ~normal;
    return finish16(p, word, code, rest, minus, tiny, seen);
}

/* FP32 in two words to BF16: the lower word is exactly what is dropped. */
LANES v16 narrow_upper(const num_plan *p, unsigned round, v16 word, v16 low,
                       seen16 *seen)
{
    m16 minus = v16_minus(word);
    v16 u = word & 0x7fff;
    v16 code = round16(round, u, low, minus);
    m16 normal = v16_gt(u, v16_set(0x7e)) &
                 v16_above(low, threshold16(round, p->reach, minus));
    m16 tiny = v16_gt(v16_set(0x80), u) & ~normal;
    return finish16(p, word, code, low, minus, tiny, seen);
}

/* FP32 to TF32 and HF32, which have its exponents. */
LANES v32 shorten(const num_plan *p, unsigned round, v32 word, seen32 *seen)
{
    m32 minus = v32_minus(word);
    v32 u = word & 0x7fffffff;
    v32 rest = u << (9 + p->frac);
    v32 code = round32(round, u >> (23 - p->frac), rest, minus);
    m32 over = v32_gt(code, v32_set(p->max));
    v32 carrier = code << p->low_zeros | (word & 0x80000000);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |=
        v32_gt(threshold32(round, p->tiny, minus), u) & v32_nonzero(rest);
    return v32_select(over, either32(p->over, minus), carrier);
}

/* FP32 to an integer of at most 32 bits, not yet cut to its width. */
LANES v32 to_integer(const num_plan *p, unsigned round, v32 word, seen32 *seen)
{
    m32 minus = v32_minus(word);
    v32 exp = word >> 23 & 0xff, unit = v32_set(150);
    v32 one = v32_select(v32_gt(exp, v32_set(0)), v32_set(1 << 23), v32_set(0));
    v32 sig = (word & 0x7fffff) | one;
    v32 right = v32_max(unit, exp) - exp, left = v32_max(unit, exp) - unit;
    right = v32_min(right, v32_set(31));
    left = v32_min(left, v32_set(8));
    v32 whole = v32_shl(v32_shr(sig, right), left);
    /* Shifting by 32 gives zero, which is the rest of a whole number. */
    v32 rest = v32_shl(v32_shl(sig, v32_set(31) - right), v32_set(1));
    v32 code = round32(round, whole, rest, minus);
    m32 over = v32_above(code, either32(p->limit, minus)) |
               v32_gt(exp, v32_set(127 + 31));
    seen->over |= over;
    seen->inexact |= v32_clear(over, rest);
    v32 value = v32_select(minus, -code, code);
    return v32_select(over, either32(p->over, minus), value);
}

enum {
    HIF8_FIRST_FIELD = 127 + HIF8_HALF_SMALLEST,
    HIF8_MAX_WORD = (127 + HIF8_HIGHEST) << 7
};

LANES v16 hif8_entry(v16 u)
{
    v16 entry = v16_excess(u >> 7, v16_set(HIF8_FIRST_FIELD));
    return v16_min(entry, v16_set(HIF8_LAST));
}

/* A word to HiF8, rounded in place, where a carry steps the exponent. */
LANES v16 narrow_tapered(const num_plan *p, unsigned round, v16 word,
                         seen16 *seen)
{
    m16 minus = v16_minus(word);
    v16 u = word & 0x7fff;
    v16 left = 9 + v16_look(hif8_frac, hif8_entry(u));
    v16 factor = v16_factor(left), back = v16_factor(16 - left);
    v16 rest = v16_low(u, factor);
    v16 sum = v16_low(round16(round, v16_high(u, factor), rest, minus), back);
    v16 code = v16_look(hif8_base, hif8_entry(sum));
    code += v16_high(sum & 0x7f, factor);

    /* Below the smallest subnormal the choice is between it and zero. */
    m16 below = v16_gt(v16_set((HIF8_FIRST_FIELD + 1) << 7), u);
    m16 gone = v16_gt(threshold16(round, p->vanish, minus), u);
    code = v16_select(below, v16_clear(gone, v16_set(1)), code);
    rest = v16_select(below, u, rest);

    m16 over = v16_gt(sum, v16_set(HIF8_MAX_WORD));
    v16 sign = v16_clear(~v16_nonzero(code), word >> 8 & 0x80);
    m16 tiny = v16_gt(threshold16(round, p->tiny, minus), u);
    seen->inexact |= rest;
    seen->over |= over;
    seen->tiny |= tiny & v16_nonzero(rest);
    return v16_select(over, either16(p->over, minus), code | sign);
}

#endif
