/* What kernels write to, and what B.DATR says of it: padding and rounding. */
#ifndef PTO_SRC_BUNDLE_CORE_RESULT_H
#define PTO_SRC_BUNDLE_CORE_RESULT_H

#include "bundle/txn.h"

enum { PTO_PAD_NULL = 3 };

/*
 * Give every physical element outside the valid region the value that B.DATR
 * selects. Null, and B.DATR left out, leave them undefined.
 */
void pto_pad_output(const pto_plan *p, pto_tile *t);

/* The value that B.DATR selects for such a tile; zero for Null and without. */
uint64_t pto_pad_value(const pto_plan *p, const pto_tile *t);

/* The first destination of the plan's PE. */
static inline pto_tile *pto_result(const pto_plan *p, pto_txn *t)
{
    return &t->output[p->index][0];
}

/* Flags that a kernel raised, and padding around its result; true. */
bool pto_finish(const pto_plan *p, pto_txn *t, const pto_fenv *env);

/* The mode that RMode selects; `otherwise` for NONE. */
pto_round pto_rounding(const pto_plan *p, pto_round otherwise);

#endif
