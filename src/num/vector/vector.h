/*
 * Arithmetic over arrays of elements, bit-identical to a function called for
 * one after another, flags included. What has kernels is in operation.def; any
 * other function, type or mode is called an element at a time.
 *
 * Arrays are those of pto_lane_get; dst overlaps no source. An odd count of
 * four-bit results leaves the last high nibble alone. `level` is a pto_level
 * that is available here. Nothing depends on the host's floating-point state.
 */
#ifndef PTO_SRC_NUM_VECTOR_VECTOR_H
#define PTO_SRC_NUM_VECTOR_VECTOR_H

#include "pto/level.h"
#include "pto/profile.h"

typedef bool pto_compare_fn(pto_compare c, pto_dtype t, uint64_t a, uint64_t b,
                            pto_fenv *env);

void num_map1(unsigned level, pto_fn1 *f, pto_dtype t, void *dst, const void *a,
              size_t n, pto_fenv *env);
void num_map2(unsigned level, pto_fn2 *f, pto_dtype t, void *dst, const void *a,
              const void *b, size_t n, pto_fenv *env);
void num_map3(pto_fn3 *f, pto_dtype t, void *dst, const void *const args[3],
              size_t n, pto_fenv *env);
/*
 * acc[i] = f(acc[i], row[i]) for `count` rows of n elements, at most
 * NUM_FOLD_MOST, `step` bytes apart.
 */
enum { NUM_FOLD_MOST = 1024 };
void num_fold_rows(unsigned level, pto_fn2 *f, pto_dtype t, void *acc,
                   const void *rows, size_t step, size_t count, size_t n,
                   pto_fenv *env);
/*
 * dst[r] = f(... f(x[0], x[1]) ..., x[n - 1]) for each such row, where f has
 * kernels, raises no flag and does not depend on the order; false elsewhere.
 */
bool num_fold_lines(unsigned level, pto_fn2 *f, pto_dtype t, void *dst,
                    const void *rows, size_t step, size_t count, size_t n);
/* Results are bits from bit 0 of the first word on; those above n are zero. */
void num_compare_n(unsigned level, pto_compare_fn *f, pto_compare c,
                   pto_dtype t, uint64_t *dst, const void *a, const void *b,
                   size_t n, pto_fenv *env);
/* a where the bit is one, else b. */
void num_select_n(unsigned level, pto_dtype t, void *dst, const uint64_t *bits,
                  const void *a, const void *b, size_t n);

#endif
