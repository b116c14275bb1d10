/* One element from any format to any other. */
#include "num/num.h"

/* Never a flag: wraps, or clamps when saturating. */
static uint64_t integer_to_integer(const pto_format *d, const pto_format *s,
                                   uint64_t bits, bool saturate)
{
    bool negative = (bits & s->sign_mask) != 0;
    uint64_t value = negative ? bits | ~s->carrier_mask : bits;
    if (!saturate)
        return value & d->carrier_mask;
    if (!negative)
        return value > d->max_finite ? d->max_finite : value;
    if (!d->sign_mask)
        return 0;
    return 0 - value > d->sign_mask ? d->min_finite : value & d->carrier_mask;
}

/* Canonicalize=1: a NaN is made quiet first; an invalid encoding is none. */
static bool is_canonicalized(const pto_format *s, uint64_t bits, pto_parts p,
                             const pto_fenv *env)
{
    return p.part == PTO_PART_SNAN && env->canonicalize &&
           !(bits & s->must_be_zero) && s->kind != PTO_KIND_NONE;
}

/* A finite value, of which most destinations make a normal one. */
static inline uint64_t pack_finite(const pto_format *d, pto_parts p,
                                   pto_fenv *env)
{
    if (d->kind == PTO_KIND_FLOAT)
        return num_pack_normal(d, p, env->saturate, env);
    if (d->kind >= PTO_KIND_SIGNED)
        return num_pack_integer(d, p, env);
    if (d->kind == PTO_KIND_HIF8)
        return num_pack_hif8(p, env);
    return pto_pack((pto_dtype)d->code, p, env);
}

/* Out of line, so that what follows needs few registers. */
static __attribute__((noinline)) uint64_t convert_any(const pto_format *d,
                                                      const pto_format *s,
                                                      uint64_t bits,
                                                      pto_fenv *env)
{
    if (s->kind >= PTO_KIND_SIGNED && d->kind >= PTO_KIND_SIGNED)
        return integer_to_integer(d, s, bits, env->saturate);
    pto_parts p = s->kind == PTO_KIND_HIF8
                      ? num_unpack_hif8(bits)
                      : pto_unpack((pto_dtype)s->code, bits);
    if (p.part == PTO_PART_FINITE)
        return pack_finite(d, p, env);
    if (is_canonicalized(s, bits, p, env))
        p.part = PTO_PART_QNAN;
    return pto_pack((pto_dtype)d->code, p, env);
}

static __attribute__((noinline)) uint64_t convert_general(pto_dtype dst,
                                                          pto_dtype src,
                                                          uint64_t bits,
                                                          pto_fenv *env)
{
    const pto_format *d = num_format(dst), *s = num_format(src);
    uint64_t carrier = bits & s->carrier_mask;
    if (s->kind == PTO_KIND_FLOAT && num_is_leading(s, carrier))
        return pack_finite(d, num_leading_parts(s, carrier), env);
    return convert_any(d, s, carrier, env);
}

/* Where a leading one is, so that without 63 bits less than a half is left. */
enum { LEADS = 61 };

typedef struct rounded {
    uint64_t code, rest;
} rounded;

/* The same for a normal value, a subnormal (below < 0), and an integer. */
static inline __attribute__((always_inline)) rounded round_code(
    const struct num_shape *d, int below, uint64_t sig, bool sign,
    unsigned round)
{
    int step = below < 0 ? 0 : below;
    int drop = LEADS - d->frac_bits + (step - below);
    drop = drop < 63 ? drop : 63;
    uint64_t kept = sig >> drop, rest = sig << (64 - drop);
    uint64_t code = kept + ((uint64_t)step << d->frac_bits);
    code += num_rounds_away(round, sign, kept & 1, rest);
    return (rounded){code, rest};
}

static inline __attribute__((always_inline)) uint64_t finish_integer(
    const struct num_shape *d, rounded r, uint64_t sign, pto_fenv *env)
{
    uint64_t beyond = d->beyond[env->saturate != 0][sign];
    uint64_t inside = (r.code ^ (0 - sign)) + sign;
    uint64_t over = 0 - (uint64_t)(r.code > d->most[sign]);
    unsigned inexact = (0u - (unsigned)(r.rest != 0)) & PTO_NX;
    num_raise(env, (inexact & ~(unsigned)over) | (PTO_NV & (unsigned)over));
    return ((beyond & over) | (inside & ~over)) & d->mask;
}

/*
 * From a leading one. Random data take no branch that depends on them: only
 * an overflow, or what rounds up from a subnormal to a normal value, leaves.
 */
static inline __attribute__((always_inline)) uint64_t convert_leading(
    const struct num_shape *s, pto_dtype dst, pto_dtype src, uint64_t bits,
    pto_fenv *env)
{
    const struct num_shape *d = &num_shapes[dst & (PTO_DTYPE_CODES - 1)];
    uint64_t code = bits & s->magnitude;
    if (d->way == NUM_GENERAL || code - s->least >= s->leading ||
        bits & s->must_be_zero)
        return convert_general(dst, src, bits, env);
    uint64_t sign = bits >> s->sign_at & 1;
    int exp = (int)(code >> s->width) - s->bias;
    uint64_t sig = code << (63 - s->width) | PTO_HALF;
    if (d->way == NUM_HIF8)
        return num_pack_hif8(
            (pto_parts){PTO_PART_FINITE, (uint8_t)sign, exp, sig}, env);
    int below = exp + d->bias - 1;
    rounded r = round_code(d, below, sig >> (63 - LEADS), sign, env->round);
    if (d->way == NUM_INTEGER)
        return finish_integer(d, r, sign, env);
    bool below_normal = below < 0;
    if (r.code > (below_normal ? d->subnormal : d->most[0])) {
        if (!below_normal)
            return num_overflow(num_format(dst), sign, env);
        return convert_general(dst, src, bits, env);
    }
    unsigned flags = PTO_NX | (below_normal ? PTO_UF : 0);
    num_raise(env, flags & (0u - (unsigned)(r.rest != 0)));
    return r.code << d->low_zeros | (sign << d->sign_at);
}

/* The usual source's row as constants. */
static const struct num_shape own_shapes[PTO_DTYPE_CODES] = {
#include "num/shape_rows.h"
};

static __attribute__((noinline)) uint64_t convert_from_any(pto_dtype dst,
                                                           pto_dtype src,
                                                           uint64_t bits,
                                                           pto_fenv *env)
{
    return convert_leading(&num_shapes[src & (PTO_DTYPE_CODES - 1)], dst, src,
                           bits, env);
}

uint64_t pto_convert(pto_dtype dst, pto_dtype src, uint64_t bits, pto_fenv *env)
{
    if (src != PTO_FP32)
        return convert_from_any(dst, src, bits, env);
    return convert_leading(&own_shapes[PTO_FP32], dst, PTO_FP32, bits, env);
}
