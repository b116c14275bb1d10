/* Exact results of the operations by MPFR; special cases by the rule book. */
#include "slow/slow.h"

#include <mpfr.h>
#include <string.h>

enum { WORK = 64, EXACT_PRODUCT = 128 };

static const struct {
    const char *name;
    int operands;
} ops[SLOW_OPS] = {
    [SLOW_ADD] = {"add", 2},     [SLOW_SUB] = {"sub", 2},
    [SLOW_MUL] = {"mul", 2},     [SLOW_DIV] = {"div", 2},
    [SLOW_REM] = {"rem", 2},     [SLOW_FMA] = {"fma", 3},
    [SLOW_MSUB] = {"msub", 3},   [SLOW_NMADD] = {"nmadd", 3},
    [SLOW_NMSUB] = {"nmsub", 3}, [SLOW_SQRT] = {"sqrt", 1},
    [SLOW_RSQRT] = {"rsqrt", 1}, [SLOW_RECIP] = {"recip", 1},
    [SLOW_EXP] = {"exp", 1},     [SLOW_LOG] = {"log", 1},
    [SLOW_MIN] = {"min", 2},     [SLOW_MAX] = {"max", 2},
};

const char *slow_op_name(slow_op op)
{
    return ops[op].name;
}
int slow_op_operands(slow_op op)
{
    return ops[op].operands;
}

void slow_release(void)
{
    mpfr_free_cache();
}

slow_op slow_op_named(const char *name)
{
    int op = 0;
    while (op < SLOW_OPS && strcmp(ops[op].name, name) != 0)
        op++;
    return (slow_op)op;
}

static bool is_nan(slow_value v)
{
    return v.kind >= SLOW_QNAN;
}
static bool is_signaling(slow_value v)
{
    return v.kind >= SLOW_SNAN;
}

static slow_answer nan_answer(const slow_format *f, unsigned flags)
{
    slow_value v = {.kind = flags & SLOW_NV ? SLOW_SNAN : SLOW_QNAN};
    return slow_answer_for(f, v);
}

/* An exact infinity; a format without one has its NaN, and no overflow. */
static slow_answer inf_answer(const slow_format *f, bool negative,
                              unsigned flags)
{
    return slow_answer_bits(f, slow_infinity(f, negative), flags);
}

static slow_answer zero_answer(const slow_format *f, bool negative)
{
    return slow_answer_bits(f, slow_zero(f, negative), 0);
}

static slow_answer cancelled(const slow_format *f)
{
    slow_answer a = {.format = f, .how = SLOW_CANCELLED};
    return a;
}

/* A 64-bit prefix of the exact value and whether something follows it. */
static slow_value from_mpfr(mpfr_t x, int inexact)
{
    slow_value v = {.kind = SLOW_FINITE, .negative = mpfr_signbit(x) != 0};
    if (mpfr_zero_p(x)) {
        v.kind = SLOW_ZERO;
        return v;
    }
    mpfr_exp_t e = mpfr_get_exp(x);
    MPFR_DECL_INIT(whole, WORK);
    mpfr_mul_2si(whole, x, WORK - (long)e, MPFR_RNDZ);
    mpfr_abs(whole, whole, MPFR_RNDZ);
    v.m = mpfr_get_uj(whole, MPFR_RNDZ);
    v.e = (int)e - WORK;
    v.more = inexact != 0;
    return v;
}

static void to_mpfr(mpfr_t x, slow_value v)
{
    mpfr_set_ui_2exp(x, v.m, v.e, MPFR_RNDZ);
    if (v.negative)
        mpfr_neg(x, x, MPFR_RNDZ);
}

static slow_value add_finite(slow_value a, slow_value b)
{
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    int t = mpfr_add(r, x, y, MPFR_RNDZ);
    return from_mpfr(r, t);
}

