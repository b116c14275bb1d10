/* Internal to src/cube: raw codes to FP32 bits, and scales. */
#ifndef PTO_SRC_CUBE_DECODE_H
#define PTO_SRC_CUBE_DECODE_H

#include "cube/kernel/kernel.h"

/* Fill the table unless it already serves `dtype`. */
void pto_code_table_make(pto_code_table *table, unsigned dtype);

/* The largest E8M0 code (but 255) that keeps all of `dtype` inside FP32. */
uint32_t pto_e8m0_limit(unsigned dtype);

#endif
