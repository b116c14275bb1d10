/* Command-line options as rows. */
#include "cli/options.h"

#include "cli/cli.h"

#include <ctype.h>
#include <string.h>

static int digit_value(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    return isalpha((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                     : 99;
}

bool cli_number(const char *text, uint64_t *out)
{
    unsigned base = 10;
    if (text[0] == '0' && text[1]) {
        int c = tolower((unsigned char)text[1]);
        base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
        text += base == 10 ? 0 : 2;
    }
    uint64_t v = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        int d = digit_value(*text);
        if (d >= (int)base || v > (UINT64_MAX - (uint64_t)d) / base)
            return false;
        v = v * base + (uint64_t)d;
    }
    *out = v;
    return true;
}

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

static bool store(const cli_option *o, const char *value)
{
    switch (o->kind) {
    case CLI_FLAG: *(bool *)o->to = true; return true;
    case CLI_TEXT: *(const char **)o->to = value; return true;
    case CLI_NUMBER:
        if (cli_number(value, o->to))
            return true;
        cli_fail("%s %s: expected a number", o->name, value);
        return false;
    case CLI_LIST:
        if (*o->count < o->most) {
            ((const char **)o->to)[(*o->count)++] = value;
            return true;
        }
        cli_fail("%s: at most %u times", o->name, o->most);
        return false;
    }
    return false;
}

/* Handle argv[*i], an option; moves *i over a separate value. */
static bool take_option(int argc, char **argv, int *i, const cli_option *o)
{
    const char *value = strchr(argv[*i], '=');
    if (o->kind == CLI_FLAG && value) {
        cli_fail("%s takes no value", o->name);
        return false;
    }
    if (o->kind != CLI_FLAG && !value && *i + 1 >= argc) {
        cli_fail("%s needs a value", o->name);
        return false;
    }
    if (value)
        value++;
    else if (o->kind != CLI_FLAG)
        value = argv[++*i];
    return store(o, value);
}

/* "-1", "-.5", "-inf" and "-nan" are words, not options. */
static bool is_negative_number(const char *s)
{
    return s[0] == '-' && (isdigit((unsigned char)s[1]) || s[1] == '.' ||
                           !strcmp(s, "-inf") || !strcmp(s, "-nan"));
}

int cli_parse(int argc, char **argv, const cli_option *options, size_t n,
              const char **words, int most)
{
    int count = 0;
    bool only_words = false;
    for (int i = 1; i < argc; i++) {
        if (!only_words && !strcmp(argv[i], "--")) {
            only_words = true;
            continue;
        }
        if (!only_words && argv[i][0] == '-' && argv[i][1] &&
            !is_negative_number(argv[i])) {
            const cli_option *o = find(options, n, argv[i]);
            if (!o) {
                cli_fail("unknown option '%s'; pto %s --help", argv[i],
                         argv[0]);
                return -1;
            }
            if (!take_option(argc, argv, &i, o))
                return -1;
            continue;
        }
        if (count == most) {
            cli_fail("unexpected argument '%s'", argv[i]);
            return -1;
        }
        words[count++] = argv[i];
    }
    return count;
}
