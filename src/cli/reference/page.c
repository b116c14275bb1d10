/* The page of one tile operation: sections, each a table. */
#include "cli/cli.h"
#include "cli/reference/reference.h"

#include <string.h>

/* What is being printed. */
typedef struct page {
    const pto_isa *isa;
    unsigned op;
    const pto_tile_op *row;
    reference_form form;
    int code;     /* CLI_OK until memory runs out */
    bool follows; /* JSON: a member stands before the next one */
} page;

/* The name of a member in JSON, else a title. */
static void put_title(page *p, const char *name)
{
    if (p->form == REFERENCE_JSON)
        printf("%s\"%s\": ", p->follows ? ",\n" : "", name);
    else
        printf(p->form == REFERENCE_TEXT ? "\n%s\n" : "\n%s:\n\n", name);
    p->follows = true;
}

static void put_table(page *p, const char *name, cli_grid *g)
{
    if (!g->count && !g->failed)
        return;
    put_title(p, name);
    int code = reference_table(g, p->form);
    p->code = p->code == CLI_OK ? code : p->code;
}

static void put_fact(page *p, const char *name, const char *text)
{
    if (p->form == REFERENCE_JSON) {
        put_title(p, name);
        cli_json_text(text, stdout);
    } else {
        printf(p->form == REFERENCE_TEXT ? "  %-10s %s\n" : "- %s: %s\n", name,
               text);
    }
}

/* "BSTART.VEC TADD, DataType" and "BSTART.TMATMULMX.ACC DataType". */
static void put_start(page *p)
{
    char text[80];
    const pto_tile_op *op = p->row;
    if (op->family == PTO_FAMILY_TEPL)
        (void)snprintf(text, sizeof text,
                       "BSTART.%s %s, DataType; BSTART.TEPL %u, %u, DataType",
                       op->engine, op->name, op->code >> 5, op->code & 31U);
    for (unsigned i = 0; op->family != PTO_FAMILY_TEPL && i < PTO_FORM_COUNT;
         i++) {
        const pto_form *f = pto_form_get((pto_form_id)i);
        if (pto_tile_op_of_form(p->isa, f) == p->op)
            (void)snprintf(text, sizeof text, "%s DataType", f->mnemonic);
    }
    put_fact(p, "start", text);
}

static void put_types(page *p)
{
    char text[256] = "";
    uint32_t set = pto_operation_types(p->isa, p->op);
    for (unsigned code = 0; code < 32; code++)
        if (set >> code & 1) {
            size_t n = strlen(text);
            (void)snprintf(text + n, sizeof text - n, "%s%s", n ? " " : "",
                           pto_format_get(code)->name);
        }
    put_fact(p, "DataType", text[0] ? text : "none");
}

static const pto_domain *domain_of(const pto_tile_op *op)
{
    const pto_domain_op *d;
    for (size_t i = 0; (d = pto_domain_op_at(i)); i++)
        if (!strcmp(d->name, op->name))
            return pto_domain_at(d->domain);
    return NULL;
}

static void put_result(page *p)
{
    char text[256];
    const pto_domain *d = domain_of(p->row);
    const char *value = pto_operation_value(p->op);
    if (value)
        put_fact(p, "element", value);
    if (!d) {
        put_fact(p, "rounding", "nothing is rounded");
        return;
    }
    (void)snprintf(text, sizeof text, "%s: %s; %s; saturation: %s", d->name,
                   d->selector, d->rule, d->order);
    put_fact(p, "rounding", text);
    put_fact(p, "flags",
             "NV DZ OF UF NX of what is computed, sticky in CORE_STATE 36:32");
}

static void put_revisions(page *p)
{
    static const char *const names[] = {
#define REVISION(id, name, ...) name,
#include "pto/def/revision.def"
#undef REVISION
    };
    char text[PTO_ISA_TEXT] = "";
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        pto_isa isa;
        size_t n = strlen(text);
        if (pto_isa_parse(names[i], &isa, NULL) == PTO_OK &&
            pto_tile_op_exists(p->row, &isa))
            (void)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "",
                           names[i]);
    }
    put_fact(p, "revisions", text);
}

static void put_facts(page *p)
{
    if (p->form == REFERENCE_JSON) {
        put_fact(p, "name", p->row->name);
        put_fact(p, "summary", pto_operation_summary(p->op));
    } else {
        printf(p->form == REFERENCE_TEXT ? "%s %s.\n" : "`%s` %s.\n\n",
               p->row->name, pto_operation_summary(p->op));
    }
    put_start(p);
    put_fact(p, "engine", p->row->engine);
    put_types(p);
    put_result(p);
    put_revisions(p);
}

static void put_fields(page *p)
{
    static const cli_column columns[] = {{"command", CLI_CELL_TEXT},
                                         {"field", CLI_CELL_TEXT},
                                         {"default", CLI_CELL_TEXT},
                                         {"meaning", CLI_CELL_TEXT}};
    static const struct {
        uint8_t bit; /* 0: of B.FPATR */
        const char *name, *usual, *text;
    } rows[] = {
#define DATR(bit, name, usual, text) {PTO_DATR_##bit, name, usual, text},
#define FPATR(name, usual, text)     {0, name, usual, text},
#include "cli/reference/field.def"
#undef DATR
#undef FPATR
    };
    cli_grid g = {.columns = columns, .width = 4};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bool has = rows[i].bit ? rows[i].bit & p->row->datr
                               : p->row->family == PTO_FAMILY_CUBE;
        if (!has)
            continue;
        cli_grid_add(&g, rows[i].bit ? "B.DATR" : "B.FPATR");
        cli_grid_add(&g, "%s", rows[i].name);
        cli_grid_add(&g, "%s", rows[i].usual);
        cli_grid_add(&g, "%s", rows[i].text);
    }
    put_table(p, "fields", &g);
}

