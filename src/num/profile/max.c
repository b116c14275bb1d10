/* RowMax and GroupMax, a step. */
#include "num/profile/steps.h"
#include "num/num.h"

/* |S32 minimum| does not exist: the maximum stands for it. */
static uint64_t magnitude_of(pto_dtype t, uint64_t a, uint8_t overflow_flags,
                             pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (f->kind != PTO_KIND_SIGNED || (a & f->carrier_mask) != f->min_finite)
        return pto_num_abs(t, a, env);
    env->flags |= overflow_flags;
    return f->max_finite;
}

uint64_t num_max_step(pto_dtype t, uint64_t current, uint64_t candidate,
                      bool max_abs, uint8_t overflow_flags, pto_fenv *env)
{
    if (max_abs) {
        current = magnitude_of(t, current, overflow_flags, env);
        candidate = magnitude_of(t, candidate, overflow_flags, env);
    }
    return pto_num_max(t, current, candidate, env);
}
