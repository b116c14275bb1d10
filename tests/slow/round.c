/*
 * Rounding by its definition: cut the exact value into units of the
 * destination, choose between the two neighbours, then look at the range.
 */
#include "slow/slow.h"

#include <math.h>
#include <mpfr.h>

/* floor(log2 |v|) */
static int binade(slow_value v)
{
    int top = 63;
    while (!(v.m >> top & 1))
        top--;
    return v.e + top;
}

static slow_cut cut_at(slow_value v, int unit)
{
    MPFR_DECL_INIT(x, 128);
    MPFR_DECL_INIT(whole, 128);
    MPFR_DECL_INIT(rest, 128);
    /* Anything strictly inside the last place compares as its middle does. */
    mpfr_set_ui_2exp(x, v.m, 1, MPFR_RNDZ);
    if (v.more)
        mpfr_add_ui(x, x, 1, MPFR_RNDZ);
    mpfr_mul_2si(x, x, (long)v.e - 1 - unit, MPFR_RNDZ);
    mpfr_rint_trunc(whole, x, MPFR_RNDZ);
    mpfr_sub(rest, x, whole, MPFR_RNDZ);

    slow_cut c = {.unit = unit, .count = mpfr_get_ui(whole, MPFR_RNDZ)};
    if (!mpfr_zero_p(rest)) {
        int order = mpfr_cmp_d(rest, 0.5);
        c.rest = order < 0 ? BELOW_HALF : order > 0 ? ABOVE_HALF : HALF;
    }
    return c;
}

/* Fraction bits of a binade: constant but for HiF8. */
static int precision(const slow_format *f, int exponent)
{
    if (f->family != SLOW_TAPERED)
        return f->fraction;
    int size = exponent < 0 ? -exponent : exponent;
    if (exponent < -15)
        return 0;
    return size < 4 ? 3 : size < 8 ? 2 : 1;
}

/*
 * Is the code of the candidate `count` units an odd one? A HiF8 count of one
 * is a power of two without fraction bits, whose code is its exponent.
 */
static bool odd_code(const slow_format *f, slow_cut c)
{
    if (f->family == SLOW_TAPERED && c.count == 1)
        return (c.unit + 23) & 1;
    return c.count & 1;
}

static uint64_t choose(slow_cut c, slow_mode m, bool negative, bool odd)
{
    bool up = false;
    switch (m) {
    case SLOW_RNE: up = c.rest == ABOVE_HALF || (c.rest == HALF && odd); break;
    case SLOW_RNA: up = c.rest >= HALF; break;
    case SLOW_RHB:
        up = c.rest == ABOVE_HALF || (c.rest == HALF && !negative);
        break;
    case SLOW_RTP: up = c.rest != EXACT && !negative; break;
    case SLOW_RTM: up = c.rest != EXACT && negative; break;
    case SLOW_RTO: up = c.rest != EXACT && !odd; break;
    case SLOW_RTZ:
    case SLOW_MODES: break;
    }
    return c.count + up;
}

static uint64_t with_sign(const slow_format *f, bool negative, uint64_t low)
{
    uint64_t sign = (uint64_t)negative << (f->bits - f->unused - 1);
    return low << f->padding | sign;
}

/* The code of a magnitude that the format is known to have. */
static uint64_t encode(const slow_format *f, bool negative, double x)
{
    if (f->family == SLOW_TAPERED) {
        for (uint64_t code = 0; code < 0x80; code++) {
            slow_value v = slow_decode(f, code);
            if (v.kind <= SLOW_FINITE && ldexp((double)v.m, v.e) == x)
                return code | (uint64_t)(negative && code) << 7;
        }
        return 0;
    }
    int e = x == 0 ? f->deepest : ilogb(x);
    if (e < f->deepest)
        e = f->deepest;
    /* At the deepest binade the implicit one itself makes the field 1. */
    uint64_t low = (uint64_t)ldexp(x, f->fraction - e);
    low += (uint64_t)(e - f->deepest) << f->fraction;
    return with_sign(f, negative, low);
}

static uint64_t largest(const slow_format *f, bool negative)
{
    if (f->family == SLOW_POWER)
        return f->quiet - 1;
    return encode(f, negative, f->largest);
}

uint64_t slow_zero(const slow_format *f, bool negative)
{
    return encode(f, negative, 0);
}

uint64_t slow_infinity(const slow_format *f, bool negative)
{
    if (f->special == SLOW_ONE_NAN)
        return f->quiet;
    if (f->special == SLOW_FINITE_ONLY)
        return largest(f, negative);
    if (f->family == SLOW_TAPERED)
        return negative ? 0xEF : 0x6F;
    uint64_t top = (UINT64_C(1) << f->exponent) - 1;
    return with_sign(f, negative, top << f->fraction);
}