/* ---- One kind of bundles ------------------------------------------------ */

static void put_operands(page *p, unsigned kind)
{
    static const cli_column columns[] = {{"operand", CLI_CELL_TEXT},
                                         {"type", CLI_CELL_TEXT},
                                         {"layout", CLI_CELL_TEXT},
                                         {"shape", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 4};
    pto_operand_contract o;
    for (unsigned i = 0; pto_operation_operand(p->op, kind, i, &o); i++)
        if (o.type) {
            cli_grid_add(&g, "%s", o.role);
            cli_grid_add(&g, "%s", o.type);
            cli_grid_add(&g, "%s", o.layout);
            cli_grid_add(&g, "%s", o.shape);
        }
    put_table(p, "operands", &g);
}

static void put_registers(page *p, unsigned kind)
{
    static const cli_column columns[] = {{"register", CLI_CELL_TEXT},
                                         {"holds", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 2};
    pto_operand_contract o;
    for (unsigned i = 0; pto_operation_operand(p->op, kind, i, &o); i++)
        if (!o.type) {
            cli_grid_add(&g, "B.IOR %s", o.role);
            cli_grid_add(&g, "%s", o.text);
        }
    put_table(p, "registers", &g);
}

static void put_dimensions(page *p, unsigned kind)
{
    static const cli_column columns[] = {{"dimension", CLI_CELL_TEXT},
                                         {"means", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 2};
    for (unsigned i = 0; i < 3; i++)
        if (pto_kind_dimension(kind, i)[0]) {
            cli_grid_add(&g, "LB%u", i);
            cli_grid_add(&g, "%s", pto_kind_dimension(kind, i));
        }
    put_table(p, "dimensions", &g);
}

/* Does an operand have such a layout? */
static bool has_layout(const page *p, unsigned kind, const char *layout)
{
    pto_operand_contract o;
    for (unsigned i = 0; pto_operation_operand(p->op, kind, i, &o); i++)
        if (o.type && strstr(o.layout, layout))
            return true;
    return false;
}

static void put_limits(page *p, unsigned kind)
{
    static const cli_column columns[] = {{"of its layouts", CLI_CELL_TEXT}};
    static const struct {
        const char *layout, *text;
    } rows[] = {
#define LIMIT(layout, text) {layout, text},
#include "cli/reference/limit.def"
#undef LIMIT
    };
    cli_grid g = {.columns = columns, .width = 1};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (has_layout(p, kind, rows[i].layout))
            cli_grid_add(&g, "%s", rows[i].text);
    put_table(p, "limits", &g);
}

static void put_example(page *p, unsigned kind)
{
    char *text;
    if (pto_operation_example(p->op, kind, &text) != PTO_OK) {
        p->code = cli_no_memory();
        return;
    }
    put_title(p, "example");
    if (p->form == REFERENCE_JSON)
        cli_json_text(text, stdout);
    else
        printf(p->form == REFERENCE_TEXT ? "%s" : "```asm\n%s```\n", text);
    pto_free(text);
}

/* In a book the rules have a table of their own. */
static void put_rule_names(page *p, unsigned kind)
{
    const pto_rule_contract *r;
    put_title(p, "faults, in order");
    for (unsigned i = 0; (r = pto_kind_rule(p->isa, kind, i)); i++)
        printf("%s`%s`", i ? ", " : "", r->name);
    printf("\n");
}

static void put_faults(page *p, unsigned kind)
{
    static const cli_column columns[] = {{"fault", CLI_CELL_TEXT},
                                         {"rule", CLI_CELL_TEXT},
                                         {"sentence", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 3};
    const pto_rule_contract *r;
    for (unsigned i = 0; (r = pto_kind_rule(p->isa, kind, i)); i++) {
        cli_grid_add(&g, "%s", pto_fault_name(r->fault));
        cli_grid_add(&g, "%s", r->name);
        cli_grid_add(&g, "%s", r->text);
    }
    put_table(p, "faults", &g);
}

static void put_kind(page *p, unsigned kind)
{
    const char *which = pto_kind_bundles(kind);
    if (p->form == REFERENCE_JSON)
        put_fact(p, "bundles", which);
    else if (which[0])
        printf(p->form == REFERENCE_TEXT ? "\n== %s\n" : "\n#### %s\n", which);
    put_operands(p, kind);
    put_registers(p, kind);
    put_dimensions(p, kind);
    put_limits(p, kind);
    put_example(p, kind);
    if (p->form == REFERENCE_MARKDOWN)
        put_rule_names(p, kind);
    else
        put_faults(p, kind);
}

int reference_page(const pto_isa *isa, unsigned op, reference_form form)
{
    page p = {.isa = isa, .op = op, .row = pto_tile_op_get(op), .form = form};
    unsigned kinds[PTO_OPERATION_KINDS], n = pto_operation_kinds(op, kinds);
    bool json = form == REFERENCE_JSON;
    printf(json ? "{" : "");
    put_facts(&p);
    put_fields(&p);
    if (json)
        put_title(&p, "kinds");
    for (unsigned i = 0; i < n; i++) {
        p.follows = p.follows && !json;
        printf(json ? i ? ",\n{" : "[{" : "");
        put_kind(&p, kinds[i]);
        printf(json ? "}" : "");
    }
    printf(json ? "]}\n" : "");
    return p.code;
}
