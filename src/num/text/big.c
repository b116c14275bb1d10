/* Natural numbers of a fixed largest size, for reading and printing decimals.
 */
#include "num/text/big.h"

#include <string.h>

big big_from(uint64_t v)
{
    big b = {.limb = {(uint32_t)v, (uint32_t)(v >> 32)}};
    b.size = v >> 32 ? 2 : v != 0;
    return b;
}

unsigned big_bits(const big *b)
{
    if (!b->size)
        return 0;
    return 32 * b->size - (unsigned)__builtin_clz(b->limb[b->size - 1]);
}

bool big_mul(big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (unsigned i = 0; i < b->size; i++) {
        carry += (uint64_t)b->limb[i] * factor;
        b->limb[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (!carry)
        return true;
    if (b->size == BIG_LIMBS)
        return false;
    b->limb[b->size++] = (uint32_t)carry;
    return true;
}

uint32_t big_div(big *b, uint32_t divisor)
{
    uint64_t rest = 0;
    for (unsigned i = b->size; i-- > 0;) {
        rest = rest << 32 | b->limb[i];
        b->limb[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
    while (b->size && !b->limb[b->size - 1])
        b->size--;
    return (uint32_t)rest;
}

bool big_shift_left(big *b, unsigned n)
{
    unsigned limbs = n / 32;
    if (b->size + limbs > BIG_LIMBS)
        return false;
    if (!big_mul(b, UINT32_C(1) << n % 32, 0) || b->size + limbs > BIG_LIMBS)
        return false;
    memmove(b->limb + limbs, b->limb, b->size * sizeof b->limb[0]);
    memset(b->limb, 0, limbs * sizeof b->limb[0]);
    if (b->size)
        b->size += limbs;
    return true;
}

static unsigned bit_at(const big *b, unsigned i)
{
    return i / 32 < b->size ? b->limb[i / 32] >> i % 32 & 1 : 0;
}

uint64_t big_top(const big *b, unsigned top, bool *more)
{
    uint64_t v = 0;
    unsigned low = top > 64 ? top - 64 : 0;
    for (unsigned i = top; i-- > low;)
        v = v << 1 | bit_at(b, i);
    v <<= top < 64 ? 64 - top : 0;
    *more = false;
    for (unsigned i = 0; i < low && !*more; i++)
        *more = bit_at(b, i);
    return v;
}
