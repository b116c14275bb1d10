/* The assembler's messages: collected, put in source order, shown. */
#include "text/asm/asm.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_COLUMNS = 160, SHOWN_BEFORE = 60, SHOWN_EXPANSIONS = 8 };

uint32_t pto_asm_column(const asm_line *l, const char *at)
{
    if (!at)
        for (at = l->text; *at == ' ' || *at == '\t';)
            at++;
    return (uint32_t)(at - l->text) + l->offset + 1;
}

static bool is_known(const pto_asm *as, const asm_message *m)
{
    for (size_t i = as->message_count; i-- > 0;) {
        const asm_message *old = &as->messages[i];
        if (old->line == m->line && old->column == m->column &&
            !strcmp(old->text, m->text))
            return true;
    }
    return false;
}

static void add(const asm_stmt *s, const char *at, pto_severity severity,
                const char *format, va_list args)
{
    pto_asm *as = s->as;
    char text[PTO_ERROR_TEXT];
    (void)vsnprintf(text, sizeof text, format, args);
    if (s->quiet && severity == PTO_ERROR) {
        pto_fail(s->quiet, PTO_BAD_INPUT, "%s", text);
        s->quiet->column = at >= s->from ? (uint32_t)(at - s->from) + 1 : 1;
        return;
    }
    asm_message m = {.line = s->line, .order = s->order, .severity = severity};
    m.text = pto_asm_text(as, text, strlen(text));
    m.column = pto_asm_column(s->line, at);
    bool is_surplus =
        severity != PTO_ERROR && as->message_count >= ASM_MAX_WARNINGS;
    if (!m.text || as->stopped || is_surplus || is_known(as, &m))
        return;
    if (!pto_asm_grow(as, (void **)&as->messages, as->message_count,
                      &as->message_capacity, sizeof m))
        return;
    as->messages[as->message_count++] = m;
    as->error_count += severity == PTO_ERROR;
    as->stopped |= as->error_count > ASM_MAX_ERRORS;
}

bool pto_asm_error(const asm_stmt *s, const char *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(s, at, PTO_ERROR, format, args);
    va_end(args);
    return false;
}

bool pto_asm_warn(const asm_stmt *s, const char *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add(s, at, PTO_WARNING, format, args);
    va_end(args);
    return false;
}

bool pto_asm_expected(const asm_stmt *s, const char *what)
{
    const char *p = s->p;
    int n = 0;
    if (*p == 0) {
        while (p > s->line->text && (p[-1] == ' ' || p[-1] == '\t'))
            p--;
        p -= p > s->line->text && p[-1] == ','; /* that is what is wrong */
        return pto_asm_error(s, *p ? p : s->p,
                             "the line ends here, expected %s", what);
    }
    while (pto_asm_is_name(p[n]) && n < 40)
        n++;
    if (!n)
        n = 1;
    while ((p[n] & 0xc0) == 0x80)
        n++;
    return pto_asm_error(s, p, "unexpected '%.*s', expected %s", n, p, what);
}

static void show_line(pto_buf *b, const char *shown, uint32_t column)
{
    size_t size = strcspn(shown, "\r\n"), from = 0;
    size_t at = column - 1 < size ? column - 1 : size;
    if (size > SHOWN_COLUMNS && at > SHOWN_BEFORE)
        from = at - SHOWN_BEFORE;
    while (from && (shown[from] & 0xc0) == 0x80)
        from--;
    size_t n = size - from < SHOWN_COLUMNS ? size - from : SHOWN_COLUMNS;
    pto_buf_add(b, shown + from, n);
    pto_buf_puts(b, "\n");
    for (size_t i = from; i < at; i++)
        if ((shown[i] & 0xc0) != 0x80)
            pto_buf_puts(b, shown[i] == '\t' ? "\t" : " ");
    pto_buf_puts(b, "^\n");
}

static void show_expansions(pto_buf *b, const asm_expansion *x)
{
    for (int i = 0; x; x = x->site->from, i++) {
        if (i == SHOWN_EXPANSIONS) {
            pto_buf_puts(b, "note: and so on\n");
            return;
        }
        pto_buf_printf(b, "%s:%u:%u: note: in the expansion of '%s'\n",
                       x->site->file, x->site->number, x->column, x->name);
    }
}

static const char *severity_name(pto_severity s)
{
    return s == PTO_ERROR ? "error" : s == PTO_WARNING ? "warning" : "note";
}

static void describe(const asm_message *m, pto_error *e)
{
    pto_fail(e, PTO_BAD_INPUT, "%s", m->text);
    (void)snprintf(e->file, sizeof e->file, "%s", m->line->file);
    e->line = m->line->number;
    e->column = m->column;
}

static bool hand_over(const pto_asm *as, pto_severity severity,
                      const pto_error *where, pto_buf *text)
{
    pto_diagnostic d = {severity, where, text->data};
    if (!text->failed && as->options->diagnose)
        as->options->diagnose(as->options->user, &d);
    bool whole = !text->failed;
    pto_buf_free(text);
    return whole;
}

static bool report(const pto_asm *as, const asm_message *m)
{
    pto_error where;
    pto_buf text = {0};
    describe(m, &where);
    pto_buf_printf(&text, "%s:%u:%u: %s: %s\n", where.file, where.line,
                   where.column, severity_name(m->severity), m->text);
    show_line(&text, m->line->shown, m->column);
    show_expansions(&text, m->line->from);
    return hand_over(as, m->severity, &where, &text);
}

static bool report_too_many(const pto_asm *as, const asm_message *last)
{
    pto_error where;
    pto_buf text = {0};
    describe(last, &where);
    pto_fail(&where, PTO_BAD_INPUT, "too many errors");
    pto_buf_puts(&text, "too many errors\n");
    return hand_over(as, PTO_ERROR, &where, &text);
}

static int by_order(const void *a, const void *b)
{
    const asm_message *x = a, *y = b;
    if (x->order != y->order)
        return x->order < y->order ? -1 : 1;
    return x->column < y->column ? -1 : x->column > y->column;
}

pto_status pto_asm_report(pto_asm *as, pto_error *e)
{
    size_t errors = 0;
    bool whole = true;
    if (as->message_count)
        qsort(as->messages, as->message_count, sizeof *as->messages, by_order);
    for (size_t i = 0; i < as->message_count && errors <= ASM_MAX_ERRORS; i++) {
        const asm_message *m = &as->messages[i];
        errors += m->severity == PTO_ERROR;
        if (errors > ASM_MAX_ERRORS)
            whole &= report_too_many(as, m);
        else
            whole &= report(as, m);
        if (errors == 1 && m->severity == PTO_ERROR && e)
            describe(m, e);
    }
    if (as->out_of_memory || !whole)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    return errors ? PTO_BAD_INPUT : PTO_OK;
}
