/* Operations element by element: with a scalar, comparison, selection. */
#ifndef PTO_SRC_BUNDLE_ELEMENT_ELEMENT_H
#define PTO_SRC_BUNDLE_ELEMENT_ELEMENT_H

#include "bundle/core/family.h"

typedef struct pto_element_plan {
    uint8_t comparison; /* pto_compare */
} pto_element_plan;

pto_plan_fn pto_plan_compare, pto_plan_select;
pto_run_fn pto_run_unary, pto_run_binary, pto_run_fused, pto_run_compare;
pto_run_fn pto_run_select, pto_run_fill;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/element/rule.def"
#undef RULE

#endif
