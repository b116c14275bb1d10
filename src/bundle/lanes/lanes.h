/* MGATHER, MSCATTER and their kin: each valid element is a lane. */
#ifndef PTO_SRC_BUNDLE_LANES_LANES_H
#define PTO_SRC_BUNDLE_LANES_LANES_H

#include "bundle/core/family.h"

typedef struct pto_lanes_plan {
    const pto_plan_source *index; /* byte displacements; never NULL */
    const pto_plan_source *mask;  /* NULL: every lane is active */
    /* What is stored; what is expected, and then stored; NULL: not wanted. */
    const pto_plan_source *value[2];
    bool same_layout; /* all sources have the bundle's layout */
} pto_lanes_plan;

pto_probe_fn pto_lanes_probe;

#endif
