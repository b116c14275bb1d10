/* pto trace diff: where two traces part. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "verify/trace_diff.h"

static const char *shown(const char *line)
{
    return line[0] ? line : "(ends here)";
}

static int report(const char *a, const char *b, const trace_difference *d)
{
    if (!d->number) {
        printf("equal: %" PRIu64 " lines\n", d->lines);
        return CLI_OK;
    }
    printf("first difference in line %" PRIu64, d->number);
    if (d->key[0])
        printf(", key %s", d->key);
    printf("\n--- %s\n+++ %s\n", a, b);
    for (uint32_t i = 0; i < d->context_count; i++)
        printf("  %s\n", d->context[i]);
    printf("- %s\n+ %s\n", shown(d->line[0]), shown(d->line[1]));
    return CLI_DIFFERS;
}

int cmd_trace(int argc, char **argv)
{
    static trace_difference d;
    const char *words[3];
    pto_error e = {0};
    int n = cli_parse(argc, argv, NULL, 0, words, 3);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (n != 3 || strcmp(words[0], "diff") != 0)
        return cli_fail("usage: pto trace diff A.jsonl B.jsonl");
    if (trace_diff(words[1], words[2], &d, &e) != PTO_OK)
        return cli_error(&e);
    return report(words[1], words[2], &d);
}
