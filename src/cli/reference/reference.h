/* Internal to src/cli: pages of the reference, as text, Markdown or JSON. */
#ifndef PTO_SRC_CLI_REFERENCE_REFERENCE_H
#define PTO_SRC_CLI_REFERENCE_REFERENCE_H

#include "cli/grid.h"
#include "pto/pto.h"

typedef enum reference_form {
    REFERENCE_TEXT,
    REFERENCE_MARKDOWN,
    REFERENCE_JSON
} reference_form;

/* The contract of one operation; an exit code. */
int reference_page(const pto_isa *isa, unsigned op, reference_form form);

/* docs/operations.md. */
int reference_book(const pto_isa *isa);

/* The table of all rules, in Markdown. */
int reference_rules(void);

/* A list of what an ISA has: forms, operations, types, ...; an exit code. */
int reference_list(const pto_isa *isa, const char *what, reference_form form);

/* Print a grid, as an array in JSON, and free it; an exit code. */
int reference_table(cli_grid *g, reference_form form);

/* `word` is no name: tell the nearest of the names; CLI_BAD_INPUT. */
int reference_unknown(const char *what, const char *word,
                      const char *(*name)(unsigned));

#endif
