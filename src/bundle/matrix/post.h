/* What bundles know about B.FPATR beyond pto/profile.h. */
#ifndef PTO_SRC_BUNDLE_MATRIX_POST_H
#define PTO_SRC_BUNDLE_MATRIX_POST_H

#include "pto/profile.h"

/* The row of a PreQuantMode; that of mode 0 for a reserved code. */
const pto_pre_quant *pto_post_mode(unsigned code);

/* Columns per group by GroupNCode; 0 for none. */
unsigned pto_post_group(unsigned code);

static inline bool pto_relu_scalar(unsigned mode)
{
    return mode == 2;
}

static inline bool pto_relu_vector(unsigned mode)
{
    return mode == 3;
}

/* Every bit that the mode does not read is zero, and the scale is legal. */
bool pto_post_word_legal(const pto_pre_quant *m, uint64_t word);

/* An FP19 activation parameter in the low 19 bits. */
bool pto_relu_word_legal(uint64_t word);

#endif
