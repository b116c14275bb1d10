/*
 * Add, multiply, fused multiply-add, divide and square root. Formats of at most
 * 24 significant bits are computed in 64-bit arithmetic: FP32 with its numbers
 * built in, the others from their rows. Zeros, subnormals, infinities and NaNs
 * take the general path.
 */
#include <math.h>
#include "num/num.h"

#define INLINE static inline

static const pto_format rows[PTO_DTYPE_CODES] = {
#include "num/format_rows.h"
};

/* A term sig * 2^(exp - TOP); sig is below 2^62. */
enum { TOP = 60, SHORT_FRACTION = 23 };

struct term {
    uint64_t sig;
    int32_t exp;
    bool sign;
};

INLINE struct term term_of(pto_parts p)
{
    return (struct term){p.sig >> (63 - TOP), p.exp, p.sign};
}

/* 24 by 24 bits; the product is below 4 * 2^exp. */
INLINE struct term product_of(pto_parts a, pto_parts b)
{
    uint64_t sig = (a.sig >> 40) * (b.sig >> 40);
    return (struct term){sig << (TOP - 46), a.exp + b.exp, a.sign != b.sign};
}

INLINE uint64_t encode(const pto_format *f, struct term t, pto_fenv *env)
{
    int zeros = __builtin_clzll(t.sig);
    pto_parts p = {.part = PTO_PART_FINITE,
                   .sign = t.sign,
                   .exp = t.exp + 63 - TOP - zeros,
                   .sig = t.sig << zeros};
    return num_pack_normal(f, p, false, env);
}

INLINE uint64_t shift_sticky(uint64_t v, uint32_t n)
{
    n = n > 63 ? 63 : n;
    return v >> n | ((v & ((UINT64_C(1) << n) - 1)) != 0);
}

/* x - x */
INLINE uint64_t cancelled(const pto_format *f, const pto_fenv *env)
{
    return env->round == PTO_RTM ? f->sign_mask : 0;
}

/*
 * Where bits fall into the sticky bit no cancellation can bring them back.
 * The sum is taken in two's complement: signs are as good as random.
 */
INLINE uint64_t sum(const pto_format *f, struct term a, struct term b,
                    pto_fenv *env)
{
    bool swap = a.exp < b.exp;
    struct term x = swap ? b : a, y = swap ? a : b;
    uint64_t small = shift_sticky(y.sig, (uint32_t)(x.exp - y.exp));
    uint64_t minus = 0 - (uint64_t)(x.sign != y.sign);
    uint64_t total = x.sig + ((small ^ minus) - minus);
    if (!total)
        return cancelled(f, env);
    uint64_t negative = 0 - (total >> 63); /* |y| was larger */
    x.sig = (total ^ negative) - negative;
    x.sign ^= negative & 1;
    return encode(f, x, env);
}

/* Ordered by magnitude the sum keeps the larger one's sign. */
INLINE uint64_t add_in(const pto_format *f, uint64_t a, uint64_t b,
                       pto_fenv *env)
{
    uint64_t magnitude = f->sign_mask - 1;
    bool swap = (a & magnitude) < (b & magnitude);
    uint64_t large = swap ? b : a, small = swap ? a : b;
    struct term x = term_of(num_leading_parts(f, large));
    struct term y = term_of(num_leading_parts(f, small));
    uint64_t aligned = shift_sticky(y.sig, (uint32_t)(x.exp - y.exp));
    uint64_t minus = 0 - (uint64_t)(x.sign != y.sign);
    x.sig += (aligned ^ minus) - minus;
    return x.sig ? encode(f, x, env) : cancelled(f, env);
}

INLINE uint64_t mul_in(const pto_format *f, uint64_t a, uint64_t b,
                       pto_fenv *env)
{
    pto_parts x = num_leading_parts(f, a), y = num_leading_parts(f, b);
    return encode(f, product_of(x, y), env);
}

INLINE uint64_t fma_in(const pto_format *f, uint64_t a, uint64_t b, uint64_t c,
                       pto_fenv *env)
{
    pto_parts x = num_leading_parts(f, a), y = num_leading_parts(f, b);
    return sum(f, product_of(x, y), term_of(num_leading_parts(f, c)), env);
}

