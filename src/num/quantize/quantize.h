/* Internal to src/num/quantize: scales as parts, and the report. */
#ifndef PTO_SRC_NUM_QUANTIZE_H
#define PTO_SRC_NUM_QUANTIZE_H

#include "num/num.h"

/* Elements of a line that share a scale; 0: none has one, or all one. */
uint64_t num_scaling_group(unsigned scaling);

/* The largest finite |x|, zero where there is none; negative ones do not count
 * where t has no sign. */
double num_largest(const pto_format *t, const double *x, size_t n);

/* One element on its way: the input, its quotient, and what came of it. */
typedef struct num_element {
    pto_parts input, scale;
    struct num_wide scaled;
    uint64_t index, code;
} num_element;

/* Sums that become a report; squares of FP64 need more than its range. */
typedef struct num_tally {
    pto_quantize_report *report; /* or NULL: nothing is counted */
    bool symmetric;              /* no -2^n among the integers */
    long double signal, noise, worst;
    num_element at_worst;
} num_tally;

void num_tally_add(num_tally *t, const pto_format *f, const num_element *x);
void num_tally_finish(num_tally *t, const pto_format *f);

/* value * scale, exact; of specials what multiplication gives. */
struct num_wide num_times_scale(pto_parts value, pto_parts scale,
                                pto_fenv *env);

static inline uint64_t num_double_bits(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

#endif
