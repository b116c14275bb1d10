/* .if and its relatives. */
#include "text/asm/asm.h"

#include <string.h>

bool pto_asm_live(const pto_asm *as)
{
    return !as->condition_count || as->conditions[as->condition_count - 1].live;
}

static bool open_condition(asm_stmt *s, bool holds)
{
    pto_asm *as = s->as;
    if (!pto_asm_grow(as, (void **)&as->conditions, as->condition_count,
                      &as->condition_capacity, sizeof *as->conditions))
        return false;
    bool parent = pto_asm_live(as);
    as->conditions[as->condition_count++] =
        (asm_condition){.line = s->line,
                        .parent_live = parent,
                        .live = parent && holds,
                        .was_live = parent && holds};
    return true;
}

/* Inside a part that is not assembled the operands mean nothing. */
static bool dead(asm_stmt *s)
{
    s->p = pto_asm_statement_end(s->p);
    return open_condition(s, false);
}

static bool compare(int64_t v, int kind)
{
    switch (kind) {
    case 1: return v == 0;
    case 2: return v < 0;
    case 3: return v <= 0;
    case 4: return v > 0;
    case 5: return v >= 0;
    default: return v != 0;
    }
}

/* A condition in error still opens its part: .endif belongs to it. */
static bool opened(asm_stmt *s, bool good, bool holds)
{
    return open_condition(s, good && holds) && good;
}

bool pto_asm_do_if(asm_stmt *s, int kind)
{
    int64_t v = 0;
    if (!pto_asm_live(s->as))
        return dead(s);
    bool good = pto_asm_known(s, "the condition", &v) && pto_asm_end(s);
    return opened(s, good, compare(v, kind));
}

bool pto_asm_do_ifdef(asm_stmt *s, int wanted)
{
    if (!pto_asm_live(s->as))
        return dead(s);
    const char *name;
    size_t n = pto_asm_word(s, &name);
    bool good = n ? pto_asm_end(s) : pto_asm_expected(s, "a symbol name");
    bool is = n && pto_asm_is_defined(pto_asm_find(s->as, name, n), s->order);
    return opened(s, good, is == (wanted != 0));
}

bool pto_asm_do_ifb(asm_stmt *s, int wanted)
{
    if (!pto_asm_live(s->as))
        return dead(s);
    const char *rest = pto_asm_rest(s);
    return opened(s, rest, rest && (*rest == 0) == (wanted != 0));
}

/* .ifc A, B: the texts are the same, quotes apart. */
bool pto_asm_do_ifc(asm_stmt *s, int wanted)
{
    if (!pto_asm_live(s->as))
        return dead(s);
    char *a = (char *)pto_asm_rest(s);
    char *b = a ? strchr(a, ',') : NULL;
    if (!b)
        return opened(s, pto_asm_expected(s, "',' and a second text"), false);
    char *end = b;
    for (b++; *b == ' ' || *b == '\t';)
        b++;
    while (end > a && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    *end = 0;
    return opened(s, true, !strcmp(a, b) == (wanted != 0));
}

static asm_condition *innermost(asm_stmt *s, const char *what)
{
    pto_asm *as = s->as;
    size_t open = as->depth ? as->inputs[as->depth - 1].conditions : 0;
    if (as->condition_count > open)
        return &as->conditions[as->condition_count - 1];
    pto_asm_error(s, s->p, "%s without .if, expected .if above", what);
    return NULL;
}

static bool alternative(asm_stmt *s, asm_condition *c, const char *what)
{
    if (c->seen_else)
        return pto_asm_error(s, s->p, "%s after .else, expected .endif", what);
    return true;
}

bool pto_asm_do_elseif(asm_stmt *s, int argument)
{
    (void)argument;
    asm_condition *c = innermost(s, ".elseif");
    if (!c || !alternative(s, c, ".elseif"))
        return false;
    c->live = false;
    if (c->was_live || !c->parent_live) {
        s->p = pto_asm_statement_end(s->p);
        return true;
    }
    int64_t v;
    if (!pto_asm_known(s, "the condition", &v) || !pto_asm_end(s))
        return false;
    c->live = c->was_live = v != 0;
    return true;
}

bool pto_asm_do_else(asm_stmt *s, int argument)
{
    (void)argument;
    asm_condition *c = innermost(s, ".else");
    if (!c || !alternative(s, c, ".else"))
        return false;
    c->seen_else = true;
    c->live = c->parent_live && !c->was_live;
    return pto_asm_end(s);
}

bool pto_asm_do_endif(asm_stmt *s, int argument)
{
    (void)argument;
    if (!innermost(s, ".endif"))
        return false;
    s->as->condition_count--;
    return pto_asm_end(s);
}

void pto_asm_check_conditions(pto_asm *as, size_t open)
{
    while (as->condition_count > open) {
        const asm_condition *c = &as->conditions[--as->condition_count];
        asm_stmt s = {.as = as, .line = c->line, .order = as->order};
        pto_asm_error(&s, c->line->text,
                      "this .if has no end, expected "
                      ".endif");
    }
}
