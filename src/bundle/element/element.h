/* Operations element by element: with a scalar, comparison, selection. */
#ifndef PTO_SRC_BUNDLE_ELEMENT_ELEMENT_H
#define PTO_SRC_BUNDLE_ELEMENT_ELEMENT_H

#include "bundle/core/family.h"

typedef struct pto_element_plan {
    uint8_t comparison; /* pto_compare */
} pto_element_plan;

#endif
