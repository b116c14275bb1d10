/* TCVT. */
#ifndef PTO_SRC_BUNDLE_CONVERT_CONVERT_H
#define PTO_SRC_BUNDLE_CONVERT_CONVERT_H

#include "bundle/core/family.h"

pto_plan_fn pto_plan_convert;
pto_run_fn pto_run_convert;

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/convert/rule.def"
#undef RULE

#endif
