/*
 * Rearranging: elements move bit for bit, whatever the ordinary layouts of the
 * tiles. Sources and destination have one type.
 */
#ifndef PTO_SRC_TILE_KERNEL_REARRANGE_H
#define PTO_SRC_TILE_KERNEL_REARRANGE_H

#include "pto/tile.h"

typedef struct pto_tile_place {
    uint32_t row, column;
} pto_tile_place;

/* A rectangle of `src` from `from` on becomes that of `dst` at `to`. */
void pto_tile_copy_window(pto_tile *dst, pto_tile_place to, const pto_tile *src,
                          pto_tile_place from, uint32_t rows, uint32_t columns);
/* dst[c, r] = src[r, c] over the valid region of src. */
void pto_tile_transpose(pto_tile *dst, const pto_tile *src);
/* Every physical element, valid or not. */
void pto_tile_fill_all(pto_tile *t, uint64_t bits);

/* Is every element of the rectangle defined? */
bool pto_tile_window_defined(const pto_tile *t, pto_tile_place from,
                             uint32_t rows, uint32_t columns);

#endif
