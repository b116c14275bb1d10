/* Exact values into the output types of B.FPATR. */
#include "num/profile/steps.h"

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

uint64_t num_encode(pto_dtype t, pto_parts value, pto_fenv *env)
{
    if (num_format(t)->kind >= PTO_KIND_SIGNED)
        return num_encode_integer(t, value, env);
    return pto_pack(t, value, env);
}
