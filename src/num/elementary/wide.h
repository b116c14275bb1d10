/* Internal to src/num: exp and log in 320-bit fixed point. */
#ifndef PTO_SRC_NUM_ELEMENTARY_WIDE_H
#define PTO_SRC_NUM_ELEMENTARY_WIDE_H

#include "num/num.h"

/*
 * The leading 64 bits of e^x for finite nonzero x, 2^-66 <= |x| < 2^11, and of
 * log x for x positive and not 1, with bit 0 set for the bits that follow.
 * The relative error before that is below 2^-190. Doubles need 2^-158 at worst
 * to be rounded correctly (Lefevre and Muller), so the answer is final.
 */
pto_parts num_exp_wide(pto_parts x);
pto_parts num_log_wide(pto_parts x);

#endif
