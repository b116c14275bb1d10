/* Internal to src/cube: raw codes to FP32 bits, and scales. */
#ifndef PTO_SRC_CUBE_DECODE_H
#define PTO_SRC_CUBE_DECODE_H

#include "cube/kernel/kernel.h"

/* Fill the table unless it already serves `dtype`. */
void cube_codes_make(cube_codes *table, unsigned dtype);

/* One line to words, whatever its type. */
void cube_decode_line(const cube_codes *table, const uint8_t *raw, uint64_t n,
                      uint32_t *out);

/* The largest E8M0 code (but 255) that keeps all of `dtype` inside FP32. */
uint32_t cube_e8m0_limit(unsigned dtype);

#endif
