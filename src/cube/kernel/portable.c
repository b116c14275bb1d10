/* Kernels in plain C: every floating term goes through an FP64 container. */
#define VECTOR_BYTES 16
#include "cube/kernel/container.h"
#include "cube/kernel/decode.h"
#include "cube/kernel/lines.h"

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

static void decode(const cube_lines *l)
{
    for (uint64_t i = 0; i < l->lines; i++) {
        cube_decode_line(l->table, l->raw + i * l->raw_pitch, l->n,
                         l->out + i * l->out_pitch);
        if (l->factors)
            lines_apply(l, i);
    }
}

static void transpose(const uint32_t *in, uint64_t in_pitch, uint32_t lines,
                      uint64_t n, uint32_t *out, uint64_t pitch)
{
    for (uint64_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < lines; j++)
            out[i * pitch + j] = in[j * in_pitch + i];
}

static void multiply_s16(const cube_tile *t)
{
    const int16_t *a = t->a, *b = t->b;
    for (uint32_t r = 0; r < t->rows; r++) {
        uint32_t *d = t->d + r * t->pitch;
        if (t->fresh)
            memset(d, 0, t->columns * sizeof *d);
        for (uint32_t k = 0; k < t->kc; k++) {
            int32_t left = a[r * 2 * CUBE_PITCH_K + k];
            const int16_t *line = b + (size_t)(k / 2) * 2 * t->columns + k % 2;
            for (uint32_t c = 0; c < t->columns; c++)
                d[c] += (uint32_t)(left * line[(size_t)2 * c]);
        }
    }
}

static void multiply_s32(const cube_tile *t)
{
    const uint32_t *a = t->a, *b = t->b;
    for (uint32_t r = 0; r < t->rows; r++) {
        uint32_t *d = t->d + r * t->pitch;
        if (t->fresh)
            memset(d, 0, t->columns * sizeof *d);
        for (uint32_t k = 0; k < t->kc; k++) {
            uint32_t left = a[r * CUBE_PITCH_K + k];
            const uint32_t *line = b + (size_t)k * t->columns;
            for (uint32_t c = 0; c < t->columns; c++)
                d[c] += left * line[c];
        }
    }
}

static const cube_kernel kernel = {.level = PTO_LEVEL_PORTABLE,
                                   .panel = 16,
                                   .step = 4,
                                   .rows = 4,
                                   .enter = enter,
                                   .leave = leave,
                                   .collect = collect,
                                   .multiply_f64 = wide_multiply,
                                   .multiply_s16 = multiply_s16,
                                   .multiply_s32 = multiply_s32,
                                   .decode = decode,
                                   .factors = lines_factors,
                                   .canonical = lines_canonical,
                                   .transpose = transpose,
                                   .widen = wide_widen};

const cube_kernel *cube_kernel_portable(void)
{
    return &kernel;
}
