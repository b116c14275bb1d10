/* pto num show, table: one format close up. */
#include <inttypes.h>
#include <string.h>

#include "cli/num/num.h"

enum { MAX_FIELDS = 5 };

/* A run of bits with a name. */
struct field {
    const char *name;
    unsigned width;
};

/* HiF8's fields depend on its prefix. */
static size_t hif8_fields(uint64_t bits, struct field *f)
{
    unsigned code = bits & 0x7f, exp = 0;
    unsigned prefix = code < 16 ? 4 : code < 32 ? 3 : 2;
    if (code >= 16)
        exp = code < 32 ? 1 : (code >> 5) + 1;
    f[0] = (struct field){"sign", 1};
    f[1] = (struct field){"prefix", prefix};
    f[2] = (struct field){"exponent", exp};
    f[3] = (struct field){code < 8 ? "power" : "fraction", 7 - prefix - exp};
    return 4;
}

/* From the top bit down; widths add up to the carrier. */
static size_t fields_of(const pto_format *f, uint64_t bits, struct field *out)
{
    unsigned unused = (unsigned)f->storage_bits - f->value_bits;
    switch ((pto_kind)f->kind) {
    case PTO_KIND_HIF8: return hif8_fields(bits, out);
    case PTO_KIND_SCALE:
        out[0] = (struct field){"exponent", f->exp_bits};
        out[1] = (struct field){"fraction", f->frac_bits};
        return 2;
    case PTO_KIND_FLOAT:
        out[0] = (struct field){"zero", unused};
        out[1] = (struct field){"sign", 1};
        out[2] = (struct field){"exponent", f->exp_bits};
        out[3] = (struct field){"fraction", f->frac_bits};
        out[4] = (struct field){"zero", f->low_zeros};
        return 5;
    case PTO_KIND_SIGNED:
    case PTO_KIND_UNSIGNED:
    case PTO_KIND_NONE: break;
    }
    out[0] = (struct field){f->kind == PTO_KIND_SIGNED ? "signed" : "unsigned",
                            f->storage_bits};
    return 1;
}

/* The bits of a field as text, "" where it has none. */
static void field_bits(uint64_t bits, unsigned low, unsigned width, char *out)
{
    for (unsigned i = 0; i < width; i++)
        out[i] = bits >> (low + width - 1 - i) & 1 ? '1' : '0';
    out[width] = '\0';
}

static void draw(const pto_format *f, uint64_t bits)
{
    struct field field[MAX_FIELDS];
    size_t n = fields_of(f, bits, field);
    char names[256] = "", digits[256] = "";
    unsigned low = f->storage_bits;
    for (size_t i = 0; i < n; i++) {
        char text[72];
        low -= field[i].width;
        if (!field[i].width)
            continue;
        field_bits(bits, low, field[i].width, text);
        size_t at = strlen(names);
        int width = (int)field[i].width;
        int name = (int)strlen(field[i].name);
        width = width > name ? width : name;
        (void)snprintf(names + at, sizeof names - at, "%-*s ", width,
                       field[i].name);
        (void)snprintf(digits + at, sizeof digits - at, "%-*s ", width, text);
    }
    printf("%-10s %s\n%-10s %s\n", "", names, "bits", digits);
}

static const struct {
    const char *name;
    pto_num_style style;
} styles[] = {{"decimal", PTO_STYLE_EXACT},
              {"hex", PTO_STYLE_HEX},
              {"fraction", PTO_STYLE_FRACTION}};

enum { STYLES = sizeof styles / sizeof styles[0] };

static void show_json(pto_dtype t, uint64_t bits)
{
    const pto_format *f = pto_format_get(t);
    struct field field[MAX_FIELDS];
    size_t n = fields_of(f, bits, field);
    unsigned low = f->storage_bits;
    num_json_begin("show");
    printf(", \"type\": \"%s\", \"bits\": \"%s\", \"class\": \"%s\"", f->name,
           num_bits_text(t, bits).text, pto_class_text(pto_classify(t, bits)));
    for (int i = 0; i < STYLES; i++)
        printf(", \"%s\": \"%s\"", styles[i].name,
               num_value_text(t, bits, styles[i].style).text);
    printf(", \"fields\": [");
    for (size_t i = 0, shown = 0; i < n; i++) {
        char text[72];
        low -= field[i].width;
        if (!field[i].width)
            continue;
        field_bits(bits, low, field[i].width, text);
        printf("%s{\"name\": \"%s\", \"low\": %u, \"bits\": \"%s\"}",
               shown++ ? ", " : "", field[i].name, low, text);
    }
    printf("]}\n");
}

int num_show(const num_args *a)
{
    pto_dtype t;
    uint64_t bits;
    if (!num_type(a->words[0], &t) || !num_value(t, a->words[1], &bits))
        return CLI_BAD_INPUT;
    if (a->json) {
        show_json(t, bits);
        return CLI_OK;
    }
    const pto_format *f = pto_format_get(t);
    printf("%-10s %s (code %u, %u bits)\n", "type", f->name, f->code,
           f->storage_bits);
    printf("%-10s %s\n", "encoding", num_bits_text(t, bits).text);
    draw(f, bits);
    printf("%-10s %s\n", "class", pto_class_text(pto_classify(t, bits)));
    for (int i = 0; i < STYLES; i++)
        printf("%-10s %s\n", styles[i].name,
               num_value_text(t, bits, styles[i].style).text);
    return CLI_OK;
}

int num_codes(const num_args *a)
{
    static const cli_column columns[] = {{"code", CLI_CELL_TEXT},
                                         {"value", CLI_CELL_TEXT},
                                         {"hex", CLI_CELL_TEXT},
                                         {"class", CLI_CELL_TEXT}};
    cli_grid g = {.columns = columns, .width = 4};
    pto_dtype t;
    if (!num_type(a->words[0], &t))
        return CLI_BAD_INPUT;
    const pto_format *f = pto_format_get(t);
    if (f->storage_bits > 8)
        return cli_fail("%s has %u bits; only formats of at most 8 fit a table",
                        f->name, f->storage_bits);
    if (a->json && a->csv)
        return cli_fail("--csv and --json exclude each other");
    for (uint64_t code = 0; code >> f->storage_bits == 0; code++) {
        cli_grid_add(&g, "%s", num_bits_text(t, code).text);
        cli_grid_add(&g, "%s", num_value_text(t, code, PTO_STYLE_EXACT).text);
        cli_grid_add(&g, "%s", num_value_text(t, code, PTO_STYLE_HEX).text);
        cli_grid_add(&g, "%s", pto_class_text(pto_classify(t, code)));
    }
    return num_print(a, "table", &g);
}
