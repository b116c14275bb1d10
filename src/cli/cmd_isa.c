/* pto isa: the encoded forms, listed, drawn, decoded, and as JSON. */
#include "cli/cli.h"
#include "cli/options.h"
#include "cli/reference/reference.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

const char cmd_isa_options[] =
    "  WHAT               forms (default), operations, types, layouts, "
    "faults,\n"
    "                     sysregs, features or revisions\n"
    "  --isa REV          0.58.4 (default), ...; REV,feature=value,... "
    "overrides\n"
    "  --json             JSON\n"
    "  --canonical        as the published fingerprints hash it\n";

static int print_json(const pto_isa *isa, bool canonical)
{
    char *text;
    size_t size;
    if (pto_isa_json(isa, !canonical, &text, &size) != PTO_OK)
        return cli_no_memory();
    (void)fwrite(text, 1, size, stdout);
    pto_free(text);
    return CLI_OK;
}

/* Bits that stand together in a drawing: one piece of a field, or fixed. */
typedef struct segment {
    unsigned high, low;
    char label[40];
} segment;

enum { MAX_SEGMENTS = 64 };

/* A form as one revision has it. */
typedef struct drawn {
    const pto_form *form;
    uint64_t mask;
    uint32_t fields; /* bit i: form->field[i] */
} drawn;

/* The field piece that owns a bit; fixed bits belong to none. */
static const pto_field *owner(const drawn *d, unsigned bit, pto_piece *out)
{
    if (d->mask >> bit & 1)
        return NULL;
    for (unsigned i = 0; d->fields >> i; i++)
        for (int k = 0; d->fields >> i & 1 && k < PTO_MAX_PIECES; k++) {
            pto_piece p = d->form->field[i].piece[k];
            if (bit >= p.lsb && bit < p.lsb + (unsigned)p.width) {
                *out = p;
                return &d->form->field[i];
            }
        }
    return NULL;
}

static const char *name_of(const pto_field *f)
{
    return pto_field_name((pto_field_id)f->shown);
}

static void label_field(segment *s, const pto_field *f, pto_piece p)
{
    if (p.width == pto_field_width(f))
        (void)snprintf(s->label, sizeof s->label, "%s", name_of(f));
    else
        (void)snprintf(s->label, sizeof s->label, "%s[%u:%u]", name_of(f),
                       p.value_lsb + p.width - 1u, (unsigned)p.value_lsb);
}

/* Fixed bits show their values, bits nobody owns a dash. */
static void label_fixed(segment *s, const drawn *d)
{
    size_t n = 0;
    for (unsigned bit = s->high + 1; bit-- > s->low;) {
        bool fixed = d->mask >> bit & 1;
        s->label[n++] = !fixed ? '-' : d->form->match >> bit & 1 ? '1' : '0';
    }
    s->label[n] = 0;
}

static unsigned find_segments(const drawn *d, unsigned high, unsigned low,
                              segment *out)
{
    unsigned n = 0;
    for (unsigned bit = high + 1; bit-- > low;) {
        pto_piece p = {0};
        const pto_field *field = owner(d, bit, &p);
        segment *s = &out[n++];
        *s = (segment){bit, bit, ""};
        if (field) {
            s->low = p.lsb > low ? p.lsb : low;
            label_field(s, field, p);
        } else {
            pto_piece next;
            while (s->low > low && !owner(d, s->low - 1, &next))
                s->low--;
            label_fixed(s, d);
        }
        bit = s->low;
    }
    return n;
}

static int width_of(const segment *s)
{
    int numbers = s->high == s->low ? 2 : 5, label = (int)strlen(s->label);
    return (label > numbers ? label : numbers) + 2;
}

static void draw_rule(const segment *s, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        putchar('+');
        for (int k = width_of(&s[i]); k > 0; k--)
            putchar('-');
    }
    puts("+");
}

/*
 *   31 27     26 25 ...
 * +---------+------+
 * |  shamt  |  ..  |
 */
static void draw_word(const drawn *d, unsigned high, unsigned low)
{
    segment s[MAX_SEGMENTS];
    unsigned n = find_segments(d, high, low, s);
    for (unsigned i = 0; i < n; i++) {
        int width = width_of(&s[i]);
        if (s[i].high == s[i].low)
            printf(" %*u", width - 1, s[i].high);
        else
            printf(" %2u%*u", s[i].high, width - 3, s[i].low);
        putchar(i + 1 < n ? ' ' : '\n');
    }
    draw_rule(s, n);
    for (unsigned i = 0; i < n; i++)
        printf("| %-*s", width_of(&s[i]) - 1, s[i].label);
    puts("|");
    draw_rule(s, n);
}

