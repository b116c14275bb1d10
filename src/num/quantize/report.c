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

/* Beyond the format: out of range, or of E8M0 not to be encoded at all. */
static bool is_clipped(const pto_format *f, unsigned flags)
{
    return (flags & PTO_OF) || (f->kind != PTO_KIND_FLOAT && flags & PTO_NV);
}

static bool is_subnormal(const pto_format *f, uint64_t code)
{
    pto_class c = pto_classify((pto_dtype)f->code, code);
    return c == PTO_CLASS_POS_SUBNORMAL || c == PTO_CLASS_NEG_SUBNORMAL;
}

static void measure(num_tally *t, const num_element *x, pto_parts value)
{
    long double input = real(x->input);
    long double error = input - real(num_times_scale(value, x->scale));
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
    r->clipped += is_clipped(f, x->flags);
    r->lost += value.part > PTO_PART_FINITE;
    if (value.part <= PTO_PART_FINITE)
        measure(t, x, value);
}

/* The code on one side of the worst element, as a clamped rounding gives it. */
static uint64_t beside(const num_tally *t, const pto_format *f, pto_round round,
                       double *value)
{
    pto_fenv env = {.round = (uint8_t)round, .saturate = 1};
    uint64_t code = pto_pack((pto_dtype)f->code, t->at_worst.scaled, &env);
    pto_parts p = pto_unpack((pto_dtype)f->code, code);
    *value = (double)real(num_times_scale(p, t->at_worst.scale));
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
    pto_parts value = pto_unpack((pto_dtype)f->code, w->code);
    r->worst = w->index;
    r->worst_code = w->code;
    r->worst_input = (double)real(w->input);
    r->worst_value = (double)real(num_times_scale(value, w->scale));
    r->below = beside(t, f, PTO_RTM, &r->below_value);
    r->above = beside(t, f, PTO_RTP, &r->above_value);
}
