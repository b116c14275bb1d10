/* TQUANT and TDEQUANT: an exact affine expression, rounded once. */
#include "num/profile/internal.h"

/* value * scale + zero, all finite. */
static pto_parts affine(pto_parts value, pto_parts scale, pto_parts zero,
                        unsigned round)
{
    pto_fenv env = {.round = (uint8_t)round};
    return num_fma_parts(value, scale, zero, &env);
}

uint64_t num_quantize_ieee(pto_dtype dst, uint64_t value, uint64_t scale,
                           uint64_t zero, pto_fenv *env)
{
    pto_parts x = pto_unpack(PTO_FP32, value);
    pto_parts s = pto_unpack(PTO_FP32, scale), z = pto_unpack(dst, zero);
    if (x.part <= PTO_PART_FINITE)
        x = affine(x, s, z, env->round);
    return pto_pack(dst, x, env);
}

/* An integer beyond 64 bits: only its low bits are wanted. */
static uint64_t low_bits_of(pto_parts p)
{
    if (p.part != PTO_PART_FINITE || p.exp > 126)
        return 0;
    uint64_t magnitude =
        p.exp < 63 ? p.sig >> (63 - p.exp) : p.sig << (p.exp - 63);
    return p.sign ? 0 - magnitude : magnitude;
}

/*
 * The public model clamps infinities even where it does not saturate, and
 * wraps or clamps finite overflow without saying so.
 */
uint64_t num_quantize_v0(pto_dtype dst, uint64_t value, uint64_t scale,
                         uint64_t zero, pto_fenv *env)
{
    const pto_format *f = num_format(dst);
    pto_parts x = pto_unpack(PTO_FP32, value);
    pto_parts s = pto_unpack(PTO_FP32, scale), z = pto_unpack(dst, zero);
    if (num_is_nan(x)) {
        env->flags |= PTO_NV;
        return 0;
    }
    if (x.part == PTO_PART_INF) {
        env->flags |= PTO_OF | PTO_NX;
        return x.sign ? f->min_finite : f->max_finite;
    }
    pto_parts sum = affine(x, s, z, env->round);
    if (sum.part == PTO_PART_FINITE && sum.exp > 62 && !env->saturate) {
        pto_parts product = num_mul_parts(x, s);
        return (low_bits_of(product) + zero) & f->carrier_mask;
    }
    pto_fenv local = {.round = env->round, .saturate = env->saturate};
    uint64_t bits = num_encode_integer(dst, sum, &local);
    pto_fenv probe = {.round = env->round};
    (void)num_encode_integer(PTO_S64, sum, &probe);
    if (!(probe.flags & PTO_OF))
        env->flags |= probe.flags & PTO_NX;
    return bits;
}

static pto_parts scaled_difference(pto_dtype src, uint64_t value,
                                   uint64_t scale, uint64_t zero)
{
    pto_fenv env = {.round = PTO_RNE};
    uint64_t difference = pto_convert(PTO_S64, src, value, &env) -
                          pto_convert(PTO_S64, src, zero, &env);
    pto_parts d = pto_unpack(PTO_S64, difference);
    if (d.part == PTO_PART_ZERO)
        return d;
    return num_mul_parts(d, pto_unpack(PTO_FP32, scale));
}

uint64_t num_dequantize_ieee(pto_dtype src, uint64_t value, uint64_t scale,
                             uint64_t zero, pto_fenv *env)
{
    return pto_pack(PTO_FP32, scaled_difference(src, value, scale, zero), env);
}

/* Never saturates. */
uint64_t num_dequantize_v0(pto_dtype src, uint64_t value, uint64_t scale,
                           uint64_t zero, pto_fenv *env)
{
    pto_fenv local = {.round = env->round};
    pto_parts r = scaled_difference(src, value, scale, zero);
    uint64_t bits = num_encode_v0(PTO_FP32, r, &local);
    env->flags |= local.flags;
    return bits;
}
