/* Macros and loops: collecting bodies and expanding them. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <string.h>

/* What one name stands for in an expansion. */
typedef struct binding {
    const char *name, *text;
} binding;

typedef struct bindings {
    binding items[ASM_MAX_PARAMETERS];
    uint32_t count, serial;
} bindings;

/* The first word of a line, labels skipped. */
static const char *first_word(const char *p, size_t *n)
{
    for (;;) {
        while (*p == ' ' || *p == '\t')
            p++;
        for (*n = 0; pto_asm_is_name(p[*n]); ++*n)
            continue;
        if (p[*n] != ':')
            return p;
        p += *n + 1;
    }
}

static bool is_word(const char *p, size_t n, const char *word)
{
    return strlen(word) == n && !strncmp(p, word, n);
}

static int nesting(const char *text, bool is_macro)
{
    size_t n;
    const char *w = first_word(text, &n);
    if (is_macro)
        return is_word(w, n, ".macro")                                ? 1
               : is_word(w, n, ".endm") || is_word(w, n, ".endmacro") ? -1
                                                                      : 0;
    return is_word(w, n, ".rept") || is_word(w, n, ".irp") ||
                   is_word(w, n, ".irpc")
               ? 1
           : is_word(w, n, ".endr") ? -1
                                    : 0;
}

/* The lines up to the end that belongs to the statement just read. */
static bool collect(asm_stmt *s, const char *at, bool is_macro, asm_lines *body)
{
    asm_input *in = &s->as->inputs[s->as->depth - 1];
    size_t start = in->next;
    int depth = 1;
    for (; in->next < in->lines->count; in->next++) {
        s->as->steps++;
        depth += nesting(in->lines->items[in->next].text, is_macro);
        if (depth)
            continue;
        *body = (asm_lines){.items = in->lines->items + start,
                            .count = in->next - start};
        in->next++;
        return true;
    }
    return pto_asm_error(s, at, "the body has no end, expected %s",
                         is_macro ? ".endm" : ".endr");
}

asm_macro *pto_asm_macro(pto_asm *as, const char *name, size_t n)
{
    return pto_asm_named(&as->macros, name, n);
}

static const char *trimmed(pto_asm *as, const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    while (end > p && (end[-1] == ' ' || end[-1] == '\t'))
        end--;
    if (end - p >= 2 && *p == '"' && end[-1] == '"') {
        p++;
        end--;
    }
    return pto_asm_text(as, p, (size_t)(end - p));
}

/* Where the argument that starts at p ends: a comma or, if `blank`, a space
 * outside quotes and brackets. */
static const char *argument_end(const char *p, const char *end, bool blank)
{
    int depth = 0;
    for (; p < end; p++) {
        if (*p == '"')
            for (p++; p < end && *p != '"'; p++)
                p += *p == '\\' && p + 1 < end;
        if (p == end)
            return end;
        depth += *p == '(' || *p == '[';
        depth -= *p == ')' || *p == ']';
        if (depth <= 0 && (*p == ',' || (blank && (*p == ' ' || *p == '\t'))))
            return p;
    }
    return end;
}

static bool parameter(asm_stmt *s, asm_macro *m)
{
    const char *at = s->p, *name = pto_asm_name(s);
    if (!name)
        return pto_asm_expected(s, "a parameter name");
    if (m->count == ASM_MAX_PARAMETERS)
        return pto_asm_error(s, at, "too many parameters, expected at most %d",
                             ASM_MAX_PARAMETERS);
    asm_parameter *p = &m->parameters[m->count++];
    *p = (asm_parameter){.name = name};
    if (*s->p == ':') {
        s->p++;
        const char *kind = pto_asm_name(s);
        p->required = kind && !strcmp(kind, "req");
        p->takes_rest = kind && !strcmp(kind, "vararg");
        if (!p->required && !p->takes_rest)
            return pto_asm_error(s, at,
                                 "unknown kind of parameter, expected "
                                 ":req or :vararg");
    }
    if (pto_asm_take(s, '=')) {
        const char *start = s->p, *end = pto_asm_statement_end(s->p);
        while (start < end && (*start == ' ' || *start == '\t'))
            start++;
        s->p = argument_end(start, end, true);
        p->preset = trimmed(s->as, start, s->p);
    }
    return true;
}

bool pto_asm_do_macro(asm_stmt *s, int argument)
{
    (void)argument;
    pto_asm_skip(s);
    const char *at = s->p, *name = pto_asm_name(s);
    asm_parameter parameters[ASM_MAX_PARAMETERS];
    asm_macro *m = pto_asm_alloc(s->as, sizeof *m);
    if (!m)
        return false;
    m->parameters = parameters;
    bool good = name || pto_asm_expected(s, "a macro name");
    while (good && !pto_asm_at_end(s)) {
        (void)pto_asm_take(s, ',');
        good = pto_asm_at_end(s) || parameter(s, m);
    }
    if (!collect(s, at, true, &m->body) || !good)
        return false;
    if (pto_asm_macro(s->as, name, strlen(name)))
        return pto_asm_error(s, at,
                             "macro '%s' is defined twice, expected a "
                             "new name or .purgem",
                             name);
    asm_name *x = pto_asm_name_add(s->as, &s->as->macros, name, strlen(name));
    m->parameters = pto_asm_alloc(s->as, m->count * sizeof *parameters);
    if (!x || !m->parameters)
        return false;
    if (m->count)
        memcpy(m->parameters, parameters, m->count * sizeof *parameters);
    m->name = name;
    x->value = m;
    return true;
}

