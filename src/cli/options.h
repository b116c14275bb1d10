/* Internal to src/cli: command-line options as rows. */
#ifndef PTO_SRC_CLI_OPTIONS_H
#define PTO_SRC_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum cli_kind {
    CLI_FLAG,   /* bool *: becomes true */
    CLI_TEXT,   /* const char ** */
    CLI_INPUT,  /* const char **: a file that is read */
    CLI_OUTPUT, /* const char **: one that is written (cli/files.h) */
    CLI_NUMBER, /* uint64_t *: decimal, 0x, 0o or 0b */
    CLI_LIST,   /* const char *[most]: repeatable; *count grows */
} cli_kind;

/* "--name VALUE" and "--name=VALUE" are the same. */
typedef struct cli_option {
    const char *name; /* with its dashes */
    cli_kind kind;
    void *to;
    uint32_t *count; /* CLI_LIST */
    uint32_t most;
} cli_option;

/*
 * Read argv[1..argc-1]: options of the table, anything else is a positional
 * word ("-" is one, and all after "--"). At most `most` words go to `words`.
 * All words are taken for inputs. Returns the number of words, or -1 after
 * printing what is wrong with an option, or with the files.
 */
int cli_parse(int argc, char **argv, const cli_option *options, size_t n,
              const char **words, int most);

#endif
