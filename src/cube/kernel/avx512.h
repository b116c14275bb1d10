/* Internal to src/cube: kernels for AVX-512 that have files of their own. */
#ifndef PTO_SRC_CUBE_KERNEL_AVX512_H
#define PTO_SRC_CUBE_KERNEL_AVX512_H

#include "cube/kernel/kernel.h"

/* multiply_f64 of cube_kernel. */
uint32_t cube_wide_avx512(const cube_tile *t);

/* multiply_s16: the second on processors with VNNI, one instruction a pair. */
void cube_pairs_avx512(const cube_tile *t);
void cube_dot_avx512(const cube_tile *t);

/* multiply_s32. */
void cube_integers_avx512(const cube_tile *t);

#endif
