/* The rules and schemas as tables, and the walk over one schema. */
#include "bundle/core/rule.h"

static const struct {
    bool (*holds)(const pto_plan *p, pto_detail *d);
    pto_fault_code fault;
    const char *name, *text;
} rules[PTO_RULE_COUNT] = {
#define RULE(name, fault, text) \
    {pto_rule_##name, PTO_FAULT_##fault, #name, text},
#include "bundle/core/rule.def"
#undef RULE
};

#define R(name)     {PTO_RULE_##name, PTO_ASKED_BY_BOTH},
#define TEXT(name)  {PTO_RULE_##name, PTO_ASKED_BY_TEXT},
#define QUIRK(name) {PTO_RULE_##name, PTO_ASKED_BY_MODEL},
#define SCHEMA(name, roles, operands, plan, kernel, list) \
    static const pto_asked_rule rules_##name[] = {list{PTO_RULE_COUNT, 0}};
#include "bundle/schema.def"
#undef SCHEMA
#undef R
#undef TEXT
#undef QUIRK

static const pto_schema schemas[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, roles, operands, plan, kernel, list) \
    {#name, rules_##name, kernel},
#include "bundle/schema.def"
#undef SCHEMA
};

const pto_schema *pto_schema_get(pto_schema_id id)
{
    return &schemas[id];
}

const char *pto_rule_name(pto_rule r)
{
    return rules[r].name;
}

const char *pto_rule_text(pto_rule r)
{
    return rules[r].text;
}

pto_fault_code pto_rule_fault(pto_rule r)
{
    return rules[r].fault;
}

bool pto_rule_check(const pto_plan *p, pto_rule r, pto_fault *why)
{
    pto_detail detail = {.has_address = false};
    if (rules[r].holds(p, &detail))
        return true;
    pto_report(why, p->core, p->index, rules[r].fault, rules[r].name,
               rules[r].text, &detail);
    return false;
}

static bool is_asked(const pto_asked_rule *r, const pto_isa *isa)
{
    return r->asker == PTO_ASKED_BY_BOTH ||
           (r->asker == PTO_ASKED_BY_MODEL) == isa->asl_quirks;
}

bool pto_plan_legal(const pto_plan *plans, unsigned count, const pto_schema *s,
                    pto_fault *why)
{
    for (const pto_asked_rule *r = s->rules; r->rule != PTO_RULE_COUNT; r++)
        for (unsigned i = 0; i < count; i++)
            if (is_asked(r, &plans[i].core->isa) &&
                !pto_rule_check(&plans[i], r->rule, why))
                return false;
    return true;
}
