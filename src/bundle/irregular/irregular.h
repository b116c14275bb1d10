/* Generating, quantizing, sorting and merging. */
#ifndef PTO_SRC_BUNDLE_IRREGULAR_IRREGULAR_H
#define PTO_SRC_BUNDLE_IRREGULAR_IRREGULAR_H

#include "bundle/core/family.h"

typedef struct pto_sort_plan {
    uint32_t width; /* columns that are sorted together */
    bool descending;
} pto_sort_plan;

#endif
