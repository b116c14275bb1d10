/* pto num scale, domains, modes: scales and the tables of ADR 0047. */
#include <inttypes.h>
#include <string.h>

#include "cli/num/num.h"
#include "cli/options.h"

static num_text scale_text(pto_scale s)
{
    num_text v = {"nan"};
    pto_parts one = pto_unpack(PTO_FP32, 0x3f800000);
    if (!s.nan)
        (void)pto_parts_print(pto_parts_scale(one, s), PTO_STYLE_SHORT, v.text,
                              sizeof v.text);
    return v;
}

static int scale_hif4(const num_args *a, uint32_t word)
{
    static const cli_column columns[] = {{"lanes", CLI_CELL_TEXT},
                                         {"e6m2", CLI_CELL_TEXT},
                                         {"e1_8", CLI_CELL_NUMBER},
                                         {"e1_16", CLI_CELL_NUMBER},
                                         {"scale", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 5};
    for (unsigned lane = 0; lane < 64; lane += 4) {
        pto_scale s = pto_scale_hif4(word, lane);
        cli_grid_add(&g, "%u..%u", lane, lane + 3);
        cli_grid_add(&g, "0x%02x", word & 0xff);
        cli_grid_add(&g, "%u", word >> (8 + lane / 8) & 1);
        cli_grid_add(&g, "%u", word >> (16 + lane / 4) & 1);
        cli_grid_add(&g, "%s", scale_text(s).text);
    }
    return num_print(a, "scale", &g);
}

static int scale_e8m0(const num_args *a, uint8_t code)
{
    static const cli_column columns[] = {{"code", CLI_CELL_TEXT},
                                         {"exponent", CLI_CELL_NUMBER},
                                         {"scale", CLI_CELL_TEXT},
                                         {"class", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 4};
    pto_scale s = pto_scale_e8m0(code);
    cli_grid_add(&g, "0x%02x", code);
    if (s.nan)
        cli_grid_add(&g, "%s", "");
    else
        cli_grid_add(&g, "%d", s.exp);
    cli_grid_add(&g, "%s", scale_text(s).text);
    cli_grid_add(&g, "%s", pto_class_text(pto_classify(PTO_E8M0, code)));
    return num_print(a, "scale", &g);
}

int num_scale(const num_args *a)
{
    uint64_t v;
    bool hif4 = !strcmp(a->words[0], "hif4");
    if (!hif4 && strcmp(a->words[0], "e8m0") != 0)
        return cli_fail("unknown scale '%s'; accepted: hif4 e8m0", a->words[0]);
    uint64_t most = hif4 ? UINT32_MAX : UINT8_MAX;
    if (!pto_io_number(a->words[1], &v) || v > most)
        return cli_fail("'%s' is no number in 0..0x%" PRIx64, a->words[1],
                        most);
    return hif4 ? scale_hif4(a, (uint32_t)v) : scale_e8m0(a, (uint8_t)v);
}

enum { LINE = 78, INDENT = 14 };

/* Words after a label, wrapped under its first word. */
static void put_wrapped(const char *label, const char *words)
{
    int at = printf("  %-*s", INDENT - 3, label);
    char word[96];
    for (int n; sscanf(words, "%95s%n", word, &n) == 1; words += n) {
        if (at + 1 + (int)strlen(word) > LINE)
            at = printf("\n%*s", INDENT - 1, "") - 1;
        at += printf(" %s", word);
    }
    putchar('\n');
}

static void put_domain(const char *const *cells)
{
    printf("%s\n", cells[0]);
    put_wrapped("selected by", cells[1]);
    put_wrapped("rounds", cells[2]);
    put_wrapped("saturates", cells[3]);
    put_wrapped("operations", cells[4]);
}

int num_domains(const num_args *a)
{
    static const cli_column columns[] = {{"domain", CLI_CELL_TEXT},
                                         {"selected_by", CLI_CELL_TEXT},
                                         {"rounds", CLI_CELL_TEXT},
                                         {"saturates", CLI_CELL_TEXT},
                                         {"operations", CLI_CELL_LIST}};
    cli_grid g = {.columns = columns, .width = 5};
    const pto_domain *d;
    const pto_domain_op *op;
    for (size_t i = 0; (d = pto_domain_at(i)) != NULL; i++) {
        char names[1024] = "";
        for (size_t j = 0; (op = pto_domain_op_at(j)) != NULL; j++) {
            size_t n = strlen(names);
            if (op->domain == i)
                (void)snprintf(names + n, sizeof names - n, "%s%s",
                               n ? " " : "", op->name);
        }
        const char *cells[] = {d->name, d->selector, d->rule, d->order, names};
        if (!a->json)
            put_domain(cells);
        for (size_t c = 0; c < 5; c++)
            cli_grid_add(&g, "%s", cells[c]);
    }
    if (a->json)
        return num_print(a, "domains", &g);
    cli_grid_free(&g);
    return CLI_OK;
}

static void add_mode(cli_grid *g, const char *ns, const char *code,
                     const char *name, const char *mode, const char *rule)
{
    cli_grid_add(g, "%s", ns);
    cli_grid_add(g, "%s", code);
    cli_grid_add(g, "%s", name);
    cli_grid_add(g, "%s", mode);
    cli_grid_add(g, "%s", rule);
}

/* One namespace, codes 0..7. */
static void add_namespace(cli_grid *g, pto_selector ns)
{
    for (unsigned code = 0; code < 8; code++) {
        const char *name = pto_selector_code_name(ns, code);
        char number[8];
        pto_selection s;
        (void)snprintf(number, sizeof number, "%u", code);
        bool legal = pto_round_select(ns, code, &s) == PTO_OK;
        if (!legal && !name && ns == PTO_SELECT_FCVT)
            continue; /* not conversions at all */
        const char *mode = !legal          ? "rejected"
                           : s.use_default ? "operation's default"
                                           : pto_round_name((pto_round)s.round);
        add_mode(
            g, pto_selector_name(ns), number, name ? name : "reserved", mode,
            legal && !s.use_default ? pto_round_rule((pto_round)s.round) : "");
    }
}

int num_modes(const num_args *a)
{
    static const cli_column columns[] = {{"namespace", CLI_CELL_TEXT},
                                         {"code", CLI_CELL_NUMBER},
                                         {"name", CLI_CELL_TEXT},
                                         {"mode", CLI_CELL_TEXT},
                                         {"rule", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 5};
    for (unsigned r = 0; r < PTO_ROUND_COUNT; r++) {
        const char *name = pto_round_name((pto_round)r);
        add_mode(&g, "semantic", "", name, name, pto_round_rule((pto_round)r));
    }
    for (unsigned ns = 0; ns < PTO_SELECTOR_COUNT; ns++)
        add_namespace(&g, (pto_selector)ns);
    return num_print(a, "modes", &g);
}
