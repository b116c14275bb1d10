/* Named codes, lists of them, hints, sizes and tile operations. */
#include "isa/forms.h"
#include "pto/tile_op.h"
#include "text/insn/template.h"
#include "isa/isa.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* A name of the field, a number, or a retired name that gets its own error. */
pto_status pto_text_read_name(reader *r, const element *e)
{
    char list[400];
    const char *today;
    int64_t code;
    pto_field_id field = (pto_field_id)e->field;
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = pto_text_word_size(at);
    if (!*at && field == PTO_FIELD_BrType)
        return PTO_OK; /* a block start without a word falls through */
    if (n && pto_text_name_find(field, at, n, &code)) {
        r->at += n;
        pto_text_set(r, field, at, code);
        return PTO_OK;
    }
    if (n && pto_text_retired_operand(at, n, &today))
        return pto_text_wrong(r, at, "'%.*s' is retired, expected %s", (int)n,
                              at, today);
    if (*at && isalpha((unsigned char)*at) &&
        pto_text_take_integer(r, &code, NULL) == PTO_OK)
        return pto_text_put(r, e, at, code,
                            (pto_text_scaling){"code", 0, 1, false});
    pto_text_name_list(field, list, sizeof list);
    if (!n || isalpha((unsigned char)*at))
        return pto_text_expected(r, at, "%s or a number", list);
    PTO_TRY(pto_text_take_integer(r, &code, NULL));
    return pto_text_put(r, e, at, code,
                        (pto_text_scaling){"code", 0, 1, false});
}

static void print_code(writer *w, pto_field_id field)
{
    int64_t code = pto_text_get(w, field);
    bool is_register = field == PTO_FIELD_SSR_ID || field == PTO_FIELD_SSRID;
    char sysreg[64];
    const char *name = pto_text_name_of(field, code);
    if (is_register && pto_text_print_sysreg(code, sysreg, sizeof sysreg))
        name = sysreg;
    if (name)
        pto_buf_puts(w->out, name);
    else
        pto_buf_printf(w->out, is_register ? "0x%llx" : "%lld",
                       (long long)code);
    pto_text_say(w, field);
}

void pto_text_print_name(writer *w, const element *e)
{
    print_code(w, (pto_field_id)e->field);
}

pto_status pto_text_read_choice(reader *r, const element *e)
{
    if (!pto_text_take(r, "->"))
        return pto_text_expected(r, r->at, "'->'");
    return pto_text_read_name(r, e);
}

void pto_text_print_choice(writer *w, const element *e)
{
    pto_buf_puts(w->out, "->");
    print_code(w, (pto_field_id)e->field);
}

/* The fields of a list, in the template's order. */
enum { LIST_FIELDS = 8 };

static unsigned list_fields(const pto_form *f, const element *e, element *out)
{
    unsigned n = 0;
    for (size_t i = 0; i < e->size && n < LIST_FIELDS; i++) {
        size_t size = pto_text_word_size(e->text + i);
        if (size && pto_template_phrase(f, e->text + i, size, &out[n]))
            n++;
        i += size;
    }
    return n;
}

/* The first field from `next` on that has the word at r->at as a name. */
static unsigned named_field(reader *r, const element *fields, unsigned count,
                            unsigned next)
{
    int64_t code;
    size_t n = pto_text_word_size(r->at);
    while (next < count && !pto_text_name_find((pto_field_id)fields[next].field,
                                               r->at, n, &code))
        next++;
    return next;
}

/* key=value, where the key is a word of a template. */
static pto_status read_keyed(reader *r, size_t key)
{
    element e;
    const char *at = r->at;
    if (!pto_template_phrase(r->insn.form, at, key, &e) ||
        e.kind != ELEMENT_NAME)
        return pto_text_expected(r, at, "the name of a field");
    if (r->where[e.field])
        return pto_text_wrong(r, at, "%.*s is given twice, expected once",
                              (int)key, at);
    r->at += key;
    (void)pto_text_take(r, "=");
    return pto_text_read_name(r, &e);
}

