/* Command-line options as rows. */
#include "cli/options.h"

#include "cli/cli.h"
#include "cli/files.h"

#include <ctype.h>
#include <string.h>

static const cli_option *find(const cli_option *options, size_t n,
                              const char *word)
{
    size_t length = strcspn(word, "=");
    for (size_t i = 0; i < n; i++)
        if (strlen(options[i].name) == length &&
            !memcmp(options[i].name, word, length))
            return &options[i];
    return NULL;
}

/* One line only: what follows the first mistake is read, but not told. */
static bool is_first(bool *failed)
{
    bool first = !*failed;
    *failed = true;
    return first;
}

static void store(const cli_option *o, const char *value, bool *failed)
{
    switch (o->kind) {
    case CLI_FLAG: *(bool *)o->to = true; return;
    case CLI_INPUT:
    case CLI_OUTPUT:
    case CLI_TEXT: *(const char **)o->to = value; return;
    case CLI_NUMBER:
        if (!pto_io_number(value, o->to) && is_first(failed))
            cli_fail("%s %s: expected a number", o->name, value);
        return;
    case CLI_LIST:
        if (*o->count < o->most)
            ((const char **)o->to)[(*o->count)++] = value;
        else if (is_first(failed))
            cli_fail("%s: at most %u times", o->name, o->most);
        return;
    }
}

/* Handle argv[*i], an option; moves *i over a separate value. */
static void take_option(int argc, char **argv, int *i, const cli_option *o,
                        bool *failed)
{
    const char *value = strchr(argv[*i], '=');
    bool wants = o->kind != CLI_FLAG;
    if (value)
        value++;
    else if (wants && *i + 1 < argc)
        value = argv[++*i];
    if (wants == (value != NULL))
        store(o, value, failed);
    else if (is_first(failed))
        cli_fail(wants ? "%s needs a value" : "%s takes no value", o->name);
}

/* Subnormals have no switch: ADR 0049. */
static void refuse(const char *verb, const char *word, bool option)
{
    if (!option)
        cli_fail("unexpected argument '%s'", word);
    else if (!strcmp(word, "--ftz") || !strcmp(word, "--daz"))
        cli_fail("%s: the architecture keeps every subnormal and has no mode "
                 "that flushes one (ADR 0049)",
                 word);
    else
        cli_fail("unknown option '%s'; pto %s --help", word, verb);
}

/* "-1", "-.5", "-inf" and "-nan" are words, not options. */
static bool is_negative_number(const char *s)
{
    return s[0] == '-' && (isdigit((unsigned char)s[1]) || s[1] == '.' ||
                           !strcmp(s, "-inf") || !strcmp(s, "-nan"));
}

/* A word that begins with a dash and is no number. */
static bool is_option(const char *s)
{
    return s[0] == '-' && s[1] && !is_negative_number(s);
}

/* Of an option that was given twice the last one counts. */
static void register_files(const cli_option *options, size_t n,
                           const char **words, int count)
{
    for (int i = 0; i < count; i++)
        cli_reads(words[i]);
    for (size_t i = 0; i < n; i++) {
        const char **path = options[i].to;
        if (options[i].kind == CLI_INPUT && *path)
            cli_reads(*path);
        if (options[i].kind == CLI_OUTPUT && *path)
            *path = cli_writes(*path);
    }
}

int cli_parse(int argc, char **argv, const cli_option *options, size_t n,
              const char **words, int most)
{
    int count = 0;
    bool only_words = false, failed = false;
    for (int i = 1; i < argc; i++) {
        const char *word = argv[i];
        const cli_option *o = find(options, n, word);
        bool option = !only_words && is_option(word);
        if (option && !strcmp(word, "--"))
            only_words = true;
        else if (option && o)
            take_option(argc, argv, &i, o, &failed);
        else if (!option && count < most)
            words[count++] = word;
        else if (is_first(&failed))
            refuse(argv[0], word, option);
    }
    register_files(options, n, words, count);
    return failed || cli_check_files() != CLI_OK ? -1 : count;
}
