/* The register tiles of AVX-512 kernels: sizes, and loops unrolled for each. */
#ifndef PTO_SRC_CUBE_KERNEL_TILE_AVX512_H
#define PTO_SRC_CUBE_KERNEL_TILE_AVX512_H

#include "cube/kernel/kernel.h"

#include <immintrin.h>

enum { VECTOR = 16, VECTORS = CUBE_MAX_COLUMNS / VECTOR };

/* Where accumulator x lies in D. */
static inline size_t at(const cube_tile *t, int x, int vectors)
{
    return (size_t)(x / vectors) * t->pitch + (size_t)(x % vectors) * VECTOR;
}

/*
 * Accumulator x of a tile is row x / vectors, vector x % vectors. `rows` and
 * `vectors` are constants wherever these are inlined.
 */
typedef void tile_fn(const cube_tile *t, int rows, int vectors);

/* Every row count gets registers of its own. */
static inline __attribute__((always_inline)) void with_rows(tile_fn *tile,
                                                            const cube_tile *t,
                                                            int vectors)
{
    switch (t->rows) {
    case 1: tile(t, 1, vectors); break;
    case 2: tile(t, 2, vectors); break;
    case 3: tile(t, 3, vectors); break;
    case 4: tile(t, 4, vectors); break;
    case 5: tile(t, 5, vectors); break;
    default: tile(t, 6, vectors); break;
    }
}

static inline __attribute__((always_inline)) void with_columns(
    tile_fn *tile, const cube_tile *t)
{
    switch (t->columns / VECTOR) {
    case 1: with_rows(tile, t, 1); break;
    case 2: with_rows(tile, t, 2); break;
    case 3: with_rows(tile, t, 3); break;
    default: with_rows(tile, t, 4); break;
    }
}

#endif
