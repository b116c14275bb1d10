/* pto explain: what a rule asks, why, and programs on both sides of it. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/reference/reference.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

const char cmd_explain_options[] =
    "  RULE               as faults name it: output_room; without one all are\n"
    "                     listed\n"
    "  --legal            only the program that is legal\n"
    "  --illegal          only the program that the rule rejects\n"
    "  --json             JSON\n";

static const char *name_of(unsigned i)
{
    const pto_rule_contract *r = pto_rule_at(i);
    return r ? r->name : NULL;
}

static int list(reference_form form)
{
    static const cli_column columns[] = {{"fault", CLI_CELL_TEXT},
                                         {"rule", CLI_CELL_TEXT},
                                         {"sentence", CLI_CELL_TEXT},
                                         {"why", CLI_CELL_TEXT},
                                         {"record", CLI_CELL_TEXT}};
    size_t width = form == REFERENCE_TEXT ? 3 : 5;
    cli_grid g = {.columns = columns, .width = width};
    const pto_rule_contract *r;
    for (unsigned i = 0; (r = pto_rule_at(i)); i++) {
        cli_grid_add(&g, "%s", pto_fault_name(r->fault));
        cli_grid_add(&g, "%s", r->name);
        cli_grid_add(&g, "%s", r->text);
        if (width == 3)
            continue;
        cli_grid_add(&g, "%s", r->why);
        cli_grid_add(&g, "%s", r->record);
    }
    return reference_table(&g, form);
}

int reference_rules(void)
{
    return list(REFERENCE_MARKDOWN);
}

/* Of programs with what runs them; in JSON a member each. */
static int put_program(unsigned i, bool legal, bool json)
{
    const char *isa, *title = legal ? "legal" : "illegal";
    char *text;
    pto_status s = pto_rule_example(i, legal, &text, &isa);
    if (s == PTO_BAD_ARGUMENT)
        return CLI_OK; /* nothing like it is legal */
    if (s != PTO_OK)
        return cli_no_memory();
    if (json) {
        printf(",\n\"%s\": ", title);
        cli_json_text(text, stdout);
    } else {
        printf("\n%s: pto run FILE.s%s%s\n%s", title, isa[0] ? " --isa " : "",
               isa, text);
    }
    pto_free(text);
    return CLI_OK;
}

static void put_member(const char *name, const char *text, bool json)
{
    if (json) {
        printf(",\n\"%s\": ", name);
        cli_json_text(text, stdout);
    } else {
        printf("  %-10s %s\n", name, text);
    }
}

static int print_page(unsigned i, bool json)
{
    const pto_rule_contract *r = pto_rule_at(i);
    const char *reason = pto_rule_no_program(i);
    printf(json ? "{\"rule\": \"%s\"" : "%s: ", r->name);
    if (json)
        put_member("sentence", r->text, json);
    else
        printf("%s\n", r->text);
    put_member("fault", pto_fault_name(r->fault), json);
    put_member("why", r->why, json);
    put_member("record", r->record, json);
    int code = CLI_OK;
    if (reason)
        put_member("no program", reason, json);
    for (int legal = 1; !reason && legal >= 0 && code == CLI_OK; legal--)
        code = put_program(i, legal, json);
    printf(json ? "}\n" : "");
    return code;
}

/* One program alone, for a file; a first line says its revision. */
static int print_program(unsigned i, bool legal)
{
    const char *reason = pto_rule_no_program(i), *isa;
    char *text;
    if (reason)
        return cli_fail("%s: %s", name_of(i), reason);
    pto_status s = pto_rule_example(i, legal, &text, &isa);
    if (s == PTO_BAD_ARGUMENT)
        return cli_fail("%s: nothing like it is legal", name_of(i));
    if (s != PTO_OK)
        return cli_no_memory();
    if (isa[0])
        printf("# pto run --isa %s\n", isa);
    printf("%s", text);
    pto_free(text);
    return CLI_OK;
}

int cmd_explain(int argc, char **argv)
{
    const char *word;
    bool json = false, legal = false, illegal = false;
    const cli_option options[] = {
        {"--legal", CLI_FLAG, &legal, NULL, 0},
        {"--illegal", CLI_FLAG, &illegal, NULL, 0},
        {"--json", CLI_FLAG, &json, NULL, 0},
    };
    int n = cli_parse(argc, argv, options, 3, &word, 1);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (!n)
        return list(json ? REFERENCE_JSON : REFERENCE_TEXT);
    unsigned i = 0;
    while (name_of(i) && strcasecmp(name_of(i), word))
        i++;
    if (!name_of(i))
        return reference_unknown("rule", word, name_of);
    if (legal || illegal)
        return print_program(i, legal);
    return print_page(i, json);
}