/* The values up to 63 that a field may have; do all have the same right? */
static bool find_allowed(const pto_form *f, const pto_isa *isa,
                         const pto_field *field, uint64_t *allowed)
{
    unsigned width = pto_field_width(field);
    int64_t limit = width < 6 ? INT64_C(1) << width : 64;
    pto_field_id id = (pto_field_id)field->id;
    bool all = true;
    *allowed = 0;
    for (int64_t v = 0; v < limit; v++)
        if (pto_form_allows(f, isa, id, v))
            *allowed |= UINT64_C(1) << v;
        else
            all = false;
    return all && (width <= 6 || pto_form_allows(f, isa, id, limit));
}

/* 0 FP64, 1 FP32, ...: as assembly calls them, in lines of 76 columns. */
static void print_named(const pto_form *f, const pto_isa *isa,
                        const pto_field *field, uint64_t allowed)
{
    int column = 0;
    for (int64_t v = 0; v < 64; v++) {
        const char *name =
            pto_field_value_name(f, isa, (pto_field_id)field->id, v);
        if (!(allowed >> v & 1))
            continue;
        char text[48];
        int n = snprintf(text, sizeof text, "%" PRId64 "%s%s", v,
                         name ? " " : "", name ? name : "");
        bool fits = column && column + n < 76;
        printf("%s%s%s", column ? "," : "", fits ? " " : "\n      ", text);
        column = fits ? column + 2 + n : 6 + n;
    }
}

static void print_allowed(const pto_form *f, const pto_isa *isa,
                          const pto_field *field)
{
    uint64_t allowed;
    bool named = false, all = find_allowed(f, isa, field, &allowed);
    for (int64_t v = 0; v < 64 && pto_field_width(field) <= 6; v++)
        named |= (allowed >> v & 1) &&
                 pto_field_value_name(f, isa, (pto_field_id)field->id, v);
    if (named) {
        print_named(f, isa, field, allowed);
        return;
    }
    printf(all ? "" : ", one of");
    for (int64_t v = 0; v < 64 && !all; v++)
        if (allowed >> v & 1)
            printf(" %" PRId64, v);
}

/* The features by which the form is as it is. */
static void print_where(const drawn *d)
{
    char where[PTO_ISA_TEXT];
    pto_when w = d->form->when;
    for (unsigned i = 0; d->fields >> i; i++)
        for (int k = 0; d->fields >> i & 1 && k < 2; k++)
            w.allows[k] &= d->form->field[i].when.allows[k];
    pto_when_print(w, where, sizeof where);
    if (*where)
        printf("  where %s\n", where);
}

static void show_form(const pto_form *f, const pto_isa *isa)
{
    static const char *const signs[] = {"", ", signed", ", unsigned"};
    char id[PTO_FORM_ID_TEXT];
    pto_form_id_text(f, id, sizeof id);
    const drawn d = {f, pto_form_mask(f, isa), pto_form_fields(f, isa)};
    printf("%s  %s\n  %s\n\n", f->mnemonic, id, pto_form_assembly(f, isa));
    for (unsigned top = f->length; top; top = (top - 1) / 32 * 32)
        draw_word(&d, top - 1, (top - 1) / 32 * 32);
    printf("\n  mask 0x%0*" PRIx64 "  match 0x%0*" PRIx64 "\n", f->length / 4,
           d.mask, f->length / 4, f->match);
    printf("  group %s / %s, semantics %s\n",
           pto_group_family((pto_group)f->group),
           pto_group_name((pto_group)f->group), f->semantics);
    print_where(&d);
    for (unsigned i = 0; d.fields >> i; i++) {
        const pto_field *field = &f->field[i];
        unsigned width = pto_field_width(field);
        if (!(d.fields >> i & 1))
            continue;
        printf("  %-18s %2u bit%s%s", name_of(field), width,
               width == 1 ? "" : "s", signs[field->sign]);
        print_allowed(f, isa, field);
        puts("");
    }
    puts("");
}

/* Show the forms called prefix + mnemonic; is there any? */
static bool show_all(const pto_isa *isa, const char *prefix,
                     const char *mnemonic)
{
    bool any = false;
    size_t skip = strlen(prefix);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (strncasecmp(f->mnemonic, prefix, skip) ||
            strcasecmp(f->mnemonic + skip, mnemonic) ||
            !pto_form_exists(f, isa))
            continue;
        show_form(f, isa);
        any = true;
    }
    return any;
}

static void print_operation(const pto_tile_op *op)
{
    printf("operands %s (D destination, S source tile, X scalar, N number)\n\n",
           op->roles);
}