bool pto_asm_do_purgem(asm_stmt *s, int argument)
{
    (void)argument;
    const char *at;
    size_t n = pto_asm_word(s, &at);
    if (!n || !pto_asm_macro(s->as, at, n))
        return pto_asm_error(s, at, "no such macro, expected a macro name");
    pto_asm_name_add(s->as, &s->as->macros, at, n)->value = NULL;
    return pto_asm_end(s);
}

bool pto_asm_do_stray(asm_stmt *s, int is_loop)
{
    return pto_asm_error(s, s->line->text,
                         "end without a beginning, expected "
                         "%s above",
                         is_loop ? ".rept" : ".macro");
}

bool pto_asm_do_exitm(asm_stmt *s, int argument)
{
    (void)argument;
    pto_asm *as = s->as;
    for (uint32_t i = as->depth; i-- > 0;) {
        if (!as->inputs[i].is_macro)
            continue;
        as->depth = i + 1;
        as->inputs[i].next = as->inputs[i].lines->count;
        as->inputs[i].repeats = 1;
        as->condition_count = as->inputs[i].conditions;
        return pto_asm_end(s);
    }
    return pto_asm_error(s, s->p, ".exitm outside a macro");
}

/* After a backslash: the longest name of a parameter that stands there. */
static const binding *longest(const bindings *b, const char *p, size_t *n)
{
    const binding *best = NULL;
    *n = 0;
    for (uint32_t i = 0; i < b->count; i++) {
        size_t length = strlen(b->items[i].name);
        if (length > *n && !strncmp(p, b->items[i].name, length)) {
            best = &b->items[i];
            *n = length;
        }
    }
    return best;
}

static void substitute(const bindings *b, const char *p, pto_buf *out)
{
    while (*p && out->size <= ASM_MAX_TEXT) {
        const char *stop = strchr(p, '\\');
        if (!stop)
            stop = p + strlen(p);
        pto_buf_add(out, p, (size_t)(stop - p));
        p = stop;
        if (!*p)
            return;
        size_t n;
        const binding *bound = longest(b, p + 1, &n);
        if (bound) {
            pto_buf_puts(out, bound->text);
            p += n + 1;
        } else if (p[1] == '@') {
            pto_buf_printf(out, "%" PRIu32, b->serial);
            p += 2;
        } else if (p[1] == '(' && p[2] == ')') {
            p += 3;
        } else {
            size_t pair = p[1] ? 2 : 1;
            pto_buf_add(out, p, pair);
            p += pair;
        }
    }
}

static bool too_large(asm_stmt *s)
{
    pto_asm_error(s, NULL,
                  "the expansion is too large, expected less than 64 "
                  "MiB");
    s->as->stopped = true;
    return false;
}

/* One line of an expansion, cut where what was put in brought a ';'. */
static bool add_line(asm_stmt *s, const asm_line *from, const pto_buf *text,
                     const asm_expansion *x, asm_lines *out)
{
    pto_asm *as = s->as;
    const char *words = text->data ? text->data : "";
    asm_line l = *from;
    as->text_bytes += text->size + sizeof l;
    if (as->text_bytes > ASM_MAX_TEXT)
        return too_large(s);
    char *copy = pto_asm_text(as, words, text->size);
    l.shown = copy && memchr(words, ';', text->size)
                  ? pto_asm_text(as, words, text->size)
                  : copy;
    l.from = x;
    return copy && l.shown && pto_asm_add(as, &l, copy, out);
}

/* Copies of the body's lines with the names replaced, appended to `out`. */
static bool expand(asm_stmt *s, const asm_lines *body, const bindings *b,
                   const asm_expansion *from, asm_lines *out)
{
    pto_asm *as = s->as;
    pto_buf text = {0};
    bool good = true;
    for (size_t i = 0; good && i < body->count; i++) {
        pto_buf_clear(&text);
        substitute(b, body->items[i].text, &text);
        as->out_of_memory |= text.failed;
        good = !text.failed && add_line(s, &body->items[i], &text, from, out);
    }
    pto_buf_free(&text);
    return good;
}

static asm_expansion *expansion(const asm_stmt *s, const char *name,
                                const char *at)
{
    asm_expansion *x = pto_asm_alloc(s->as, sizeof *x);
    if (x)
        *x = (asm_expansion){name, s->line, pto_asm_column(s->line, at)};
    return x;
}

