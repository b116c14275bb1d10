/* pto num: the numeric library at the command line. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/num/num.h"
#include "cli/options.h"

static const struct command {
    const char *name;
    num_fn *run;
    unsigned options;
    int least, most; /* words; most -1 is any number */
    const char *usage, *summary;
} commands[] = {
    {"convert", num_convert, NUM_TYPES | NUM_ROUND | NUM_SAT, 1, -1,
     "--from T --to T [--round M] [--sat] [--canonicalize] VALUE...",
     "round values of one format into another"},
    {"classify", num_classify, 0, 2, -1, "T VALUE...",
     "name the class of each encoding"},
    {"show", num_show, 0, 2, 2, "T VALUE",
     "draw the fields of an encoding and write its exact value"},
    {"table", num_codes, NUM_CSV, 1, 1, "T [--csv]",
     "all codes of a format of at most 8 bits"},
    {"compare", num_compare, 0, 3, 3, "T A B",
     "every comparison, minimum and maximum"},
    {"near", num_near, 0, 2, 2, "T VALUE",
     "the neighbours of a number and what each mode picks"},
    {"arith", num_arith, NUM_ROUND, 3, 5, "OP T A [B [C]] [--round M]",
     "one operation with its flags"},
    {"scale", num_scale, 0, 2, 2, "hif4 WORD | e8m0 BYTE",
     "what a scale of the matrix unit means"},
    {"domains", num_domains, 0, 0, 0, "", "the rounding domain ledger"},
    {"modes", num_modes, 0, 0, 0, "", "rounding modes and who selects them"},
};

enum { COMMANDS = sizeof commands / sizeof commands[0] };

static int usage(FILE *out)
{
    fprintf(out, "usage: pto num COMMAND [--json]\n");
    for (int i = 0; i < COMMANDS; i++)
        fprintf(out, "  %-8s %s\n%s%s%s", commands[i].name, commands[i].summary,
                *commands[i].usage ? "           " : "", commands[i].usage,
                *commands[i].usage ? "\n" : "");
    fprintf(out, "VALUE: 0x bits, a decimal, a hexadecimal float, inf, nan\n");
    return out == stdout ? CLI_OK : CLI_BAD_INPUT;
}

bool num_type(const char *name, pto_dtype *out)
{
    pto_error e = {0};
    if (pto_dtype_named(name, out, &e) == PTO_OK)
        return true;
    cli_error(&e);
    return false;
}

/* What t has nothing for: beyond an integer, or a NaN where there is none. */
static bool is_absent(pto_dtype t, const char *text, const pto_fenv *env)
{
    pto_parts p;
    pto_error e = {0};
    if (!(env->flags & PTO_NV) || pto_parts_parse(text, &p, &e) != PTO_OK)
        return false;
    return p.part < PTO_PART_QNAN || !pto_format_get(t)->has_nan;
}

bool num_value(pto_dtype t, const char *text, uint64_t *out)
{
    const pto_format *f = pto_format_get(t);
    pto_fenv env = {.round = PTO_RNE};
    pto_error e = {0};
    if (pto_num_parse(t, text, &env, out, &e) != PTO_OK) {
        cli_error(&e);
        return false;
    }
    if (!is_absent(t, text, &env))
        return true;
    cli_fail("%s has no '%.60s'; accepted: %s to %s%s", f->name, text,
             num_value_text(t, f->min_finite, PTO_STYLE_SHORT).text,
             num_value_text(t, f->max_finite, PTO_STYLE_SHORT).text,
             f->has_nan ? ", nan" : "");
    return false;
}

static bool read_round(num_args *a)
{
    pto_round r = PTO_RNE;
    pto_error e = {0};
    if (a->round && pto_round_named(a->round, &r, &e) != PTO_OK) {
        cli_error(&e);
        return false;
    }
    a->env = (pto_fenv){.round = (uint8_t)r,
                        .saturate = a->saturate,
                        .canonicalize = a->canonicalize};
    return true;
}

