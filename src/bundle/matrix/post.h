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

/* Bits that a parameter word of this mode has clear. */
uint64_t pto_post_idle_bits(const pto_pre_quant *m);

/* What a legal word of this mode has, in words. */
const char *pto_post_word_text(const pto_pre_quant *m);

enum { PTO_RELU_BITS = 19 };
#define PTO_RELU_TEXT "a legal FP19 in bits 18:0"

/* An FP19 activation parameter in the low 19 bits. */
bool pto_relu_word_legal(uint64_t word);

/* Rows of one block of a layout whose rows are M; 0: no such layout. */
uint32_t pto_block_rows(unsigned layout);

#endif
