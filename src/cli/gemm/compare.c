/* The product that pto gemm --compare holds against the matrix unit's. */
#include "cli/gemm/gemm.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double accumulator(unsigned acc_type, uint32_t bits)
{
    float f;
    if (acc_type == PTO_S32)
        return (double)(int32_t)bits;
    if (acc_type == PTO_U32)
        return (double)bits;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

/* What a row starts with. */
static long double addends(const gemm_exact *x, uint64_t row, uint64_t j)
{
    return (x->c ? (long double)x->c[row * x->n + j] : 0) +
           (x->bias ? (long double)x->bias[j] : 0);
}

/* Products and sums in the widest type that the host has. */
static void wide_row(const gemm_exact *x, uint64_t row, long double *sum)
{
    for (uint64_t j = 0; j < x->n; j++)
        sum[j] = addends(x, row, j);
    for (uint64_t k = 0; k < x->k; k++) {
        long double a = x->a[row * x->k + k];
        const double *b = x->b + k * x->n;
        for (uint64_t j = 0; j < x->n; j++)
            sum[j] += a * (long double)b[j];
    }
}

/*
 * Where products are exact in FP64: sums of two FP64 each, of which `low` has
 * what `high` lost (Knuth's TwoSum). Loops like this one are vectorised.
 */
static void pair_row(const gemm_exact *x, uint64_t row, double *restrict high,
                     double *restrict low, long double *sum)
{
    memset(high, 0, (size_t)x->n * sizeof *high);
    memset(low, 0, (size_t)x->n * sizeof *low);
    for (uint64_t k = 0; k < x->k; k++) {
        double a = x->a[row * x->k + k];
        const double *b = x->b + k * x->n;
        for (uint64_t j = 0; j < x->n; j++) {
            double product = a * b[j], old = high[j];
            double total = old + product, part = total - old;
            low[j] += (old - (total - part)) + (product - part);
            high[j] = total;
        }
    }
    for (uint64_t j = 0; j < x->n; j++)
        sum[j] =
            (long double)high[j] + (long double)low[j] + addends(x, row, j);
}

typedef struct sums {
    long double signal, noise, most;
} sums;

static void compare_row(const long double *want, unsigned acc_type,
                        const uint32_t *d, uint64_t n, uint64_t row, sums *s,
                        gemm_error *out)
{
    for (uint64_t j = 0; j < n; j++) {
        double got = accumulator(acc_type, d[j]);
        long double error = fabsl((long double)got - want[j]);
        if (!isfinite(got) || !isfinite(want[j])) {
            out->skipped++;
            out->lost += isfinite(want[j]) != 0;
            continue;
        }
        out->compared++;
        s->signal += want[j] * want[j];
        s->noise += error * error;
        if (error <= s->most)
            continue;
        s->most = error;
        out->row = row;
        out->column = j;
        out->got = got;
        out->want = (double)want[j];
    }
}

pto_status gemm_compare(const gemm_exact *x, unsigned acc_type,
                        const uint32_t *d, gemm_error *out, pto_error *e)
{
    long double *want = calloc((size_t)x->n + 1, sizeof *want);
    double *pairs = calloc((size_t)x->n + 1, 2 * sizeof *pairs);
    sums s = {0};
    *out = (gemm_error){0};
    for (uint64_t i = 0; want && pairs && i < x->m; i++) {
        if (x->is_short)
            pair_row(x, i, pairs, pairs + x->n, want);
        else
            wide_row(x, i, want);
        compare_row(want, acc_type, d + i * x->n, x->n, i, &s, out);
    }
    bool failed = !want || !pairs;
    free(want);
    free(pairs);
    if (failed)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    long double n = out->compared ? (long double)out->compared : 1;
    out->max_error = (double)s.most;
    out->rms_error = (double)sqrtl(s.noise / n);
    out->snr = s.noise > 0    ? (double)(10 * log10l(s.signal / s.noise))
               : s.signal > 0 ? (double)INFINITY
                              : (double)NAN;
    return PTO_OK;
}
