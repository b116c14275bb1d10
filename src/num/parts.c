/* Exact arithmetic on unpacked values, with a sticky bit where bits fall. */
#include "num/num.h"

int num_order(pto_parts a, pto_parts b)
{
    bool a_zero = a.part == PTO_PART_ZERO, b_zero = b.part == PTO_PART_ZERO;
    if (a_zero && b_zero)
        return 0;
    if (a_zero)
        return b.sign ? 1 : -1;
    int up = a.sign ? -1 : 1;
    if (b_zero || a.sign != b.sign)
        return up;
    if (a.part != b.part) /* one of them is infinite */
        return a.part == PTO_PART_INF ? up : -up;
    if (a.part == PTO_PART_INF)
        return 0;
    if (a.exp != b.exp)
        return a.exp > b.exp ? up : -up;
    return a.sig == b.sig ? 0 : a.sig > b.sig ? up : -up;
}

static pto_parts exact_zero(bool sign)
{
    return (pto_parts){.part = PTO_PART_ZERO, .sign = sign};
}

/* Two magnitudes at 2^(exp - 126), |a| with the larger exponent. */
static pto_parts add_magnitudes(bool a_sign, bool b_sign, int32_t exp,
                                pto_u128 a, pto_u128 b, unsigned round)
{
    if (a_sign == b_sign)
        return num_normalise(a_sign, exp + 1, a + b);
    if (a == b)
        return exact_zero(round == PTO_RTM);
    bool sign = a > b ? a_sign : b_sign;
    return num_normalise(sign, exp + 1, a > b ? a - b : b - a);
}

pto_parts num_add_parts(pto_parts a, pto_parts b, unsigned round)
{
    if (a.part == PTO_PART_ZERO && b.part == PTO_PART_ZERO)
        return exact_zero(a.sign == b.sign ? a.sign : round == PTO_RTM);
    if (b.part == PTO_PART_ZERO)
        return a;
    if (a.part == PTO_PART_ZERO)
        return b;
    if (a.exp < b.exp) {
        pto_parts t = a;
        a = b;
        b = t;
    }
    unsigned distance = (unsigned)a.exp - (unsigned)b.exp;
    pto_u128 small = num_shift_sticky((pto_u128)b.sig << 63, distance);
    return add_magnitudes(a.sign, b.sign, a.exp, (pto_u128)a.sig << 63, small,
                          round);
}

pto_parts pto_parts_add(pto_parts a, pto_parts b)
{
    return num_add_parts(num_bounded(a), num_bounded(b), PTO_RNE);
}

pto_parts num_mul_parts(pto_parts a, pto_parts b)
{
    bool sign = a.sign != b.sign;
    return num_normalise(sign, a.exp + b.exp + 1, (pto_u128)a.sig * b.sig);
}

/* v * 2^(exp - 127), v at least 2^126. */
static struct num_wide wide(bool sign, int32_t exp, pto_u128 v)
{
    unsigned low = !(v >> 127);
    v <<= low;
    return (struct num_wide){{.part = PTO_PART_FINITE,
                              .sign = sign,
                              .exp = exp - (int32_t)low,
                              .sig = (uint64_t)(v >> 64)},
                             (uint64_t)v};
}

struct num_wide num_mul_wide(pto_parts a, pto_parts b)
{
    return wide(a.sign != b.sign, a.exp + b.exp + 1, (pto_u128)a.sig * b.sig);
}

struct num_wide num_div_wide(pto_parts a, pto_parts b)
{
    pto_u128 dividend = (pto_u128)a.sig << 63;
    pto_u128 rest = dividend % b.sig << 64;
    pto_u128 quotient = dividend / b.sig << 64 | rest / b.sig;
    return wide(a.sign != b.sign, a.exp - b.exp,
                quotient | (rest % b.sig != 0));
}

/* Both finite; the product keeps two bits above it for carries. */
static pto_parts fma_finite(pto_parts a, pto_parts b, pto_parts c,
                            unsigned round)
{
    bool sign = a.sign != b.sign;
    pto_u128 product = num_shift_sticky((pto_u128)a.sig * b.sig, 1);
    pto_u128 addend = (pto_u128)c.sig << 63;
    int32_t exp = a.exp + b.exp + 1;
    if (exp >= c.exp) {
        unsigned distance = (unsigned)exp - (unsigned)c.exp;
        return add_magnitudes(sign, c.sign, exp, product,
                              num_shift_sticky(addend, distance), round);
    }
    unsigned distance = (unsigned)c.exp - (unsigned)exp;
    return add_magnitudes(c.sign, sign, c.exp, addend,
                          num_shift_sticky(product, distance), round);
}

pto_parts num_fma_parts(pto_parts a, pto_parts b, pto_parts c, pto_fenv *env)
{
    static const pto_parts nan = {.part = PTO_PART_QNAN};
    bool invalid = a.part == PTO_PART_SNAN || b.part == PTO_PART_SNAN ||
                   c.part == PTO_PART_SNAN;
    bool infinite = a.part == PTO_PART_INF || b.part == PTO_PART_INF;
    bool zero = a.part == PTO_PART_ZERO || b.part == PTO_PART_ZERO;
    bool product_nan = num_is_nan(a) || num_is_nan(b);
    bool sign = a.sign != b.sign;
    if (!product_nan && infinite && zero) {
        invalid = true;
        product_nan = true;
    }
    if (!product_nan && infinite && c.part == PTO_PART_INF && c.sign != sign)
        invalid = product_nan = true;
    if (invalid)
        env->flags |= PTO_NV;
    if (product_nan || num_is_nan(c))
        return nan;
    if (infinite)
        return (pto_parts){.part = PTO_PART_INF, .sign = sign};
    if (c.part == PTO_PART_INF)
        return c;
    if (zero)
        return num_add_parts(exact_zero(sign), c, env->round);
    if (c.part == PTO_PART_ZERO)
        return num_mul_parts(a, b);
    return fma_finite(a, b, c, env->round);
}
