/* Exact decomposition of every format. */
#include "num/num.h"

/* Zero and NaN, which share a code, the subnormals, and infinity. */
static pto_parts hif8_outside(unsigned code, pto_parts p)
{
    if (!code) {
        p.part = p.sign ? PTO_PART_QNAN : PTO_PART_ZERO;
        p.sign = 0;
    } else if (code < 8) {
        p.exp = (int32_t)code - 23;
        p.sig = PTO_HALF;
    } else {
        p.part = PTO_PART_INF;
    }
    return p;
}

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
    static const uint8_t exp_bits[] = {0, 0, 1, 1, 2, 2, 2, 2,
                                       3, 3, 3, 3, 4, 4, 4, 4};
    static const uint8_t frac_bits[] = {3, 3, 3, 3, 3, 3, 3, 3,
                                        2, 2, 2, 2, 1, 1, 1, 1};
    unsigned code = bits & 0x7f, row = code >> 3;
    pto_parts p = {.part = PTO_PART_FINITE, .sign = (bits & 0x80) != 0};
    if (code < 8 || code == 0x6f)
        return hif8_outside(code, p);
    /* the exponent's sign, and the one that stands before its magnitude */
    unsigned sign = 1u << exp_bits[row] >> 1, frac = frac_bits[row];
    unsigned field = code >> frac;
    unsigned magnitude = sign | (field & (sign - (sign != 0)));
    p.exp = field & sign ? -(int32_t)magnitude : (int32_t)magnitude;
    p.sig = PTO_HALF | (uint64_t)code << (64 - frac) >> 1;
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
                               .exp = (int32_t)(bits >> f->frac_bits) - f->bias,
                               .sig = PTO_HALF | bits << (63 - f->frac_bits)};
        return (pto_parts){.part = PTO_PART_QNAN};
    case PTO_KIND_NONE: break;
    }
    return (pto_parts){.part = PTO_PART_SNAN};
}
