/* pto op: what a tile operation takes and gives, out of the tables. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/reference/reference.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char cmd_op_options[] =
    "  NAME               an operation: TMATMUL_MX, TMATMULMX; without one "
    "all\n"
    "                     are listed\n"
    "  --search TEXT      list those with this text in their name or summary\n"
    "  --isa REV          0.58.4 (default), ...; its rules\n"
    "  --json             JSON\n"
    "  --example          only the program of the page\n"
    "  --markdown         docs/operations.md: all pages\n";

static const char *name_of(unsigned op)
{
    return op < PTO_OP_COUNT ? pto_tile_op_get(op)->name : NULL;
}

static bool has_text(const char *text, const char *wanted)
{
    size_t n = strlen(wanted);
    for (; *text; text++)
        if (!strncasecmp(text, wanted, n))
            return true;
    return !n;
}

static bool is_found(unsigned op, const char *wanted)
{
    return has_text(name_of(op), wanted) ||
           has_text(pto_operation_summary(op), wanted);
}

/* The operations of the table's classes stand together. */
static int list(const pto_isa *isa, const char *wanted, bool json)
{
    static const cli_column columns[] = {{"class", CLI_CELL_TEXT},
                                         {"operation", CLI_CELL_TEXT},
                                         {"summary", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 3};
    const char *group[PTO_OP_COUNT];
    unsigned groups = 0, count = 0;
    for (unsigned op = 0; op < PTO_OP_COUNT; op++) {
        unsigned at = 0;
        const char *own = pto_tile_op_get(op)->group;
        while (at < groups && strcmp(group[at], own))
            at++;
        group[at] = own;
        groups += at == groups;
    }
    for (unsigned i = 0; i < groups; i++)
        for (unsigned op = 0; op < PTO_OP_COUNT; op++) {
            const pto_tile_op *row = pto_tile_op_get(op);
            if (strcmp(row->group, group[i]) || !is_found(op, wanted) ||
                !pto_tile_op_exists(row, isa))
                continue;
            cli_grid_add(&g, "%s", row->group);
            cli_grid_add(&g, "%s", row->name);
            cli_grid_add(&g, "%s", pto_operation_summary(op));
            count++;
        }
    if (!count) {
        cli_grid_free(&g);
        return cli_fail("no tile operation has '%s' in its name or summary",
                        wanted);
    }
    int code = reference_table(&g, json ? REFERENCE_JSON : REFERENCE_TEXT);
    printf(json ? "\n" : "%u tile operations\n", count);
    return code;
}

static int print_example(unsigned op)
{
    unsigned kinds[PTO_OPERATION_KINDS];
    char *text;
    if (!pto_operation_kinds(op, kinds))
        return cli_fail("not implemented: %s", name_of(op));
    if (pto_operation_example(op, kinds[0], &text) != PTO_OK)
        return cli_no_memory();
    printf("%s", text);
    pto_free(text);
    return CLI_OK;
}

int cmd_op(int argc, char **argv)
{
    const char *isa_text = NULL, *search = NULL, *word;
    bool json = false, markdown = false, example = false;
    const cli_option options[] = {
        {"--isa", CLI_TEXT, &isa_text, NULL, 0},
        {"--search", CLI_TEXT, &search, NULL, 0},
        {"--json", CLI_FLAG, &json, NULL, 0},
        {"--example", CLI_FLAG, &example, NULL, 0},
        {"--markdown", CLI_FLAG, &markdown, NULL, 0},
    };
    pto_isa isa;
    pto_error e = {0};
    int n = cli_parse(argc, argv, options, 5, &word, 1);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (pto_isa_parse(isa_text, &isa, &e) != PTO_OK)
        return cli_fail("--isa: %s", e.message);
    if (markdown && !n && !search)
        return reference_book(&isa);
    if (!n)
        return list(&isa, search ? search : "", json);
    unsigned op = pto_tile_op_by_name(&isa, word, strlen(word));
    if (op == PTO_OP_COUNT)
        return reference_unknown("tile operation", word, name_of);
    if (example)
        return print_example(op);
    return reference_page(&isa, op,
                          json       ? REFERENCE_JSON
                          : markdown ? REFERENCE_MARKDOWN
                                     : REFERENCE_TEXT);
}
