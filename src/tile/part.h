/* A tile as a part of another one, in the same bytes. */
#ifndef PTO_SRC_TILE_PART_H
#define PTO_SRC_TILE_PART_H

#include "pto/tile.h"

/*
 * Let the descriptor `t` lie over `whole` from its element `first` on, which
 * starts a byte. Only the valid region may be looked at: behind it other
 * elements of `whole` follow, and its end.
 */
void pto_tile_be_part(pto_tile *t, const pto_tile *whole, uint32_t first);

/* Write what is valid and defined in `src` to a payload of the same shape. */
void pto_tile_copy_valid(pto_tile *dst, const pto_tile *src);

#endif
