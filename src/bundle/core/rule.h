/* The rules that a kind of bundles has to keep, and the walk over them. */
#ifndef PTO_SRC_BUNDLE_CORE_RULE_H
#define PTO_SRC_BUNDLE_CORE_RULE_H

#include "bundle/core/plan.h"
#include "bundle/core/report.h"

typedef struct pto_rule {
    pto_rule_fn *holds;
    pto_fault_code fault;
    const char *name, *text;
} pto_rule;

/* Whose legality asks a rule: see schema.def. */
typedef enum pto_asker {
    PTO_ASKED_BY_BOTH,
    PTO_ASKED_BY_TEXT,  /* asl_quirks is off */
    PTO_ASKED_BY_MODEL, /* asl_quirks is on */
} pto_asker;

typedef struct pto_asked_rule {
    const pto_rule *rule;
    uint8_t asker; /* pto_asker */
} pto_asked_rule;

/* A row of schema.def; its rules, in architectural fault order, end in NULL. */
typedef struct pto_schema {
    const char *name;
    pto_plan_fn *plan;
    pto_run_fn *run;
    const pto_asked_rule *rules;
} pto_schema;

/* Does this revision ask it? */
bool pto_rule_is_asked(const pto_asked_rule *r, const pto_isa *isa);

/* Does one rule hold? If not, `why` says so. */
bool pto_rule_check(const pto_rule *r, const pto_plan *p, pto_fault *why);

/*
 * The first rule that fails names the fault; true where none does. A rule is
 * asked of all plans before the next rule is.
 */
bool pto_plan_legal(const pto_plan *plans, unsigned count, const pto_schema *s,
                    pto_fault *why);

/* The predicates of all families. */
#define RULE(name, fault, text) pto_rule_fn pto_rule_##name;
#include "bundle/rule.def"
#undef RULE

#endif
