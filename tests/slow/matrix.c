/*
 * The matrix unit by its definition: one exact scaled product and one FP32
 * rounding a term, K in order.
 */
#include "slow/slow.h"

#include <mpfr.h>
#include <string.h>

enum { QUIET = 0x7FC00000 };

/* A scale is quarters / 4 * 2^exponent, or a NaN. */
typedef struct scale {
    bool nan;
    int quarters, exponent;
} scale;

static bool is_nan(slow_value v)
{
    return v.kind >= SLOW_QNAN;
}

static bool scaled_by_words(const slow_format *f)
{
    return !strcmp(f->name, "HiF4X2");
}

static scale scale_at(const slow_format *f, const uint64_t *scales, size_t row,
                      size_t k, size_t depth)
{
    scale s = {.quarters = 4};
    if (!scales)
        return s;
    if (!scaled_by_words(f)) {
        uint64_t code = scales[row * ((depth + 31) / 32) + k / 32];
        s.nan = code == 0xFF;
        s.exponent = (int)code - 127;
        return s;
    }
    uint64_t word = scales[row * ((depth + 63) / 64) + k / 64];
    size_t lane = k % 64;
    s.nan = (word & 0xFF) == 0xFF;
    s.quarters = 4 + (int)(word & 3);
    s.exponent = (int)(word >> 2 & 0x3F) - 48;
    s.exponent += (int)(word >> (8 + lane / 8) & 1);
    s.exponent += (int)(word >> (16 + lane / 4) & 1);
    return s;
}

static void multiply_by(mpfr_t x, slow_value v)
{
    MPFR_DECL_INIT(y, 64);
    mpfr_set_ui_2exp(y, v.m, v.e, MPFR_RNDZ);
    mpfr_mul(x, x, y, MPFR_RNDZ);
    if (v.negative)
        mpfr_neg(x, x, MPFR_RNDZ);
}

static uint64_t round_fp32(mpfr_t sum, int inexact, unsigned *flags)
{
    slow_value v = {.kind = SLOW_FINITE, .negative = mpfr_signbit(sum) != 0};
    mpfr_exp_t e = mpfr_get_exp(sum);
    MPFR_DECL_INIT(whole, 64);
    mpfr_mul_2si(whole, sum, 64 - (long)e, MPFR_RNDZ);
    mpfr_abs(whole, whole, MPFR_RNDZ);
    v.m = mpfr_get_uj(whole, MPFR_RNDZ);
    v.e = (int)e - 64;
    v.more = inexact != 0;
    slow_answer a = slow_answer_for(slow_format_named("FP32"), v);
    return slow_settle(&a, SLOW_RNE, false, flags);
}

/* Infinite or NaN operands: the product's kind decides, not its size. */
static uint64_t special_term(slow_value a, slow_value b, slow_value acc,
                             bool scale_nan, unsigned *flags)
{
    bool invalid = a.kind >= SLOW_SNAN || b.kind >= SLOW_SNAN ||
                   acc.kind >= SLOW_SNAN ||
                   (a.kind == SLOW_INF && b.kind == SLOW_ZERO) ||
                   (a.kind == SLOW_ZERO && b.kind == SLOW_INF);
    bool nan = scale_nan || is_nan(a) || is_nan(b) || is_nan(acc);
    bool infinite = a.kind == SLOW_INF || b.kind == SLOW_INF;
    bool negative = a.negative != b.negative;
    if (!invalid && !nan && infinite && acc.kind == SLOW_INF)
        invalid = acc.negative != negative;
    if (invalid)
        *flags |= SLOW_NV;
    if (invalid || nan)
        return QUIET;
    return infinite ? slow_infinity(slow_format_named("FP32"), negative)
                    : slow_infinity(slow_format_named("FP32"), acc.negative);
}

