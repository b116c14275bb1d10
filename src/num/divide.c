/* Division, remainder, reciprocal and square roots, correctly rounded. */
#include <math.h>
#include "num/num.h"

static pto_parts signed_part(pto_part part, bool sign)
{
    return (pto_parts){.part = (uint8_t)part, .sign = sign};
}

pto_parts num_div_parts(pto_parts a, pto_parts b)
{
    pto_u128 dividend = (pto_u128)a.sig << 63;
    pto_u128 quotient = dividend / b.sig;
    bool exact = quotient * b.sig == dividend;
    return num_normalise(a.sign != b.sign, a.exp - b.exp,
                         quotient << 64 | !exact);
}

static uint64_t divide(pto_dtype t, pto_parts a, pto_parts b, pto_fenv *env)
{
    pto_parts r;
    bool sign = a.sign != b.sign;
    if (num_is_nan(a) || num_is_nan(b))
        return num_finish(t, num_nan_result(a, b, env), env);
    if (a.part == PTO_PART_INF)
        r = b.part == PTO_PART_INF ? num_invalid(env)
                                   : signed_part(a.part, sign);
    else if (b.part == PTO_PART_INF)
        r = signed_part(PTO_PART_ZERO, sign);
    else if (b.part == PTO_PART_ZERO && a.part == PTO_PART_ZERO)
        r = num_invalid(env);
    else if (b.part == PTO_PART_ZERO)
        return num_divide_by_zero(t, sign, env);
    else if (a.part == PTO_PART_ZERO)
        r = signed_part(PTO_PART_ZERO, sign);
    else
        r = num_div_parts(a, b);
    return num_finish(t, r, env);
}

static int64_t signed_value(const pto_format *f, uint64_t bits)
{
    return pto_sign_extend(bits, f->storage_bits);
}

/* Truncating; the one overflow, minimum / -1, wraps to the minimum. */
static uint64_t divide_integer(const pto_format *f, uint64_t a, uint64_t b,
                               pto_fenv *env)
{
    a &= f->carrier_mask;
    b &= f->carrier_mask;
    if (!b) {
        env->flags |= PTO_DZ;
        return 0;
    }
    if (!f->sign_mask)
        return a / b;
    int64_t divisor = signed_value(f, b);
    if (divisor == -1)
        return (0 - a) & f->carrier_mask;
    return (uint64_t)(signed_value(f, a) / divisor) & f->carrier_mask;
}

/* Floored: a nonzero result has the divisor's sign. */
static uint64_t modulo_integer(const pto_format *f, uint64_t a, uint64_t b,
                               pto_fenv *env)
{
    a &= f->carrier_mask;
    b &= f->carrier_mask;
    if (!b) {
        env->flags |= PTO_DZ;
        return 0;
    }
    if (!f->sign_mask)
        return a % b;
    int64_t divisor = signed_value(f, b);
    if (divisor == -1)
        return 0;
    int64_t rest = signed_value(f, a) % divisor;
    if (rest && (rest < 0) != (divisor < 0))
        rest += divisor;
    return (uint64_t)rest & f->carrier_mask;
}

uint64_t num_general_div(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (f->kind >= PTO_KIND_SIGNED)
        return divide_integer(f, a, b, env);
    return divide(t, pto_unpack(t, a), pto_unpack(t, b), env);
}

uint64_t num_general_recip(pto_dtype t, uint64_t a, pto_fenv *env)
{
    return divide(t, num_one, num_unpack_real(t, a), env);
}

/* |a| mod |b|, exact: the significand is carried down 64 bits at a time. */
static pto_parts remainder_magnitude(pto_parts a, pto_parts b)
{
    if (a.exp < b.exp)
        return a;
    uint64_t rest = a.sig % b.sig;
    for (int32_t left = a.exp - b.exp; left > 0 && rest; left -= 64) {
        unsigned step = left < 64 ? (unsigned)left : 64;
        rest = (uint64_t)(((pto_u128)rest << step) % b.sig);
    }
    return num_normalise(a.sign, b.exp, (pto_u128)rest << 64);
}

