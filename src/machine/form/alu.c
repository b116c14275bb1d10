/* Division and bit fields. */
#include "machine/form/alu.h"

uint64_t pto_divide(uint64_t l, uint64_t r)
{
    return r ? l / r : 0;
}

uint64_t pto_remainder(uint64_t l, uint64_t r)
{
    return r ? l % r : l;
}

static uint64_t magnitude(uint64_t v)
{
    return v >> 63 ? 0 - v : v;
}

/* The most negative dividend by -1 gives itself back. */
uint64_t pto_divide_signed(uint64_t l, uint64_t r)
{
    uint64_t q = pto_divide(magnitude(l), magnitude(r));
    return (l ^ r) >> 63 ? 0 - q : q;
}

uint64_t pto_remainder_signed(uint64_t l, uint64_t r)
{
    return l - pto_divide_signed(l, r) * r;
}

static uint64_t rotate_right(uint64_t v, unsigned n)
{
    return n ? v >> n | v << (64 - n) : v;
}

static uint64_t count_leading_zeros(uint64_t field, unsigned width)
{
    unsigned n = 0;
    while (n < width && !(field >> (width - 1 - n) & 1))
        n++;
    return n;
}

static uint64_t count_trailing_zeros(uint64_t field, unsigned width)
{
    unsigned n = 0;
    while (n < width && !(field >> n & 1))
        n++;
    return n;
}

static uint64_t count_ones(uint64_t v)
{
    uint64_t n = 0;
    for (; v; v &= v - 1)
        n++;
    return n;
}

/* Fields that are not whole bytes have no reverse: zero. */
static uint64_t reverse_bytes(uint64_t field, unsigned width)
{
    uint64_t reversed = 0;
    if (width % 8)
        return 0;
    for (unsigned i = 0; i < width; i += 8)
        reversed = reversed << 8 | (field >> i & 0xff);
    return reversed;
}

uint64_t pto_bitfield(pto_bits_kind kind, uint64_t l, uint64_t r)
{
    unsigned width = (r & 63) + 1, position = r >> 6 & 63;
    uint64_t mask = pto_low_bits(width);
    uint64_t field = rotate_right(l, position) & mask;
    uint64_t in_place = rotate_right(mask, (64 - position) & 63);
    switch (kind) {
    case PTO_BITS_BXS: return (uint64_t)pto_sign_extend(field, width);
    case PTO_BITS_CLZ: return count_leading_zeros(field, width);
    case PTO_BITS_CTZ: return count_trailing_zeros(field, width);
    case PTO_BITS_BCNT: return count_ones(field);
    case PTO_BITS_BIC: return l & ~in_place;
    case PTO_BITS_BIS: return l | in_place;
    case PTO_BITS_REV: return reverse_bytes(field, width);
    case PTO_BITS_BXU: break;
    }
    return field;
}
