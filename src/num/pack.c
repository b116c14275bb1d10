/* Rounding once, the range check, and encoding in every format. */
#include "num/num.h"

uint64_t num_pack_float(const pto_format *f, pto_parts p, pto_fenv *env)
{
    if (p.part != PTO_PART_FINITE)
        return num_pack_special(f, p, env);
    return num_pack_finite(f, p, env);
}

uint64_t num_pack_edge(const pto_format *f, pto_parts p, bool saturate,
                       pto_fenv *env)
{
    pto_fenv local = {.round = env->round, .saturate = saturate};
    uint64_t bits = num_pack_finite(f, p, &local);
    env->flags |= local.flags;
    return bits;
}

/*
 * A lone exponent is rounded itself: nearest compares v*v with 2^(2e+1), and
 * as sqrt(2) is irrational there is no tie.
 */
static bool exponent_goes_up(pto_parts p, unsigned round)
{
    bool upper = (pto_u128)p.sig * p.sig >> 127 != 0, negative = p.exp < 0;
    uint64_t rest = upper != negative ? PTO_HALF + 1 : 1;
    bool odd = (p.exp & 1) != negative; /* of the magnitude towards zero */
    return num_rounds_away(round, negative, odd, rest) != negative;
}

/* Where it lies among the codes if they had no end. */
static int64_t scale_code(const pto_format *f, pto_parts p, unsigned round,
                          bool *exact)
{
    unsigned drop = 63u - f->frac_bits;
    uint64_t rest = num_dropped(p.sig, drop), kept = p.sig >> drop;
    int64_t code = (int64_t)(p.exp + f->bias) * (1 << f->frac_bits);
    *exact = !rest;
    if (!f->frac_bits)
        return code + (!*exact && exponent_goes_up(p, round));
    code += (int64_t)(kept & pto_low_bits(f->frac_bits));
    return code + num_rounds_away(round, false, kept & 1, rest);
}

/* A lone exponent is out of range by its value, before it is rounded. */
static uint64_t pack_scale(const pto_format *f, pto_parts p, pto_fenv *env)
{
    bool exact;
    if (p.part == PTO_PART_ZERO || p.sign || num_is_nan(p)) {
        env->flags |= PTO_NV;
        return f->nan;
    }
    int64_t code = scale_code(f, p, env->round, &exact);
    int64_t most = (int64_t)f->max_finite, last = most - f->bias;
    bool lone = !f->frac_bits;
    if (p.part == PTO_PART_INF || code > most ||
        (lone && p.exp == last && !exact)) {
        env->flags |= PTO_OF | PTO_NX;
        return env->saturate ? f->max_finite : f->nan;
    }
    if (code < 0 || (lone && p.exp < -f->bias)) {
        env->flags |= PTO_UF | PTO_NX;
        return env->saturate ? 0 : f->nan;
    }
    env->flags |= exact ? 0 : PTO_NX;
    return (uint64_t)code;
}

/* An invalid conversion: the indefinite value, or the nearest bound. */
static uint64_t integer_invalid(const pto_format *f, pto_parts p, pto_fenv *env)
{
    env->flags |= PTO_NV;
    if (!env->saturate)
        return f->sign_mask ? f->min_finite : f->max_finite;
    if (num_is_nan(p))
        return 0;
    return p.sign ? f->min_finite : f->max_finite;
}

/* A rounded magnitude, if it is in range. */
static inline uint64_t integer_within(const pto_format *f, pto_parts p,
                                      uint64_t kept, uint64_t rest,
                                      pto_fenv *env)
{
    uint64_t limit = p.sign ? f->sign_mask : f->max_finite;
    if (kept > limit)
        return integer_invalid(f, p, env);
    if (rest)
        num_raise(env, PTO_NX);
    return p.sign ? (0 - kept) & f->carrier_mask : kept;
}

uint64_t num_pack_integer(const pto_format *f, pto_parts p, pto_fenv *env)
{
    if (p.part == PTO_PART_ZERO)
        return 0;
    if (p.part != PTO_PART_FINITE || p.exp > 63)
        return integer_invalid(f, p, env);
    if (p.exp == 63) /* whole already */
        return integer_within(f, p, p.sig, 0, env);
    /* All below a half are alike; a quarter stands for them. */
    bool small = p.exp < -1;
    uint64_t sig = small ? PTO_HALF >> 1 : p.sig;
    unsigned drop = small ? 64 : (unsigned)(63 - p.exp); /* 1..64 */
    uint64_t kept = sig >> 1 >> (drop - 1), rest = sig << (64 - drop);
    kept += num_rounds_away(env->round, p.sign, kept & 1, rest);
    return integer_within(f, p, kept, rest, env);
}

/* An integer type's code of kept and a fraction, left-aligned in rest. */
static uint64_t pack_whole(const pto_format *f, bool sign, uint64_t kept,
                           uint64_t rest, pto_fenv *env)
{
    pto_parts p = {.part = PTO_PART_FINITE, .sign = sign};
    bool away = num_rounds_away(env->round, sign, kept & 1, rest);
    if (away && kept == UINT64_MAX)
        return integer_invalid(f, p, env);
    return integer_within(f, p, kept + away, rest, env);
}

uint64_t pto_pack(pto_dtype t, pto_parts p, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    p = num_bounded(p);
    switch ((pto_kind)f->kind) {
    case PTO_KIND_FLOAT: return num_pack_float(f, p, env);
    case PTO_KIND_HIF8: return num_pack_hif8(p, env);
    case PTO_KIND_SCALE: return pack_scale(f, p, env);
    case PTO_KIND_SIGNED:
    case PTO_KIND_UNSIGNED: return num_pack_integer(f, p, env);
    case PTO_KIND_NONE: break;
    }
    env->flags |= PTO_NV;
    return 0;
}

/* An integer of 64 bits has no room for a sticky bit in sig. */
uint64_t num_pack_wide(const pto_format *f, struct num_wide w, pto_fenv *env)
{
    pto_parts p = w.parts;
    bool whole = f->kind >= PTO_KIND_SIGNED && p.part == PTO_PART_FINITE;
    if (whole && p.exp == 63)
        return pack_whole(f, p.sign, p.sig, w.low, env);
    if (whole && p.exp == 62)
        return pack_whole(f, p.sign, p.sig >> 1,
                          p.sig << 63 | w.low >> 1 | (w.low & 1), env);
    p.sig |= w.low != 0;
    return pto_pack((pto_dtype)f->code, p, env);
}
