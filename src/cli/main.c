/* Finds the verb and hands over; prints usage and errors for all of them. */
#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct verb {
    const char *name;
    int (*run)(int, char **);
    const char *usage, *summary, *options;
} verbs[] = {
#define VERB(name, function, usage, summary, options) \
    {name, function, usage, summary, options},
#include "cli/verb.def"
#undef VERB
};

enum { VERBS = sizeof verbs / sizeof verbs[0] };

static void print_usage(FILE *out)
{
    fprintf(out, "usage: pto VERB [ARGUMENT...]\n\n");
    for (int i = 0; i < VERBS; i++)
        fprintf(out, "  %-8s %s\n", verbs[i].name, verbs[i].summary);
    fprintf(out, "\npto VERB --help tells a verb's arguments.\n");
}

int cli_error(const pto_error *e)
{
    fprintf(stderr, "pto: ");
    if (e->file[0])
        fprintf(stderr, "%s:", e->file);
    if (e->line)
        fprintf(stderr, "%u:", e->line);
    if (e->column)
        fprintf(stderr, "%u:", e->column);
    fprintf(stderr, "%s%s\n", e->file[0] ? " " : "", e->message);
    return CLI_BAD_INPUT;
}

int cli_fail(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "pto: ");
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
    return CLI_BAD_INPUT;
}

static int run_verb(const struct verb *v, int argc, char **argv)
{
    if (argc > 1 && !strcmp(argv[1], "--help")) {
        printf("usage: pto %s%s%s\n%s\n%s%s", v->name, v->usage[0] ? " " : "",
               v->usage, v->summary, v->options[0] ? "\n" : "", v->options);
        return CLI_OK;
    }
    int code = v->run(argc, argv);
    if (fflush(stdout) != 0)
        return cli_fail("cannot write to standard output");
    return code;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_BAD_INPUT;
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help")) {
        print_usage(stdout);
        return CLI_OK;
    }
    for (int i = 0; i < VERBS; i++)
        if (!strcmp(argv[1], verbs[i].name))
            return run_verb(&verbs[i], argc - 1, argv + 1);
    return cli_fail("unknown verb '%s'; pto --help lists them", argv[1]);
}
