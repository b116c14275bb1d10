/* pto num convert, classify, compare, arith: values and what comes of them. */
#include <inttypes.h>
#include <string.h>

#include "cli/num/num.h"

int num_convert(const num_args *a)
{
    static const cli_column columns[] = {
        {"from", CLI_CELL_TEXT},     {"bits", CLI_CELL_TEXT},
        {"value", CLI_CELL_TEXT},    {"to", CLI_CELL_TEXT},
        {"bits_out", CLI_CELL_TEXT}, {"value_out", CLI_CELL_TEXT},
        {"class", CLI_CELL_TEXT},    {"flags", CLI_CELL_LIST}};
    cli_grid g = {.columns = columns, .width = 8};
    pto_dtype from, to;
    if (!a->from || !a->to)
        return cli_fail("pto num convert needs --from T and --to T");
    if (!num_type(a->from, &from) || !num_type(a->to, &to))
        return CLI_BAD_INPUT;
    for (int i = 0; i < a->count; i++) {
        uint64_t bits;
        pto_fenv env = a->env;
        if (!num_value(from, a->words[i], &bits)) {
            cli_grid_free(&g);
            return CLI_BAD_INPUT;
        }
        uint64_t r = pto_convert(to, from, bits, &env);
        cli_grid_add(&g, "%s", pto_format_get(from)->name);
        cli_grid_add(&g, "%s", num_bits_text(from, bits).text);
        cli_grid_add(&g, "%s",
                     num_value_text(from, bits, PTO_STYLE_SHORT).text);
        cli_grid_add(&g, "%s", pto_format_get(to)->name);
        cli_grid_add(&g, "%s", num_bits_text(to, r).text);
        cli_grid_add(&g, "%s", num_value_text(to, r, PTO_STYLE_SHORT).text);
        cli_grid_add(&g, "%s", pto_class_text(pto_classify(to, r)));
        cli_grid_add(&g, "%s", num_flag_text(env.flags).text);
    }
    return num_print(a, "convert", &g);
}

int num_classify(const num_args *a)
{
    static const cli_column columns[] = {{"type", CLI_CELL_TEXT},
                                         {"bits", CLI_CELL_TEXT},
                                         {"value", CLI_CELL_TEXT},
                                         {"class", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 4};
    pto_dtype t;
    if (!num_type(a->words[0], &t))
        return CLI_BAD_INPUT;
    for (int i = 1; i < a->count; i++) {
        uint64_t bits;
        if (!num_value(t, a->words[i], &bits)) {
            cli_grid_free(&g);
            return CLI_BAD_INPUT;
        }
        cli_grid_add(&g, "%s", pto_format_get(t)->name);
        cli_grid_add(&g, "%s", num_bits_text(t, bits).text);
        cli_grid_add(&g, "%s", num_value_text(t, bits, PTO_STYLE_SHORT).text);
        cli_grid_add(&g, "%s", pto_class_text(pto_classify(t, bits)));
    }
    return num_print(a, "classify", &g);
}

static void add_choice(cli_grid *g, pto_dtype t, const char *name,
                       uint64_t bits, unsigned flags)
{
    cli_grid_add(g, "%s", name);
    cli_grid_add(g, "%s", num_bits_text(t, bits).text);
    cli_grid_add(g, "%s", num_value_text(t, bits, PTO_STYLE_SHORT).text);
    cli_grid_add(g, "%s", num_flag_text(flags).text);
}

int num_compare(const num_args *args)
{
    static const cli_column columns[] = {{"operation", CLI_CELL_TEXT},
                                         {"bits", CLI_CELL_TEXT},
                                         {"value", CLI_CELL_TEXT},
                                         {"flags", CLI_CELL_LIST}};
    static const struct {
        const char *name;
        pto_compare compare;
    } rows[] = {
#define COMPARE(name, code) {#name, PTO_##name},
#include "pto/def/compare.def"
#undef COMPARE
    };
    const pto_arithmetic *real = pto_profile_find("ieee")->scalar;
    cli_grid g = {.columns = columns, .width = 4};
    pto_dtype t;
    uint64_t a, b;
    if (!num_type(args->words[0], &t) || !num_value(t, args->words[1], &a) ||
        !num_value(t, args->words[2], &b))
        return CLI_BAD_INPUT;
    add_choice(&g, t, "a", a, 0);
    add_choice(&g, t, "b", b, 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_fenv env = {0};
        bool holds = real->compare(rows[i].compare, t, a, b, &env);
        cli_grid_add(&g, "%s", rows[i].name);
        cli_grid_add(&g, "%d", holds);
        cli_grid_add(&g, "%s", holds ? "true" : "false");
        cli_grid_add(&g, "%s", num_flag_text(env.flags).text);
    }
    pto_fenv low = {0}, high = {0};
    uint64_t least = real->f2[PTO_ARITH2_min](t, a, b, &low);
    uint64_t most = real->f2[PTO_ARITH2_max](t, a, b, &high);
    add_choice(&g, t, "min", least, low.flags);
    add_choice(&g, t, "max", most, high.flags);
    return num_print(args, "compare", &g);
}

int num_arith(const num_args *a)
{
    static const cli_column columns[] = {{"operand", CLI_CELL_TEXT},
                                         {"bits", CLI_CELL_TEXT},
                                         {"value", CLI_CELL_TEXT},
                                         {"class", CLI_CELL_TEXT},
                                         {"flags", CLI_CELL_LIST}};
    static const char *const names[] = {"a", "b", "c"};
    cli_grid g = {.columns = columns, .width = 5};
    pto_dtype t;
    uint64_t x[3] = {0};
    const pto_arith *op;
    pto_error e = {0};
    if (pto_arith_named(a->words[0], &op, &e) != PTO_OK)
        return cli_error(&e);
    if (!num_type(a->words[1], &t))
        return CLI_BAD_INPUT;
    if (a->count != 2 + (int)op->operands)
        return cli_fail("%s takes %u operand%s, not %d", op->name, op->operands,
                        op->operands == 1 ? "" : "s", a->count - 2);
    for (uint32_t i = 0; i < op->operands; i++) {
        if (!num_value(t, a->words[2 + i], &x[i])) {
            cli_grid_free(&g);
            return CLI_BAD_INPUT;
        }
        cli_grid_add(&g, "%s", names[i]);
        cli_grid_add(&g, "%s", num_bits_text(t, x[i]).text);
        cli_grid_add(&g, "%s", num_value_text(t, x[i], PTO_STYLE_SHORT).text);
        cli_grid_add(&g, "%s", pto_class_text(pto_classify(t, x[i])));
        cli_grid_add(&g, "-");
    }
    pto_fenv env = a->env;
    uint64_t r = pto_arith_run(op, t, x, &env);
    cli_grid_add(&g, "%s", op->name);
    cli_grid_add(&g, "%s", num_bits_text(t, r).text);
    cli_grid_add(&g, "%s", num_value_text(t, r, PTO_STYLE_SHORT).text);
    cli_grid_add(&g, "%s", pto_class_text(pto_classify(t, r)));
    cli_grid_add(&g, "%s", num_flag_text(env.flags).text);
    return num_print(a, "arith", &g);
}
