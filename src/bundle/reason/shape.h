/* Shapes that destinations shall have, and why they cannot. */
#ifndef PTO_SRC_BUNDLE_REASON_SHAPE_H
#define PTO_SRC_BUNDLE_REASON_SHAPE_H

#include "bundle/core/plan.h"
#include "bundle/reason/cause.h"

/* An ordinary destination, whose shape LB0, LB1 and LB2 or sources give. */
typedef struct pto_ask {
    pto_extent shape;
    unsigned type;
    uint32_t bytes, limit; /* its capacity, and the largest there is */
    pto_whose whose;       /* an output, or a B.IOS */
    unsigned number;
} pto_ask;

/* SizeCodes that hold the shape, as bits. */
uint64_t pto_size_codes(const pto_ask *a);

/* Is the shape legal in the capacity? */
bool pto_shape_wants(pto_detail *d, const pto_ask *a);

#endif
