/*
 * Between a tile and one value for each of its rows or columns: folds, the
 * places of extremes, broadcasts, histograms. All tiles are row-major, the
 * valid region of the destination is written and alone defined.
 */
#ifndef PTO_SRC_TILE_KERNEL_REDUCE_H
#define PTO_SRC_TILE_KERNEL_REDUCE_H

#include "pto/profile.h"
#include "pto/tile.h"

/* One value for each row, or for each column. */
typedef enum pto_axis { PTO_BY_ROW, PTO_BY_COLUMN } pto_axis;

typedef uint64_t pto_expdif_fn(pto_dtype dst, pto_dtype src, uint64_t a,
                               uint64_t b, pto_fenv *env);

typedef enum pto_fold_from {
    PTO_FOLD_START,    /* start, before the first element */
    PTO_FOLD_FIRST,    /* step(first, first): a NaN becomes the canonical one */
    PTO_FOLD_RAW_FIRST /* the first element as it is */
} pto_fold_from;

typedef struct pto_fold {
    pto_fn2 *step;
    pto_fold_from from;
    uint64_t start;
} pto_fold;

/*
 * acc = step(acc, element) in increasing order. dst is [rows,1] or [1,columns].
 */
void pto_tile_fold(pto_tile *dst, const pto_tile *src, pto_axis axis,
                   const pto_fold *f, pto_fenv *env);

/*
 * The place of the element that the same fold with a minimum or maximum
 * ends with; the lowest of equal ones. PTO_FOLD_RAW_FIRST lets a canonical NaN
 * take over from another NaN.
 */
void pto_tile_fold_place(pto_tile *dst, const pto_tile *src, pto_axis axis,
                         const pto_fold *f, pto_fenv *env);

/* dst[r,c] = b[r,0], or b[0,c]. */
void pto_tile_broadcast(pto_tile *dst, const pto_tile *b, pto_axis axis);
/* dst[r,c] = f(a[r,c], b[r,0]), or f(a[r,c], b[0,c]). */
void pto_tile_expand(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                     pto_axis axis, pto_fn2 *f, pto_fenv *env);
/* The same with exp(a - b) in the destination's type. */
void pto_tile_expand_expdif(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                            pto_axis axis, pto_expdif_fn *f, pto_fenv *env);

/*
 * For each row of a U16 or U32 tile dst[row,k]: how many of its elements have
 * a byte number `byte` (0: the least) of at most k. Counted are only elements
 * whose bytes above are, from the most significant down, those of `filter`:
 * of U16 filter[row,0], of U32 filter[0,0], [1,0], [2,0] as far as needed.
 */
void pto_tile_histogram(pto_tile *dst, const pto_tile *src,
                        const pto_tile *filter, unsigned byte);

#endif
