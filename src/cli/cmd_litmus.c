/* pto litmus: does PTO total store order allow these executions? */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/options.h"

enum { MOST_FILES = 64 };

static bool as_expected(const pto_execution *x, bool allowed)
{
    if (x->expect == PTO_EXPECT_NOTHING)
        return allowed;
    return allowed == (x->expect == PTO_EXPECT_ALLOWED);
}

static int check_file(const char *path)
{
    pto_execution x;
    pto_litmus_verdict v;
    pto_error e = {0};
    if (pto_litmus_read(path, &x, &e) != PTO_OK)
        return cli_error(&e);
    pto_litmus_check(&x, &v);
    bool passes = as_expected(&x, v.allowed);
    printf("%s: %s", x.name[0] ? x.name : path,
           v.allowed ? "allowed" : "forbidden");
    if (!v.allowed)
        printf(" (%s)", v.text);
    if (!passes && x.expect != PTO_EXPECT_NOTHING)
        printf(", expected %s", v.allowed ? "forbidden" : "allowed");
    putchar('\n');
    return passes ? CLI_OK : CLI_DIFFERS;
}

int cmd_litmus(int argc, char **argv)
{
    const char *files[MOST_FILES];
    int n = cli_parse(argc, argv, NULL, 0, files, MOST_FILES);
    int code = CLI_OK;
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n == 0)
        return cli_fail("usage: pto litmus FILE...|-");
    for (int i = 0; i < n; i++) {
        int one = check_file(files[i]);
        if (one == CLI_BAD_INPUT)
            return one;
        code = one ? one : code;
    }
    return code;
}
