/* Reads a vector file line by line and counts what its kind says. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include "base/buf.h"
#include "verify/verify.h"

static const struct {
    pto_vec_kind shown;
    vec_fn *run;
} kinds[] = {
#define ANY NULL
#define VEC_KIND(name, function, isa, profile, pes, columns) \
    {{name, columns, isa, profile, pes}, function},
#include "verify/vec_kind.def"
#undef VEC_KIND
#undef ANY
};

size_t pto_vec_kind_count(void)
{
    return sizeof kinds / sizeof kinds[0];
}

const pto_vec_kind *pto_vec_kind_at(size_t i)
{
    return i < pto_vec_kind_count() ? &kinds[i].shown : NULL;
}

const pto_vec_kind *pto_vec_kind_find(const char *name)
{
    for (size_t i = 0; i < pto_vec_kind_count(); i++)
        if (!strcmp(kinds[i].shown.name, name))
            return &kinds[i].shown;
    return NULL;
}

static pto_status find_kind(const char *name, vec_fn **run, pto_error *e)
{
    pto_buf names = {0};
    for (size_t i = 0; i < pto_vec_kind_count(); i++) {
        if (!strcmp(kinds[i].shown.name, name)) {
            *run = kinds[i].run;
            pto_buf_free(&names);
            return PTO_OK;
        }
        pto_buf_printf(&names, " %s", kinds[i].shown.name);
    }
    pto_status s =
        pto_fail(e, PTO_BAD_INPUT, "unknown kind of vectors '%s'; known:%s",
                 name, names.data ? names.data : "");
    pto_buf_free(&names);
    return s;
}

static void count(pto_vec_report *report, const vec_result *r, uint64_t line)
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
    if (report->shown == PTO_VEC_SHOWN)
        return;
    pto_vec_mismatch *m = &report->first[report->shown++];
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

/* The next line without its newline; false at the end, or where it breaks. */
static bool next_line(gzFile file, pto_buf *line)
{
    char chunk[4096];
    pto_buf_clear(line);
    while (gzgets(file, chunk, sizeof chunk)) {
        size_t n = strlen(chunk);
        bool ends = n && chunk[n - 1] == '\n';
        pto_buf_add(line, chunk, n - ends);
        if (ends || !n)
            return true;
    }
    return line->size > 0 && !is_broken(file);
}

static pto_status run_lines(gzFile file, vec_fn *run, pto_vec_report *report,
                            pto_error *e)
{
    pto_buf line = {0};
    pto_status s = PTO_OK;
    for (uint64_t number = 1; next_line(file, &line); number++) {
        vec_result r = {.verdict = VEC_FAILED};
        if (line.failed)
            s = pto_fail(e, PTO_NO_MEMORY, "out of memory");
        if (s == PTO_OK && (!line.size || line.data[0] == '#'))
            continue;
        if (s == PTO_OK)
            s = run(line.data, &r, e);
        if (s != PTO_OK) {
            if (e)
                e->line = (uint32_t)number;
            break;
        }
        count(report, &r, number);
    }
    pto_buf_free(&line);
    return s;
}

static pto_status finish(gzFile file, pto_status s,
                         const pto_vec_report *report, pto_error *e)
{
    int error = Z_OK;
    const char *text = gzerror(file, &error);
    if (s == PTO_OK && error != Z_OK)
        s = pto_fail(e, PTO_IO, "cannot read: %s", text);
    if (s == PTO_OK && !report->passed && !report->failed && !report->missing)
        s = pto_fail(e, PTO_BAD_INPUT, "no vectors");
    return s;
}

pto_status pto_vec_run(const char *kind, const char *path,
                       pto_vec_report *report, pto_error *e)
{
    vec_fn *run = NULL;
    *report = (pto_vec_report){0};
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
