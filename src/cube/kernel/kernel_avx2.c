/* Kernels for AVX2 with FMA and F16C. */
#include "cube/kernel/kernel.h"

#if defined(__AVX2__)
#include "cube/kernel/vector_avx2.h"

#include "cube/kernel/container.h"
#include "cube/kernel/lines.h"
#include "cube/kernel/mxcsr.h"
#include "cube/kernel/tile.h"

static uint32_t multiply_f32(const cube_tile *t)
{
    return cube_multiply(t, cube_fma_step);
}

const cube_kernel cube_avx2 = {
    .level = PTO_LEVEL_AVX2,
    .panel = CUBE_VECTORS * CUBE_LANES,
    .step = CUBE_LANES,
    .rows = CUBE_MAX_ROWS,
    .enter = cube_mxcsr_enter,
    .leave = cube_mxcsr_leave,
    .collect = cube_mxcsr_collect,
    .multiply = {[CUBE_TERM_F32] = multiply_f32,
                 [CUBE_TERM_F64] = cube_wide_multiply,
                 [CUBE_TERM_S16] = cube_multiply_pairs,
                 [CUBE_TERM_S32] = cube_multiply_words},
    .decode = cube_decode,
    .factors = cube_factors,
    .canonical = cube_canonical,
    .transpose = cube_transpose,
    .interleave = cube_interleave,
    .widen = cube_widen,
};

#endif
