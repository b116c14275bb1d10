/*
 * exp and log, correctly rounded. Formats of at most 24 bits first try 64-bit
 * arithmetic with a known error bound; where that leaves the rounding open,
 * and for FP64, the answer comes from 320-bit fixed point (wide.c).
 */
#include "num/elementary/elementary_rows.h"
#include "num/elementary/wide.h"
#include "num/num.h"

__extension__ typedef __int128 i128;

enum { SHORT_FRACTION = 23, ERROR_UNITS = 64 };

static inline uint64_t high(uint64_t a, uint64_t b)
{
    return (uint64_t)((pto_u128)a * b >> 64);
}

/*
 * Neither function has an exact result here, so a 64-bit significand that is
 * wrong by less than `error` decides every mode unless it lies that close to
 * a candidate or to the middle between two.
 */
static bool is_decided(uint64_t sig, uint64_t error, unsigned frac_bits)
{
    uint64_t low = pto_low_bits(62 - frac_bits);
    uint64_t rest = sig & low;
    return rest > error && rest < low - error;
}

/*
 * e^h - 1 for h below 2^-6, both with 64 fraction bits. Terms in pairs: what
 * multiplies what waits for little.
 */
static uint64_t expm1_taylor(uint64_t h)
{
    /* 1/2!, 1/3!, ... */
    const uint64_t c2 = UINT64_C(0x8000000000000000);
    const uint64_t c3 = UINT64_C(0x2aaaaaaaaaaaaaab);
    const uint64_t c4 = UINT64_C(0x0aaaaaaaaaaaaaab);
    const uint64_t c5 = UINT64_C(0x0222222222222222);
    const uint64_t c6 = UINT64_C(0x005b05b05b05b05b);
    const uint64_t c7 = UINT64_C(0x000d00d00d00d00d);
    uint64_t square = high(h, h);
    uint64_t p = c6 + high(h, c7);
    p = c4 + high(h, c5) + high(square, p);
    p = c2 + high(h, c3) + high(square, p);
    return h + high(square, p);
}

static bool exp_short(unsigned frac_bits, pto_parts x, pto_parts *out)
{
    /* log2 e with 127 fraction bits, ln 2 with 64 */
    const uint64_t log2_e = UINT64_C(0xb8aa3b295c17f0bb);
    const uint64_t log2_e_low = UINT64_C(0xbe87fed0691d3e88);
    const uint64_t ln_2 = UINT64_C(0xb17217f7d1cf79ac);
    uint64_t m = x.sig >> 40;
    pto_u128 product = (pto_u128)m * log2_e + high(m, log2_e_low);
    pto_u128 t = product >> (22 - x.exp); /* |x| log2 e, 64 fraction bits */
    int32_t k = (int32_t)(t >> 64);
    uint64_t f = (uint64_t)t;
    if (x.sign) {
        k = -k - (f != 0);
        f = 0 - f;
    }
    uint64_t power = power_of_two[f >> 58];
    uint64_t h = high(f & pto_low_bits(58), ln_2);
    uint64_t y = power + high(power, expm1_taylor(h));
    if (y < power || !is_decided(y, ERROR_UNITS, frac_bits))
        return false;
    *out = (pto_parts){.part = PTO_PART_FINITE, .exp = k, .sig = y | 1};
    return true;
}

pto_parts num_exp_parts(const pto_format *f, pto_parts x)
{
    pto_parts r = {.part = PTO_PART_FINITE};
    if (x.exp > 10) { /* beyond every format's range either way */
        r.exp = x.sign ? -(1 << 16) : 1 << 16;
        r.sig = PTO_HALF | 1;
        return r;
    }
    if (x.exp < -3 - f->frac_bits) { /* 1 and less than a quarter unit */
        r.exp = x.sign ? -1 : 0;
        r.sig = x.sign ? UINT64_MAX : PTO_HALF | 1;
        return r;
    }
    if (f->frac_bits <= SHORT_FRACTION && exp_short(f->frac_bits, x, &r))
        return r;
    return num_exp_wide(x);
}

