/* The memory side of TLOAD and TSTORE: which bytes each run of elements is. */
#ifndef PTO_SRC_BUNDLE_OP_TRANSFER_H
#define PTO_SRC_BUNDLE_OP_TRANSFER_H

#include "bundle/plan/plan.h"
#include "bundle/rule/report.h"

typedef enum pto_probe {
    PTO_PROBE_ALIGNMENT,
    PTO_PROBE_BOUNDS,
} pto_probe;

/* Is every element where it may be? The first that is not gives the address. */
bool pto_transfer_probe(const pto_plan *p, pto_probe what, pto_detail *d);

/*
 * Write `count` elements from `bytes` into one row; of a four-bit type the
 * first lies `skip` (0 or 1) nibbles in.
 */
void pto_put_elements(pto_tile *t, uint32_t row, uint32_t column,
                      uint32_t count, const uint8_t *bytes, uint32_t skip);

#endif
