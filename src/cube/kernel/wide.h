/* Internal to src/cube: container tiles written for one instruction set. */
#ifndef PTO_SRC_CUBE_WIDE_H
#define PTO_SRC_CUBE_WIDE_H

#include "cube/kernel/kernel.h"

uint32_t pto_wide_avx512(const pto_register_tile *t);

#endif
