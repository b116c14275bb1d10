/* Register tiles: a loop over terms, unrolled for every size of a tile. */
#ifndef PTO_SRC_CUBE_KERNEL_TILE_H
#define PTO_SRC_CUBE_KERNEL_TILE_H

#include "cube/kernel/vector_portable.h"

/* acc and one word of terms; a constant wherever it is called. */
typedef v32 cube_step(v32 acc, v32 a, v32 b);

LANES v32 cube_word_step(v32 acc, v32 a, v32 b)
{
    return acc + a * b;
}

/* Where accumulator x, row x / vectors, vector x % vectors, lies in D. */
LANES uint32_t *cube_place(const cube_tile *t, int x, int vectors)
{
    return t->d + (size_t)(x / vectors) * t->pitch +
           (size_t)(x % vectors) * CUBE_LANES;
}

LANES void cube_tile_of(const cube_tile *t, cube_step *step, int rows,
                        int vectors)
{
    const uint32_t *a = t->a, *b = t->b;
    v32 acc[CUBE_MAX_ROWS * CUBE_VECTORS], line[CUBE_VECTORS];
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        acc[x] = t->fresh ? v32_set(0) : v32_load(cube_place(t, x, vectors));
    if (t->less) {
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++)
            acc[x] -= v32_load(t->less + x % vectors * CUBE_LANES);
    }
    for (uint32_t k = 0; k < t->steps; k++) {
        CUBE_UNROLL
        for (int j = 0; j < vectors; j++)
            line[j] = v32_load(b + j * CUBE_LANES);
        CUBE_UNROLL
        for (int x = 0; x < rows * vectors; x++)
            acc[x] = step(acc[x], v32_set(a[x / vectors * CUBE_PITCH_K]),
                          line[x % vectors]);
        a++;
        b += vectors * CUBE_LANES;
    }
    CUBE_UNROLL
    for (int x = 0; x < rows * vectors; x++)
        v32_store(cube_place(t, x, vectors), acc[x]);
}

/* Every row count gets registers of its own. */
LANES void cube_rows_of(const cube_tile *t, cube_step *step, int vectors)
{
    switch (t->rows) {
    case 1: cube_tile_of(t, step, 1, vectors); break;
    case 2: cube_tile_of(t, step, 2, vectors); break;
    case 3: cube_tile_of(t, step, 3, vectors); break;
    case 4: cube_tile_of(t, step, 4, vectors); break;
    case 5: cube_tile_of(t, step, 5, vectors); break;
    default: cube_tile_of(t, step, 6, vectors); break;
    }
}

LANES uint32_t cube_multiply(const cube_tile *t, cube_step *step)
{
    uint32_t vectors = t->columns / CUBE_LANES;
    if (vectors == CUBE_VECTORS)
        cube_rows_of(t, step, CUBE_VECTORS);
    else if (CUBE_VECTORS > 2 && vectors > 2)
        cube_rows_of(t, step, CUBE_VECTORS - 1);
    else if (CUBE_VECTORS > 2 && vectors == 2)
        cube_rows_of(t, step, 2);
    else
        cube_rows_of(t, step, 1);
    return 0;
}

static inline uint32_t cube_multiply_pairs(const cube_tile *t)
{
    return cube_multiply(t, cube_pair_step);
}

static inline uint32_t cube_multiply_words(const cube_tile *t)
{
    return cube_multiply(t, cube_word_step);
}

#endif
