/* pto vec run: test vectors against the library. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "verify/vector.h"

static void print_kinds(void)
{
    for (size_t i = 0; i < vec_kind_count(); i++)
        printf("%-10s %s\n", vec_kind_at(i)->name, vec_kind_at(i)->columns);
}

static void print_report(const char *path, const vec_report *r)
{
    for (uint32_t i = 0; i < r->shown; i++)
        printf("%s:%" PRIu64 ": got %s, wanted %s\n", path, r->first[i].line,
               r->first[i].got, r->first[i].wanted);
    if (r->failed > r->shown)
        printf("... and %" PRIu64 " more\n", r->failed - r->shown);
    printf("passed %" PRIu64 " failed %" PRIu64, r->passed, r->failed);
    if (r->skipped)
        printf(" skipped %" PRIu64, r->skipped);
    if (r->missing)
        printf(" not implemented %" PRIu64, r->missing);
    putchar('\n');
}

/* What the command line says that the vectors were made with. */
typedef struct setting {
    const char *isa, *profile;
    uint64_t pes;
} setting;

static bool agrees(const char *said, const char *is)
{
    return !said || !is || !strcmp(said, is);
}

/* Vectors hold for what they were made with, and for nothing else. */
static int check_setting(const vec_kind *k, const setting *s)
{
    if (agrees(s->isa, k->isa) && agrees(s->profile, k->profile) &&
        (!s->pes || !k->pes || s->pes == k->pes))
        return CLI_OK;
    return cli_fail("vectors of kind %s hold for --isa %s --profile %s "
                    "--pes %" PRIu32,
                    k->name, k->isa ? k->isa : "any",
                    k->profile ? k->profile : "any", k->pes ? k->pes : 4);
}

static int run(const char *kind, const char *path)
{
    vec_report report;
    pto_error e = {0};
    if (vec_run(kind, path, &report, &e) != PTO_OK)
        return cli_error(&e);
    print_report(path, &report);
    if (report.failed)
        return CLI_DIFFERS;
    return report.missing ? CLI_BAD_INPUT : CLI_OK;
}

int cmd_vec(int argc, char **argv)
{
    const char *kind = NULL, *words[2];
    bool suspect = false;
    setting given = {0};
    const cli_option options[] = {
        {"--kind", CLI_TEXT, &kind, NULL, 0},
        {"--suspect", CLI_FLAG, &suspect, NULL, 0},
        {"--isa", CLI_TEXT, &given.isa, NULL, 0},
        {"--profile", CLI_TEXT, &given.profile, NULL, 0},
        {"--pes", CLI_NUMBER, &given.pes, NULL, 0}};
    int n = cli_parse(argc, argv, options, 5, words, 2);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n == 1 && !strcmp(words[0], "kinds")) {
        print_kinds();
        return CLI_OK;
    }
    if (n != 2 || strcmp(words[0], "run") != 0 || !kind)
        return cli_fail(
            "usage: pto vec run --kind KIND [OPTION]... FILE|-, or pto vec "
            "kinds");
    if (suspect && strcmp(kind, "program") != 0)
        return cli_fail("--suspect belongs to --kind program");
    const vec_kind *known = vec_kind_find(kind);
    if (known && check_setting(known, &given) != CLI_OK)
        return CLI_BAD_INPUT;
    return run(suspect ? "suspect" : kind, words[1]);
}
