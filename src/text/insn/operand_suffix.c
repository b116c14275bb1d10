/* What stands behind a mnemonic: .aqrl, .fd, .fd2sw, .l1. */
#include "text/insn/template.h"

#include <ctype.h>
#include <string.h>

#include "isa/semantics.h"
#include "isa/isa.h"
#include "isa/when.h"

typedef enum place { SUFFIX, SET } place;

static const struct flag {
    uint8_t place, field;
    const char *word;
} flags[] = {
#define FLAG(place, word, field) {place, PTO_FIELD_##field, word},
#include "text/insn/flag.def"
#undef FLAG
};

enum { FLAGS = sizeof flags / sizeof flags[0] };

static size_t letters(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]))
        n++;
    return n;
}

/*
 * Read a run of flags such as aqrl that fills n characters. False: something
 * there is no flag of this form, or comes twice.
 */
static bool take_flags(reader *r, place p, size_t n)
{
    const char *end = r->at + n;
    while (r->at < end) {
        const struct flag *best = NULL;
        for (unsigned i = 0; i < FLAGS; i++) {
            const struct flag *f = &flags[i];
            size_t size = strlen(f->word);
            if (f->place == p && pto_form_has(r->insn.form, f->field) &&
                size <= (size_t)(end - r->at) &&
                pto_text_same_word(r->at, size, f->word) &&
                (!best || size > strlen(best->word)))
                best = f;
        }
        if (!best || pto_insn_get(&r->insn, best->field))
            return false;
        pto_text_set(r, best->field, r->at, 1);
        r->at += strlen(best->word);
    }
    return true;
}

/* The flags that a form has, for a message. */
static void list_flags(const pto_form *form, place p, char *out, size_t size)
{
    *out = 0;
    for (unsigned i = 0; i < FLAGS; i++) {
        size_t used = strlen(out);
        if (flags[i].place != p || !pto_form_has(form, flags[i].field) ||
            used + strlen(flags[i].word) + 3 > size)
            continue;
        if (used)
            strcat(out, ", ");
        strcat(out, flags[i].word);
    }
}

pto_status pto_text_read_flags(reader *r, const element *e)
{
    (void)e;
    const char *at = r->at;
    if (*at != '.')
        return PTO_OK;
    r->at++;
    size_t n = letters(r->at);
    if (n && take_flags(r, SUFFIX, n))
        return PTO_OK;
    char list[64];
    list_flags(r->insn.form, SUFFIX, list, sizeof list);
    return pto_text_expected(r, at + 1, "letters of %s behind the mnemonic",
                             list);
}

void pto_text_print_flags(writer *w, const element *e)
{
    (void)e;
    bool any = false;
    for (unsigned i = 0; i < FLAGS; i++) {
        if (flags[i].place != SUFFIX ||
            !pto_form_has(w->insn->form, flags[i].field))
            continue;
        if (pto_text_get(w, flags[i].field)) {
            pto_buf_printf(w->out, "%s%s", any ? "" : ".", flags[i].word);
            any = true;
        }
        pto_text_say(w, flags[i].field);
    }
}

/* Words between commas, each a run of flags; braces are optional. */
pto_status pto_text_read_set(reader *r, const element *e)
{
    (void)e;
    bool brace = pto_text_take(r, "{");
    pto_text_skip(r);
    while (*r->at && *r->at != '}') {
        const char *at = r->at;
        size_t n = letters(at);
        if (!n || !take_flags(r, SET, n)) {
            char list[64];
            list_flags(r->insn.form, SET, list, sizeof list);
            return pto_text_expected(r, at, "one of %s, each once", list);
        }
        bool more;
        PTO_TRY(pto_text_take_comma(r, &more));
        if (!more)
            break;
    }
    if (brace && !pto_text_take(r, "}"))
        return pto_text_expected(r, r->at, "',' or '}'");
    return PTO_OK;
}

