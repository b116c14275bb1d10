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

/* Between FLOAT kinds, a leading one in and a normal value out: the usual. */
uint64_t pto_convert(pto_dtype dst, pto_dtype src, uint64_t bits, pto_fenv *env)
{
    const struct num_shape *d = &num_shapes[dst & (PTO_DTYPE_CODES - 1)];
    const struct num_shape *s = &num_shapes[src & (PTO_DTYPE_CODES - 1)];
    uint64_t code = bits & s->magnitude;
    if (!(s->is_float & d->is_float) || code - s->least > s->span ||
        bits & s->must_be_zero)
        return convert_general(dst, src, bits, env);
    bool sign = bits & s->sign;
    uint32_t below = (uint32_t)(code >> s->width);
    below += (uint32_t)(d->bias - s->bias - 1);
    uint64_t sig = code << (63 - s->width) | PTO_HALF;
    uint64_t kept = sig >> (63 - d->frac_bits), rest = sig << 1 << d->frac_bits;
    uint64_t out = kept + ((uint64_t)below << d->frac_bits);
    out += num_rounds_away(env->round, sign, kept & 1, rest);
    if (below >> d->exp_bits || out > d->most)
        return convert_general(dst, src, bits, env);
    num_raise(env, rest ? PTO_NX : 0);
    return out << d->low_zeros | (sign ? d->sign : 0);
}
