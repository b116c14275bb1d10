/*
 * The raw-carrier arithmetic of pto-v0: encodings are added and multiplied as
 * integers of 64 bits, except where the public model computes values.
 */
#include "model/model.h"
#include "num/num.h"

static uint64_t width(pto_dtype t, uint64_t carrier)
{
    return carrier & num_format(t)->carrier_mask;
}

static bool is_integer(pto_dtype t)
{
    return num_format(t)->kind >= PTO_KIND_SIGNED;
}

static uint64_t raw_add(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return width(t, a + b);
}

static uint64_t raw_sub(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return width(t, a - b);
}

static uint64_t raw_mul(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return width(t, a * b);
}

/* FP32 knows its two zeros; every other carrier is looked at as FP64. */
static bool is_raw_zero(pto_dtype t, uint64_t carrier)
{
    if (t == PTO_FP32)
        return !(carrier & 0x7fffffff);
    return !(carrier << 1);
}

static uint64_t raw_div(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (is_integer(t))
        return pto_num_div(t, a, b, env);
    a = width(t, a);
    b = width(t, b);
    if (!is_raw_zero(t, b))
        return width(t, a / b);
    env->flags |= PTO_DZ;
    return width(t, UINT64_MAX);
}

static uint64_t raw_rem(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (is_integer(t))
        return pto_num_rem(t, a, b, env);
    a = width(t, a);
    b = width(t, b);
    return width(t, is_raw_zero(t, b) ? UINT64_MAX : a % b);
}

static uint64_t raw_fma(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                        pto_fenv *env)
{
    (void)env;
    return width(t, a * b + c);
}

static uint64_t raw_msub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env)
{
    (void)env;
    return width(t, a * b - c);
}

static uint64_t raw_nmadd(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                          pto_fenv *env)
{
    (void)env;
    return width(t, 0 - (a * b + c));
}

static uint64_t raw_nmsub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                          pto_fenv *env)
{
    (void)env;
    return width(t, c - a * b);
}

static uint64_t raw_same(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)env;
    return width(t, a);
}

static uint64_t raw_exp(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)env;
    return width(t, a + 1);
}

static uint64_t raw_recip(pto_dtype t, uint64_t a, pto_fenv *env)
{
    a = width(t, a);
    if (!is_raw_zero(t, a))
        return width(t, UINT64_MAX / a);
    env->flags |= PTO_DZ;
    return width(t, UINT64_MAX);
}

/* The low bits, as many as the model gives each type. */
static uint64_t raw_convert(pto_dtype dst, pto_dtype src, uint64_t bits,
                            pto_fenv *env)
{
    const pto_format *f = num_format(dst);
    unsigned kept = (unsigned)f->value_bits - f->low_zeros;
    if (dst == PTO_HF32 || dst == PTO_HiF4X2)
        kept = dst == PTO_HF32 ? 32 : 9;
    (void)src, (void)env;
    return bits & pto_low_bits(kept);
}

uint64_t model_to_integer(unsigned bits, bool is_signed, pto_dtype src,
                          uint64_t value, pto_fenv *env)
{
    (void)src, (void)env;
    return is_signed ? (uint64_t)pto_sign_extend(value, bits)
                     : value & pto_low_bits(bits);
}

/*
 * Where the operand's class alone decides, the model gives the values of the
 * other profile; the rest is the raw function.
 */
static uint64_t tile_exp(pto_dtype t, uint64_t a, pto_fenv *env)
{
    if (pto_unpack(t, a).part != PTO_PART_FINITE)
        return pto_num_exp(t, a, env);
    return raw_exp(t, a, env);
}

static uint64_t tile_log(pto_dtype t, uint64_t a, pto_fenv *env)
{
    pto_parts x = pto_unpack(t, a);
    bool one = x.part == PTO_PART_FINITE && !x.exp && x.sig == PTO_HALF;
    if (x.part != PTO_PART_FINITE || x.sign || one)
        return pto_num_log(t, a, env);
    return width(t, a);
}

static uint64_t tile_sqrt(pto_dtype t, uint64_t a, pto_fenv *env)
{
    pto_parts x = pto_unpack(t, a);
    if (x.part != PTO_PART_FINITE || x.sign)
        return pto_num_sqrt(t, a, env);
    return width(t, a);
}

static uint64_t tile_rsqrt(pto_dtype t, uint64_t a, pto_fenv *env)
{
    pto_parts x = pto_unpack(t, a);
    if (x.part != PTO_PART_FINITE || x.sign)
        return pto_num_rsqrt(t, a, env);
    return width(t, a);
}

static uint64_t tile_recip(pto_dtype t, uint64_t a, pto_fenv *env)
{
    if (pto_unpack(t, a).part != PTO_PART_FINITE)
        return pto_num_recip(t, a, env);
    return width(t, UINT64_MAX / width(t, a));
}

/* TFMA sees its invalid cases itself; quiet NaNs go through as numbers. */
static uint64_t tile_fma(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env)
{
    if (is_integer(t))
        return raw_fma(t, a, b, c, env);
    pto_fenv probe = {.round = PTO_RNE};
    (void)num_fma_parts(pto_unpack(t, a), pto_unpack(t, b), pto_unpack(t, c),
                        &probe);
    if (!(probe.flags & PTO_NV))
        return raw_fma(t, a, b, c, env);
    env->flags |= PTO_NV;
    return num_format(t)->nan;
}

/* Loaded S4X2 lanes are nibbles; wider signed elements are sign-extended. */
static uint64_t tile_convert(pto_dtype dst, pto_dtype src, uint64_t bits,
                             pto_fenv *env)
{
    if (dst == PTO_E8M0 || (is_integer(dst) && is_integer(src)))
        return pto_convert(dst, src, bits, env);
    if (src == PTO_S4X2)
        return width(src, bits);
    return width(dst, num_carrier(src, bits));
}

pto_status model_convert_n(pto_dtype dst_type, pto_dtype src_type, void *dst,
                           const void *src, size_t n, pto_fenv *env)
{
    if (!pto_format_get(dst_type) || !pto_format_get(src_type))
        return PTO_BAD_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        uint64_t x = pto_lane_get(src_type, src, i);
        pto_lane_set(dst_type, dst, i,
                     tile_convert(dst_type, src_type, x, env));
    }
    return PTO_OK;
}

#define RAW_RAW(scalar, tile) scalar
const pto_arithmetic model_scalar = {
#define ARITH(name, operands, ieee, raw, text) \
    .f##operands[PTO_ARITH##operands##_##name] = RAW_##raw,
#include "pto/def/arith.def"
    .compare = pto_num_compare,
    .convert = raw_convert,
};
#undef RAW_RAW

#define RAW_RAW(scalar, tile) tile
const pto_arithmetic model_tile = {
#define ARITH(name, operands, ieee, raw, text) \
    .f##operands[PTO_ARITH##operands##_##name] = RAW_##raw,
#include "pto/def/arith.def"
    .compare = pto_num_compare,
    .convert = tile_convert,
};
