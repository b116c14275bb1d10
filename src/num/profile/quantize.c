/* TQUANT and TDEQUANT: an exact affine expression, rounded once. */
#include "num/profile/steps.h"

/* value * scale + zero, all finite. */
static pto_parts affine(pto_parts value, pto_parts scale, pto_parts zero,
                        unsigned round)
{
    pto_fenv env = {.round = (uint8_t)round};
    return num_fma_parts(value, scale, zero, &env);
}

uint64_t num_quantize(pto_dtype dst, uint64_t value, uint64_t scale,
                      uint64_t zero, pto_fenv *env)
{
    pto_parts x = pto_unpack(PTO_FP32, value);
    pto_parts s = pto_unpack(PTO_FP32, scale), z = pto_unpack(dst, zero);
    if (x.part <= PTO_PART_FINITE)
        x = affine(x, s, z, env->round);
    return pto_pack(dst, x, env);
}

pto_parts num_scaled_difference(pto_dtype src, uint64_t value, uint64_t scale,
                                uint64_t zero)
{
    pto_fenv env = {.round = PTO_RNE};
    uint64_t difference = pto_convert(PTO_S64, src, value, &env) -
                          pto_convert(PTO_S64, src, zero, &env);
    pto_parts d = pto_unpack(PTO_S64, difference);
    if (d.part == PTO_PART_ZERO)
        return d;
    return num_mul_parts(d, pto_unpack(PTO_FP32, scale));
}

uint64_t num_dequantize(pto_dtype src, uint64_t value, uint64_t scale,
                        uint64_t zero, pto_fenv *env)
{
    return pto_pack(PTO_FP32, num_scaled_difference(src, value, scale, zero),
                    env);
}
