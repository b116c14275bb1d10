/* One header command on its way into a header, for collect*.c. */
#ifndef PTO_SRC_BUNDLE_COMMAND_H
#define PTO_SRC_BUNDLE_COMMAND_H

#include "bundle/core/report.h"

/* Nothing in it can change the core. */
typedef struct pto_command {
    const pto_core *core;
    const pto_pe *pe;
    const pto_header *header;
    const pto_insn *insn;
    unsigned mask;  /* of a binder */
    unsigned group; /* of attributes */
} pto_command;

static inline unsigned pto_command_get(const pto_command *c, pto_field_id f)
{
    return (unsigned)pto_insn_get(c->insn, f);
}

static inline bool pto_command_has(const pto_command *c, pto_field_id f)
{
    return pto_form_has(c->insn->form, f);
}

/* LB0..LB2: a field of the compressed form, else the form's own. */
unsigned pto_command_dimension(const pto_command *c);

/* The operand that a range modifier names: a bit of pto_range_group. */
unsigned pto_command_role(const pto_command *c);

/* Roles of the group's binder that a modifier may name. */
unsigned pto_range_roles(const pto_header *h);

#define RULE(name, fault, text) \
    bool pto_header_##name(const pto_command *c, pto_detail *d);
#include "bundle/header_rule.def"
#undef RULE

#endif
