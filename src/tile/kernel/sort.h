/*
 * Stable sorting and merging of row-major floating tiles: numbers before NaNs
 * in both directions, zeros equal, NaNs equal.
 */
#ifndef PTO_SRC_TILE_KERNEL_SORT_H
#define PTO_SRC_TILE_KERNEL_SORT_H

#include "pto/tile.h"

enum { PTO_SORT_WIDTH_MAX = 64, PTO_SORT_WIDTH = 32 /* where none is named */ };

/*
 * Each row in groups of `width` (at most PTO_SORT_WIDTH_MAX) from column 0 on,
 * the last one shorter; `indices` gets where in its group a value was.
 */
void pto_tile_sort(pto_tile *values, pto_tile *indices, const pto_tile *src,
                   uint32_t width, bool descending);
/* Two sorted rows into one; of equal values the left one comes first. */
void pto_tile_merge(pto_tile *dst, const pto_tile *left, const pto_tile *right,
                    bool descending);

/* Does the first row lie in order? If not, up to `column`. */
bool pto_tile_is_sorted(const pto_tile *t, bool descending, uint32_t *column);
/* Is there a signaling NaN in the valid region? */
bool pto_tile_has_signaling(const pto_tile *t);

#endif
