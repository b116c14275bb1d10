/* Generating, quantizing, sorting and merging. */
#ifndef PTO_SRC_BUNDLE_IRREGULAR_IRREGULAR_H
#define PTO_SRC_BUNDLE_IRREGULAR_IRREGULAR_H

#include "bundle/core/family.h"

typedef struct pto_sort_plan {
    uint32_t width; /* columns that are sorted together */
    bool descending;
} pto_sort_plan;

pto_plan_fn pto_plan_quantize, pto_plan_sort, pto_plan_merge;
pto_run_fn pto_run_sequence, pto_run_triangle, pto_run_quantize;
pto_run_fn pto_run_sort, pto_run_merge;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/irregular/rule.def"
#undef RULE

#endif
