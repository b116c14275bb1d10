/* Changes of one field with which a rejected bundle would be legal. */
#ifndef PTO_SRC_BUNDLE_REPAIR_REPAIR_H
#define PTO_SRC_BUNDLE_REPAIR_REPAIR_H

#include "bundle/state.h"

/*
 * Up to PTO_HINTS of them, nearest first, each judged by all rules over the
 * const core; how many there are. `why` is the fault of the open bundle of its
 * PE; a cooperative one stands open on every PE.
 */
unsigned pto_repair(const pto_core *core, const pto_fault *why, pto_hint *out);

#endif
