/* The first difference of two traces, with the lines before it. */
#include "verify/trace_diff.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct side {
    const char *path;
    FILE *file;
    char *line; /* without its newline; grows */
    size_t room, size;
    uint64_t number; /* of the line, from 1 */
    bool ended;
} side;

static pto_status open_side(side *s, const char *path, pto_error *e)
{
    s->path = path;
    s->file = fopen(path, "rb");
    if (!s->file)
        return pto_fail(e, PTO_IO, "cannot read %s: %s", path, strerror(errno));
    return PTO_OK;
}

static void close_side(side *s)
{
    if (s->file)
        fclose(s->file);
    free(s->line);
}

static pto_status more_room(side *s, pto_error *e)
{
    size_t room = s->room ? 2 * s->room : TRACE_LINE;
    char *line = realloc(s->line, room);
    if (!line)
        return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", s->path);
    s->line = line;
    s->room = room;
    return PTO_OK;
}

/* Every line of a trace begins like this. */
static pto_status check_line(const side *s, pto_error *e)
{
    static const char key[] = "{\"step\":";
    if (s->ended || !strncmp(s->line, key, sizeof key - 1))
        return PTO_OK;
    pto_fail(e, PTO_BAD_INPUT, "%s:%llu: no line of a trace, expected %s",
             s->path, (unsigned long long)s->number, key);
    return PTO_BAD_INPUT;
}

static pto_status next_line(side *s, pto_error *e)
{
    s->size = 0;
    s->number++;
    for (;;) {
        if (s->size + 2 > s->room)
            PTO_TRY(more_room(s, e));
        if (!fgets(s->line + s->size, (int)(s->room - s->size), s->file))
            break;
        s->size += strlen(s->line + s->size);
        if (s->size && s->line[s->size - 1] == '\n')
            break;
    }
    if (ferror(s->file))
        return pto_fail(e, PTO_IO, "cannot read %s", s->path);
    s->ended = s->size == 0;
    while (s->size && (s->line[s->size - 1] == '\n'))
        s->size--;
    if (s->room)
        s->line[s->size] = '\0';
    return check_line(s, e);
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
        if (a->ended && b->ended)
            return PTO_OK;
        if (a->ended || b->ended || a->size != b->size ||
            memcmp(a->line, b->line, a->size) != 0)
            break;
        d->lines++;
        keep_context(d, a->line);
    }
    d->number = d->lines + 1;
    keep(d->line[0], a->ended ? "" : a->line);
    keep(d->line[1], b->ended ? "" : b->line);
    if (!a->ended && !b->ended)
        find_key(a->line, b->line, d->key, sizeof d->key);
    return PTO_OK;
}

pto_status trace_diff(const char *path_a, const char *path_b,
                      trace_difference *out, pto_error *e)
{
    side a = {0}, b = {0};
    memset(out, 0, sizeof *out);
    pto_status s = open_side(&a, path_a, e);
    if (s == PTO_OK)
        s = open_side(&b, path_b, e);
    if (s == PTO_OK)
        s = compare(&a, &b, out, e);
    close_side(&a);
    close_side(&b);
    return s;
}
