/* Bitwise operations and shifts on the storage width of a type. */
#include "num/num.h"

uint64_t pto_num_bit_and(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return a & b & num_format(t)->carrier_mask;
}

uint64_t pto_num_bit_or(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return (a | b) & num_format(t)->carrier_mask;
}

uint64_t pto_num_bit_xor(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    return (a ^ b) & num_format(t)->carrier_mask;
}

uint64_t pto_num_bit_not(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)env;
    return ~a & num_format(t)->carrier_mask;
}

static unsigned distance(const pto_format *f, uint64_t b)
{
    return (unsigned)(b & (f->storage_bits - 1U));
}

uint64_t pto_num_shift_left(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    const pto_format *f = num_format(t);
    return a << distance(f, b) & f->carrier_mask;
}

uint64_t pto_num_shift_right(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)env;
    const pto_format *f = num_format(t);
    unsigned n = distance(f, b);
    if (f->kind != PTO_KIND_SIGNED)
        return (a & f->carrier_mask) >> n;
    int64_t v = pto_sign_extend(a, f->storage_bits);
    return (uint64_t)(v < 0 ? ~(~v >> n) : v >> n) & f->carrier_mask;
}
