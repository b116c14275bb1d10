/* Kernels for AVX-512 (F, BW, VL, DQ), and VNNI where there is any. */
#include "cube/kernel/avx512.h"

#if defined(__AVX512BW__)
#include "cube/kernel/vector_avx512.h"

#include "cube/kernel/container.h"
#include "cube/kernel/lines.h"
#include "cube/kernel/mxcsr.h"
#include "cube/kernel/tile.h"

static uint32_t multiply_f32(const cube_tile *t)
{
    return cube_multiply(t, cube_fma_step);
}

uint32_t cube_pairs_avx512(const cube_tile *t)
{
    return cube_multiply(t, cube_pair_step);
}

__attribute__((target("avx512vnni"))) uint32_t cube_dot_avx512(
    const cube_tile *t)
{
    return cube_multiply(t, cube_dot_step);
}

static uint32_t multiply_s16(const cube_tile *t)
{
    if (__builtin_cpu_supports("avx512vnni"))
        return cube_dot_avx512(t);
    return cube_pairs_avx512(t);
}

/* Only where cube_bytes_are_fast. */
static __attribute__((target("avx512vnni"))) uint32_t multiply_s8(
    const cube_tile *t)
{
    return cube_multiply(t, cube_byte_step);
}

const cube_kernel cube_avx512 = {
    .level = PTO_LEVEL_AVX512,
    .panel = CUBE_VECTORS * CUBE_LANES,
    .step = CUBE_LANES,
    .rows = CUBE_MAX_ROWS,
    .enter = cube_mxcsr_enter,
    .leave = cube_mxcsr_leave,
    .collect = cube_mxcsr_collect,
    .multiply = {[CUBE_TERM_F32] = multiply_f32,
                 [CUBE_TERM_F64] = cube_wide_avx512,
                 [CUBE_TERM_S8] = multiply_s8,
                 [CUBE_TERM_S16] = multiply_s16,
                 [CUBE_TERM_S32] = cube_multiply_words},
    .decode = cube_decode,
    .factors = cube_factors,
    .canonical = cube_canonical,
    .transpose = cube_transpose,
    .interleave = cube_interleave,
    .widen = cube_widen,
};

#endif
