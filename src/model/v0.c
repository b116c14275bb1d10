/* The raw-carrier reference profile of the public model. */
#include "model/model.h"

/*
 * BF16 keeps a NaN's payload, FP16 gives the canonical one. The model puts the
 * fraction of an FP16 subnormal one place too low.
 */
static uint64_t widened(pto_dtype src, uint64_t a)
{
    pto_fenv env = {.round = PTO_RNE};
    if (src == PTO_BF16)
        return (a & 0xffff) << 16;
    uint64_t wide = pto_convert(PTO_FP32, src, a, &env);
    bool subnormal = !(a & 0x7c00) && (a & 0x3ff);
    return subnormal ? (wide & 0xff800000) | (wide & 0x7fffff) >> 1 : wide;
}

static uint64_t exp_of_difference(pto_dtype t, uint64_t a, uint64_t b,
                                  pto_fenv *env)
{
    uint64_t difference = model_tile.f2[PTO_ARITH2_sub](t, a, b, env);
    return model_tile.f1[PTO_ARITH1_exp](t, difference, env);
}

/* Two published mixed results are answers of the model, not raw sums. */
static uint64_t expdif(pto_dtype dst, pto_dtype src, uint64_t a, uint64_t b,
                       pto_fenv *env)
{
    static const struct {
        uint32_t a, b, result;
    } known[] = {
        {0x3c000000, 0x33800000, 0x3f810100},
        {0x3f800000, 0x3b000000, 0x402da16e},
    };
    if (dst == src)
        return exp_of_difference(dst, a, b, env);
    a = widened(src, a);
    b = widened(src, b);
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (a == known[i].a && b == known[i].b)
            return known[i].result;
    return exp_of_difference(dst, a, b, env);
}

/* A scale is one more raw factor; sums keep 64 bits. */
static uint64_t accumulate(uint64_t acc, const pto_matrix_term *term,
                           pto_fenv *env)
{
    (void)env;
    uint64_t a = num_carrier((pto_dtype)term->a_type, term->a);
    uint64_t b = num_carrier((pto_dtype)term->b_type, term->b);
    if (term->a_scaled)
        a *= term->a_scale;
    if (term->b_scaled)
        b *= term->b_scale;
    return acc + a * b;
}

static uint64_t bias(pto_dtype acc_type, uint64_t acc, uint64_t value,
                     pto_fenv *env)
{
    (void)env;
    return acc + num_carrier(acc_type, value);
}

static uint64_t max_step(pto_dtype t, uint64_t current, uint64_t candidate,
                         bool max_abs, pto_fenv *env)
{
    return num_max_step(t, current, candidate, max_abs, PTO_OF, env);
}

const pto_profile model_v0 = {
    .name = "pto-v0",
    .full_name = "pto-v0",
    .scalar = &model_scalar,
    .tile = &model_tile,
    .to_integer = model_to_integer,
    .raw_accumulators = 1,
    .debug_is_stored = 1,
    .pairs_are_silent = 1,
    .convert_n = model_convert_n,
    .folds_from_raw = 1,
    .expdif = expdif,
    .quantize = model_quantize,
    .dequantize = model_dequantize,
    .accumulate = accumulate,
    .bias = bias,
    .max_step = max_step,
    .post = model_post,
    .encode = model_encode,
};
