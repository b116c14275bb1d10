/* The profile that computes real numbers. */
#include "num/profile/steps.h"
#include "num/num.h"

/* The label of a column has to be this one; an empty column has none. */
#define IEEE_IEEE(function) function

static const pto_arithmetic arithmetic = {
#define ARITH(name, operands, ieee, raw, text) \
    .f##operands[PTO_ARITH##operands##_##name] = IEEE_##ieee,
#include "pto/def/arith.def"
    .compare = pto_num_compare,
    .convert = pto_convert,
};

static uint64_t extended(uint64_t v, unsigned bits, bool is_signed)
{
    return is_signed ? (uint64_t)pto_sign_extend(v, bits)
                     : v & pto_low_bits(bits);
}

static uint64_t to_integer(unsigned bits, bool is_signed, pto_dtype src,
                           uint64_t value, pto_fenv *env)
{
    pto_fenv wide = {.round = env->round};
    pto_dtype via = is_signed || bits < 64 ? PTO_S64 : PTO_U64;
    uint64_t r = pto_convert(via, src, value, &wide);
    if (!(wide.flags & PTO_NV) && extended(r, bits, is_signed) == r) {
        env->flags |= wide.flags;
        return r;
    }
    env->flags |= PTO_NV;
    uint64_t indefinite = is_signed ? UINT64_C(1) << (bits - 1) : UINT64_MAX;
    return extended(indefinite, bits, is_signed);
}

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
            num_carrier(a_type, term->a) * num_carrier(b_type, term->b);
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

static uint64_t post(const pto_post *p, uint64_t acc, pto_fenv *env)
{
    uint64_t plain;
    if (num_post_plain(p, acc, env, &plain))
        return plain;
    struct num_post_element x = num_post_start(p, acc, false);
    return num_post_run(p, &x, num_encode, env);
}

const pto_profile num_profile_ieee = {
    .name = "ieee",
    .full_name = "pto-hardware-numeric-0.58.3-ieee-v1",
    .scalar = &arithmetic,
    .tile = &arithmetic,
    .to_integer = to_integer,
    .convert_n = pto_convert_n,
    .expdif = expdif,
    .quantize = num_quantize,
    .dequantize = num_dequantize,
    .accumulate = accumulate,
    .bias = bias,
    .max_step = max_step,
    .post = post,
    .encode = num_encode,
};
