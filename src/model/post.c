/* B.FPATR, TQUANT and TDEQUANT as the public model does them. */
#include "model/model.h"

/* Here -0 is negative, and the sign of a zero is only kept from a -0. */
uint64_t model_post(const pto_post *p, uint64_t acc, pto_fenv *env)
{
    const pto_format *f = num_format(p->result_type);
    uint64_t plain;
    if (num_post_plain(p, acc, env, &plain))
        return plain;
    struct num_post_element x = num_post_start(p, acc, true);
    bool minus_zero = x.value.part == PTO_PART_ZERO && x.value.sign &&
                      x.multiplier.part != PTO_PART_ZERO;
    bool offset = x.mode && x.mode->offset_bits &&
                  pto_sign_extend(p->quant >> 37, x.mode->offset_bits);
    if (minus_zero && !offset && f->kind < PTO_KIND_SIGNED)
        return f->has_signed_zero ? f->sign_mask : 0;
    return num_post_run(p, &x, model_encode, env);
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
uint64_t model_quantize(pto_dtype dst, uint64_t value, uint64_t scale,
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
    pto_fenv exact = {.round = env->round};
    pto_parts sum = num_fma_parts(x, s, z, &exact);
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

/* Never saturates. */
uint64_t model_dequantize(pto_dtype src, uint64_t value, uint64_t scale,
                          uint64_t zero, pto_fenv *env)
{
    pto_fenv local = {.round = env->round};
    pto_parts r = num_scaled_difference(src, value, scale, zero);
    uint64_t bits = model_encode(PTO_FP32, r, &local);
    env->flags |= local.flags;
    return bits;
}