/* A tile operation by either of its names: by its BSTART, or BSTART.TEPL. */
static bool show_operation(const pto_isa *isa, const char *name)
{
    unsigned id = pto_tile_op_by_name(isa, name, strlen(name));
    const pto_tile_op *op = pto_tile_op_get(id);
    if (op && op->family == PTO_FAMILY_TEPL) {
        printf("%s is BSTART.TEPL %u, %u, DataType; also BSTART.%s %s\n",
               op->name, op->code >> 5, op->code & 31U, op->engine, op->name);
        print_operation(op);
        return show_all(isa, "", "BSTART.TEPL");
    }
    for (unsigned i = 0; op && i < PTO_FORM_COUNT; i++) {
        const pto_form *f = pto_form_get((pto_form_id)i);
        if (pto_tile_op_of_form(isa, f) != id)
            continue;
        printf("%s is %s DataType\n", op->name, f->mnemonic);
        print_operation(op);
        return show_all(isa, "", f->mnemonic);
    }
    return false;
}

/* The form that has another spelling, by the spelling's mnemonic. */
static bool show_spelling(const pto_isa *isa, const char *mnemonic)
{
    static const struct spelling {
        pto_form_id form;
        const char *text;
    } spellings[] = {
#define PUBLISHED(form, when, text)
#define SPELLING(form, use, text) {PTO_FORM_##form, text},
#include "pto/def/spelling.def"
#undef SPELLING
#undef PUBLISHED
    };
    size_t size = strlen(mnemonic);
    for (size_t i = 0; i < sizeof spellings / sizeof spellings[0]; i++) {
        const char *text = spellings[i].text;
        if (size != strcspn(text, " ") || strncasecmp(text, mnemonic, size))
            continue;
        printf("%s is a spelling of\n\n", text);
        return show_all(isa, "", pto_form_get(spellings[i].form)->mnemonic);
    }
    return false;
}

static int show(const pto_isa *isa, const char *mnemonic)
{
    if (show_all(isa, "", mnemonic) || show_all(isa, "BSTART.", mnemonic) ||
        show_operation(isa, mnemonic) || show_spelling(isa, mnemonic))
        return CLI_OK;
    char machine[PTO_ISA_TEXT];
    pto_isa_print(isa, machine, sizeof machine);
    return cli_fail("no form of %s is called '%s'; pto isa list", machine,
                    mnemonic);
}

static int decode(const pto_isa *isa, const char *word)
{
    uint64_t bits;
    pto_insn insn;
    char text[PTO_INSN_TEXT];
    if (!pto_io_number(word, &bits))
        return cli_fail("'%s' is not a number, expected 0xWORD", word);
    unsigned length = pto_insn_length((uint32_t)bits);
    if (length < 8 && bits >> (8 * length))
        return cli_fail("0x%" PRIx64 " has more than the %u bits that its low "
                        "bits ask for",
                        bits, 8 * length);
    pto_decoder *d = malloc(sizeof *d);
    if (!d)
        return cli_no_memory();
    pto_decoder_init(d, isa);
    pto_status s = pto_decode(d, bits, length, &insn);
    free(d);
    if (s != PTO_OK) {
        pto_undefined_text(isa, bits, length, text, sizeof text);
        return cli_fail("0x%0*" PRIx64 ": %s", (int)length * 2, bits, text);
    }
    pto_insn_print(isa, &insn, 0, text, sizeof text);
    if (!text[0])
        return cli_no_memory();
    printf("%s\n", text);
    pto_form_id_text(insn.form, text, sizeof text);
    printf("  form %s, %u bytes\n", text, length);
    uint32_t fields = pto_form_fields(insn.form, isa);
    for (unsigned i = 0; fields >> i; i++) {
        const pto_field *field = &insn.form->field[i];
        if (fields >> i & 1)
            printf("  %-18s %" PRId64 "\n", name_of(field),
                   pto_insn_get(&insn, (pto_field_id)field->id));
    }
    return CLI_OK;
}

int cmd_isa(int argc, char **argv)
{
    const char *isa_text = NULL, *words[2];
    bool canonical = false, json = false;
    const cli_option options[] = {
        {"--isa", CLI_TEXT, &isa_text, NULL, 0},
        {"--canonical", CLI_FLAG, &canonical, NULL, 0},
        {"--json", CLI_FLAG, &json, NULL, 0},
    };
    pto_isa isa;
    pto_error e = {0};
    int n = cli_parse(argc, argv, options, 3, words, 2);
    if (n < 0)
        return CLI_BAD_INPUT;
    if (pto_isa_parse(isa_text, &isa, &e) != PTO_OK)
        return cli_fail("--isa: %s", e.message);
    if (n == 1 && !strcmp(words[0], "json"))
        return print_json(&isa, canonical);
    if (n && !strcmp(words[0], "list"))
        return reference_list(&isa, n == 2 ? words[1] : "forms",
                              json ? REFERENCE_JSON : REFERENCE_TEXT);
    if (n == 2 && !strcmp(words[0], "show"))
        return show(&isa, words[1]);
    if (n == 2 && !strcmp(words[0], "decode"))
        return decode(&isa, words[1]);
    return cli_fail(
        "isa: expected json, list [WHAT], show NAME or decode 0xWORD");
}
