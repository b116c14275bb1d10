/* Exact values into the output types of B.FPATR, as the public model does. */
#include "model/model.h"

/* The largest magnitude before rounding that is no overflow. */
static bool overflows_before_rounding(const pto_format *f, pto_parts value)
{
    pto_parts largest = pto_unpack((pto_dtype)f->code, f->max_finite);
    value.sign = 0;
    return num_order(value, largest) > 0;
}

static uint64_t overflow_v0(const pto_format *f, bool sign, pto_fenv *env)
{
    env->flags |= PTO_OF | PTO_NX;
    if (env->saturate)
        return sign ? f->min_finite : f->max_finite;
    return f->has_inf ? f->infinity | (sign ? f->sign_mask : 0) : f->nan;
}

uint64_t model_encode(pto_dtype t, pto_parts value, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (f->kind >= PTO_KIND_SIGNED)
        return num_encode_integer(t, value, env);
    if (value.part != PTO_PART_FINITE)
        return 0; /* an exact zero: +0 */
    bool fp8 = f->storage_bits == 8;
    if (fp8 && overflows_before_rounding(f, value))
        return overflow_v0(f, value.sign, env);
    pto_fenv local = {.round = env->round};
    uint64_t bits = pto_pack(t, value, &local);
    if (local.flags & PTO_OF)
        return overflow_v0(f, value.sign, env);
    pto_parts normal = pto_unpack(t, f->min_normal);
    if (local.flags & PTO_NX && value.exp < normal.exp)
        local.flags |= PTO_UF;
    env->flags |= local.flags;
    if (fp8 && !(bits & ~f->sign_mask))
        return 0; /* underflow of the eight-bit formats: +0 */
    return bits;
}
