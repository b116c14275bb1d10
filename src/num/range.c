/* At the ends of a format: tininess, overflow, and what is no number. */
#include "num/num.h"

/*
 * Tininess is seen after rounding: the value rounded as if the exponent had
 * no lower bound, compared with the smallest normal.
 */
bool num_is_tiny(pto_parts p, int min_exp, unsigned frac_bits, unsigned round)
{
    if (p.exp != min_exp - 1)
        return p.exp < min_exp;
    uint64_t kept = p.sig >> (63 - frac_bits);
    uint64_t rest = num_dropped(p.sig, 63 - frac_bits);
    bool reaches_normal = kept == pto_low_bits(frac_bits + 1) &&
                          num_rounds_away(round, p.sign, kept & 1, rest);
    return !reaches_normal;
}

uint64_t num_overflow(const pto_format *f, bool sign, pto_fenv *env)
{
    uint64_t signs = sign ? f->sign_mask : 0;
    bool odd = f->max_finite >> f->low_zeros & 1;
    bool inward = !num_rounds_away(env->round, sign, odd, PTO_HALF + 1);
    env->flags |= PTO_OF | PTO_NX;
    if (env->saturate || inward || !f->has_nan)
        return signs | f->max_finite;
    return f->has_inf ? signs | f->infinity : f->nan;
}

uint64_t num_pack_special(const pto_format *f, pto_parts p, pto_fenv *env)
{
    switch ((pto_part)p.part) {
    case PTO_PART_INF:
        if (env->saturate || !f->has_inf) {
            env->flags |= PTO_OF | PTO_NX;
            if (f->has_nan && !env->saturate)
                return f->nan;
            return p.sign ? f->min_finite : f->max_finite;
        }
        return (p.sign ? f->sign_mask : 0) | f->infinity;
    case PTO_PART_SNAN: env->flags |= PTO_NV; break;
    case PTO_PART_QNAN:
        if (!f->has_nan)
            env->flags |= PTO_NV;
        break;
    case PTO_PART_ZERO: return p.sign && f->has_signed_zero ? f->sign_mask : 0;
    case PTO_PART_FINITE: break;
    }
    return env->saturate ? 0 : f->nan;
}
