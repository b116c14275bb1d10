/* Internal to src/cli: rows of cells, aligned, as CSV, or as JSON. */
#ifndef PTO_SRC_CLI_GRID_H
#define PTO_SRC_CLI_GRID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "pto/api.h"

/* What a cell's text is in JSON. */
typedef enum cli_cell {
    CLI_CELL_TEXT,
    CLI_CELL_NUMBER, /* a decimal number, or null where empty */
    CLI_CELL_LIST    /* words: an array of strings, "-" is the empty one */
} cli_cell;

typedef struct cli_column {
    const char *name;
    cli_cell kind;
} cli_column;

enum { CLI_GRID_COLUMNS = 16 }; /* at most */

typedef struct cli_grid {
    const cli_column *columns;
    size_t width; /* columns */
    char **cells;
    size_t count, capacity; /* cells */
    bool failed;            /* out of memory */
} cli_grid;

/* Add the next cell; rows fill from the left. */
void cli_grid_add(cli_grid *g, const char *format, ...) PTO_PRINTF(2, 3);
void cli_grid_text(const cli_grid *g, FILE *out);
void cli_grid_csv(const cli_grid *g, FILE *out);
/* An array of objects. */
void cli_grid_json(const cli_grid *g, FILE *out);
void cli_grid_free(cli_grid *g);

/* One JSON string with its quotes; bytes that are no UTF-8 as \\xff. */
void cli_json_text(const char *s, FILE *out);

#endif
