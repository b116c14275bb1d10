/* What an ISA has: its forms, operations, types, faults, registers, ... */
#include "cli/cli.h"
#include "cli/reference/reference.h"

#include <string.h>

/* Fill the rows of a list. */
typedef void fill_fn(const pto_isa *isa, cli_grid *g);

static void fill_forms(const pto_isa *isa, cli_grid *g)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (!pto_form_exists(f, isa))
            continue;
        cli_grid_add(g, "%s", f->mnemonic);
        cli_grid_add(g, "%u", f->length);
        cli_grid_add(g, "%s", pto_group_family((pto_group)f->group));
        cli_grid_add(g, "%s", pto_form_assembly(f, isa));
    }
}

static void fill_operations(const pto_isa *isa, cli_grid *g)
{
    for (unsigned id = 0; id < PTO_OP_COUNT; id++) {
        const pto_tile_op *op = pto_tile_op_get(id);
        if (!pto_tile_op_exists(op, isa))
            continue;
        cli_grid_add(g, "%s", op->name);
        cli_grid_add(g, "%s", op->engine);
        cli_grid_add(g, "0x%02x", op->code);
        cli_grid_add(g, "%s", op->group);
        cli_grid_add(g, "%s", op->roles);
    }
}

static void fill_types(const pto_isa *isa, cli_grid *g)
{
    (void)isa;
    for (unsigned code = 0; code < 32; code++) {
        const pto_format *f = pto_format_get(code);
        if (!f)
            continue;
        cli_grid_add(g, "%u", code);
        cli_grid_add(g, "%s", f->name);
        cli_grid_add(g, "%u", f->storage_bits);
        cli_grid_add(g, "%u", f->value_bits);
        cli_grid_add(g, "%u", f->exp_bits);
        cli_grid_add(g, "%u", f->frac_bits);
        cli_grid_add(g, "%s%s%s", f->has_inf ? "inf " : "",
                     f->has_nan ? "nan " : "",
                     f->has_subnormal ? "subnormals" : "");
    }
}

