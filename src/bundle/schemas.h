/* The kinds of bundles: how each is resolved, judged and carried out. */
#ifndef PTO_SRC_BUNDLE_SCHEMAS_H
#define PTO_SRC_BUNDLE_SCHEMAS_H

#include "bundle/core/rule.h"

typedef enum pto_rule_id {
#define RULE(name, fault, text) PTO_RULE_##name,
#include "bundle/rule.def"
#undef RULE
    PTO_RULE_COUNT
} pto_rule_id;

const pto_schema *pto_schema_get(pto_schema_id id);
const pto_rule *pto_rule_get(pto_rule_id id);

/*
 * Resolve a bundle of `pe` over the const core: its open one, or what that
 * might have been. NULL: the operation is not implemented. Rooms come next,
 * with pto_plan_rooms, then pto_plan_legal.
 */
const pto_schema *pto_plan_make(pto_plan *p, const pto_core *core, unsigned pe,
                                const pto_header *h);

#endif
