/* Addition, multiplication and fused forms in any floating format. */
#include "num/num.h"

const pto_parts num_one = {.part = PTO_PART_FINITE, .exp = 0, .sig = PTO_HALF};

pto_parts num_unpack_real(pto_dtype t, uint64_t bits)
{
    if (num_format(t)->kind >= PTO_KIND_SIGNED)
        return (pto_parts){.part = PTO_PART_SNAN};
    return pto_unpack(t, bits);
}

uint64_t num_finish(pto_dtype t, pto_parts p, pto_fenv *env)
{
    pto_fenv local = {.round = env->round};
    uint64_t bits = pto_pack(t, p, &local);
    env->flags |= local.flags;
    return bits;
}

pto_parts num_invalid(pto_fenv *env)
{
    env->flags |= PTO_NV;
    return (pto_parts){.part = PTO_PART_QNAN};
}

pto_parts num_nan_result(pto_parts a, pto_parts b, pto_fenv *env)
{
    if (a.part == PTO_PART_SNAN || b.part == PTO_PART_SNAN)
        env->flags |= PTO_NV;
    return (pto_parts){.part = PTO_PART_QNAN};
}

uint64_t num_divide_by_zero(pto_dtype t, bool sign, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    env->flags |= PTO_DZ;
    if (f->has_nan && !f->has_inf)
        return f->nan;
    uint64_t magnitude = f->has_inf ? f->infinity : f->max_finite;
    return magnitude | (sign ? f->sign_mask : 0);
}

static bool is_integer(pto_dtype t)
{
    return num_format(t)->kind >= PTO_KIND_SIGNED;
}

/* a + b is a * 1 + b, with the signs of zeros that IEEE 754 wants. */
static uint64_t add_parts(pto_dtype t, pto_parts a, pto_parts b, pto_fenv *env)
{
    if (a.part <= PTO_PART_FINITE && b.part <= PTO_PART_FINITE)
        return num_finish(t, num_add_parts(a, b, env->round), env);
    return num_finish(t, num_fma_parts(a, num_one, b, env), env);
}

uint64_t num_general_add(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (is_integer(t))
        return (a + b) & num_format(t)->carrier_mask;
    return add_parts(t, pto_unpack(t, a), pto_unpack(t, b), env);
}

uint64_t num_general_sub(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (is_integer(t))
        return (a - b) & num_format(t)->carrier_mask;
    pto_parts minus_b = pto_unpack(t, b);
    minus_b.sign ^= 1;
    return add_parts(t, pto_unpack(t, a), minus_b, env);
}

uint64_t num_general_mul(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (is_integer(t))
        return a * b & num_format(t)->carrier_mask;
    pto_parts x = pto_unpack(t, a), y = pto_unpack(t, b);
    pto_parts zero = {.part = PTO_PART_ZERO, .sign = x.sign != y.sign};
    return num_finish(t, num_fma_parts(x, y, zero, env), env);
}

/* (+-a) * b + (+-c), rounded once. */
static uint64_t fused(pto_dtype t, const uint64_t *args, bool minus_product,
                      bool minus_addend, pto_fenv *env)
{
    pto_parts a = pto_unpack(t, args[0]), b = pto_unpack(t, args[1]);
    pto_parts c = pto_unpack(t, args[2]);
    a.sign ^= minus_product;
    c.sign ^= minus_addend;
    return num_finish(t, num_fma_parts(a, b, c, env), env);
}

uint64_t num_general_fma(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env)
{
    if (is_integer(t))
        return (a * b + c) & num_format(t)->carrier_mask;
    return fused(t, (uint64_t[]){a, b, c}, false, false, env);
}

uint64_t pto_num_msub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                      pto_fenv *env)
{
    if (is_integer(t))
        return (a * b - c) & num_format(t)->carrier_mask;
    return fused(t, (uint64_t[]){a, b, c}, false, true, env);
}

uint64_t pto_num_nmadd(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                       pto_fenv *env)
{
    if (is_integer(t))
        return (0 - (a * b + c)) & num_format(t)->carrier_mask;
    return fused(t, (uint64_t[]){a, b, c}, true, true, env);
}

uint64_t pto_num_nmsub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                       pto_fenv *env)
{
    if (is_integer(t))
        return (c - a * b) & num_format(t)->carrier_mask;
    return fused(t, (uint64_t[]){a, b, c}, true, false, env);
}
