/* B.DATR.PadValue, what lies outside the valid region, and B.DATR.RMode. */
#ifndef PTO_SRC_BUNDLE_OP_PAD_H
#define PTO_SRC_BUNDLE_OP_PAD_H

#include "bundle/plan/plan.h"

enum { PTO_PAD_NULL = 3 };

/*
 * Give every physical element outside the valid region the value that B.DATR
 * selects. Null, and B.DATR left out, leave them undefined.
 */
void pto_pad_output(const pto_plan *p, pto_tile *t);

/* The value that B.DATR selects for such a tile; zero for Null and without. */
uint64_t pto_pad_value(const pto_plan *p, const pto_tile *t);

/* The mode that RMode selects; `otherwise` for NONE. */
pto_round pto_rounding(const pto_plan *p, pto_round otherwise);

#endif
