/* Exact values into the output types of B.FPATR. */
#include "num/profile/internal.h"

/* The low 64 bits of the rounded magnitude, and whether they are all. */
static uint64_t round_integer(pto_parts p, unsigned round, bool *fits,
                              bool *exact)
{
    *fits = *exact = true;
    if (p.part != PTO_PART_FINITE)
        return 0;
    if (p.exp > 63) {
        *fits = false;
        return p.exp < 127 ? p.sig << (p.exp - 63) : 0;
    }
    unsigned drop = p.exp < -1 ? 65 : (unsigned)(63 - p.exp);
    uint64_t kept = drop < 64 ? p.sig >> drop : 0;
    uint64_t rest = drop ? num_dropped(p.sig, drop) : 0;
    *exact = !rest;
    return kept + num_rounds_away(round, p.sign, kept & 1, rest);
}

uint64_t num_encode_integer(pto_dtype t, pto_parts value, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    bool fits, exact;
    uint64_t magnitude = round_integer(value, env->round, &fits, &exact);
    uint64_t limit = value.sign ? f->sign_mask : f->max_finite;
    if (!fits || magnitude > limit) {
        env->flags |= PTO_OF | PTO_NX;
        if (env->saturate)
            return value.sign ? f->min_finite : f->max_finite;
    } else if (!exact) {
        env->flags |= PTO_NX;
    }
    return (value.sign ? 0 - magnitude : magnitude) & f->carrier_mask;
}

uint64_t num_encode_ieee(pto_dtype t, pto_parts value, pto_fenv *env)
{
    if (num_format(t)->kind >= PTO_KIND_SIGNED)
        return num_encode_integer(t, value, env);
    return pto_pack(t, value, env);
}

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

uint64_t num_encode_v0(pto_dtype t, pto_parts value, pto_fenv *env)
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
