/* Reductions, expansions, unions and histograms. */
#ifndef PTO_SRC_BUNDLE_REDUCE_REDUCE_H
#define PTO_SRC_BUNDLE_REDUCE_REDUCE_H

#include "bundle/core/family.h"

typedef struct pto_reduce_plan {
    uint8_t byte; /* that a histogram counts */
} pto_reduce_plan;

#endif
