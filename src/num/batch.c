/* Arrays of elements, one by one. */
#include "num/num.h"

pto_status pto_convert_n(pto_dtype dst_type, pto_dtype src_type, void *dst,
                         const void *src, size_t n, pto_fenv *env)
{
    if (!pto_format_get(dst_type) || !pto_format_get(src_type) ||
        env->round >= PTO_ROUND_COUNT)
        return PTO_BAD_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = pto_lane_get(src_type, src, i);
        pto_lane_set(dst_type, dst, i,
                     pto_convert(dst_type, src_type, bits, env));
    }
    return PTO_OK;
}
