/*
 * Operations that compute each element of the valid region from the elements
 * at the same place in the sources, in rows from left to right. Sources have
 * the valid region of the destination and may have another layout.
 */
#ifndef PTO_SRC_TILE_KERNEL_ELEMENT_H
#define PTO_SRC_TILE_KERNEL_ELEMENT_H

#include "num/vector/vector.h"
#include "pto/tile.h"

/* The right operand: a tile, or where that is NULL a scalar for each place. */
typedef struct pto_tile_right {
    const pto_tile *tile;
    uint64_t scalar;
} pto_tile_right;

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env);
void pto_tile_map2(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                   pto_fn2 *f, pto_fenv *env);
void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env);
/* `dst` is a predicate. */
void pto_tile_compare(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                      pto_compare c, pto_compare_fn *f, pto_fenv *env);
/* The carrier of `a` where the predicate `mask` is one, else that of `b`. */
void pto_tile_select(pto_tile *dst, const pto_tile *mask, const pto_tile *a,
                     pto_tile_right b);
void pto_tile_fill(pto_tile *dst, uint64_t scalar);
/* From the type and layout of `a` to those of `dst`. */
void pto_tile_convert(pto_tile *dst, const pto_tile *a,
                      pto_convert_n_fn *convert, pto_fenv *env);

/*
 * dst[r,c] = f(a[r,c], b[r,c]) where the valid regions of both reach, else the
 * one that does, bit for bit; one of them reaches everywhere. Physical shapes
 * may differ.
 */
void pto_tile_unite(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                    pto_fn2 *f, pto_fenv *env);

/* Write `value` to every physical element outside the valid region. */
void pto_tile_pad(pto_tile *t, uint64_t value);

/* Is every element of the valid region a valid encoding of its type? */
bool pto_tile_encodings_valid(const pto_tile *t);
/* Is no element of the valid region zero bits? */
bool pto_tile_has_no_zero(const pto_tile *t);

#endif