/* NAME=VALUE names its parameter; anything else takes the next one. */
static bool argument(asm_stmt *s, const asm_macro *m, bindings *b, bool blank,
                     const char *end, uint32_t *next)
{
    const char *start = s->p;
    uint32_t which = *next;
    size_t n = 0;
    while (pto_asm_is_name(start[n]))
        n++;
    for (uint32_t i = 0;
         n && start[n] == '=' && start[n + 1] != '=' && i < m->count; i++)
        if (is_word(start, n, m->parameters[i].name)) {
            which = i;
            start += n + 1;
            break;
        }
    if (which >= m->count)
        return pto_asm_error(s, s->p,
                             "too many arguments, expected at most "
                             "%" PRIu32 " for macro '%s'",
                             m->count, m->name);
    s->p =
        m->parameters[which].takes_rest ? end : argument_end(start, end, blank);
    b->items[which].text = trimmed(s->as, start, s->p);
    if (which == *next)
        ++*next;
    return b->items[which].text;
}

static bool arguments(asm_stmt *s, const asm_macro *m, bindings *b)
{
    const char *end = pto_asm_statement_end(s->p);
    bool blank = argument_end(s->p, end, false) == end;
    uint32_t next = 0;
    while (!pto_asm_at_end(s)) {
        if (!argument(s, m, b, blank && m->count > 1, end, &next))
            return false;
        (void)pto_asm_take(s, ',');
    }
    return true;
}

/* What was not given takes its preset, or nothing at all. */
static bool complete(asm_stmt *s, const asm_macro *m, bindings *b,
                     const char *at)
{
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->parameters[i].required && !b->items[i].text)
            return pto_asm_error(s, at,
                                 "macro '%s' needs '%s', expected a "
                                 "value",
                                 m->name, b->items[i].name);
        if (!b->items[i].text)
            b->items[i].text = "";
    }
    return true;
}

bool pto_asm_call(asm_stmt *s, const asm_macro *m, const char *at)
{
    pto_asm *as = s->as;
    bindings b = {.count = m->count, .serial = as->expansions++};
    for (uint32_t i = 0; i < m->count; i++)
        b.items[i] = (binding){m->parameters[i].name, m->parameters[i].preset};
    if (!arguments(s, m, &b) || !complete(s, m, &b, at))
        return false;
    asm_stmt site = *s;
    site.p = at;
    asm_lines *lines = pto_asm_new_lines(as);
    asm_expansion *from = expansion(s, m->name, at);
    return lines && from && expand(s, &m->body, &b, from, lines) &&
           pto_asm_push(&site, lines, 1, true, "expanding macros");
}

bool pto_asm_do_rept(asm_stmt *s, int argument_)
{
    (void)argument_;
    int64_t n = 0;
    pto_asm_skip(s);
    const char *at = s->p;
    asm_lines *body = pto_asm_alloc(s->as, sizeof *body);
    bool good = body && pto_asm_known(s, "the count", &n) && pto_asm_end(s);
    if (!body || !collect(s, at, false, body) || !good)
        return false;
    if (n < 0)
        return pto_asm_error(s, at,
                             "the count is negative, expected 0 or "
                             "more");
    if ((uint64_t)n > pto_asm_max_lines(s->as))
        return pto_asm_error(s, at,
                             "%" PRId64 " repetitions, expected at most %u", n,
                             pto_asm_max_lines(s->as));
    s->p = at;
    return !n || !body->count ||
           pto_asm_push(s, body, (uint64_t)n, false, "repeating lines");
}

/* One round of .irp or .irpc for each value; `characters`: .irpc. */
static bool rounds(asm_stmt *s, const asm_lines *body, const char *name,
                   const char *values, bool characters, asm_lines *out,
                   const asm_expansion *from)
{
    bindings b = {.count = 1};
    const char *end = values + strlen(values);
    for (const char *p = values; p < end;) {
        const char *stop = characters ? p + 1 : argument_end(p, end, false);
        b.items[0] = (binding){name, trimmed(s->as, p, stop)};
        b.serial = s->as->expansions++;
        if (!b.items[0].text || !expand(s, body, &b, from, out))
            return false;
        p = characters ? stop : stop + 1;
    }
    return true;
}

bool pto_asm_do_irp(asm_stmt *s, int characters)
{
    pto_asm_skip(s);
    const char *at = s->p, *name = pto_asm_name(s);
    asm_lines body;
    bool good = name || pto_asm_expected(s, "a symbol name");
    if (good)
        good = pto_asm_take(s, ',') || pto_asm_at_end(s) ||
               pto_asm_expected(s, "','");
    const char *values = pto_asm_rest(s);
    if (!collect(s, at, false, &body) || !good || !values)
        return false;
    asm_lines *lines = pto_asm_new_lines(s->as);
    asm_expansion *from = expansion(s, characters ? ".irpc" : ".irp", at);
    s->p = at;
    return lines && from &&
           rounds(s, &body, name, values, characters, lines, from) &&
           pto_asm_push(s, lines, 1, false, "repeating lines");
}
