/* What pages of the reference share: tables, and the nearest names. */
#include "cli/cli.h"
#include "cli/reference/reference.h"

#include <ctype.h>
#include <string.h>

/* A line of a Markdown table: a bar inside a cell would end it. */
static void print_row(char *const *cells, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        fputs("| ", stdout);
        for (const char *at = cells[i]; *at; at++)
            printf(*at == '|' || *at == '<' ? "\\%c" : "%c", *at);
        fputs(i + 1 < n ? " " : " |\n", stdout);
    }
}

static void print_markdown(const cli_grid *g)
{
    for (size_t i = 0; i < g->width; i++)
        printf("| %s%s", g->columns[i].name, i + 1 < g->width ? " " : " |\n");
    for (size_t i = 0; i < g->width; i++)
        printf("| ---%s", i + 1 < g->width ? " " : " |\n");
    for (size_t i = 0; i + g->width <= g->count; i += g->width)
        print_row(&g->cells[i], g->width);
}

int reference_table(cli_grid *g, reference_form form)
{
    if (g->failed) {
        cli_grid_free(g);
        return cli_no_memory();
    }
    if (form == REFERENCE_TEXT)
        cli_grid_text(g, stdout);
    else if (form == REFERENCE_MARKDOWN)
        print_markdown(g);
    else
        cli_grid_json(g, stdout);
    cli_grid_free(g);
    return CLI_OK;
}

enum { NEAREST = 4, LONGEST = 40 };

/* Names that are close, the closest first, and of the same the first. */
int reference_unknown(const char *what, const char *word,
                      const char *(*name)(unsigned))
{
    struct {
        const char *name;
        unsigned distance;
    } near[NEAREST];
    unsigned count = 0;
    for (unsigned i = 0; name(i); i++) {
        unsigned d = cli_distance(word, name(i)), at = count;
        while (at && near[at - 1].distance > d)
            at--;
        if (at == NEAREST)
            continue;
        count += count < NEAREST;
        memmove(&near[at + 1], &near[at], (count - 1 - at) * sizeof near[0]);
        near[at].name = name(i);
        near[at].distance = d;
    }
    char list[NEAREST * LONGEST] = "";
    for (unsigned i = 0; i < count; i++) {
        size_t n = strlen(list);
        (void)snprintf(list + n, sizeof list - n, "%s%s", i ? ", " : "",
                       near[i].name);
    }
    return cli_fail("no %s is called '%s'; the nearest are %s", what, word,
                    list);
}
