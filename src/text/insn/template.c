/* Takes assembly templates apart, phrase by phrase. */
#include "isa/forms.h"
#include "text/insn/template.h"
#include "isa/isa.h"

#include <ctype.h>
#include <string.h>

#include "isa/semantics.h"

static const struct phrase {
    const char *text;
    uint8_t size, kind, field;
} phrases[] = {
#define PHRASE(text, kind, field) \
    {text, sizeof(text) - 1, ELEMENT_##kind, PTO_FIELD_##field},
#include "text/insn/phrase.def"
#undef PHRASE
};

static const struct spelling {
    uint16_t form;
    bool printed;
    const char *text;
} spellings[] = {
#define PRINTED true
#define READ    false
#define PUBLISHED(form, when, text)
#define SPELLING(form, use, text) {PTO_FORM_##form, use, text},
#include "pto/def/spelling.def"
#undef SPELLING
#undef PUBLISHED
#undef READ
#undef PRINTED
};

enum {
    PHRASES = sizeof phrases / sizeof phrases[0],
    OTHERS = sizeof spellings / sizeof spellings[0],
};

/* The published template, or its part behind " | ". */
static const char *published(const pto_isa *isa, const pto_form *f, unsigned n)
{
    const char *text = pto_form_assembly(f, isa);
    for (; n && text; n--) {
        text = strstr(text, " | ");
        text = text ? text + 3 : NULL;
    }
    return text;
}

const char *pto_template_text(const pto_isa *isa, const pto_form *f, unsigned n)
{
    const struct spelling *s = spellings;
    for (unsigned i = 0; i < OTHERS; i++)
        if (s[i].form == f->id && s[i].printed && n-- == 0)
            return s[i].text;
    for (unsigned i = 0; published(isa, f, i); i++)
        if (n-- == 0)
            return published(isa, f, i);
    for (unsigned i = 0; i < OTHERS; i++)
        if (s[i].form == f->id && !s[i].printed && n-- == 0)
            return s[i].text;
    return NULL;
}

bool pto_template_printed(const pto_isa *isa, const pto_form *f, unsigned n)
{
    const char *text = pto_template_text(isa, f, n);
    for (unsigned i = 0; text && i < OTHERS; i++)
        if (spellings[i].text == text)
            return spellings[i].printed;
    return text != NULL;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '#' || c == '.';
}

static const char *end_of(const char *text)
{
    const char *bar = strstr(text, " | ");
    return bar ? bar : text + strlen(text);
}

/* A phrase of letters ends where the template's word ends. */
static bool phrase_fits(const struct phrase *p, const char *at, const char *end)
{
    if ((size_t)(end - at) < p->size || memcmp(at, p->text, p->size) != 0)
        return false;
    return !is_word(p->text[p->size - 1]) || at + p->size == end ||
           !is_word(at[p->size]);
}

static element find_phrase(const pto_form *f, const char *at, const char *end)
{
    element found = {.size = 0};
    for (unsigned i = 0; i < PHRASES; i++) {
        const struct phrase *p = &phrases[i];
        if (*at == *p->text && p->size > found.size &&
            pto_form_has(f, (pto_field_id)p->field) && phrase_fits(p, at, end))
            found = (element){p->kind, p->field, at, p->size};
    }
    return found;
}

bool pto_template_phrase(const pto_form *f, const char *text, size_t size,
                         element *out)
{
    for (unsigned i = 0; i < PHRASES; i++)
        if (pto_text_same_word(text, size, phrases[i].text) &&
            pto_form_has(f, (pto_field_id)phrases[i].field)) {
            *out = (element){phrases[i].kind, phrases[i].field, phrases[i].text,
                             phrases[i].size};
            return true;
        }
    return false;
}

/* What a number means can depend on what the instruction does with it. */
static uint8_t number_kind(const pto_form *f, const element *e)
{
    const pto_access *a = pto_access_of(f);
    if (e->kind == ELEMENT_NUMBER && pto_form_does(f, PTO_DOES_SET_RETURN))
        return ELEMENT_BACK;
    if (e->kind == ELEMENT_TARGET && pto_form_does(f, PTO_DOES_JUMP_REGISTER))
        return ELEMENT_OFFSET;
    if (e->kind == ELEMENT_NUMBER && a && a->address == PTO_ADDRESS_OFFSET)
        return ELEMENT_OFFSET;
    return e->kind;
}

static element literal(const char *at, const char *end)
{
    element e = {ELEMENT_MARK, 0, at, 1};
    if (end - at > 1 && at[0] == '-' && at[1] == '>')
        e.size = 2;
    if (is_word(*at)) {
        e.kind = ELEMENT_WORD;
        while (at + e.size < end && is_word(at[e.size]))
            e.size++;
    }
    return e;
}

bool pto_text_element_is_suffix(const element *e)
{
    return e->kind == ELEMENT_FLAGS || e->kind == ELEMENT_SUFFIX ||
           e->kind == ELEMENT_CONVERT;
}

void pto_template_read(const pto_form *f, const char *text, template *out)
{
    const char *end = end_of(text), *at = text;
    *out = (template){.form = f, .mnemonic = text};
    while (at < end && is_word(*at) && !(at[0] == '.' && at[1] == '{'))
        at++;
    out->mnemonic_size = (size_t)(at - text);
    while (at < end && out->count < TEMPLATE_ELEMENTS) {
        if (*at == ' ') {
            at++;
            continue;
        }
        element e = find_phrase(f, at, end);
        if (!e.size)
            e = literal(at, end);
        e.kind = number_kind(f, &e);
        out->element[out->count++] = e;
        at += e.size;
    }
}

int64_t pto_template_default(const pto_isa *isa, const pto_form *f,
                             pto_field_id id)
{
    uint64_t set;
    const pto_field *field = pto_form_field(f, isa, id);
    if (!field || field->preset)
        return field ? field->preset : 0;
    bool is_one_of = pto_field_legal(f, field, &set) == PTO_LEGAL_ONE_OF;
    int64_t value = 0;
    if (is_one_of && set && !(set & (set - 1))) /* no other is legal */
        while (set >> value != 1)
            value++;
    return value;
}
