/* The first difference of two traces, with the lines before it. */
#include "verify/trace_diff.h"

#include <stdio.h>
#include <string.h>

#include "input/lines.h"

typedef struct side {
    input_lines lines;
    bool ended;
} side;

static const char *text(const side *s)
{
    return s->ended ? "" : s->lines.line;
}

/* Every line of a trace begins like this. */
static pto_status check_line(const side *s, pto_error *e)
{
    static const char key[] = "{\"step\":";
    if (s->ended || !strncmp(text(s), key, sizeof key - 1))
        return PTO_OK;
    pto_fail(e, PTO_BAD_INPUT, "%s:%llu: no line of a trace, expected %s",
             s->lines.path, (unsigned long long)s->lines.number, key);
    return PTO_BAD_INPUT;
}

static pto_status next_line(side *s, pto_error *e)
{
    bool more = false;
    PTO_TRY(input_lines_next(&s->lines, &more, e));
    s->ended = !more;
    return check_line(s, e);
}

static bool is_equal(const side *a, const side *b)
{
    return !a->ended && !b->ended && a->lines.size == b->lines.size &&
           !memcmp(a->lines.line, b->lines.line, a->lines.size);
}

static void keep(char *out, const char *line)
{
    snprintf(out, TRACE_LINE, "%s", line);
}

static void keep_context(trace_difference *d, const char *line)
{
    if (d->context_count == TRACE_CONTEXT) {
        memmove(d->context[0], d->context[1],
                (TRACE_CONTEXT - 1) * sizeof d->context[0]);
        d->context_count--;
    }
    keep(d->context[d->context_count++], line);
}

/*
 * The top-level key whose value holds the first byte that differs: the last
 * "key": at depth one before it.
 */
static void find_key(const char *a, const char *b, char *out, size_t size)
{
    int depth = 0;
    bool in_string = false;
    const char *start = NULL;
    out[0] = '\0';
    for (size_t i = 0; a[i] && a[i] == b[i]; i++) {
        if (a[i] == '\\' && in_string && a[i + 1] && a[i + 1] == b[i + 1]) {
            i++;
        } else if (a[i] == '"') {
            in_string = !in_string;
            start = in_string ? a + i + 1 : start;
            if (!in_string && depth == 1 && a[i + 1] == ':')
                snprintf(out, size, "%.*s", (int)(a + i - start), start);
        } else if (!in_string) {
            depth +=
                (a[i] == '{' || a[i] == '[') - (a[i] == '}' || a[i] == ']');
        }
    }
}

static pto_status compare(side *a, side *b, trace_difference *d, pto_error *e)
{
    for (;;) {
        PTO_TRY(next_line(a, e));
        PTO_TRY(next_line(b, e));
        if (!is_equal(a, b))
            break;
        d->lines++;
        keep_context(d, text(a));
    }
    if (a->ended && b->ended && !d->lines)
        return pto_fail(e, PTO_BAD_INPUT, "%s and %s: no line to compare",
                        a->lines.path, b->lines.path);
    if (a->ended && b->ended)
        return PTO_OK;
    d->number = d->lines + 1;
    keep(d->line[0], text(a));
    keep(d->line[1], text(b));
    if (!a->ended && !b->ended)
        find_key(text(a), text(b), d->key, sizeof d->key);
    return PTO_OK;
}

static pto_status open_side(side *s, const char *path, pto_error *e)
{
    PTO_TRY(input_lines_open(&s->lines, path, e));
    s->lines.any = true;
    return PTO_OK;
}

pto_status trace_diff(const char *path_a, const char *path_b,
                      trace_difference *out, pto_error *e)
{
    side a, b;
    memset(out, 0, sizeof *out);
    PTO_TRY(open_side(&a, path_a, e));
    pto_status s = open_side(&b, path_b, e);
    if (s == PTO_OK) {
        s = compare(&a, &b, out, e);
        input_lines_close(&b.lines);
    }
    input_lines_close(&a.lines);
    return s;
}
