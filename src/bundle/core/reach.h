/* The memory side of TLOAD and TSTORE: which bytes each run of elements is. */
#ifndef PTO_SRC_BUNDLE_CORE_REACH_H
#define PTO_SRC_BUNDLE_CORE_REACH_H

#include "bundle/core/plan.h"
#include "bundle/core/report.h"

/* The probes of plans that go to memory. */
pto_probe_fn pto_transfer_probe, pto_prefetch_probe, pto_lanes_probe;

/* May PE `pe` go to all of these bytes as the plan does? */
bool pto_reach_is_open(const pto_plan *p, unsigned pe, uint64_t address,
                       uint64_t n);

/* What the PE's element of `size` bytes breaks there, PTO_PROBES: nothing. */
pto_probe pto_reach(const pto_plan *p, unsigned pe, uint64_t address,
                    uint64_t size);

/*
 * An element at `address` is the first that is not where it may be: false with
 * its address where `what` is asked, else the other rule's to tell.
 */
bool pto_probe_fails(pto_probe what, pto_probe is, uint64_t address,
                     pto_detail *d);

/*
 * Write `count` elements from `bytes` into one row; of a four-bit type the
 * first lies `skip` (0 or 1) nibbles in.
 */
void pto_put_elements(pto_tile *t, uint32_t row, uint32_t column,
                      uint32_t count, const uint8_t *bytes, uint32_t skip);

#endif
