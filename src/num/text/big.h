/* Internal to src/num/text: natural numbers of up to 8192 bits. */
#ifndef PTO_SRC_NUM_TEXT_BIG_H
#define PTO_SRC_NUM_TEXT_BIG_H

#include <stdbool.h>
#include <stdint.h>

enum { BIG_LIMBS = 256 };

/* Little-endian; `size` limbs are in use, the top one is not zero. */
typedef struct big {
    uint32_t limb[BIG_LIMBS];
    unsigned size;
} big;

big big_from(uint64_t v);
unsigned big_bits(const big *b);
/* b * factor + addend; false where it does not fit. */
bool big_mul(big *b, uint32_t factor, uint32_t addend);
/* b / divisor in place; the remainder. */
uint32_t big_div(big *b, uint32_t divisor);
bool big_shift_left(big *b, unsigned n);
/* The 64 bits below bit `top`, and whether anything is set further down. */
uint64_t big_top(const big *b, unsigned top, bool *more);

#endif