/* Does the mode leave the finite range when the magnitude exceeds it? */
static bool escapes(const slow_format *f, slow_mode m, bool negative)
{
    switch (m) {
    case SLOW_RTZ:
    case SLOW_MODES: return false;
    case SLOW_RTP: return !negative;
    case SLOW_RTM: return negative;
    case SLOW_RTO: return !(encode(f, false, f->largest) >> f->padding & 1);
    case SLOW_RNE:
    case SLOW_RNA:
    case SLOW_RHB: break;
    }
    return true;
}

static uint64_t settle_rounded(const slow_answer *a, slow_mode m, bool saturate,
                               unsigned *flags)
{
    const slow_format *f = a->format;
    uint64_t count = choose(a->cut, m, a->negative, odd_code(f, a->cut));
    double x = ldexp((double)count, a->cut.unit);
    if (a->beyond || x > f->largest) {
        *flags |= SLOW_OF | SLOW_NX;
        if (!saturate && escapes(f, m, a->negative))
            return slow_infinity(f, a->negative);
        return largest(f, a->negative);
    }
    if (a->cut.rest != EXACT) {
        uint64_t n = choose(a->free, m, a->negative, a->free.count & 1);
        *flags |= SLOW_NX;
        if (ldexpl(n, a->free.unit) < f->smallest)
            *flags |= SLOW_UF;
    }
    return encode(f, a->negative, x);
}

static uint64_t settle_integer(const slow_answer *a, slow_mode m, bool saturate,
                               unsigned *flags)
{
    const slow_format *f = a->format;
    bool is_signed = f->family == SLOW_SIGNED;
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits);
    uint64_t most = is_signed ? ones >> 1 : ones;
    uint64_t least = is_signed ? ones - (ones >> 1) : 0; /* its magnitude */
    uint64_t limit = a->negative ? least : most;
    uint64_t count = choose(a->cut, m, a->negative, a->cut.count & 1);

    if (a->beyond || count > limit) {
        *flags |= SLOW_NV;
        if (saturate)
            return (a->negative ? 0 - limit : limit) & ones;
        return is_signed ? least : most;
    }
    if (a->cut.rest != EXACT)
        *flags |= SLOW_NX;
    return (a->negative ? 0 - count : count) & ones;
}

/* With a fraction: `count` is the code, the exponent with a bias of 4096. */
static uint64_t settle_fraction(const slow_answer *a, slow_mode m,
                                bool saturate, unsigned *flags)
{
    const slow_format *f = a->format;
    uint64_t count = choose(a->cut, m, false, a->cut.count & 1);
    uint64_t first = (uint64_t)(4096 - f->bias) << f->fraction;
    if (count < first || count - first >= f->quiet) {
        *flags |= (count < first ? SLOW_UF : SLOW_OF) | SLOW_NX;
        return !saturate ? f->quiet : count < first ? 0 : f->quiet - 1;
    }
    *flags |= a->cut.rest != EXACT ? SLOW_NX : 0;
    return count - first;
}

/*
 * E8M0: `count` is the floor of log2 plus 1024, `rest` says where 2^(floor +
 * 1/2) lies. The range is that of the value, not of the rounded exponent.
 */
static uint64_t settle_scale(const slow_answer *a, slow_mode m, bool saturate,
                             unsigned *flags)
{
    if (a->format->fraction)
        return settle_fraction(a, m, saturate, flags);
    int exponent = (int)a->cut.count - 1024;
    bool exact = a->cut.rest == EXACT;
    if (exponent < -127) {
        *flags |= SLOW_UF | SLOW_NX;
        return saturate ? 0x00 : 0xFF;
    }
    if (exponent > 127 || (exponent == 127 && !exact)) {
        *flags |= SLOW_OF | SLOW_NX;
        return saturate ? 0xFE : 0xFF;
    }
    if (exact)
        return (uint64_t)(exponent + 127);
    *flags |= SLOW_NX;
    bool up = a->cut.rest == ABOVE_HALF;
    if (m == SLOW_RTM)
        up = false;
    else if (m == SLOW_RTP)
        up = true;
    else if (m == SLOW_RTZ)
        up = exponent < 0;
    else if (m == SLOW_RTO)
        up = exponent % 2 == 0;
    return (uint64_t)(exponent + up + 127);
}

uint64_t slow_settle(const slow_answer *a, slow_mode m, bool saturate,
                     unsigned *flags)
{
    *flags |= saturate ? a->saturated_flags : a->flags;
    switch (a->how) {
    case SLOW_ROUNDED: return settle_rounded(a, m, saturate, flags);
    case SLOW_INTEGER: return settle_integer(a, m, saturate, flags);
    case SLOW_SCALE: return settle_scale(a, m, saturate, flags);
    case SLOW_CANCELLED: return encode(a->format, m == SLOW_RTM, 0);
    case SLOW_FIXED: break;
    }
    return saturate ? a->saturated : a->bits;
}

