/* Joining, cutting, turning and filling tiles; rows by index. */
#ifndef PTO_SRC_BUNDLE_REARRANGE_REARRANGE_H
#define PTO_SRC_BUNDLE_REARRANGE_REARRANGE_H

#include "bundle/core/family.h"
#include "tile/kernel/rearrange.h"

typedef struct pto_window_plan {
    pto_tile_place at; /* of a larger tile */
} pto_window_plan;

#endif