static pto_status read_item(reader *r, const element *fields, unsigned count,
                            unsigned *next)
{
    const char *at = r->at;
    size_t n = pto_text_word_size(at);
    size_t equals = n + strspn(at + n, " ");
    if (n && at[equals] == '=' && at[equals + 1] != '=')
        return read_keyed(r, n);
    unsigned i = isalpha((unsigned char)*at)
                     ? named_field(r, fields, count, *next)
                     : *next;
    if (i == count && *next < count)
        i = *next; /* not a name: a number, or the error names this field */
    if (i == count)
        return pto_text_expected(r, at, "the end: all fields are given");
    if (r->where[fields[i].field])
        return pto_text_wrong(r, at, "%.*s is given twice, expected once",
                              (int)fields[i].size, fields[i].text);
    *next = i + 1;
    return pto_text_read_name(r, &fields[i]);
}

pto_status pto_text_read_list(reader *r, const element *e)
{
    element fields[LIST_FIELDS];
    unsigned count = list_fields(r->insn.form, e, fields), next = 0;
    bool brace = pto_text_take(r, "{");
    pto_text_skip(r);
    while (*r->at && *r->at != '}') {
        bool more;
        PTO_TRY(read_item(r, fields, count, &next));
        PTO_TRY(pto_text_take_comma(r, &more));
        if (!more)
            break;
    }
    if (brace && !pto_text_take(r, "}"))
        return pto_text_expected(r, r->at, "',' or '}'");
    return PTO_OK;
}

/* Switches are 0 and 1 here: sat=1 says more than sat=sat. */
static void print_list_code(writer *w, pto_field_id field)
{
    const pto_field *f = pto_form_field(w->insn->form, w->isa, field);
    if (pto_field_width(f) > 1)
        print_code(w, field);
    else
        pto_buf_printf(w->out, "%d", (int)pto_text_get(w, field));
}

/* The first three by place, up to the last that is not the default; the rest
 * by name. */
void pto_text_print_list(writer *w, const element *e)
{
    element fields[LIST_FIELDS];
    unsigned count = list_fields(w->insn->form, e, fields), placed = 1;
    bool differs[LIST_FIELDS];
    for (unsigned i = 0; i < count; i++) {
        pto_field_id field = (pto_field_id)fields[i].field;
        differs[i] = pto_text_get(w, field) !=
                     pto_template_default(w->isa, w->insn->form, field);
        if (differs[i] && i < 3)
            placed = i + 1;
        pto_text_say(w, field);
    }
    for (unsigned i = 0; i < count; i++) {
        if (i >= placed && !differs[i])
            continue;
        if (i)
            pto_buf_puts(w->out, ", ");
        if (i >= placed)
            pto_buf_printf(w->out, "%.*s=", (int)fields[i].size,
                           fields[i].text);
        print_list_code(w, (pto_field_id)fields[i].field);
    }
}

static bool take_hint_name(reader *r, pto_field_id field)
{
    int64_t code;
    size_t n = pto_text_word_size(r->at);
    if (!pto_text_name_find(field, r->at, n, &code) || r->where[field])
        return false;
    pto_text_set(r, field, r->at, code);
    if (field == PTO_FIELD_L_UL) /* BR.none, the third, says nothing */
        pto_text_set(r, PTO_FIELD_V, r->at, code < 2);
    if (field == PTO_FIELD_L_UL && code == 2)
        pto_text_set(r, field, r->at, 0);
    r->at += n;
    return true;
}

pto_status pto_text_read_hint(reader *r, const element *e)
{
    static const element size = {ELEMENT_NUMBER, PTO_FIELD_prefetch_size,
                                 "PRFSIZE", 7};
    (void)e;
    bool brace = pto_text_take(r, "{"), more;
    do {
        pto_text_skip(r);
        if (isdigit((unsigned char)*r->at) || *r->at == '(')
            PTO_TRY(pto_text_read_number(r, &size));
        else if (!take_hint_name(r, PTO_FIELD_L_UL) &&
                 !take_hint_name(r, PTO_FIELD_temp))
            return pto_text_expected(r, r->at,
                                     "BR.likely, BR.unlikely, TEMP.hot, "
                                     "TEMP.warm, TEMP.cool, TEMP.none or "
                                     "a prefetch size, each once");
        PTO_TRY(pto_text_take_comma(r, &more));
    } while (more);
    if (brace && !pto_text_take(r, "}"))
        return pto_text_expected(r, r->at, "',' or '}'");
    return PTO_OK;
}

