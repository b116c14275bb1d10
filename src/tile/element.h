/*
 * Operations that compute each element of the valid region from the elements
 * at the same place in the sources, in rows from left to right. Sources have
 * the shape of the destination; all are row-major.
 */
#ifndef PTO_SRC_TILE_ELEMENT_H
#define PTO_SRC_TILE_ELEMENT_H

#include "pto/profile.h"
#include "pto/tile.h"

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env);
void pto_tile_map2(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   pto_fn2 *f, pto_fenv *env);
void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env);

/* Write `value` to every physical element outside the valid region. */
void pto_tile_pad(pto_tile *t, uint64_t value);

/* Is every element of the valid region a valid encoding of its type? */
bool pto_tile_encodings_valid(const pto_tile *t);
/* Is no element of the valid region zero bits? */
bool pto_tile_has_no_zero(const pto_tile *t);

#endif
