/* Exact decomposition of every format. */
#include "num/num.h"

/*
 * HiF8 below the sign: a prefix names how many exponent bits follow.
 *
 *   0000 mmm   2^(m - 23), m = 0 is zero        1 s ee... : the exponent is
 *   0001 fff   1.fff                            sign s and an implicit top
 *   001 s fff  e = +-1                          bit above the stored ones
 *   01 s e fff, 10 s ee ff, 11 s eee f
 */
pto_parts num_unpack_hif8(uint64_t bits)
{
    unsigned code = bits & 0x7f;
    pto_parts p = {.sign = (bits & 0x80) != 0};
    if (!code) {
        p.part = p.sign ? PTO_PART_QNAN : PTO_PART_ZERO;
        p.sign = 0;
        return p;
    }
    if (code == 0x6f) {
        p.part = PTO_PART_INF;
        return p;
    }
    p.part = PTO_PART_FINITE;
    if (code < 8) {
        p.exp = (int)code - 23;
        p.sig = PTO_HALF;
        return p;
    }
    unsigned exp_bits = code < 16 ? 0 : code < 32 ? 1 : (code >> 5) + 1;
    unsigned frac_bits = exp_bits < 3 ? 3 : 5 - exp_bits;
    unsigned field = code >> frac_bits; /* prefix, exponent sign, exponent */
    if (exp_bits) {
        unsigned top = 1u << (exp_bits - 1);
        int magnitude = (int)(top | (field & (top - 1)));
        p.exp = field & top ? -magnitude : magnitude;
    }
    p.sig = PTO_HALF | (code & pto_low_bits(frac_bits)) << (63 - frac_bits);
    return p;
}

static pto_parts unpack_integer(const pto_format *f, uint64_t bits)
{
    pto_parts p = {.sign = (bits & f->sign_mask) != 0};
    uint64_t magnitude = bits;
    if (p.sign)
        magnitude = (0 - bits) & f->carrier_mask;
    if (!magnitude)
        return p;
    int zeros = __builtin_clzll(magnitude);
    p.part = PTO_PART_FINITE;
    p.exp = 63 - zeros;
    p.sig = magnitude << zeros;
    return p;
}

pto_parts pto_unpack(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    bits &= f->carrier_mask;
    switch ((pto_kind)f->kind) {
    case PTO_KIND_FLOAT: return num_unpack_float(f, bits);
    case PTO_KIND_HIF8: return num_unpack_hif8(bits);
    case PTO_KIND_SIGNED:
    case PTO_KIND_UNSIGNED: return unpack_integer(f, bits);
    case PTO_KIND_SCALE:
        if (bits != f->nan)
            return (pto_parts){.part = PTO_PART_FINITE,
                               .exp = (int32_t)bits - f->bias,
                               .sig = PTO_HALF};
        return (pto_parts){.part = PTO_PART_QNAN};
    case PTO_KIND_NONE: break;
    }
    return (pto_parts){.part = PTO_PART_SNAN};
}
