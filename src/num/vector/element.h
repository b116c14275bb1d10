/* Internal to src/num/vector: a function called an element at a time. */
#ifndef PTO_SRC_NUM_VECTOR_ELEMENT_H
#define PTO_SRC_NUM_VECTOR_ELEMENT_H

#include "num/vector/kernels.h"

void num_each(num_element_fn f, pto_dtype t, void *dst,
              const void *const args[3], size_t n, pto_fenv *env);
void num_each_compare(pto_compare_fn *f, pto_compare c, pto_dtype t,
                      uint64_t *dst, const void *a, const void *b, size_t n,
                      pto_fenv *env);

#endif