static uint64_t term(slow_value a, scale sa, slow_value b, scale sb,
                     uint64_t acc_bits, unsigned *flags)
{
    const slow_format *fp32 = slow_format_named("FP32");
    slow_value acc = slow_decode(fp32, acc_bits);
    if (sa.nan || sb.nan || a.kind > SLOW_FINITE || b.kind > SLOW_FINITE ||
        acc.kind > SLOW_FINITE)
        return special_term(a, b, acc, sa.nan || sb.nan, flags);

    bool negative = a.negative != b.negative;
    if (a.kind == SLOW_ZERO || b.kind == SLOW_ZERO) {
        if (acc.kind == SLOW_ZERO)
            return slow_zero(fp32, negative && acc.negative);
        return acc_bits;
    }
    MPFR_DECL_INIT(product, 192);
    MPFR_DECL_INIT(sum, 64);
    mpfr_set_si_2exp(product, sa.quarters * sb.quarters,
                     sa.exponent + sb.exponent - 4, MPFR_RNDZ);
    multiply_by(product, a);
    multiply_by(product, b);
    MPFR_DECL_INIT(old, 64);
    mpfr_set_ui_2exp(old, acc.m, acc.e, MPFR_RNDZ);
    if (acc.negative)
        mpfr_neg(old, old, MPFR_RNDZ);
    int inexact = mpfr_add(sum, product, old, MPFR_RNDZ);
    return mpfr_zero_p(sum) ? 0 : round_fp32(sum, inexact, flags);
}

/* C * 2^-s exactly, one rounding; zero, infinity and NaN stay as they are. */
static uint64_t scaled_c(uint64_t c, uint64_t s, unsigned *flags)
{
    const slow_format *fp32 = slow_format_named("FP32");
    slow_value v = slow_decode(fp32, c);
    if (v.kind != SLOW_FINITE)
        return c;
    v.e -= (int)(s & 0xFF);
    slow_answer a = slow_answer_for(fp32, v);
    return slow_settle(&a, SLOW_RNE, false, flags);
}

static uint64_t float_element(const slow_matrix *x, size_t i, size_t j,
                              unsigned *flags)
{
    uint64_t acc = x->c ? x->c[i * x->n + j] : 0;
    if (x->c && x->c_scale)
        acc = scaled_c(acc, x->c_scale[i], flags);
    for (size_t k = 0; k < x->k; k++) {
        slow_value a = slow_decode(x->a_type, x->a[i * x->k + k]);
        slow_value b = slow_decode(x->b_type, x->b[k * x->n + j]);
        scale sa = scale_at(x->a_type, x->a_scale, i, k, x->k);
        scale sb = scale_at(x->b_type, x->b_scale, j, k, x->k);
        acc = term(a, sa, b, sb, acc, flags);
    }
    if (!x->bias)
        return acc;
    const uint64_t args[] = {acc, x->bias[j]};
    slow_answer sum = slow_apply(SLOW_ADD, slow_format_named("FP32"), args);
    return slow_settle(&sum, SLOW_RNE, false, flags);
}

static uint64_t signed_word(const slow_format *f, uint64_t bits)
{
    slow_value v = slow_decode(f, bits);
    return v.negative ? 0 - v.m : v.m;
}

static uint64_t integer_element(const slow_matrix *x, size_t i, size_t j)
{
    uint64_t acc = x->c ? x->c[i * x->n + j] : 0;
    for (size_t k = 0; k < x->k; k++)
        acc += signed_word(x->a_type, x->a[i * x->k + k]) *
               signed_word(x->b_type, x->b[k * x->n + j]);
    if (x->bias)
        acc += x->bias[j];
    return acc & 0xFFFFFFFF;
}

unsigned slow_multiply(const slow_matrix *x, uint64_t *d)
{
    unsigned flags = 0;
    for (size_t i = 0; i < x->m; i++)
        for (size_t j = 0; j < x->n; j++)
            d[i * x->n + j] = slow_is_integer(x->a_type)
                                  ? integer_element(x, i, j)
                                  : float_element(x, i, j, &flags);
    return flags;
}
