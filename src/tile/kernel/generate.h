/* Tiles out of nothing: sequences and triangles over the valid region. */
#ifndef PTO_SRC_TILE_KERNEL_GENERATE_H
#define PTO_SRC_TILE_KERNEL_GENERATE_H

#include "pto/tile.h"

/* The first row: start, start + 1, ... or start, start - 1, ..., wrapping. */
void pto_tile_sequence(pto_tile *t, uint64_t start, bool descending);
/* `one` where c <= r + diagonal (upper: c >= r + diagonal), zero elsewhere. */
void pto_tile_triangle(pto_tile *t, uint64_t one, int64_t diagonal, bool upper);

#endif
