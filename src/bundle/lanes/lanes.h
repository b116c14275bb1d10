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

pto_plan_fn pto_plan_gather, pto_plan_swap, pto_plan_scatter;
pto_probe_fn pto_lanes_probe;
pto_run_fn pto_run_gather, pto_run_swap, pto_run_scatter;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/lanes/rule.def"
#undef RULE

#endif
