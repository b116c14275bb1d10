/*
 * Encoding HiF8: its spacing changes with the binade, its subnormals are
 * powers of two, and even/odd is the low bit of the code.
 */
#include "num/hif8.h"
#include "num/num.h"

/* A rounding word: the exponent above 56 bits of fraction, the last sticky. */
enum { EXP_AT = 56, EXP_BIAS = 33 };

static uint64_t rounding_word(pto_parts p)
{
    uint64_t frac = p.sig << 1, sticky = (frac & 0xff) != 0;
    return (uint64_t)(p.exp + EXP_BIAS) << EXP_AT | frac >> 8 | sticky;
}

/* There is no zero with a sign; signs are too random for a branch. */
static uint64_t with_sign(uint64_t code, bool sign)
{
    uint64_t all = 0 - (uint64_t)(sign & (code != 0));
    return code | (all & num_format(PTO_HiF8)->sign_mask);
}

/* Below the smallest value: it or zero. */
static NUM_COLD uint64_t pack_below(pto_parts p, pto_fenv *env)
{
    uint64_t rest = p.exp == HIF8_HALF_SMALLEST ? p.sig : 1;
    env->flags |= PTO_NX | PTO_UF;
    return with_sign(num_rounds_away(env->round, p.sign, false, rest), p.sign);
}

/*
 * In the word a carry steps the exponent, and the bit above the dropped ones
 * is the code's last bit: also where there is no fraction, since the bias is
 * odd as the code of 2^-22 is.
 */
static uint64_t pack_finite(pto_parts p, pto_fenv *env)
{
    const uint64_t most = (uint64_t)(HIF8_HIGHEST + EXP_BIAS) << EXP_AT;
    if (p.exp < HIF8_LOWEST)
        return pack_below(p, env);
    if (p.exp > HIF8_HIGHEST)
        return num_overflow(num_format(PTO_HiF8), p.sign, env);
    uint64_t word = rounding_word(p);
    unsigned drop = (unsigned)EXP_AT - hif8_frac[p.exp - HIF8_HALF_SMALLEST];
    uint64_t kept = word >> drop, rest = word << (64 - drop);
    kept += num_rounds_away(env->round, p.sign, kept & 1, rest);
    uint64_t sum = kept << drop;
    if (sum > most)
        return num_overflow(num_format(PTO_HiF8), p.sign, env);
    if (rest) {
        num_raise(env, PTO_NX);
        if (p.exp < HIF8_NORMAL && num_is_tiny(p, HIF8_NORMAL, 1, env->round))
            env->flags |= PTO_UF;
    }
    uint64_t entry = (sum >> EXP_AT) - (EXP_BIAS + HIF8_HALF_SMALLEST);
    uint64_t frac = (sum & pto_low_bits(EXP_AT)) >> drop;
    return with_sign(hif8_base[entry] + frac, p.sign);
}

uint64_t num_pack_hif8(pto_parts p, pto_fenv *env)
{
    if (p.part != PTO_PART_FINITE)
        return num_pack_special(num_format(PTO_HiF8), p, env);
    return pack_finite(p, env);
}