static inline int64_t mul_62(int64_t a, int64_t b)
{
    return (int64_t)((i128)a * b >> 62);
}

/* ln(1 + r) for |r| below 2^-7, both with 62 fraction bits; in pairs too. */
static int64_t log1p_taylor(int64_t r)
{
    /* 1/2, -1/3, ... */
    const int64_t c2 = INT64_C(2305843009213693952);
    const int64_t c3 = -INT64_C(1537228672809129301);
    const int64_t c4 = INT64_C(1152921504606846976);
    const int64_t c5 = -INT64_C(922337203685477581);
    const int64_t c6 = INT64_C(768614336404564651);
    const int64_t c7 = -INT64_C(658812288346769701);
    const int64_t c8 = INT64_C(576460752303423488);
    int64_t square = mul_62(r, r);
    int64_t p = c6 + mul_62(r, c7) + mul_62(square, c8);
    p = c4 + mul_62(r, c5) + mul_62(square, p);
    p = c2 + mul_62(r, c3) + mul_62(square, p);
    return r - mul_62(square, p);
}

static bool log_short(unsigned frac_bits, pto_parts x, pto_parts *out)
{
    /* ln 2 with 64 fraction bits, and the 64 that follow */
    const uint64_t ln_2 = UINT64_C(0xb17217f7d1cf79ab);
    const uint64_t ln_2_low = UINT64_C(0xc9e3b39803f2f6af);
    uint64_t m = x.sig >> 40;
    const struct reciprocal *table = &reciprocals[m >> 16 & 127];
    bool halved = (m >> 16 & 127) >= 53; /* from about sqrt 2 on */
    int32_t e = x.exp + halved;
    i128 r = ((i128)(m * table->c) << (halved ? 31 : 32)) - ((i128)1 << 64);
    uint64_t k = (uint64_t)(e < 0 ? -e : e);
    i128 whole = (i128)((pto_u128)k * ln_2 + high(k, ln_2_low));
    i128 y = (e < 0 ? -whole : whole) + table->minus_ln +
             (i128)log1p_taylor((int64_t)(r / 4)) * 4;
    bool sign = y < 0;
    *out = num_normalise(sign, 63, (pto_u128)(sign ? -y : y));
    if (out->part == PTO_PART_ZERO || out->exp < -40)
        return false;
    uint64_t error = ERROR_UNITS;
    if (out->exp < 0)
        error <<= -out->exp;
    out->sig |= 1;
    return is_decided(out->sig, error, frac_bits);
}

pto_parts num_log_parts(const pto_format *f, pto_parts x)
{
    pto_parts r;
    if (f->frac_bits <= SHORT_FRACTION && log_short(f->frac_bits, x, &r))
        return r;
    return num_log_wide(x);
}

uint64_t pto_num_exp(pto_dtype t, uint64_t bits, pto_fenv *env)
{
    pto_parts x = num_unpack_real(t, bits);
    if (num_is_nan(x))
        return num_finish(t, num_nan_result(x, x, env), env);
    if (x.part == PTO_PART_INF) {
        if (x.sign)
            x = (pto_parts){.part = PTO_PART_ZERO};
        return num_finish(t, x, env);
    }
    if (x.part == PTO_PART_ZERO)
        return num_finish(t, num_one, env);
    return num_finish(t, num_exp_parts(num_format(t), x), env);
}

uint64_t pto_num_log(pto_dtype t, uint64_t bits, pto_fenv *env)
{
    pto_parts x = num_unpack_real(t, bits);
    if (num_is_nan(x))
        return num_finish(t, num_nan_result(x, x, env), env);
    if (x.part == PTO_PART_ZERO)
        return num_divide_by_zero(t, true, env);
    if (x.sign)
        return num_finish(t, num_invalid(env), env);
    if (x.part == PTO_PART_INF)
        return num_finish(t, x, env);
    if (x.exp == 0 && x.sig == PTO_HALF)
        return num_finish(t, (pto_parts){.part = PTO_PART_ZERO}, env);
    return num_finish(t, num_log_parts(num_format(t), x), env);
}
