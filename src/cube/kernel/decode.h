/* Internal to src/cube: raw codes to FP32 bits, and scales. */
#ifndef PTO_SRC_CUBE_DECODE_H
#define PTO_SRC_CUBE_DECODE_H

#include "cube/kernel/kernel.h"

/* Fill the table unless it already serves `dtype`. */
void cube_codes_make(cube_codes *table, unsigned dtype);

/* cube_kernel's decode one element at a time, unscaled: for every type. */
void cube_decode_each(const cube_lines *lines);

/* Is every number of the floating type an FP32 number? */
bool cube_fits_fp32(unsigned dtype);

/* The largest E8M0 code (but 255) that keeps all of `dtype` inside FP32. */
uint32_t cube_e8m0_limit(unsigned dtype);

#endif
