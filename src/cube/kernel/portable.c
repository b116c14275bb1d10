/* Kernels in plain C: every floating term goes through an FP64 container. */
#include "cube/kernel/vector_portable.h"

#include "cube/kernel/container.h"
#include "cube/kernel/lines.h"
#include "cube/kernel/tile.h"

static cube_host_state enter(void)
{
    cube_host_state callers;
    fegetenv(&callers.environment);
    fesetenv(FE_DFL_ENV);
    return callers;
}

static void leave(cube_host_state callers)
{
    fesetenv(&callers.environment);
}

static uint32_t collect(void)
{
    return 0;
}

const cube_kernel cube_portable = {
    .level = PTO_LEVEL_PORTABLE,
    .panel = CUBE_VECTORS * CUBE_LANES,
    .step = CUBE_LANES,
    .rows = CUBE_MAX_ROWS,
    .enter = enter,
    .leave = leave,
    .collect = collect,
    .multiply = {[CUBE_TERM_F64] = cube_wide_multiply,
                 [CUBE_TERM_S16] = cube_multiply_pairs,
                 [CUBE_TERM_S32] = cube_multiply_words},
    .decode = cube_decode,
    .factors = cube_factors,
    .canonical = cube_canonical,
    .transpose = cube_transpose,
    .interleave = cube_interleave,
    .widen = cube_widen,
};
