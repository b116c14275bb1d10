/* B.SUBVIEW and B.ASSEMBLE: their rules. */
#ifndef PTO_SRC_BUNDLE_RANGE_RANGE_H
#define PTO_SRC_BUNDLE_RANGE_RANGE_H

#include "bundle/core/family.h"

#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/range/rule.def"
#undef RULE

#endif
