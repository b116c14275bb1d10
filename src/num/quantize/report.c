/* What quantizing did to an array: counts, errors, and the worst element. */
#include "num/quantize/quantize.h"

#include <math.h>

/* 2^exp; FP64's normal numbers need no call. */
static long double power(int exp)
{
    uint64_t bits = (uint64_t)(exp + 1023) << 52;
    double v;
    if (exp < -1022 || exp > 1023)
        return ldexpl(1, exp);
    memcpy(&v, &bits, sizeof v);
    return v;
}

static long double real(pto_parts p)
{
    long double v = 0;
    if (p.part == PTO_PART_FINITE)
        v = (long double)p.sig * power(p.exp - 63);
    if (p.part == PTO_PART_INF)
        v = INFINITY;
    if (num_is_nan(p))
        return NAN;
    return p.sign ? -v : v;
}

/* Beyond the largest number of its sign, whatever it is rounded to. */
static bool is_beyond(const pto_format *f, bool symmetric, struct num_wide x)
{
    bool whole_range = x.parts.sign && !(symmetric && f->sign_mask);
    pto_parts most = pto_unpack((pto_dtype)f->code,
                                whole_range ? f->min_finite : f->max_finite);
    x.parts.sign = most.sign = 0;
    int order = num_order(x.parts, most);
    return order > 0 || (order == 0 && x.low);
}

static bool is_subnormal(const pto_format *f, uint64_t code)
{
    pto_class c = pto_classify((pto_dtype)f->code, code);
    return c == PTO_CLASS_POS_SUBNORMAL || c == PTO_CLASS_NEG_SUBNORMAL;
}

/* What a code stands for, rounded. */
static double meaning(const pto_format *f, uint64_t code, pto_parts scale)
{
    pto_fenv env = {0};
    struct num_wide w =
        num_times_scale(pto_unpack((pto_dtype)f->code, code), scale, &env);
    w.parts.sig |= w.low != 0;
    return (double)real(w.parts);
}

static void measure(num_tally *t, const num_element *x, pto_parts value)
{
    pto_fenv env = {0};
    long double input = real(x->input);
    value.sign ^= 1;
    long double error = real(num_fma_parts(value, x->scale, x->input, &env));
    error = error < 0 ? -error : error;
    t->signal += input * input;
    t->noise += error * error;
    if (error > t->worst) {
        t->worst = error;
        t->at_worst = *x;
    }
}

void num_tally_add(num_tally *t, const pto_format *f, const num_element *x)
{
    pto_quantize_report *r = t->report;
    pto_parts value = pto_unpack((pto_dtype)f->code, x->code);
    r->count++;
    r->zeros += value.part == PTO_PART_ZERO;
    r->subnormals += is_subnormal(f, x->code);
    r->infinities += x->input.part == PTO_PART_INF;
    r->nans += num_is_nan(x->input);
    if (x->input.part > PTO_PART_FINITE)
        return;
    bool nonzero = x->input.part == PTO_PART_FINITE;
    r->flushed += nonzero && value.part == PTO_PART_ZERO;
    bool lost = value.part > PTO_PART_FINITE;
    r->clipped += lost || is_beyond(f, t->symmetric, x->scaled);
    r->lost += lost;
    if (!lost)
        measure(t, x, value);
}

/* The code on one side of the worst element, as a clamped rounding gives it. */
static uint64_t beside(const num_tally *t, const pto_format *f, pto_round round,
                       double *value)
{
    pto_fenv env = {.round = (uint8_t)round, .saturate = 1};
    uint64_t code = num_pack_wide(f, t->at_worst.scaled, &env);
    *value = meaning(f, code, t->at_worst.scale);
    return code;
}

void num_tally_finish(num_tally *t, const pto_format *f)
{
    pto_quantize_report *r = t->report;
    uint64_t n = r->count - r->infinities - r->nans - r->lost;
    r->max_error = (double)t->worst;
    r->rms_error = n ? (double)sqrtl(t->noise / (long double)n) : 0;
    r->snr = t->noise > 0    ? 10 * (double)log10l(t->signal / t->noise)
             : t->signal > 0 ? (double)INFINITY
                             : (double)NAN;
    if (!(t->worst > 0))
        return;
    const num_element *w = &t->at_worst;
    r->worst = w->index;
    r->worst_code = w->code;
    r->worst_input = (double)real(w->input);
    r->worst_value = meaning(f, w->code, w->scale);
    r->below = beside(t, f, PTO_RTM, &r->below_value);
    r->above = beside(t, f, PTO_RTP, &r->above_value);
}