static slow_answer fixed(const slow_format *f, uint64_t bits, unsigned flags,
                         uint64_t saturated, unsigned saturated_flags)
{
    slow_answer a = {.format = f, .how = SLOW_FIXED};
    a.bits = bits;
    a.flags = flags;
    a.saturated = saturated;
    a.saturated_flags = saturated_flags;
    return a;
}

slow_answer slow_answer_bits(const slow_format *f, uint64_t bits,
                             unsigned flags)
{
    return fixed(f, bits, flags, bits, flags);
}

static slow_answer finite_answer(const slow_format *f, slow_value v)
{
    slow_answer a = {.format = f, .negative = v.negative};
    int exponent = binade(v);
    if (slow_is_integer(f)) {
        a.how = SLOW_INTEGER;
        a.beyond = exponent >= 64;
        if (!a.beyond)
            a.cut = cut_at(v, 0);
        return a;
    }
    a.how = SLOW_ROUNDED;
    a.beyond = exponent > 1023;
    if (a.beyond)
        return a;
    int at = exponent < f->deepest ? f->deepest : exponent;
    a.cut = cut_at(v, at - precision(f, at));
    int bits = f->family == SLOW_TAPERED ? 1 : f->fraction;
    a.free = cut_at(v, exponent - bits);
    return a;
}

static slow_answer scale_answer(const slow_format *f, slow_value v)
{
    if (v.kind == SLOW_INF && !v.negative)
        return fixed(f, f->quiet, SLOW_OF | SLOW_NX, f->quiet - 1,
                     SLOW_OF | SLOW_NX);
    if (v.kind != SLOW_FINITE || v.negative)
        return slow_answer_bits(f, f->quiet, SLOW_NV);
    slow_answer a = {.format = f, .how = SLOW_SCALE};
    int exponent = binade(v);
    if (f->fraction) {
        a.cut = cut_at(v, exponent - f->fraction);
        a.cut.count += (uint64_t)(exponent + 4095) << f->fraction;
        return a;
    }
    a.cut.count = (uint64_t)(exponent + 1024);
    slow_cut c = cut_at(v, exponent);
    if (c.rest == EXACT)
        return a;
    /* Nearest in the exponent: does v * v pass 2^(2 exponent + 1)? */
    MPFR_DECL_INIT(square, 160);
    mpfr_set_ui_2exp(square, v.m, (long)v.e - exponent, MPFR_RNDZ);
    mpfr_sqr(square, square, MPFR_RNDZ);
    a.cut.rest = mpfr_cmp_ui(square, 2) > 0 ? ABOVE_HALF : BELOW_HALF;
    return a;
}

static slow_answer integer_special(const slow_format *f, slow_value v)
{
    bool is_signed = f->family == SLOW_SIGNED;
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits);
    uint64_t most = is_signed ? ones >> 1 : ones;
    uint64_t least = is_signed ? ones - (ones >> 1) : 0;
    uint64_t indefinite = is_signed ? least : most;
    uint64_t clamped = v.kind != SLOW_INF ? 0 : v.negative ? least : most;
    return fixed(f, indefinite, SLOW_NV, clamped, SLOW_NV);
}

slow_answer slow_answer_for(const slow_format *f, slow_value v)
{
    if (f->family == SLOW_POWER)
        return scale_answer(f, v);
    if (v.kind == SLOW_FINITE)
        return finite_answer(f, v);
    if (v.kind == SLOW_ZERO)
        return slow_answer_bits(
            f, slow_is_integer(f) ? 0 : encode(f, v.negative, 0), 0);
    if (slow_is_integer(f))
        return integer_special(f, v);
    if (v.kind == SLOW_INF) {
        unsigned lost = SLOW_OF | SLOW_NX;
        return fixed(f, slow_infinity(f, v.negative),
                     f->special == SLOW_INF_AND_NAN ? 0 : lost,
                     largest(f, v.negative), lost);
    }
    unsigned flags = v.kind == SLOW_QNAN ? 0 : SLOW_NV;
    if (f->special == SLOW_FINITE_ONLY)
        return slow_answer_bits(f, 0, SLOW_NV);
    return fixed(f, f->quiet, flags, 0, flags);
}

static slow_answer integer_to_integer(const slow_format *dst, slow_value v)
{
    uint64_t ones = ~UINT64_C(0) >> (64 - dst->bits);
    uint64_t wrapped = (v.negative ? 0 - v.m : v.m) & ones;
    slow_answer a = slow_answer_for(dst, v);
    unsigned ignored = 0;
    uint64_t clamped = slow_settle(&a, SLOW_RNE, true, &ignored);
    return fixed(dst, wrapped, 0, clamped, 0);
}

slow_answer slow_convert(const slow_format *dst, const slow_format *src,
                         uint64_t bits, bool canonicalize)
{
    slow_value v = slow_decode(src, bits);
    if (slow_is_integer(dst) && slow_is_integer(src))
        return integer_to_integer(dst, v);
    if (canonicalize && v.kind == SLOW_SNAN)
        v.kind = SLOW_QNAN;
    return slow_answer_for(dst, v);
}
