/* The walk over the rules of one kind of bundles. */
#include "bundle/core/rule.h"

bool pto_rule_check(const pto_rule *r, const pto_plan *p, pto_fault *why)
{
    pto_detail detail;
    pto_detail_clear(&detail, p->header, p);
    if (r->holds(p, &detail))
        return true;
    pto_report(why, p->core, p->index, r->fault, r->name, r->text, &detail);
    return false;
}

bool pto_rule_is_asked(const pto_asked_rule *r, const pto_isa *isa)
{
    return r->asker == PTO_ASKED_BY_BOTH ||
           (r->asker == PTO_ASKED_BY_MODEL) == isa->asl_quirks;
}

bool pto_plan_legal(const pto_plan *plans, unsigned count, const pto_schema *s,
                    pto_fault *why)
{
    for (const pto_asked_rule *r = s->rules; r->rule; r++)
        for (unsigned i = 0; i < count; i++)
            if (pto_rule_is_asked(r, &plans[i].core->isa) &&
                !pto_rule_check(r->rule, &plans[i], why))
                return false;
    return true;
}
