/*
 * Rows by index: an element of the index tile (16, 32 or 64 bits, signed or
 * not) selects a row for its own column. The index tile is defined.
 */
#ifndef PTO_SRC_TILE_KERNEL_GATHER_H
#define PTO_SRC_TILE_KERNEL_GATHER_H

#include "tile/kernel/rearrange.h"

/* dst[r, c] = src[index[r, c], c] over the valid region of dst. */
void pto_tile_gather(pto_tile *dst, const pto_tile *src, const pto_tile *index);
/* dst[index[r, c], c] = src[r, c] over that of src; all else is zero. */
void pto_tile_scatter(pto_tile *dst, const pto_tile *src,
                      const pto_tile *index);

/* The index as a number; a negative one is above every row. */
uint64_t pto_tile_row_of(const pto_tile *index, pto_tile_place at);

/* These say of the index tile's valid region where the claim first fails. */
bool pto_tile_rows_below(const pto_tile *index, uint32_t rows,
                         pto_tile_place *at);
bool pto_tile_gather_defined(const pto_tile *src, const pto_tile *index,
                             pto_tile_place *at);
/* No two indices of a column are one; every index is below PTO_TILE_MAX_EXTENT.
 */
bool pto_tile_rows_distinct(const pto_tile *index, pto_tile_place *at);

#endif
