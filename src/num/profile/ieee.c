/* The profile that computes real numbers. */
#include "num/profile/internal.h"

static const pto_arithmetic arithmetic = {
    .add = pto_num_add,
    .sub = pto_num_sub,
    .mul = pto_num_mul,
    .div = pto_num_div,
    .rem = pto_num_rem,
    .min = pto_num_min,
    .max = pto_num_max,
    .fma = pto_num_fma,
    .msub = pto_num_msub,
    .nmadd = pto_num_nmadd,
    .nmsub = pto_num_nmsub,
    .sqrt = pto_num_sqrt,
    .rsqrt = pto_num_rsqrt,
    .recip = pto_num_recip,
    .exp = pto_num_exp,
    .log = pto_num_log,
    .abs = pto_num_abs,
    .neg = pto_num_neg,
    .relu = pto_num_relu,
    .bit_and = pto_num_bit_and,
    .bit_or = pto_num_bit_or,
    .bit_xor = pto_num_bit_xor,
    .shift_left = pto_num_shift_left,
    .shift_right = pto_num_shift_right,
    .bit_not = pto_num_bit_not,
    .compare = pto_num_compare,
    .convert = pto_convert,
};

/* FP16 and BF16 widen to FP32 exactly before the subtraction. */
static uint64_t expdif(pto_dtype dst, pto_dtype src, uint64_t a, uint64_t b,
                       pto_fenv *env)
{
    if (dst != src) {
        pto_fenv widen = {.round = PTO_RNE};
        a = pto_convert(dst, src, a, &widen);
        b = pto_convert(dst, src, b, &widen);
        env->flags |= widen.flags;
    }
    return pto_num_exp(dst, pto_num_sub(dst, a, b, env), env);
}

static pto_scale scale_of(pto_dtype t, uint8_t scaled, uint32_t raw,
                          uint8_t lane)
{
    if (!scaled)
        return PTO_SCALE_ONE;
    return t == PTO_HiF4X2 ? pto_scale_hif4(raw, lane)
                           : pto_scale_e8m0((uint8_t)raw);
}

/* Integers keep their type's sign and width and wrap. */
static uint64_t accumulate(uint64_t acc, const pto_matrix_term *term,
                           pto_fenv *env)
{
    pto_dtype a_type = (pto_dtype)term->a_type;
    pto_dtype b_type = (pto_dtype)term->b_type;
    if (term->acc_type != PTO_FP32) {
        uint64_t product =
            num_v0_carrier(a_type, term->a) * num_v0_carrier(b_type, term->b);
        return (acc + product) & num_format(term->acc_type)->carrier_mask;
    }
    pto_scale a = scale_of(a_type, term->a_scaled, term->a_scale, term->lane);
    pto_scale b = scale_of(b_type, term->b_scaled, term->b_scale, term->lane);
    return pto_fma_f32_scaled(pto_unpack(a_type, term->a), a,
                              pto_unpack(b_type, term->b), b, (uint32_t)acc,
                              env);
}

static uint64_t bias(pto_dtype acc_type, uint64_t acc, uint64_t value,
                     pto_fenv *env)
{
    pto_fenv rne = {.round = PTO_RNE};
    uint64_t sum = pto_num_add(acc_type, acc, value, &rne);
    env->flags |= rne.flags;
    return sum;
}

static uint64_t max_step(pto_dtype t, uint64_t current, uint64_t candidate,
                         bool max_abs, pto_fenv *env)
{
    return num_max_step(t, current, candidate, max_abs, PTO_OF | PTO_NX, env);
}

const pto_profile pto_profile_ieee = {
    .name = "ieee",
    .full_name = "pto-hardware-numeric-0.58.3-ieee-v1",
    .scalar = &arithmetic,
    .tile = &arithmetic,
    .convert_n = pto_convert_n,
    .expdif = expdif,
    .quantize = num_quantize_ieee,
    .dequantize = num_dequantize_ieee,
    .accumulate = accumulate,
    .bias = bias,
    .max_step = max_step,
    .post = num_post_ieee,
};