static void fill_layouts(const pto_isa *isa, cli_grid *g)
{
    (void)isa;
#define TILE_LAYOUT(name, family, lines, text) \
    cli_grid_add(g, #name);                    \
    cli_grid_add(g, #family);                  \
    cli_grid_add(g, text);
#include "pto/def/tile_layout.def"
#undef TILE_LAYOUT
}

static void fill_faults(const pto_isa *isa, cli_grid *g)
{
    static const struct {
        const char *name;
        int trap;
        const char *text;
    } rows[] = {
#define FAULT(name, trap, text) {#name, trap, text},
#include "pto/def/fault.def"
#undef FAULT
    };
    (void)isa;
    for (unsigned code = 1; code < PTO_FAULT_COUNT; code++) {
        cli_grid_add(g, "%s", rows[code].name);
        if (rows[code].trap < 0)
            cli_grid_add(g, "%s", "");
        else
            cli_grid_add(g, "%d", rows[code].trap);
        cli_grid_add(g, "%s", rows[code].text);
    }
}

static void fill_sysregs(const pto_isa *isa, cli_grid *g)
{
    const pto_sysreg_row *r;
    (void)isa;
    for (unsigned i = 0; (r = pto_sysreg_at(i)); i++) {
        cli_grid_add(g, "%s", r->name);
        cli_grid_add(g, "0x%04x", (unsigned)r->address);
        cli_grid_add(g, "%s", r->scope);
        cli_grid_add(g, "%s", r->access);
        cli_grid_add(g, "%s", r->behaviour);
    }
}

/* What an ISA makes of a feature, and what it might be. */
static void fill_features(const pto_isa *isa, cli_grid *g)
{
#define VALUE(feature, value, spelling) spelling " "
#define FEATURE(name, NAME, meaning, values) \
    {#name, isa->name, values, meaning},
    const struct {
        const char *name;
        unsigned value;
        const char *values, *meaning;
    } rows[] = {
#include "pto/def/feature.def"
    };
#undef FEATURE
#undef VALUE
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *own = rows[i].values;
        for (unsigned k = 0; k < rows[i].value; k++)
            own = strchr(own, ' ') + 1;
        cli_grid_add(g, "%s", rows[i].name);
        cli_grid_add(g, "%.*s", (int)strcspn(own, " "), own);
        cli_grid_add(g, "%.*s", (int)strlen(rows[i].values) - 1,
                     rows[i].values);
        cli_grid_add(g, "%s", rows[i].meaning);
    }
}

static void fill_revisions(const pto_isa *isa, cli_grid *g)
{
    static const char *const names[] = {
#define REVISION(id, name, ...) name,
#include "pto/def/revision.def"
#undef REVISION
    };
    for (unsigned i = 0; i < PTO_REVISION_COUNT; i++) {
        pto_isa other;
        unsigned forms = 0, operations = 0;
        if (pto_isa_parse(names[i], &other, NULL) != PTO_OK)
            continue;
        for (unsigned f = 0; f < PTO_FORM_COUNT; f++)
            forms += pto_form_exists(pto_form_get((pto_form_id)f), &other);
        for (unsigned op = 0; op < PTO_OP_COUNT; op++)
            operations += pto_tile_op_exists(pto_tile_op_get(op), &other);
        cli_grid_add(g, "%s", names[i]);
        cli_grid_add(g, "%u", forms);
        cli_grid_add(g, "%u", operations);
        cli_grid_add(g, i == isa->revision ? "chosen" : "");
    }
}

enum { WIDEST = 7 };

static const struct {
    const char *what, *many; /* after the number of rows */
    fill_fn *fill;
    cli_column columns[WIDEST];
} lists[] = {
#define T(name)             \
    {                       \
        name, CLI_CELL_TEXT \
    }
#define N(name)               \
    {                         \
        name, CLI_CELL_NUMBER \
    }
    {"forms",
     "forms",
     fill_forms,
     {T("form"), N("bits"), T("family"), T("assembly")}},
    {"operations",
     "tile operations",
     fill_operations,
     {T("operation"), T("engine"), T("selector"), T("class"), T("operands")}},
    {"types",
     "types",
     fill_types,
     {N("code"), T("type"), N("bits"), N("value"), N("exponent"), N("fraction"),
      T("has")}},
    {"layouts",
     "layouts",
     fill_layouts,
     {T("layout"), T("family"), T("meaning")}},
    {"faults", "faults", fill_faults, {T("fault"), N("trap"), T("meaning")}},
    {"sysregs",
     "system registers",
     fill_sysregs,
     {T("register"), T("address"), T("scope"), T("access"), T("behaviour")}},
    {"features",
     "features",
     fill_features,
     {T("feature"), T("value"), T("values"), T("meaning")}},
    {"revisions",
     "revisions",
     fill_revisions,
     {T("revision"), N("forms"), N("operations"), T("is")}},
#undef T
#undef N
};

static const char *name_of(unsigned i)
{
    return i < sizeof lists / sizeof lists[0] ? lists[i].what : NULL;
}

int reference_list(const pto_isa *isa, const char *what, reference_form form)
{
    unsigned i = 0;
    while (name_of(i) && strcmp(name_of(i), what))
        i++;
    if (!name_of(i))
        return reference_unknown("list", what, name_of);
    cli_grid g = {.columns = lists[i].columns};
    while (g.width < WIDEST && g.columns[g.width].name)
        g.width++;
    lists[i].fill(isa, &g);
    size_t rows = g.count / g.width;
    int code = reference_table(&g, form);
    char machine[PTO_ISA_TEXT];
    pto_isa_print(isa, machine, sizeof machine);
    if (form == REFERENCE_TEXT)
        printf("%zu %s in %s\n", rows, lists[i].many, machine);
    else
        printf("\n");
    return code;
}
