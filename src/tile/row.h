/*
 * Stretches of a row as carriers: one element a word, whatever the type and
 * layout of the tile. Kernels compute on these.
 */
#ifndef PTO_SRC_TILE_ROW_H
#define PTO_SRC_TILE_ROW_H

#include "pto/tile.h"

enum { PTO_STRETCH = 256 }; /* elements that a kernel takes at a time */

/* A stretch of the valid region; start from zeros. */
typedef struct pto_span {
    uint32_t row, first, n;
} pto_span;

/* On to the next one, row by row; false behind the last. */
bool pto_span_next(const pto_tile *t, pto_span *s);

/* n elements of a row from column `first` on, as pto_tile_read gives each. */
void pto_row_read(const pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                  uint64_t *out);
/* Store the low bits of each and mark them defined. */
void pto_row_write(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                   const uint64_t *in);

#endif