static slow_answer add(const slow_format *f, slow_value a, slow_value b)
{
    if (is_nan(a) || is_nan(b))
        return nan_answer(f, is_signaling(a) || is_signaling(b) ? SLOW_NV : 0);
    bool same_sign = a.negative == b.negative;
    if (a.kind == SLOW_INF && b.kind == SLOW_INF && !same_sign)
        return nan_answer(f, SLOW_NV);
    if (a.kind == SLOW_INF || b.kind == SLOW_INF)
        return inf_answer(f, (a.kind == SLOW_INF ? a : b).negative, 0);
    if (a.kind == SLOW_ZERO && b.kind == SLOW_ZERO)
        return same_sign ? zero_answer(f, a.negative) : cancelled(f);
    slow_value r = add_finite(a, b);
    return r.kind == SLOW_ZERO ? cancelled(f) : slow_answer_for(f, r);
}

static slow_value negated(slow_value v)
{
    v.negative = !v.negative;
    return v;
}

static slow_answer multiply(const slow_format *f, slow_value a, slow_value b)
{
    bool negative = a.negative != b.negative;
    if (is_nan(a) || is_nan(b))
        return nan_answer(f, is_signaling(a) || is_signaling(b) ? SLOW_NV : 0);
    if ((a.kind == SLOW_INF && b.kind == SLOW_ZERO) ||
        (a.kind == SLOW_ZERO && b.kind == SLOW_INF))
        return nan_answer(f, SLOW_NV);
    if (a.kind == SLOW_INF || b.kind == SLOW_INF)
        return inf_answer(f, negative, 0);
    if (a.kind == SLOW_ZERO || b.kind == SLOW_ZERO)
        return zero_answer(f, negative);
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    int t = mpfr_mul(r, x, y, MPFR_RNDZ);
    return slow_answer_for(f, from_mpfr(r, t));
}

static slow_answer divide(const slow_format *f, slow_value a, slow_value b)
{
    bool negative = a.negative != b.negative;
    if (is_nan(a) || is_nan(b))
        return nan_answer(f, is_signaling(a) || is_signaling(b) ? SLOW_NV : 0);
    if (a.kind == b.kind && a.kind != SLOW_FINITE)
        return nan_answer(f, SLOW_NV); /* 0/0 and inf/inf */
    if (a.kind == SLOW_INF)
        return inf_answer(f, negative, 0);
    if (b.kind == SLOW_ZERO)
        return inf_answer(f, negative, SLOW_DZ);
    if (a.kind == SLOW_ZERO || b.kind == SLOW_INF)
        return zero_answer(f, negative);
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    int t = mpfr_div(r, x, y, MPFR_RNDZ);
    return slow_answer_for(f, from_mpfr(r, t));
}

/* x - floor(x / y) * y, exact before its one rounding. */
static slow_answer remainder_of(const slow_format *f, slow_value a,
                                slow_value b)
{
    if (is_nan(a) || is_nan(b))
        return nan_answer(f, is_signaling(a) || is_signaling(b) ? SLOW_NV : 0);
    if (a.kind == SLOW_INF || b.kind == SLOW_ZERO)
        return nan_answer(f, SLOW_NV);
    if (a.kind == SLOW_ZERO)
        return zero_answer(f, a.negative);
    if (b.kind == SLOW_INF)
        return slow_answer_for(f, a.negative == b.negative ? a : b);
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    mpfr_fmod(r, x, y, MPFR_RNDZ); /* exact: a multiple of the smaller unit */
    if (mpfr_zero_p(r))
        return zero_answer(f, a.negative);
    int t = 0;
    if (a.negative != b.negative)
        t = mpfr_add(r, r, y, MPFR_RNDZ);
    return slow_answer_for(f, from_mpfr(r, t));
}

