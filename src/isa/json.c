/* Forms as JSON, in the shape of the published catalog. */
#include "isa/forms.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/buf.h"

static void add_string(pto_buf *b, const char *s)
{
    pto_buf_puts(b, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            pto_buf_puts(b, "\\");
        pto_buf_add(b, s, 1);
    }
    pto_buf_puts(b, "\"");
}

static void add_comma(pto_buf *b)
{
    char last = b->size ? b->data[b->size - 1] : '[';
    if (last != '[' && last != '{' && last != ':')
        pto_buf_puts(b, ",");
}

/* The members of an object come in alphabetical order. */
static void add_key(pto_buf *b, const char *key)
{
    add_comma(b);
    pto_buf_printf(b, "\"%s\":", key);
}

static void add_number(pto_buf *b, const char *key, unsigned value)
{
    add_key(b, key);
    pto_buf_printf(b, "%u", value);
}

static void add_text(pto_buf *b, const char *key, const char *value)
{
    add_key(b, key);
    add_string(b, value);
}

static void add_set(pto_buf *b, pto_legal legal, uint64_t set)
{
    bool is_list = legal == PTO_LEGAL_ONE_OF;
    add_key(b, is_list ? "values" : "value");
    if (is_list)
        pto_buf_puts(b, "[");
    for (unsigned v = 0; v < 64; v++)
        if (set >> v & 1) {
            add_comma(b);
            pto_buf_printf(b, "%u", v);
        }
    if (is_list)
        pto_buf_puts(b, "]");
}

static void add_constraint(pto_buf *b, const pto_form *f, const pto_field *at)
{
    uint64_t set;
    pto_legal legal = pto_field_legal(f, at, &set);
    if (legal == PTO_LEGAL_ANY)
        return;
    add_comma(b);
    pto_buf_puts(b, "{");
    add_text(b, "field", pto_field_name((pto_field_id)at->shown));
    add_text(b, "operator", legal == PTO_LEGAL_NOT ? "not-equal" : "one-of");
    add_set(b, legal, set);
    pto_buf_puts(b, "}");
}

/* Where a field stands; the prefix of 48-bit forms comes last. */
static unsigned place_of(const pto_form *f, const pto_field *at)
{
    unsigned lsb = at->piece[0].lsb;
    return f->length == 48 ? (lsb + 32) % 48 : lsb;
}

/* Commands have them in the order of their fields, others by place. */
static void add_constraints(pto_buf *b, const pto_form *f, uint32_t live)
{
    bool is_command = !strcmp(pto_group_family((pto_group)f->group), "CMD");
    add_key(b, "constraints");
    pto_buf_puts(b, "[");
    for (unsigned at = 0; at < (is_command ? 1U : f->length); at++)
        for (unsigned i = 0; live >> i; i++)
            if (live >> i & 1 &&
                (is_command || place_of(f, &f->field[i]) == at))
                add_constraint(b, f, &f->field[i]);
    pto_buf_puts(b, "]");
}

/* Words of at most 48 bits; a 64-bit form is two of 32. */
static void add_encoding(pto_buf *b, const pto_form *f, uint64_t fixed)
{
    unsigned length = f->length, width = length == 64 ? 32 : length;
    add_key(b, "encoding");
    pto_buf_puts(b, "[");
    for (unsigned at = 0; at < length; at += width) {
        uint64_t mask = fixed >> at & pto_low_bits(width);
        uint64_t match = f->match >> at & pto_low_bits(width);
        int digits = (int)width / 4;
        add_comma(b);
        pto_buf_puts(b, "{");
        add_number(b, "index", at / width);
        add_key(b, "mask");
        pto_buf_printf(b, "\"0x%0*" PRIx64 "\"", digits, mask);
        add_key(b, "match");
        pto_buf_printf(b, "\"0x%0*" PRIx64 "\"", digits, match);
        add_number(b, "width_bits", width);
        pto_buf_puts(b, "}");
    }
    pto_buf_puts(b, "]");
}

static void add_pieces(pto_buf *b, const pto_field *f)
{
    add_key(b, "pieces");
    pto_buf_puts(b, "[");
    for (int i = 0; i < PTO_MAX_PIECES && f->piece[i].width; i++) {
        add_comma(b);
        pto_buf_puts(b, "{");
        add_number(b, "instruction_lsb", f->piece[i].lsb);
        add_number(b, "value_lsb", f->piece[i].value_lsb);
        add_number(b, "width", f->piece[i].width);
        pto_buf_puts(b, "}");
    }
    pto_buf_puts(b, "]");
}

static void add_fields(pto_buf *b, const pto_form *f, uint32_t live)
{
    static const char *const signs[] = {"encoding-defined", "signed",
                                        "unsigned"};
    add_key(b, "fields");
    pto_buf_puts(b, "[");
    for (unsigned i = 0; live >> i; i++) {
        const pto_field *at = &f->field[i];
        if (!(live >> i & 1))
            continue;
        add_comma(b);
        pto_buf_puts(b, "{");
        add_text(b, "name", pto_field_name((pto_field_id)at->shown));
        add_pieces(b, at);
        add_text(b, "signedness", signs[at->sign]);
        add_number(b, "width", pto_field_width(at));
        pto_buf_puts(b, "}");
    }
    pto_buf_puts(b, "]");
}

static const char *encoding_kind(unsigned length)
{
    switch (length) {
    case 16: return "C16";
    case 32: return "L32";
    case 48: return "HL48";
    default: return "L64";
    }
}

static void add_form(pto_buf *b, const pto_form *f, const pto_isa *isa)
{
    char id[PTO_FORM_ID_TEXT];
    pto_form_id_text(f, id, sizeof id);
    uint32_t live = pto_form_fields(f, isa);
    pto_buf_puts(b, "{");
    add_text(b, "asm", pto_form_assembly(f, isa));
    add_constraints(b, f, live);
    add_encoding(b, f, pto_form_mask(f, isa));
    add_text(b, "encoding_kind", encoding_kind(f->length));
    add_fields(b, f, live);
    add_text(b, "form_id", id);
    add_number(b, "length_bits", f->length);
    add_text(b, "mnemonic", f->mnemonic);
    pto_buf_puts(b, "}");
}

static int by_id(const void *a, const void *b)
{
    char x[PTO_FORM_ID_TEXT], y[PTO_FORM_ID_TEXT];
    pto_form_id_text(*(const pto_form *const *)a, x, sizeof x);
    pto_form_id_text(*(const pto_form *const *)b, y, sizeof y);
    return strcmp(x, y);
}

pto_status pto_isa_json(const pto_isa *isa, bool lines, char **out,
                        size_t *size)
{
    const pto_form *forms[PTO_FORM_COUNT];
    size_t n = 0;
    pto_buf b = {0};
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++)
        if (pto_form_exists(pto_form_get((pto_form_id)id), isa))
            forms[n++] = pto_form_get((pto_form_id)id);
    qsort(forms, n, sizeof forms[0], by_id);
    pto_buf_puts(&b, "[");
    for (size_t i = 0; i < n; i++) {
        add_comma(&b);
        if (lines)
            pto_buf_puts(&b, "\n");
        add_form(&b, forms[i], isa);
    }
    pto_buf_puts(&b, lines ? "\n]\n" : "]");
    if (b.failed) {
        pto_buf_free(&b);
        return PTO_NO_MEMORY;
    }
    *out = b.data;
    *size = b.size;
    return PTO_OK;
}
