/* B.SUBVIEW: ranges of cells of source tiles. */
#ifndef PTO_SRC_BUNDLE_RANGE_VIEW_H
#define PTO_SRC_BUNDLE_RANGE_VIEW_H

#include "bundle/state.h"

/*
 * The part of a parent that a modifier names on `pe`, for reading what is valid
 * in it; unallocated where there is no such part.
 */
pto_tile pto_view_make(const pto_tile *parent, const pto_range_modifier *m,
                       unsigned pe, const pto_isa *isa);

#endif
