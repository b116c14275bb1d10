/* Whole arrays, one element at a time: classes and arithmetic. */
#include "num/num.h"

pto_status pto_classify_n(pto_dtype t, const void *array, size_t n,
                          uint8_t *out)
{
    if (!pto_format_get(t))
        return PTO_BAD_ARGUMENT;
    for (size_t i = 0; i < n; i++)
        out[i] = (uint8_t)pto_classify(t, pto_lane_get(t, array, i));
    return PTO_OK;
}

pto_status pto_arith_n(const pto_arith *op, pto_dtype t, void *dst,
                       const void *const *args, size_t n, pto_fenv *env)
{
    if (!pto_format_get(t) || env->round >= PTO_ROUND_COUNT)
        return PTO_BAD_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        uint64_t x[3];
        for (uint32_t k = 0; k < op->operands; k++)
            x[k] = pto_lane_get(t, args[k], i);
        pto_lane_set(t, dst, i, pto_arith_run(op, t, x, env));
    }
    return PTO_OK;
}