void pto_text_print_hint(writer *w, const element *e)
{
    (void)e;
    bool branch = pto_text_get(w, PTO_FIELD_V) != 0;
    pto_buf_puts(w->out, "{");
    pto_text_say(w, PTO_FIELD_V);
    if (branch) {
        print_code(w, PTO_FIELD_L_UL);
        pto_buf_puts(w->out, ", ");
    }
    print_code(w, PTO_FIELD_temp);
    pto_buf_puts(w->out, ", ");
    print_code(w, PTO_FIELD_prefetch_size);
    pto_buf_puts(w->out, "}");
}

/* Is it chosen by BSTART.TEPL, and there? */
static bool is_named(const pto_tile_op *op, const pto_isa *isa)
{
    return op->family == PTO_FAMILY_TEPL && pto_tile_op_exists(op, isa);
}

/* The engine that a mnemonic asks for: VEC, SFU, or TEPL for either. */
static bool engine_fits(const template *t, const pto_tile_op *op)
{
    const char *engine = t->mnemonic + t->mnemonic_size - 3;
    return !memcmp(engine, op->engine, 3) || !memcmp(engine, "EPL", 3);
}

/* A tile operation that is spelled almost like the word, or NULL. */
static const char *like(const pto_isa *isa, const char *word, size_t n)
{
    char upper[32];
    for (size_t i = 0; i < n && n < sizeof upper; i++)
        upper[i] = (char)toupper((unsigned char)word[i]);
    for (unsigned i = 0; n > 2 && n < sizeof upper && i < PTO_OP_COUNT; i++) {
        const pto_tile_op *op = pto_tile_op_get(i);
        upper[n] = 0;
        if (is_named(op, isa) && pto_text_are_alike(op->name, upper))
            return op->name;
    }
    return NULL;
}

pto_status pto_text_read_tile_op(reader *r, const element *e)
{
    const char *today;
    (void)e;
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = pto_text_word_size(at);
    const pto_tile_op *op =
        pto_tile_op_get(pto_tile_op_by_name(r->ctx->isa, at, n));
    if (op && op->family == PTO_FAMILY_TEPL) {
        if (!engine_fits(r->t, op))
            return pto_text_wrong(r, at,
                                  "%s runs on the other engine, expected "
                                  "BSTART.%s %s",
                                  op->name, op->engine, op->name);
        r->at += n;
        pto_text_set(r, PTO_FIELD_Mode, at, op->code >> 5);
        pto_text_set(r, PTO_FIELD_Function, at, op->code & 31);
        return PTO_OK;
    }
    if (pto_text_retired_operand(at, n, &today))
        return pto_text_wrong(r, at, "'%.*s' is retired, expected %s", (int)n,
                              at, today);
    const char *near = like(r->ctx->isa, at, n);
    if (near)
        return pto_text_expected(r, at, "'%s'?", near);
    return pto_text_expected(r, at, "the name of a tile operation");
}

void pto_text_print_tile_op(writer *w, const element *e)
{
    (void)e;
    int64_t selector = pto_text_get(w, PTO_FIELD_Mode) << 5 |
                       pto_text_get(w, PTO_FIELD_Function);
    const pto_tile_op *op = pto_tile_op_get(
        pto_tile_op_find(w->isa, PTO_FAMILY_TEPL, (unsigned)selector));
    if (!op || !engine_fits(w->t, op))
        return;
    pto_buf_puts(w->out, op->name);
    pto_text_say(w, PTO_FIELD_Mode);
    pto_text_say(w, PTO_FIELD_Function);
}

/* BSTART.OP of earlier sources: what the name is written as now. */
bool pto_text_old_start(const char *text, size_t size, char *out, size_t room)
{
    if (size < 8 || !pto_text_same_word(text, 7, "BSTART."))
        return false;
    const pto_tile_op *op =
        pto_tile_op_get(pto_tile_op_by_name(NULL, text + 7, size - 7));
    if (!op || op->family != PTO_FAMILY_TEPL)
        return false;
    (void)snprintf(out, room, "BSTART.%s %s", op->engine, op->name);
    return true;
}