void pto_text_print_set(writer *w, const element *e)
{
    (void)e;
    bool any = false, joins = false;
    for (unsigned i = 0; i < FLAGS; i++) {
        if (flags[i].place != SET)
            continue;
        bool set = pto_text_get(w, flags[i].field) != 0;
        if (set)
            pto_buf_printf(w->out, "%s%s", any && !joins ? ", " : "",
                           flags[i].word);
        any |= set;
        joins = set && flags[i].field == PTO_FIELD_aq &&
                pto_text_get(w, PTO_FIELD_rl);
        pto_text_say(w, flags[i].field);
    }
}

pto_status pto_text_read_suffix(reader *r, const element *e)
{
    pto_field_id field = (pto_field_id)e->field;
    char list[64];
    pto_text_name_list(field, list, sizeof list);
    if (*r->at != '.')
        return pto_text_expected(r, r->at, "'.' and one of %s", list);
    const char *at = ++r->at;
    size_t n = letters(at);
    int64_t code;
    if (!pto_text_name_find(field, at, n, &code))
        return pto_text_expected(r, at, "one of %s", list);
    pto_text_set(r, field, at, code);
    r->at += n;
    return PTO_OK;
}

void pto_text_print_suffix(writer *w, const element *e)
{
    pto_field_id field = (pto_field_id)e->field;
    const char *name = pto_text_name_of(field, pto_text_get(w, field));
    if (name) {
        pto_buf_printf(w->out, ".%s", name);
        pto_text_say(w, field);
    }
}

static const struct type_letters {
    uint8_t class, code;
    char name[4];
    pto_when when;
} types[] = {
#define LETTERS(kind, code, name, when) \
    {PTO_NUMBER_##kind, code, name, PTO_WHEN(when)},
#include "text/insn/letters.def"
#undef LETTERS
};

static const pto_conversion *conversion_of(const pto_form *f)
{
    return &pto_semantics_of(f)->conversion;
}

static const char *letters_of(const pto_isa *isa, unsigned class, int64_t code)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (types[i].class == class && types[i].code == code &&
            pto_when_holds(types[i].when, isa))
            return types[i].name;
    return NULL;
}

const char *pto_text_letters(const pto_isa *isa, const pto_form *f,
                             pto_field_id field, int64_t code)
{
    const pto_conversion *c = conversion_of(f);
    if (field == PTO_FIELD_SrcType)
        return letters_of(isa, c->from, code);
    return field == PTO_FIELD_DstType ? letters_of(isa, c->to, code) : NULL;
}

static pto_status take_type(reader *r, unsigned class, pto_field_id field)
{
    char list[64] = "";
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        if (types[i].class != class ||
            !pto_when_holds(types[i].when, r->ctx->isa))
            continue;
        if (pto_text_same_word(r->at, 2, types[i].name)) {
            pto_text_set(r, field, r->at, types[i].code);
            r->at += 2;
            return PTO_OK;
        }
        strcat(strcat(list, *list ? ", " : ""), types[i].name);
    }
    return pto_text_expected(r, r->at, "one of %s", list);
}

/* Without the second type, DstType=N has to follow. */
pto_status pto_text_read_convert(reader *r, const element *e)
{
    (void)e;
    const pto_conversion *c = conversion_of(r->insn.form);
    if (*r->at != '.')
        return pto_text_expected(r, r->at, "'.' and two types, such as .%s2%s",
                                 letters_of(r->ctx->isa, c->from, 0),
                                 letters_of(r->ctx->isa, c->to, 0));
    r->at++;
    PTO_TRY(take_type(r, c->from, PTO_FIELD_SrcType));
    if (*r->at != '2')
        return PTO_OK;
    r->at++;
    return take_type(r, c->to, PTO_FIELD_DstType);
}

void pto_text_print_convert(writer *w, const element *e)
{
    (void)e;
    const pto_form *f = w->insn->form;
    const char *from = pto_text_letters(w->isa, f, PTO_FIELD_SrcType,
                                        pto_text_get(w, PTO_FIELD_SrcType));
    const char *to = pto_text_letters(w->isa, f, PTO_FIELD_DstType,
                                      pto_text_get(w, PTO_FIELD_DstType));
    pto_buf_printf(w->out, ".%s", from ? from : "?");
    pto_text_say(w, PTO_FIELD_SrcType);
    if (to) {
        pto_buf_printf(w->out, "2%s", to);
        pto_text_say(w, PTO_FIELD_DstType);
    }
}
