/* The rules that a bundle has to keep, schema by schema, and the kernels. */
#ifndef PTO_SRC_BUNDLE_CORE_RULE_H
#define PTO_SRC_BUNDLE_CORE_RULE_H

#include "bundle/core/report.h"
#include "bundle/txn.h"

typedef enum pto_rule {
#define RULE(name, fault, text) PTO_RULE_##name,
#include "bundle/core/rule.def"
#undef RULE
    PTO_RULE_COUNT
} pto_rule;

#define RULE(name, fault, text) \
    bool pto_rule_##name(const pto_plan *p, pto_detail *d);
#include "bundle/core/rule.def"
#undef RULE

/*
 * Computes into the transaction, for one plan or for the four that `together`
 * says follow one another; false: no host memory.
 */
typedef bool pto_kernel_fn(const pto_plan *p, pto_txn *t);

/* Whose legality asks a rule: see schema.def. */
typedef enum pto_asker {
    PTO_ASKED_BY_BOTH,
    PTO_ASKED_BY_TEXT,  /* asl_quirks is off */
    PTO_ASKED_BY_MODEL, /* asl_quirks is on */
} pto_asker;

typedef struct pto_asked_rule {
    uint8_t rule;  /* pto_rule */
    uint8_t asker; /* pto_asker */
} pto_asked_rule;

/* Rules in architectural fault order, ended by PTO_RULE_COUNT, and kernel. */
typedef struct pto_schema {
    const char *name;
    const pto_asked_rule *rules;
    pto_kernel_fn *run;
} pto_schema;

const pto_schema *pto_schema_get(pto_schema_id id);

const char *pto_rule_name(pto_rule r);
const char *pto_rule_text(pto_rule r);
pto_fault_code pto_rule_fault(pto_rule r);

/*
 * The first rule that fails names the fault; true where none does. A rule is
 * asked of all plans before the next rule is.
 */
bool pto_plan_legal(const pto_plan *plans, unsigned count, const pto_schema *s,
                    pto_fault *why);

/* Does one rule hold? If not, `why` says so. */
bool pto_rule_check(const pto_plan *p, pto_rule r, pto_fault *why);

/* The DataTypes that the operation takes, as a set of codes. */
uint32_t pto_legal_types(const pto_plan *p);

/* The kernels of schema.def. */
#define SCHEMA(name, roles, operands, plan, kernel, ...) pto_kernel_fn kernel;
#include "bundle/schema.def"
#undef SCHEMA

#endif
