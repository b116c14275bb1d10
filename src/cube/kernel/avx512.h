/* Internal to src/cube: kernels for AVX-512 that tests reach one by one. */
#ifndef PTO_SRC_CUBE_KERNEL_AVX512_H
#define PTO_SRC_CUBE_KERNEL_AVX512_H

#include "cube/kernel/kernel.h"

uint32_t cube_wide_avx512(const cube_tile *t);

/* Pairs: the second on processors with VNNI, one instruction a pair. */
uint32_t cube_pairs_avx512(const cube_tile *t);
uint32_t cube_dot_avx512(const cube_tile *t);

#endif
