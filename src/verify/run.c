/* Reads a vector file line by line and counts what its kind says. */
#include <stdio.h>
#include <string.h>
#include "input/lines.h"
#include "verify/verify.h"

static pto_status find_kind(const char *name, vec_fn **run, pto_error *e)
{
    static vec_fn *const runs[] = {
#define VEC_KIND(name, function, isa, profile, pes, columns) function,
#include "verify/vec_kind.def"
#undef VEC_KIND
    };
    char names[256] = "";
    for (size_t i = 0, n = 0; i < vec_kind_count(); i++) {
        const char *known = vec_kind_at(i)->name;
        if (!strcmp(known, name)) {
            *run = runs[i];
            return PTO_OK;
        }
        n += (size_t)snprintf(names + n, sizeof names - n, " %s", known);
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

static pto_status run_lines(input_lines *lines, vec_fn *run, vec_report *report,
                            pto_error *e)
{
    for (bool more = true;;) {
        vec_result r = {.verdict = VEC_FAILED};
        PTO_TRY(input_lines_next(lines, &more, e));
        if (!more)
            break;
        if (!lines->size || lines->line[0] == '#')
            continue;
        pto_status s = run(lines->line, &r, e);
        if (s != PTO_OK && e)
            e->line = (uint32_t)lines->number;
        if (s != PTO_OK)
            return s;
        count(report, &r, lines->number);
    }
    if (!report->passed && !report->failed && !report->missing)
        return pto_fail(e, PTO_BAD_INPUT, "no vectors");
    return PTO_OK;
}

pto_status vec_run(const char *kind, const char *path, vec_report *report,
                   pto_error *e)
{
    vec_fn *run = NULL;
    *report = (vec_report){0};
    PTO_TRY(find_kind(kind, &run, e));
    input_lines lines;
    PTO_TRY(input_lines_open(&lines, path, e));
    pto_status s = run_lines(&lines, run, report, e);
    input_lines_close(&lines);
    if (s != PTO_OK && e)
        (void)snprintf(e->file, sizeof e->file, "%s", path);
    return s;
}
