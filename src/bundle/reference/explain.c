/* Why rules are there, and programs that they reject, out of the tables. */
#include "base/buf.h"
#include "bundle/schemas.h"
#include "pto/tile_op.h"

#include <string.h>

enum { CHANGES = 8 };

/* A row of why.def. */
typedef struct why_row {
    pto_rule_contract rule;
    const char *no_program; /* NULL: there is one */
    const char *isa;
    uint8_t op, kind;
    struct {
        const char *from, *to;
    } change[CHANGES];
} why_row;

enum rule_row {
#define RULE(name, fault, text) ROW_##name,
#include "bundle/rule.def"
#undef RULE
#define RULE(name, fault, text) ROW_##name,
#include "bundle/header_rule.def"
#undef RULE
    ROWS
};

/* The sentences and faults, as the rules' own tables have them. */
#define RULE(name, fault, text)                   \
    enum { FAULT_OF_##name = PTO_FAULT_##fault }; \
    static const char text_of_##name[] = text;
#include "bundle/rule.def"
#include "bundle/header_rule.def"
#undef RULE

#define CHANGE(from, to) {from, to},
#define PROGRAM(operation, kind, isa, changes) \
    NULL, isa, PTO_OP_##operation, kind,       \
    {                                          \
        changes                                \
        {                                      \
            NULL, NULL                         \
        }                                      \
    }
#define NO_PROGRAM(reason) \
    reason, "", 0, 0,      \
    {                      \
        {                  \
            NULL, NULL     \
        }                  \
    }
#define WHY(name, record, why, program)                                    \
    [ROW_##name] = {{#name, text_of_##name, FAULT_OF_##name, why, record}, \
                    program},
static const why_row rows[ROWS] = {
#include "bundle/reference/why.def"
#include "bundle/reference/header_why.def"
};
#undef WHY

/* A rule without a row does not compile: there are as many of both. */
enum {
#define WHY(name, ...) WHY_OF_##name,
#include "bundle/reference/why.def"
#include "bundle/reference/header_why.def"
#undef WHY
    WHYS
};
_Static_assert(WHYS == (int)ROWS, "a row of why.def for each rule");

const pto_rule_contract *pto_rule_at(unsigned i)
{
    return i < ROWS ? &rows[i].rule : NULL;
}

const pto_rule_contract *pto_kind_rule(const pto_isa *isa, unsigned kind,
                                       unsigned i)
{
    pto_schema_id id = (pto_schema_id)kind;
    for (const pto_asked_rule *r = pto_schema_get(id)->rules; r->rule; r++)
        if (pto_rule_is_asked(r, isa) && !i--)
            return pto_rule_at((unsigned)(r->rule - pto_rule_get(0)));
    return NULL;
}

const char *pto_rule_no_program(unsigned i)
{
    return rows[i].no_program;
}

/* The last place where a text stands. */
static const char *last_of(const char *in, const char *text)
{
    const char *found = NULL;
    for (const char *at = in; (at = strstr(at, text)); at++)
        found = at;
    return found;
}

static pto_status change(char **text, const char *from, const char *to)
{
    pto_buf b = {0};
    const char *at = last_of(*text, from);
    if (!at)
        return PTO_BAD_ARGUMENT;
    pto_buf_add(&b, *text, (size_t)(at - *text));
    pto_buf_puts(&b, to);
    pto_buf_puts(&b, at + strlen(from));
    if (b.failed) {
        pto_buf_free(&b);
        return PTO_NO_MEMORY;
    }
    pto_free(*text);
    *text = b.data;
    return PTO_OK;
}

pto_status pto_rule_example(unsigned i, bool legal, char **text,
                            const char **isa)
{
    unsigned kinds[PTO_OPERATION_KINDS];
    const why_row *row = &rows[i];
    *isa = legal ? "" : row->isa;
    if (legal && !row->change[0].from)
        return PTO_BAD_ARGUMENT;
    (void)pto_operation_kinds(row->op, kinds);
    *text = NULL;
    pto_status s = pto_operation_example(row->op, kinds[row->kind], text);
    for (unsigned k = 0; s == PTO_OK && !legal && row->change[k].from; k++)
        s = change(text, row->change[k].from, row->change[k].to);
    if (s != PTO_OK) {
        pto_free(*text);
        *text = NULL;
    }
    return s;
}