static pto_parts modulo_finite(pto_parts a, pto_parts b, unsigned round)
{
    pto_parts r = remainder_magnitude(a, b);
    if (r.part == PTO_PART_ZERO)
        return signed_part(PTO_PART_ZERO, a.sign);
    return a.sign == b.sign ? r : num_add_parts(r, b, round);
}

uint64_t pto_num_rem(pto_dtype t, uint64_t x, uint64_t y, pto_fenv *env)
{
    if (num_format(t)->kind >= PTO_KIND_SIGNED)
        return modulo_integer(num_format(t), x, y, env);
    pto_parts a = pto_unpack(t, x), b = pto_unpack(t, y), r;
    if (num_is_nan(a) || num_is_nan(b))
        return num_finish(t, num_nan_result(a, b, env), env);
    if (a.part == PTO_PART_INF || b.part == PTO_PART_ZERO)
        r = num_invalid(env);
    else if (a.part == PTO_PART_ZERO)
        r = a;
    else if (b.part == PTO_PART_INF)
        r = a.sign == b.sign ? a : b;
    else
        r = modulo_finite(a, b, env->round);
    return num_finish(t, r, env);
}

/*
 * floor(sqrt(n)) for 2^125 <= n: the host's square root is only a first
 * guess, one Newton step brings it within a few units and the loops settle it.
 */
static uint64_t root_floor(pto_u128 n)
{
    double guess = sqrt((double)(uint64_t)(n >> 64)) * 4294967296.0;
    uint64_t r = guess < 18446744073709549568.0 ? (uint64_t)guess : UINT64_MAX;
    pto_u128 better = (r + n / r) / 2;
    r = better > UINT64_MAX ? UINT64_MAX : (uint64_t)better;
    while ((pto_u128)r * r > n)
        r--;
    while (r != UINT64_MAX && (pto_u128)(r + 1) * (r + 1) <= n)
        r++;
    return r;
}

/* sqrt of n * 2^(exp - 126), exp even. */
static pto_parts root(pto_u128 n, bool exact, int32_t exp)
{
    uint64_t r = root_floor(n);
    exact = exact && (pto_u128)r * r == n;
    return num_normalise(false, exp / 2, (pto_u128)r << 64 | !exact);
}

/* What both roots do with zeros, negatives, infinities and NaNs. */
static bool root_special(pto_parts a, pto_parts *out, pto_fenv *env)
{
    if (num_is_nan(a)) {
        *out = num_nan_result(a, a, env);
        return true;
    }
    if (a.part == PTO_PART_ZERO || (a.part == PTO_PART_INF && !a.sign)) {
        *out = a;
        return true;
    }
    if (a.sign) {
        *out = num_invalid(env);
        return true;
    }
    return false;
}

uint64_t num_general_sqrt(pto_dtype t, uint64_t bits, pto_fenv *env)
{
    pto_parts a = num_unpack_real(t, bits), r;
    if (root_special(a, &r, env))
        return num_finish(t, r, env);
    unsigned odd = (unsigned)a.exp & 1;
    /* sig * 2^(exp - 63) = (sig << 63 + odd) * 2^(exp - odd - 126) */
    pto_u128 n = (pto_u128)a.sig << (63 + odd);
    return num_finish(t, root(n, true, a.exp - (int32_t)odd), env);
}

uint64_t pto_num_rsqrt(pto_dtype t, uint64_t bits, pto_fenv *env)
{
    pto_parts a = num_unpack_real(t, bits), r;
    if (a.part == PTO_PART_ZERO)
        return num_divide_by_zero(t, a.sign, env);
    if (root_special(a, &r, env)) {
        if (r.part == PTO_PART_INF)
            r.part = PTO_PART_ZERO;
        return num_finish(t, r, env);
    }
    /* 1 / a = (2^189 / sig) * 2^(-exp - 126); twice that makes exp even. */
    unsigned odd = (unsigned)a.exp & 1;
    pto_u128 top = (pto_u128)1 << (125 + odd);
    pto_u128 rest = (top % a.sig) << 64;
    pto_u128 n = (top / a.sig) << 64 | rest / a.sig;
    r = root(n, rest % a.sig == 0, -a.exp - (int32_t)odd);
    return num_finish(t, r, env);
}
