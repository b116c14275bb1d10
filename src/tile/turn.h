/* Rows of an array become columns of another. */
#ifndef PTO_SRC_TILE_TURN_H
#define PTO_SRC_TILE_TURN_H

#include <stddef.h>
#include <stdint.h>

/*
 * Element (r, c) of `src`, whose rows are `src_step` bytes apart, becomes
 * (c, r) of `dst`; `bytes` an element: 1, 2, 4 or 8.
 */
void pto_turn(unsigned bytes, void *dst, size_t dst_step, const void *src,
              size_t src_step, uint32_t rows, uint32_t columns);

#endif
