/* pto num near: a number's neighbours in a format, and who picks which. */
#include <string.h>

#include "cli/num/num.h"

static num_text parts_text(pto_parts p)
{
    num_text v;
    (void)pto_parts_print(p, PTO_STYLE_SHORT, v.text, sizeof v.text);
    return v;
}

/* |number - neighbour|, or "-" where one of them is infinite. */
static num_text distance(pto_dtype t, pto_parts number, uint64_t bits)
{
    num_text v = {"-"};
    pto_parts n = pto_unpack(t, bits);
    if (number.part > PTO_PART_FINITE || n.part > PTO_PART_FINITE)
        return v;
    n.sign ^= 1;
    pto_parts d = pto_parts_add(number, n);
    d.sign = 0;
    return parts_text(d);
}

static void add_pick(cli_grid *g, pto_dtype t, pto_parts number,
                     const char *name, uint64_t bits, unsigned flags)
{
    cli_grid_add(g, "%s", name);
    cli_grid_add(g, "%s", num_bits_text(t, bits).text);
    cli_grid_add(g, "%s", num_value_text(t, bits, PTO_STYLE_SHORT).text);
    cli_grid_add(g, "%s", distance(t, number, bits).text);
    cli_grid_add(g, "%s", num_flag_text(flags).text);
}

/* What is looked for: bits stand for the value that they encode. */
struct number {
    const char *text; /* NULL where it was bits */
    pto_parts parts;
};

static bool read_number(pto_dtype t, const char *text, struct number *out)
{
    uint64_t bits;
    pto_error e = {0};
    bool is_bits = !strncmp(text, "0x", 2) && !strpbrk(text, ".pP");
    *out = (struct number){.text = is_bits ? NULL : text};
    if (is_bits) {
        if (!num_value(t, text, &bits))
            return false;
        out->parts = pto_unpack(t, bits);
        return true;
    }
    if (pto_parts_parse(text, &out->parts, &e) == PTO_OK)
        return true;
    cli_error(&e);
    return false;
}

/* From the text, which may say more than parts hold. */
static uint64_t rounded(pto_dtype t, const struct number *n, pto_fenv *env)
{
    uint64_t bits;
    pto_error e = {0};
    if (n->text && pto_num_parse(t, n->text, env, &bits, &e) == PTO_OK)
        return bits;
    return pto_pack(t, n->parts, env);
}

/* -1, 0 or 1 as a is below, at or above b; neither is a NaN. */
static int order(pto_parts a, pto_parts b)
{
    if (a.part == PTO_PART_INF || b.part == PTO_PART_INF) {
        int x = a.part == PTO_PART_INF ? 1 - 2 * a.sign : 0;
        int y = b.part == PTO_PART_INF ? 1 - 2 * b.sign : 0;
        return (x > y) - (x < y);
    }
    b.sign ^= 1;
    pto_parts d = pto_parts_add(a, b);
    return d.part == PTO_PART_ZERO ? 0 : 1 - 2 * d.sign;
}

/* A little above or below x, nearer than anything else that t has. */
static pto_parts moved(pto_dtype t, pto_parts x, bool up)
{
    const uint64_t one = UINT64_C(1) << 63;
    if (pto_dtype_is_integer(t)) {
        pto_parts step = {.part = PTO_PART_FINITE, .sign = !up, .sig = one};
        return x.part == PTO_PART_INF ? x : pto_parts_add(x, step);
    }
    bool no_sign = x.sign && !pto_format_get(t)->sign_mask;
    if (x.part == PTO_PART_ZERO || (no_sign && up))
        return (pto_parts){PTO_PART_FINITE, !up, -(1 << 20), one};
    if (up != x.sign) {
        x.sig |= 1;
    } else if (--x.sig < one) { /* was a power of two */
        x.sig = UINT64_MAX;
        x.exp--;
    }
    return x;
}

/* False where t has nothing beyond n. */
static bool neighbour(pto_dtype t, const struct number *n, bool up,
                      uint64_t *bits)
{
    const pto_format *f = pto_format_get(t);
    pto_parts x = n->parts;
    int beyond = up ? 1 : -1;
    if (x.part > PTO_PART_INF)
        return false;
    pto_fenv env = {.round = up ? PTO_RTP : PTO_RTM, .saturate = 1};
    *bits = rounded(t, n, &env);
    pto_parts y = pto_unpack(t, *bits);
    if (env.flags == PTO_NX ||
        (y.part <= PTO_PART_INF && order(y, x) == beyond))
        return true;
    *bits = pto_pack(t, moved(t, x, up), &env);
    y = pto_unpack(t, *bits);
    if (y.part <= PTO_PART_INF && order(y, x) == beyond)
        return true;
    *bits = f->infinity | (up ? 0 : f->sign_mask);
    return f->has_inf && x.part != PTO_PART_INF;
}

static void add_neighbour(cli_grid *g, pto_dtype t, const struct number *n,
                          bool up)
{
    const char *name = up ? "above" : "below";
    uint64_t bits;
    if (neighbour(t, n, up, &bits)) {
        add_pick(g, t, n->parts, name, bits, 0);
        return;
    }
    cli_grid_add(g, "%s", name);
    for (int i = 0; i < 4; i++)
        cli_grid_add(g, "-");
}

int num_near(const num_args *a)
{
    static const cli_column columns[] = {{"pick", CLI_CELL_TEXT},
                                         {"bits", CLI_CELL_TEXT},
                                         {"value", CLI_CELL_TEXT},
                                         {"distance", CLI_CELL_TEXT},
                                         {"flags", CLI_CELL_LIST}};
    cli_grid g = {.columns = columns, .width = 5};
    pto_dtype t;
    struct number number;
    if (!num_type(a->words[0], &t) || !read_number(t, a->words[1], &number))
        return CLI_BAD_INPUT;
    add_neighbour(&g, t, &number, false);
    add_neighbour(&g, t, &number, true);
    for (unsigned r = 0; r < PTO_ROUND_COUNT; r++) {
        pto_fenv env = {.round = (uint8_t)r};
        uint64_t bits = rounded(t, &number, &env);
        add_pick(&g, t, number.parts, pto_round_name((pto_round)r), bits,
                 env.flags);
    }
    if (!a->json)
        printf("%s near %s\n", pto_format_get(t)->name,
               number.text ? number.text : parts_text(number.parts).text);
    return num_print(a, "near", &g);
}
