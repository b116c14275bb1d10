/* exp and log in 320-bit fixed point, for what shorter arithmetic leaves. */
#include "num/elementary/wide.h"

enum { LIMBS = 5, FRACTION = 4, SQUARINGS = 8, EXP_TERMS = 24 };

/* limb[4] is the integer part, limb[3]..limb[0] the fraction. */
typedef struct wide {
    uint64_t limb[LIMBS];
} wide;

static const wide ln2 = {
    {UINT64_C(0x8a0d175b8baafa2b), UINT64_C(0x40f343267298b62d),
     UINT64_C(0xc9e3b39803f2f6af), UINT64_C(0xb17217f7d1cf79ab), 0}};

static wide add(wide a, wide b)
{
    unsigned carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        pto_u128 s = (pto_u128)a.limb[i] + b.limb[i] + carry;
        a.limb[i] = (uint64_t)s;
        carry = (unsigned)(s >> 64);
    }
    return a;
}

/* a - b for a >= b. */
static wide sub(wide a, wide b)
{
    unsigned borrow = 0;
    for (int i = 0; i < LIMBS; i++) {
        pto_u128 d = (pto_u128)a.limb[i] - b.limb[i] - borrow;
        a.limb[i] = (uint64_t)d;
        borrow = (unsigned)(d >> 64) & 1;
    }
    return a;
}

static bool less(wide a, wide b)
{
    for (int i = LIMBS - 1; i > 0; i--)
        if (a.limb[i] != b.limb[i])
            return a.limb[i] < b.limb[i];
    return a.limb[0] < b.limb[0];
}

static bool is_zero(wide a)
{
    for (int i = 0; i < LIMBS; i++)
        if (a.limb[i])
            return false;
    return true;
}

/* Truncated; the product has to stay below 2^64. */
static wide mul(wide a, wide b)
{
    uint64_t full[2 * LIMBS] = {0};
    for (int i = 0; i < LIMBS; i++) {
        uint64_t carry = 0;
        for (int j = 0; j < LIMBS; j++) {
            pto_u128 t = (pto_u128)a.limb[i] * b.limb[j] + full[i + j] + carry;
            full[i + j] = (uint64_t)t;
            carry = (uint64_t)(t >> 64);
        }
        full[i + LIMBS] = carry;
    }
    wide r;
    for (int i = 0; i < LIMBS; i++)
        r.limb[i] = full[i + FRACTION];
    return r;
}

static wide mul_small(wide a, uint64_t n)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        pto_u128 t = (pto_u128)a.limb[i] * n + carry;
        a.limb[i] = (uint64_t)t;
        carry = (uint64_t)(t >> 64);
    }
    return a;
}

static wide div_small(wide a, uint64_t n)
{
    uint64_t rest = 0;
    for (int i = LIMBS - 1; i >= 0; i--) {
        pto_u128 t = (pto_u128)rest << 64 | a.limb[i];
        a.limb[i] = (uint64_t)(t / n);
        rest = (uint64_t)(t % n);
    }
    return a;
}

/* sig * 2^(exp - 63) for -66 <= exp <= 10, exactly. */
static wide from_parts(pto_parts x)
{
    wide r = {{0}};
    unsigned shift = (unsigned)(64 * FRACTION - 63 + x.exp);
    pto_u128 v = (pto_u128)x.sig << (shift % 64);
    r.limb[shift / 64] = (uint64_t)v;
    r.limb[shift / 64 + 1] = (uint64_t)(v >> 64);
    return r;
}

/* The value times 2^scale; it is known not to end here. */
static pto_parts to_parts(wide a, bool sign, int32_t scale)
{
    int top = LIMBS - 1;
    while (top > 1 && !a.limb[top])
        top--;
    pto_u128 v = (pto_u128)a.limb[top] << 64 | a.limb[top - 1];
    pto_parts p = num_normalise(sign, scale + 63 + 64 * (top - FRACTION), v);
    p.sig |= 1;
    return p;
}

/* |x| = k ln 2 + r with 0 <= r < ln 2. */
static wide reduce(pto_parts x, int32_t *k)
{
    const uint64_t log2_e = UINT64_C(0xb8aa3b29); /* times 2^31, rounded down */
    wide r = from_parts(x);
    *k = 0;
    if (x.exp >= -1)
        *k = (int32_t)((x.sig >> 32) * log2_e >> (62 - x.exp));
    r = sub(r, mul_small(ln2, (uint64_t)*k));
    if (!less(r, ln2)) {
        r = sub(r, ln2);
        ++*k;
    }
    return r;
}

/* Taylor's series of r / 2^8 by Horner's rule, then squared eight times. */
static wide exponential(wide r)
{
    static const wide one = {{0, 0, 0, 0, 1}};
    wide s = div_small(r, 1u << SQUARINGS), y = one;
    for (uint64_t n = EXP_TERMS; n; n--)
        y = add(one, div_small(mul(y, s), n));
    for (int i = 0; i < SQUARINGS; i++)
        y = mul(y, y);
    return y;
}

pto_parts num_exp_wide(pto_parts x)
{
    int32_t k;
    wide r = reduce(x, &k);
    if (x.sign) {
        r = sub(ln2, r);
        k = -k - 1;
    }
    return to_parts(exponential(r), false, k);
}

/* |log m| = 2 atanh |z|, z = (m - 1) / (m + 1) = n / d. */
static wide log_magnitude(uint64_t n, uint64_t d)
{
    wide z = {{0}};
    for (int i = FRACTION - 1; i >= 0; i--) {
        pto_u128 t = (pto_u128)n << 64;
        z.limb[i] = (uint64_t)(t / d);
        n = (uint64_t)(t % d);
    }
    wide square = mul(z, z), power = z, sum = z;
    for (uint64_t i = 3; !is_zero(power); i += 2) {
        power = mul(power, square);
        sum = add(sum, div_small(power, i));
    }
    return add(sum, sum);
}

pto_parts num_log_wide(pto_parts x)
{
    const uint64_t sqrt_2 = UINT64_C(0xb504f33400000000);
    /* m = sig / 2^63, or half of it so that e ln 2 and log m never cancel */
    bool below_one = x.sig > sqrt_2;
    int32_t e = x.exp + below_one;
    uint64_t sig = x.sig >> 1, unit = below_one ? PTO_HALF : PTO_HALF >> 1;
    wide log_m = log_magnitude(below_one ? unit - sig : sig - unit, sig + unit);
    if (!e)
        return to_parts(log_m, below_one, 0);
    wide whole = mul_small(ln2, (uint64_t)(e < 0 ? -e : e));
    bool same_sign = (e < 0) == below_one;
    wide sum = same_sign ? add(whole, log_m) : sub(whole, log_m);
    return to_parts(sum, e < 0, 0);
}