INLINE bool are_leading(const pto_format *f, uint64_t a, uint64_t b)
{
    bool both = num_is_leading(f, a & f->carrier_mask);
    both &= num_is_leading(f, b & f->carrier_mask);
    return both;
}

INLINE bool is_short(const pto_format *f)
{
    return f->kind == PTO_KIND_FLOAT && f->frac_bits <= SHORT_FRACTION;
}

uint64_t pto_num_add(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (t == PTO_FP32 && are_leading(&rows[PTO_FP32], a, b))
        return add_in(&rows[PTO_FP32], a, b, env);
    const pto_format *f = num_format(t);
    if (is_short(f) && are_leading(f, a, b))
        return add_in(f, a, b, env);
    return num_general_add(t, a, b, env);
}

uint64_t pto_num_sub(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (f->kind == PTO_KIND_FLOAT)
        return pto_num_add(t, a, b ^ f->sign_mask, env);
    return num_general_sub(t, a, b, env);
}

uint64_t pto_num_mul(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (t == PTO_FP32 && are_leading(&rows[PTO_FP32], a, b))
        return mul_in(&rows[PTO_FP32], a, b, env);
    const pto_format *f = num_format(t);
    if (is_short(f) && are_leading(f, a, b))
        return mul_in(f, a, b, env);
    return num_general_mul(t, a, b, env);
}

uint64_t pto_num_fma(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                     pto_fenv *env)
{
    if (t == PTO_FP32 && are_leading(&rows[PTO_FP32], a, b) &&
        are_leading(&rows[PTO_FP32], c, c))
        return fma_in(&rows[PTO_FP32], a, b, c, env);
    const pto_format *f = num_format(t);
    if (is_short(f) && are_leading(f, a, b) && are_leading(f, c, c))
        return fma_in(f, a, b, c, env);
    return num_general_fma(t, a, b, c, env);
}

/* 24 by 24 bits: a quotient of 39 or 40, below 2 * 2^exp, and a sticky bit. */
INLINE uint64_t div_in(const pto_format *f, pto_parts a, pto_parts b,
                       pto_fenv *env)
{
    enum { SHIFT = 39 };
    uint64_t n = (a.sig >> 40) << SHIFT, d = b.sig >> 40;
    uint64_t quotient = n / d;
    struct term t = {quotient << (TOP - SHIFT) | (quotient * d != n),
                     a.exp - b.exp, a.sign != b.sign};
    return encode(f, t, env);
}

uint64_t pto_num_div(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (is_short(f) && are_leading(f, a, b)) {
        a &= f->carrier_mask;
        b &= f->carrier_mask;
        return div_in(f, num_leading_parts(f, a), num_leading_parts(f, b), env);
    }
    return num_general_div(t, a, b, env);
}

uint64_t pto_num_recip(pto_dtype t, uint64_t a, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (is_short(f) && are_leading(f, a, a))
        return div_in(f, num_one, num_leading_parts(f, a & f->carrier_mask),
                      env);
    return num_general_recip(t, a, env);
}

/* floor(sqrt(n)), n below 2^63: the host's root is off by one at most. */
INLINE uint64_t root_floor(uint64_t n)
{
    uint64_t r = (uint64_t)sqrt((double)n);
    r -= r * r > n;
    r += (r + 1) * (r + 1) <= n;
    return r;
}

/* 24 bits and 38 zeros have a root of 31 bits: 24, one to round, and more. */
uint64_t pto_num_sqrt(pto_dtype t, uint64_t a, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    a &= f->carrier_mask;
    if (!is_short(f) || a & f->sign_mask || !are_leading(f, a, a))
        return num_general_sqrt(t, a, env);
    pto_parts p = num_leading_parts(f, a);
    unsigned odd = (unsigned)p.exp & 1;
    uint64_t n = (p.sig >> 40) << (37 + odd); /* times 2^(exp - odd - 60) */
    uint64_t r = root_floor(n);
    struct term root = {r << (TOP - 30) | (r * r != n),
                        (p.exp - (int32_t)odd) / 2, false};
    return encode(f, root, env);
}
