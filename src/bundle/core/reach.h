/* Where the elements of tiles may lie in memory. */
#ifndef PTO_SRC_BUNDLE_CORE_REACH_H
#define PTO_SRC_BUNDLE_CORE_REACH_H

#include "bundle/core/plan.h"
#include "bundle/core/report.h"

/* May PE `pe` go to all of these bytes as the plan does? */
bool pto_reach_is_open(const pto_plan *p, unsigned pe, uint64_t address,
                       uint64_t n);

/* How the PE's element of `size` bytes is barred there. */
pto_reach pto_reach_of(const pto_plan *p, unsigned pe, uint64_t address,
                       uint64_t size);

/*
 * An element at `address` is the first that is barred: false with its address
 * where `how` is asked, else another rule's to tell.
 */
bool pto_reach_passes(pto_reach how, pto_reach is, uint64_t address,
                      pto_detail *d);

#endif