static slow_answer fused(const slow_format *f, slow_value a, slow_value b,
                         slow_value c)
{
    bool invalid = (a.kind == SLOW_INF && b.kind == SLOW_ZERO) ||
                   (a.kind == SLOW_ZERO && b.kind == SLOW_INF) ||
                   is_signaling(a) || is_signaling(b) || is_signaling(c);
    if (invalid || is_nan(a) || is_nan(b) || is_nan(c))
        return nan_answer(f, invalid ? SLOW_NV : 0);
    bool negative = a.negative != b.negative;
    if (a.kind != SLOW_FINITE || b.kind != SLOW_FINITE) {
        bool infinite = a.kind == SLOW_INF || b.kind == SLOW_INF;
        slow_value p = {.kind = infinite ? SLOW_INF : SLOW_ZERO};
        p.negative = negative;
        return add(f, p, c);
    }
    if (c.kind == SLOW_INF)
        return inf_answer(f, c.negative, 0);
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    MPFR_DECL_INIT(p, EXACT_PRODUCT);
    MPFR_DECL_INIT(z, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    mpfr_mul(p, x, y, MPFR_RNDZ);
    to_mpfr(z, c);
    int t = mpfr_add(r, p, z, MPFR_RNDZ);
    slow_value v = from_mpfr(r, t);
    return v.kind == SLOW_ZERO ? cancelled(f) : slow_answer_for(f, v);
}

/* What the one-operand functions do with NaN, infinity, zero, minus. */
static bool unary_special(slow_op op, const slow_format *f, slow_value a,
                          slow_answer *out)
{
    bool zero = a.kind == SLOW_ZERO, root = op != SLOW_RECIP && op != SLOW_EXP;
    if (is_nan(a))
        *out = nan_answer(f, is_signaling(a) ? SLOW_NV : 0);
    else if (root && a.negative && !zero)
        *out = nan_answer(f, SLOW_NV);
    else if (zero && op == SLOW_SQRT)
        *out = zero_answer(f, a.negative);
    else if (zero && op == SLOW_LOG)
        *out = inf_answer(f, true, SLOW_DZ);
    else if (zero && op != SLOW_EXP)
        *out = inf_answer(f, a.negative, SLOW_DZ);
    else if (a.kind == SLOW_INF && (op == SLOW_RSQRT || op == SLOW_RECIP))
        *out = zero_answer(f, a.negative);
    else if (a.kind == SLOW_INF && op == SLOW_EXP && a.negative)
        *out = zero_answer(f, false);
    else if (a.kind == SLOW_INF)
        *out = inf_answer(f, false, 0);
    else
        return false;
    return true;
}

static slow_answer unary(slow_op op, const slow_format *f, slow_value a)
{
    slow_answer special;
    if (unary_special(op, f, a, &special))
        return special;
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(r, WORK);
    to_mpfr(x, a);
    int t = 0;
    switch (op) {
    case SLOW_SQRT: t = mpfr_sqrt(r, x, MPFR_RNDZ); break;
    case SLOW_RSQRT: t = mpfr_rec_sqrt(r, x, MPFR_RNDZ); break;
    case SLOW_RECIP: t = mpfr_ui_div(r, 1, x, MPFR_RNDZ); break;
    case SLOW_LOG: t = mpfr_log(r, x, MPFR_RNDZ); break;
    default: /* exp: far out, any value beyond every format will do */
        if (mpfr_cmp_d(x, 4096) > 0)
            mpfr_set_ui(x, 4096, MPFR_RNDZ);
        if (mpfr_cmp_d(x, -4096) < 0)
            mpfr_set_si(x, -4096, MPFR_RNDZ);
        t = mpfr_exp(r, x, MPFR_RNDZ);
    }
    if (mpfr_zero_p(r))
        return zero_answer(f, false);
    return slow_answer_for(f, from_mpfr(r, t));
}

static int order_of(slow_value a, slow_value b)
{
    MPFR_DECL_INIT(x, WORK);
    MPFR_DECL_INIT(y, WORK);
    to_mpfr(x, a);
    to_mpfr(y, b);
    if (a.kind == SLOW_INF)
        mpfr_set_inf(x, a.negative ? -1 : 1);
    if (b.kind == SLOW_INF)
        mpfr_set_inf(y, b.negative ? -1 : 1);
    return mpfr_cmp(x, y);
}

slow_order slow_compare(const slow_format *f, uint64_t a, uint64_t b,
                        unsigned *flags)
{
    slow_value x = slow_decode(f, a), y = slow_decode(f, b);
    if (is_signaling(x) || is_signaling(y))
        *flags |= SLOW_NV;
    if (is_nan(x) || is_nan(y))
        return SLOW_UNORDERED;
    int order = order_of(x, y);
    return order < 0 ? SLOW_LESS : order > 0 ? SLOW_GREATER : SLOW_EQUAL;
}

static slow_answer extreme(const slow_format *f, const uint64_t *args,
                           bool largest)
{
    slow_value a = slow_decode(f, args[0]), b = slow_decode(f, args[1]);
    unsigned flags = is_signaling(a) || is_signaling(b) ? SLOW_NV : 0;
    if (is_nan(a) && is_nan(b))
        return nan_answer(f, flags);
    if (is_nan(a) || is_nan(b))
        return slow_answer_bits(f, args[is_nan(a)], flags);
    int order = order_of(a, b);
    if (order == 0) /* equal values differ at most in the sign of a zero */
        order = (int)b.negative - (int)a.negative;
    bool second = largest ? order < 0 : order > 0;
    return slow_answer_bits(f, args[second], flags);
}

slow_answer slow_apply(slow_op op, const slow_format *f, const uint64_t *args)
{
    slow_value v[3] = {{0}};
    for (int i = 0; i < ops[op].operands; i++)
        v[i] = slow_decode(f, args[i]);
    bool minus_c = op == SLOW_MSUB || op == SLOW_NMADD;
    bool minus_product = op == SLOW_NMADD || op == SLOW_NMSUB;
    switch (op) {
    case SLOW_ADD: return add(f, v[0], v[1]);
    case SLOW_SUB: return add(f, v[0], negated(v[1]));
    case SLOW_MUL: return multiply(f, v[0], v[1]);
    case SLOW_DIV: return divide(f, v[0], v[1]);
    case SLOW_REM: return remainder_of(f, v[0], v[1]);
    case SLOW_MIN: return extreme(f, args, false);
    case SLOW_MAX: return extreme(f, args, true);
    case SLOW_FMA:
    case SLOW_MSUB:
    case SLOW_NMADD:
    case SLOW_NMSUB:
        return fused(f, minus_product ? negated(v[0]) : v[0], v[1],
                     minus_c ? negated(v[2]) : v[2]);
    default: return unary(op, f, v[0]);
    }
}

slow_answer slow_quantize(const slow_format *dst, uint64_t value,
                          uint64_t scale, uint64_t zero)
{
    const slow_format *fp32 = slow_format_named("FP32");
    slow_value x = slow_decode(fp32, value), z = slow_decode(dst, zero);
    if (x.kind == SLOW_ZERO)
        return slow_answer_for(dst, z);
    if (x.kind != SLOW_FINITE)
        return slow_answer_for(dst, x);
    slow_answer a = fused(dst, x, slow_decode(fp32, scale), z);
    return a.how == SLOW_CANCELLED ? slow_answer_bits(dst, 0, 0) : a;
}

slow_answer slow_dequantize(const slow_format *src, uint64_t value,
                            uint64_t scale, uint64_t zero)
{
    const slow_format *fp32 = slow_format_named("FP32");
    slow_value z = negated(slow_decode(src, zero));
    slow_value d = slow_decode(src, value);
    if (z.kind != SLOW_ZERO)
        d = d.kind == SLOW_ZERO ? z : add_finite(d, z);
    if (d.kind == SLOW_ZERO)
        return zero_answer(fp32, false);
    return multiply(fp32, d, slow_decode(fp32, scale));
}
