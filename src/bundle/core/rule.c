/* The walk over the rules of one kind of bundles. */
#include "bundle/core/rule.h"

/* The public model calls malformed bindings BundleControl, and the text
 * TileLegality (docs/differences.md). */
static pto_fault_code fault_of(const pto_rule *r, const pto_isa *isa)
{
    static pto_rule_fn *const bindings[] = {
        pto_rule_move_terminated, pto_rule_operand_counts,
        pto_rule_register_counts, pto_rule_move_binders,
        pto_rule_move_scalars,
    };
    for (size_t i = 0; i < sizeof bindings / sizeof bindings[0]; i++)
        if (isa->asl_quirks && r->holds == bindings[i])
            return PTO_FAULT_BundleControl;
    return r->fault;
}

bool pto_rule_check(const pto_rule *r, const pto_plan *p, pto_fault *why)
{
    pto_detail detail;
    pto_detail_clear(&detail, p->header, p);
    if (r->holds(p, &detail))
        return true;
    pto_report(why, p->core, p->index, fault_of(r, &p->core->isa), r->name,
               r->text, &detail);
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
