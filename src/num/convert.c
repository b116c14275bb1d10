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

/* The usual case: a leading one in, a normal value out. */
static inline uint64_t convert_leading(const pto_format *d, const pto_format *s,
                                       uint64_t bits, pto_fenv *env)
{
    pto_parts p = num_leading_parts(s, bits);
    if (d->kind == PTO_KIND_FLOAT)
        return num_pack_normal(d, p, env->saturate, env);
    if (d->kind >= PTO_KIND_SIGNED)
        return num_pack_integer(d, p, env);
    return pto_pack((pto_dtype)d->code, p, env);
}

NUM_COLD static uint64_t convert_any(const pto_format *d, const pto_format *s,
                                     uint64_t bits, pto_fenv *env)
{
    bits &= s->carrier_mask;
    if (s->kind >= PTO_KIND_SIGNED && d->kind >= PTO_KIND_SIGNED)
        return integer_to_integer(d, s, bits, env->saturate);
    pto_parts p = pto_unpack((pto_dtype)s->code, bits);
    if (is_canonicalized(s, bits, p, env))
        p.part = PTO_PART_QNAN;
    return pto_pack((pto_dtype)d->code, p, env);
}

uint64_t pto_convert(pto_dtype dst, pto_dtype src, uint64_t bits, pto_fenv *env)
{
    const pto_format *d = num_format(dst), *s = num_format(src);
    uint64_t carrier = bits & s->carrier_mask;
    if (s->kind == PTO_KIND_FLOAT && num_is_leading(s, carrier))
        return convert_leading(d, s, carrier, env);
    return convert_any(d, s, carrier, env);
}
