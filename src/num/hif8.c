/*
 * Encoding HiF8: its spacing changes with the binade, its subnormals are
 * powers of two, and even/odd is the low bit of the code.
 */
#include "num/num.h"

enum { MIN_EXP = -15, MIN_SUBNORMAL = -22, INF_CODE = 0x6f };

static unsigned exponent_bits(int exp)
{
    unsigned magnitude = (unsigned)(exp < 0 ? -exp : exp);
    return magnitude ? 32 - (unsigned)__builtin_clz(magnitude) : 0;
}

static unsigned fraction_bits(unsigned exp_bits)
{
    return exp_bits < 3 ? 3 : 5 - exp_bits;
}

/* kept: the leading one and the fraction of a normal value. */
static uint64_t normal_code(int exp, uint64_t kept, unsigned exp_bits)
{
    static const uint8_t prefix[] = {0x08, 0x10, 0x20, 0x40, 0x60};
    unsigned frac_bits = fraction_bits(exp_bits);
    uint64_t code = prefix[exp_bits] | (kept & pto_low_bits(frac_bits));
    if (!exp_bits)
        return code;
    unsigned magnitude = (unsigned)(exp < 0 ? -exp : exp);
    uint64_t field = magnitude & pto_low_bits(exp_bits - 1);
    field |= (uint64_t)(exp < 0) << (exp_bits - 1);
    return code | field << frac_bits;
}

/* Between 0, the powers 2^-22..2^-16 (codes 1..7) and 2^-15. */
static uint64_t subnormal_code(pto_parts p, unsigned round, bool *exact)
{
    if (p.exp < MIN_SUBNORMAL) {
        uint64_t rest = p.exp == MIN_SUBNORMAL - 1 ? p.sig : 1;
        *exact = false;
        return num_rounds_away(round, p.sign, false, rest);
    }
    uint64_t lower = (uint64_t)(p.exp - MIN_SUBNORMAL + 1);
    uint64_t rest = p.sig << 1; /* the way to the next power of two */
    *exact = !rest;
    if (!num_rounds_away(round, p.sign, lower & 1, rest))
        return lower;
    return lower < 7 ? lower + 1 : num_format(PTO_HiF8)->min_normal;
}

static uint64_t pack_finite(pto_parts p, pto_fenv *env)
{
    const pto_format *f = num_format(PTO_HiF8);
    bool exact;
    uint64_t code;
    if (p.exp > -MIN_EXP)
        return num_overflow(f, p.sign, env);
    if (p.exp < MIN_EXP) {
        code = subnormal_code(p, env->round, &exact);
    } else {
        unsigned exp_bits = exponent_bits(p.exp);
        unsigned drop = 63 - fraction_bits(exp_bits);
        uint64_t kept = p.sig >> drop, rest = num_dropped(p.sig, drop);
        exact = !rest;
        kept += num_rounds_away(env->round, p.sign, kept & 1, rest);
        if (kept >> (64 - drop)) {
            p.exp++; /* a carry leaves a zero fraction */
            exp_bits = exponent_bits(p.exp);
            kept = 0;
            if (p.exp > -MIN_EXP)
                return num_overflow(f, p.sign, env);
        }
        code = normal_code(p.exp, kept, exp_bits);
        if (code == INF_CODE)
            return num_overflow(f, p.sign, env);
    }
    if (!exact) {
        num_raise(env, PTO_NX);
        if (p.exp < MIN_EXP && num_is_tiny(p, MIN_EXP, 1, env->round))
            env->flags |= PTO_UF;
    }
    return code && p.sign ? code | f->sign_mask : code;
}

uint64_t num_pack_hif8(pto_parts p, pto_fenv *env)
{
    if (p.part != PTO_PART_FINITE)
        return num_pack_special(num_format(PTO_HiF8), p, env);
    return pack_finite(p, env);
}
