/* The tables that name what the families offer. */
#include "bundle/schemas.h"
#include "bundle/core/whole.h"

static const pto_rule rules[PTO_RULE_COUNT] = {
#define RULE(name, fault, text) \
    {pto_rule_##name, PTO_FAULT_##fault, #name, text},
#include "bundle/rule.def"
#undef RULE
};

#define R(name)     {&rules[PTO_RULE_##name], PTO_ASKED_BY_BOTH},
#define TEXT(name)  {&rules[PTO_RULE_##name], PTO_ASKED_BY_TEXT},
#define QUIRK(name) {&rules[PTO_RULE_##name], PTO_ASKED_BY_MODEL},
#define SCHEMA(name, roles, operands, plan, run, list) \
    static const pto_asked_rule rules_##name[] = {list{NULL, 0}};
#include "bundle/schema.def"
#undef SCHEMA
#undef R
#undef TEXT
#undef QUIRK

static const pto_schema schemas[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, roles, operands, plan, run, list) \
    {#name, plan, run, rules_##name},
#include "bundle/schema.def"
#undef SCHEMA
};

const pto_schema *pto_schema_get(pto_schema_id id)
{
    return &schemas[id];
}

const pto_rule *pto_rule_get(pto_rule_id id)
{
    return &rules[id];
}

const pto_schema *pto_plan_make(pto_plan *p, const pto_core *core, unsigned pe,
                                const pto_header *h)
{
    pto_plan_start(p, core, pe, h);
    pto_schema_id id = pto_plan_schema(p);
    if (id == PTO_SCHEMA_COUNT)
        return NULL;
    schemas[id].plan(p);
    pto_plan_padding(p);
    return &schemas[id];
}