num_flags num_flag_text(unsigned flags)
{
    static const char *const names[] = {"NV", "DZ", "OF", "UF", "NX"};
    num_flags t = {""};
    for (unsigned i = 0; i < 5; i++) {
        size_t n = strlen(t.text);
        if (flags >> i & 1)
            (void)snprintf(t.text + n, sizeof t.text - n, "%s%s", n ? " " : "",
                           names[i]);
    }
    if (!flags)
        t.text[0] = '-';
    return t;
}

num_text num_value_text(pto_dtype t, uint64_t bits, pto_num_style style)
{
    num_text v;
    (void)pto_num_print(t, bits, style, v.text, sizeof v.text);
    return v;
}

num_bits num_bits_text(pto_dtype t, uint64_t bits)
{
    num_bits v;
    int digits = pto_format_get(t)->storage_bits / 4;
    (void)snprintf(v.text, sizeof v.text, "0x%0*" PRIx64, digits, bits);
    return v;
}

void num_json_begin(const char *command)
{
    const pto_profile *p = pto_profile_find(NULL);
    printf("{\"command\": ");
    cli_json_text(command, stdout);
    printf(", \"profile\": ");
    cli_json_text(p->name, stdout);
    printf(", \"profile_full_name\": ");
    cli_json_text(p->full_name, stdout);
}

int num_print(const num_args *a, const char *command, cli_grid *g)
{
    if (g->failed) {
        cli_grid_free(g);
        return cli_no_memory();
    }
    if (a->json) {
        num_json_begin(command);
        printf(", \"rows\": ");
        cli_grid_json(g, stdout);
        printf("}\n");
    } else if (a->csv) {
        cli_grid_csv(g, stdout);
    } else {
        cli_grid_text(g, stdout);
    }
    cli_grid_free(g);
    return CLI_OK;
}

static int run(const struct command *c, int argc, char **argv, num_args *a)
{
    const cli_option all[] = {
        {"--json", CLI_FLAG, &a->json, NULL, 0},
        {"--from", CLI_TEXT, &a->from, NULL, 0},
        {"--to", CLI_TEXT, &a->to, NULL, 0},
        {"--round", CLI_TEXT, &a->round, NULL, 0},
        {"--sat", CLI_FLAG, &a->saturate, NULL, 0},
        {"--canonicalize", CLI_FLAG, &a->canonicalize, NULL, 0},
        {"--csv", CLI_FLAG, &a->csv, NULL, 0},
    };
    static const unsigned needs[] = {0,       NUM_TYPES, NUM_TYPES, NUM_ROUND,
                                     NUM_SAT, NUM_SAT,   NUM_CSV};
    cli_option used[sizeof all / sizeof all[0]];
    size_t n = 0;
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (!needs[i] || c->options & needs[i])
            used[n++] = all[i];
    a->count = cli_parse(argc, argv, used, n, a->words, argc);
    if (a->count < 0 || !read_round(a))
        return CLI_BAD_INPUT;
    if (a->count < c->least || (c->most >= 0 && a->count > c->most))
        return cli_fail("usage: pto num %s%s%s", c->name, *c->usage ? " " : "",
                        c->usage);
    return c->run(a);
}

static int command_usage(const struct command *c)
{
    printf("usage: pto num %s%s%s\n%s\n", c->name, *c->usage ? " " : "",
           c->usage, c->summary);
    return CLI_OK;
}

int cmd_num(int argc, char **argv)
{
    if (argc < 2)
        return usage(stderr);
    if (!strcmp(argv[1], "help"))
        return usage(stdout);
    for (int i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i].name, argv[1]) != 0)
            continue;
        if (argc > 2 && !strcmp(argv[2], "--help"))
            return command_usage(&commands[i]);
        char name[32]; /* what a wrong option is told to look at */
        (void)snprintf(name, sizeof name, "num %s", commands[i].name);
        argv[1] = name;
        num_args a = {.words = calloc((size_t)argc, sizeof(char *))};
        if (!a.words)
            return cli_no_memory();
        int code = run(&commands[i], argc - 1, argv + 1, &a);
        free(a.words);
        return code;
    }
    return cli_fail("unknown command '%s' of num; pto num help lists them",
                    argv[1]);
}
