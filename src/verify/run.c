/* Reads a vector file line by line and counts what its kind says. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "verify/verify.h"

static const struct {
    vec_kind shown;
    vec_fn *run;
} kinds[] = {
#define ANY NULL
#define VEC_KIND(name, function, isa, profile, pes, columns) \
    {{name, columns, isa, profile, pes}, function},
#include "verify/vec_kind.def"
#undef VEC_KIND
#undef ANY
};

size_t vec_kind_count(void)
{
    return sizeof kinds / sizeof kinds[0];
}

const vec_kind *vec_kind_at(size_t i)
{
    return i < vec_kind_count() ? &kinds[i].shown : NULL;
}

const vec_kind *vec_kind_find(const char *name)
{
    for (size_t i = 0; i < vec_kind_count(); i++)
        if (!strcmp(kinds[i].shown.name, name))
            return &kinds[i].shown;
    return NULL;
}

static pto_status find_kind(const char *name, vec_fn **run, pto_error *e)
{
    char names[256] = "";
    for (size_t i = 0, n = 0; i < vec_kind_count(); i++) {
        if (!strcmp(kinds[i].shown.name, name)) {
            *run = kinds[i].run;
            return PTO_OK;
        }
        n += (size_t)snprintf(names + n, sizeof names - n, " %s",
                              kinds[i].shown.name);
    }
    return pto_fail(e, PTO_BAD_INPUT, "unknown kind of vectors '%s'; known:%s",
                    name, names);
}

static void count(vec_report *report, const vec_result *r, uint64_t line)
{
    if (r->verdict == VEC_PASSED) {
        report->passed++;
        return;
    }
    if (r->verdict == VEC_SKIPPED) {
        report->skipped++;
        return;
    }
    if (r->verdict == VEC_MISSING) {
        report->missing++;
        return;
    }
    report->failed++;
    if (report->shown == VEC_SHOWN)
        return;
    vec_mismatch *m = &report->first[report->shown++];
    m->line = line;
    memcpy(m->got, r->got, sizeof m->got);
    memcpy(m->wanted, r->wanted, sizeof m->wanted);
}

static bool is_broken(gzFile file)
{
    int error = Z_OK;
    (void)gzerror(file, &error);
    return error != Z_OK;
}

/* A line that grows; zero-terminated. */
typedef struct line_text {
    char *data;
    size_t size, room;
} line_text;

static bool has_room(line_text *t)
{
    if (t->size + 1 < t->room)
        return true;
    size_t room = t->room ? 2 * t->room : 4096;
    char *data = room <= INT_MAX ? realloc(t->data, room) : NULL;
    if (data) {
        t->data = data;
        t->room = room;
    }
    return data != NULL;
}

/*
 * The next line without its newline. *more is false at the end, and where the
 * file is broken.
 */
static pto_status next_line(gzFile file, line_text *line, bool *more,
                            pto_error *e)
{
    line->size = 0;
    for (*more = false;;) {
        if (!has_room(line))
            return pto_fail(e, PTO_NO_MEMORY, "out of memory");
        char *at = line->data + line->size;
        if (!gzgets(file, at, (int)(line->room - line->size)))
            break;
        *more = true;
        line->size += strlen(at);
        if (!*at || line->data[line->size - 1] == '\n')
            break;
    }
    line->size -= line->size && line->data[line->size - 1] == '\n';
    line->data[line->size] = '\0';
    *more = *more && !is_broken(file);
    return PTO_OK;
}

static pto_status run_lines(gzFile file, vec_fn *run, vec_report *report,
                            pto_error *e)
{
    line_text line = {0};
    pto_status s = PTO_OK;
    bool more = true;
    for (uint64_t number = 1; s == PTO_OK && more; number++) {
        vec_result r = {.verdict = VEC_FAILED};
        s = next_line(file, &line, &more, e);
        bool judged = s == PTO_OK && more && line.size && *line.data != '#';
        if (judged)
            s = run(line.data, &r, e);
        if (s != PTO_OK && e)
            e->line = (uint32_t)number;
        else if (judged)
            count(report, &r, number);
    }
    free(line.data);
    return s;
}

static pto_status finish(gzFile file, pto_status s, const vec_report *report,
                         pto_error *e)
{
    int error = Z_OK;
    const char *text = gzerror(file, &error);
    if (s == PTO_OK && error != Z_OK)
        s = pto_fail(e, PTO_IO, "cannot read: %s", text);
    if (s == PTO_OK && !report->passed && !report->failed && !report->missing)
        s = pto_fail(e, PTO_BAD_INPUT, "no vectors");
    return s;
}

pto_status vec_run(const char *kind, const char *path, vec_report *report,
                   pto_error *e)
{
    vec_fn *run = NULL;
    *report = (vec_report){0};
    PTO_TRY(find_kind(kind, &run, e));
    bool input = !strcmp(path, "-");
    gzFile file = input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
    if (!file)
        return pto_fail(e, PTO_IO, "cannot open %s", path);
    pto_status s = run_lines(file, run, report, e);
    s = finish(file, s, report, e);
    (void)gzclose(file);
    if (s != PTO_OK && e) {
        size_t n = strlen(path);
        if (n >= sizeof e->file)
            n = sizeof e->file - 1;
        memcpy(e->file, path, n);
        e->file[n] = '\0';
    }
    return s;
}
