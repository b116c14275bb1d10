/* pto litmus: does PTO total store order allow these executions? */
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "litmus/litmus.h"

enum { MOST_FILES = 64 };

static bool as_expected(const pto_execution *x, bool allowed)
{
    if (x->expect == PTO_EXPECT_NOTHING)
        return allowed;
    return allowed == (x->expect == PTO_EXPECT_ALLOWED);
}

static int judge(const pto_execution *x, const char *path)
{
    pto_litmus_verdict v;
    pto_litmus_check(x, &v);
    bool passes = as_expected(x, v.allowed);
    printf("%s: %s", x->name[0] ? x->name : path,
           v.allowed ? "allowed" : "forbidden");
    if (!v.allowed)
        printf(" (%s)", v.text);
    if (!passes && x->expect != PTO_EXPECT_NOTHING)
        printf(", expected %s", v.allowed ? "forbidden" : "allowed");
    putchar('\n');
    return passes ? CLI_OK : CLI_DIFFERS;
}

static int check_files(const char **files, int n)
{
    int code = CLI_OK;
    for (int i = 0; i < n; i++) {
        pto_execution x;
        pto_error e = {0};
        if (pto_litmus_read(files[i], &x, &e) != PTO_OK)
            return cli_error(&e);
        if (judge(&x, files[i]) != CLI_OK)
            code = CLI_DIFFERS;
    }
    return code;
}

/* Every shape: its name, what the model says, and what it is about. */
static int list_shapes(void)
{
    for (size_t i = 0; i < pto_litmus_shape_count(); i++) {
        const pto_litmus_shape *s = pto_litmus_shape_at(i);
        pto_execution x;
        pto_litmus_verdict v;
        pto_error e = {0};
        if (pto_litmus_parse(s->text, strlen(s->text), &x, &e) != PTO_OK)
            return cli_error(&e);
        pto_litmus_check(&x, &v);
        printf("%-12s %-10s %s\n", s->name, v.allowed ? "allowed" : "forbidden",
               s->summary);
    }
    return CLI_OK;
}

static int print_shape(const char *name)
{
    for (size_t i = 0; i < pto_litmus_shape_count(); i++) {
        const pto_litmus_shape *s = pto_litmus_shape_at(i);
        if (strcmp(s->name, name) != 0)
            continue;
        printf("# %s\n%s", s->summary, s->text);
        return CLI_OK;
    }
    return cli_fail("no shape '%s'; pto litmus --list names them", name);
}

int cmd_litmus(int argc, char **argv)
{
    const char *files[MOST_FILES], *shape = NULL;
    bool list = false;
    const cli_option options[] = {{"--list", CLI_FLAG, &list, NULL, 0},
                                  {"--shape", CLI_TEXT, &shape, NULL, 0}};
    int n = cli_parse(argc, argv, options, 2, files, MOST_FILES);
    if (n < 0)
        return CLI_BAD_INPUT;
    if ((n > 0) + list + (shape != NULL) != 1)
        return cli_fail(
            "usage: pto litmus FILE...|-, or --list, or --shape NAME");
    if (list)
        return list_shapes();
    return shape ? print_shape(shape) : check_files(files, n);
}
