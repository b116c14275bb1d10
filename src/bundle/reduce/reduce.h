/* Reductions, expansions, unions and histograms. */
#ifndef PTO_SRC_BUNDLE_REDUCE_REDUCE_H
#define PTO_SRC_BUNDLE_REDUCE_REDUCE_H

#include "bundle/core/family.h"

typedef struct pto_reduce_plan {
    uint8_t byte; /* that a histogram counts */
} pto_reduce_plan;

pto_plan_fn pto_plan_reduction, pto_plan_place, pto_plan_histogram;
pto_run_fn pto_run_fold, pto_run_place, pto_run_broadcast, pto_run_expand;
pto_run_fn pto_run_expdif, pto_run_partial, pto_run_histogram;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/reduce/rule.def"
#undef RULE

#endif
