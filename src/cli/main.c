/* Finds the verb and hands over; prints usage and errors for all of them. */
#include "cli/cli.h"
#include "cli/files.h"

#include <ctype.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

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

static bool no_memory; /* an answer is not whole */

int cli_no_memory(void)
{
    no_memory = true;
    return cli_fail("out of memory");
}

int cli_error(const pto_error *e)
{
    no_memory |= e->code == PTO_NO_MEMORY;
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

static int print_help(const struct verb *v)
{
    printf("usage: pto %s%s%s\n%s\n%s%s", v->name, v->usage[0] ? " " : "",
           v->usage, v->summary, v->options[0] ? "\n" : "", v->options);
    return CLI_OK;
}

static bool is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

unsigned cli_distance(const char *a, const char *b)
{
    enum { MOST = 32 };
    unsigned row[MOST + 1], n = (unsigned)strlen(b);
    if (n > MOST)
        return n;
    for (unsigned k = 0; k <= n; k++)
        row[k] = k;
    for (; *a; a++) {
        unsigned corner = row[0]++;
        for (unsigned k = 1; k <= n; k++) {
            unsigned best = corner + (tolower((unsigned char)*a) !=
                                      tolower((unsigned char)b[k - 1]));
            best = row[k - 1] + 1 < best ? row[k - 1] + 1 : best;
            best = row[k] + 1 < best ? row[k] + 1 : best;
            corner = row[k];
            row[k] = best;
        }
    }
    return row[n];
}

static int unknown(const char *word)
{
    const char *near = NULL;
    unsigned least = 3;
    for (int i = 0; i < VERBS; i++) {
        unsigned d = cli_distance(word, verbs[i].name);
        near = d < least ? verbs[i].name : near;
        least = d < least ? d : least;
    }
    if (near)
        return cli_fail("unknown verb '%s'; did you mean '%s'?", word, near);
    return cli_fail("unknown verb '%s'; pto --help lists them", word);
}

static const struct verb *find(const char *word)
{
    for (int i = 0; i < VERBS; i++)
        if (!strcmp(word, verbs[i].name))
            return &verbs[i];
    return NULL;
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return CLI_BAD_INPUT;
    }
    const char *word = strcmp(argv[1], "--version") ? argv[1] : "version";
    bool help = is_help(word) || !strcmp(word, "help");
    if (help && argc < 3) {
        print_usage(stdout);
        return CLI_OK;
    }
    word = help ? argv[2] : word;
    const struct verb *v = find(word);
    if (!v)
        return unknown(word);
    if (help || (argc > 2 && is_help(argv[2])))
        return print_help(v);
    return v->run(argc - 1, argv + 1);
}

/* A stream that is closed would be the next file's number; it fails instead. */
static void keep_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0)
            (void)open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

/*
 * What could not be written is a failure, but hides no other verdict. Half an
 * answer is none: it is kept from the stream as far as it was not too long.
 */
int main(int argc, char **argv)
{
    static char room[1 << 16];
    keep_streams();
    if (!isatty(STDOUT_FILENO))
        (void)setvbuf(stdout, room, _IOFBF, sizeof room);
    int code = run(argc, argv);
    if (no_memory && code == CLI_BAD_INPUT)
        (void)close(STDOUT_FILENO);
    bool broken = ferror(stdout) != 0;
    if ((fclose(stdout) != 0 || broken) && !no_memory) {
        int told = cli_fail("cannot write to standard output");
        code = code == CLI_OK ? told : code;
    }
    cli_finish_files(code);
    return code;
}
