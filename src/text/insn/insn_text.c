/* One instruction: text to fields, and fields to text. */
#include "isa/forms.h"
#include "isa/when.h"
#include "text/insn/template.h"
#include "isa/isa.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct kind {
    pto_status (*read)(reader *, const element *);
    void (*print)(writer *, const element *);
} kinds[] = {
#define X(kind, name) \
    [ELEMENT_##kind] = {pto_text_read_##name, pto_text_print_##name},
    PTO_ELEMENTS(X)
#undef X
};

/* Fields that the text does not speak of have their defaults. */
static void preset_fields(reader *r)
{
    const pto_form *f = r->insn.form;
    for (unsigned i = 0; i < f->fields; i++)
        r->insn.value[i] =
            pto_template_default(r->ctx->isa, f, (pto_field_id)f->ids[i]);
}

static size_t field_name_size(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '/' ||
           at[n] == '-')
        n++;
    return n;
}

/* field=number, by the published name of any field that the form has. */
static pto_status read_named_field(reader *r)
{
    const pto_form *f = r->insn.form;
    uint32_t live = pto_form_fields(f, r->ctx->isa);
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = field_name_size(at);
    for (unsigned i = 0; n && live >> i; i++) {
        int64_t value;
        const char *name = pto_field_name((pto_field_id)f->field[i].shown);
        if (!(live >> i & 1) || !pto_text_same_word(at, n, name))
            continue;
        if (r->where[f->field[i].id])
            return pto_text_wrong(r, at, "%s is given twice, expected once",
                                  name);
        r->at += n;
        if (!pto_text_take(r, "="))
            return pto_text_expected(r, r->at, "'=' and a number");
        element e = {ELEMENT_NUMBER, f->field[i].id, name, n};
        PTO_TRY(pto_text_take_integer(r, &value, NULL));
        return pto_text_put(r, &e, at, value,
                            (pto_text_scaling){name, 0, 1, false});
    }
    return pto_text_expected(r, at, "the end of the instruction");
}

static pto_status read_named_fields(reader *r, const char *operands)
{
    pto_text_skip(r);
    bool first = r->at == operands;
    while (*r->at) {
        bool more = true;
        if (!first)
            PTO_TRY(pto_text_take_comma(r, &more));
        if (!more)
            return pto_text_expected(r, r->at,
                                     "',' or the end of the instruction");
        PTO_TRY(read_named_field(r));
        first = false;
        pto_text_skip(r);
    }
    return PTO_OK;
}

/* A set of small numbers as ranges: 0..3, 7. */
static void describe_set(const pto_form *f, const pto_isa *isa,
                         pto_field_id field, char *out, size_t size)
{
    unsigned width = pto_field_width(pto_form_field(f, isa, field));
    int limit = width < 6 ? 1 << width : 64;
    *out = 0;
    for (int from = 0; from < limit; from++) {
        int to = from;
        if (!pto_form_allows(f, isa, field, from))
            continue;
        while (to + 1 < limit && pto_form_allows(f, isa, field, to + 1))
            to++;
        size_t n = strlen(out);
        const char *comma = n ? ", " : "";
        if (to > from)
            (void)snprintf(out + n, size - n, "%s%d..%d", comma, from, to);
        else
            (void)snprintf(out + n, size - n, "%s%d", comma, from);
        from = to;
    }
}

/* Values that fit, but that the form does not have in this revision. */
static pto_status check_allowed(reader *r)
{
    const pto_form *f = r->insn.form;
    uint32_t live = pto_form_fields(f, r->ctx->isa);
    for (unsigned i = 0; live >> i; i++) {
        pto_field_id id = (pto_field_id)f->field[i].id;
        int64_t value = r->insn.value[pto_form_slot(f, id)];
        char set[128];
        const char *at = r->where[id] ? r->where[id] : r->start;
        if (!(live >> i & 1) || pto_field_allows(f, &f->field[i], value))
            continue;
        describe_set(f, r->ctx->isa, id, set, sizeof set);
        return pto_text_wrong(r, at, "%s may not be %lld, expected %s",
                              pto_field_name((pto_field_id)f->field[i].shown),
                              (long long)value, set);
    }
    return PTO_OK;
}

static pto_status finish(reader *r)
{
    if (pto_form_has(r->insn.form, PTO_FIELD_DstType) &&
        !r->where[PTO_FIELD_DstType])
        return pto_text_wrong(r, r->start,
                              "the destination type is missing, "
                              "expected two types such as .fd2fs");
    return r->ctx->check ? check_allowed(r) : PTO_OK;
}

/* Read the text as one spelling of one form. */
static pto_status try_spelling(reader *r, const template *t)
{
    r->t = t;
    r->insn = (pto_insn){.form = t->form};
    memset(r->where, 0, sizeof r->where);
    preset_fields(r);
    r->at = r->start;
    pto_text_skip(r);
    r->at += t->mnemonic_size;
    unsigned i = 0;
    for (; i < t->count && pto_text_element_is_suffix(&t->element[i]); i++)
        PTO_TRY(kinds[t->element[i].kind].read(r, &t->element[i]));
    if (*r->at && !isspace((unsigned char)*r->at) &&
        (isalnum((unsigned char)*r->at) || strchr("_.", *r->at)))
        return pto_text_expected(r, r->at, "a space behind the mnemonic");
    pto_text_skip(r);
    const char *operands = r->at;
    for (; i < t->count; i++)
        PTO_TRY(kinds[t->element[i].kind].read(r, &t->element[i]));
    PTO_TRY(read_named_fields(r, operands));
    return finish(r);
}

/* Could `text` be the template of a word? The suffix is looked at later. */
static bool starts_with(const char *word, size_t size, const char *text)
{
    size_t n = 0;
    while (isalnum((unsigned char)text[n]) || text[n] == '_' ||
           (text[n] == '.' && text[n + 1] != '{'))
        n++;
    if (tolower((unsigned char)*word) != tolower((unsigned char)*text) ||
        n > size)
        return false;
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)word[i]) != tolower((unsigned char)text[i]))
            return false;
    bool has_suffix = text[n] && text[n] != ' ';
    return n == size || (has_suffix && word[n] == '.');
}

static void unknown_mnemonic(reader *r, const char *word, size_t n)
{
    const char *today;
    char text[64], machine[PTO_ISA_TEXT];
    pto_isa_print(r->ctx->isa, machine, sizeof machine);
    if (!n)
        (void)pto_text_expected(r, word, "an instruction");
    else if (pto_text_retired_mnemonic(word, n, &today))
        (void)pto_text_wrong(r, word, "%.*s is retired, expected %s", (int)n,
                             word, today);
    else if (pto_text_old_start(word, n, text, sizeof text))
        (void)pto_text_wrong(r, word, "%.*s is retired, expected %s", (int)n,
                             word, text);
    else
        (void)pto_text_wrong(r, word,
                             "unknown instruction '%.*s', expected a "
                             "mnemonic of %s (pto isa list)",
                             n > 40 ? 40 : (int)n, word, machine);
}

/* A mnemonic of another revision says so. */
static pto_status elsewhere(reader *r, const char *word, size_t n)
{
    char machine[PTO_ISA_TEXT];
    pto_isa_print(r->ctx->isa, machine, sizeof machine);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        int revision = 0; /* where it came in */
        if (pto_form_exists(f, r->ctx->isa) ||
            !starts_with(word, n, f->assembly))
            continue;
        for (; revision + 1 < PTO_REVISION_COUNT; revision++) {
            pto_isa isa = pto_isa_preset((pto_revision)revision);
            if (pto_form_exists(f, &isa))
                break;
        }
        return pto_text_wrong(
            r, word, "%s belongs to %s, expected a mnemonic of %s", f->mnemonic,
            pto_revision_name((pto_revision)revision), machine);
    }
    unknown_mnemonic(r, word, n);
    return PTO_BAD_INPUT;
}

/* "X, expected A" twice at one place becomes "X, expected A or B". */
static void merge_errors(pto_error *best, const pto_error *e)
{
    static const char mark[] = ", expected ";
    const char *a = strstr(best->message, mark), *b = strstr(e->message, mark);
    if (!best->code || e->column > best->column) {
        *best = *e;
        return;
    }
    size_t head = b ? (size_t)(b - e->message) : 0,
           size = strlen(best->message);
    if (e->column < best->column || !a || !b ||
        a - best->message != b - e->message ||
        memcmp(best->message, e->message, head) != 0 || strstr(a, b + 10))
        return;
    (void)snprintf(best->message + size, sizeof best->message - size, " or %s",
                   b + sizeof mark - 1);
}

/* Sources use the same few instructions again and again. */
enum { CACHE_BITS = 8, CACHE = 1 << CACHE_BITS };

size_t pto_text_cache_bytes(void)
{
    return CACHE * sizeof(template);
}

/* What a spelling consists of: in the cache, or else in `own`. */
static const template *parts(const reader *r, const pto_text_spelling *x,
                             template *own)
{
    template *t = r->ctx->cache;
    if (t)
        t += ((uint64_t)(uintptr_t)x->text * UINT64_C(0x9e3779b97f4a7c15)) >>
             (64 - CACHE_BITS);
    else
        t = own;
    if (t == own || t->mnemonic != x->text || t->form != x->form)
        pto_template_read(x->form, x->text, t);
    return t;
}

/* Try one spelling; keep the error that got furthest. */
static bool fits(reader *r, const pto_text_spelling *x, pto_error *best)
{
    template own;
    pto_error e = {0};
    r->e = &e;
    if (try_spelling(r, parts(r, x, &own)) == PTO_OK)
        return true;
    merge_errors(best, &e);
    return false;
}

static bool by_index(reader *r, const char *word, size_t n, pto_error *best)
{
    unsigned count;
    const pto_text_spelling *x =
        pto_text_index_find(r->ctx->index, word, &count);
    for (; count > 0; count--, x++)
        if (starts_with(word, n, x->text) && fits(r, x, best))
            return true;
    return false;
}

static bool by_form(reader *r, const char *word, size_t n, pto_error *best)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        pto_text_spelling x = {pto_form_get((pto_form_id)id), NULL};
        for (unsigned i = 0;
             pto_form_exists(x.form, r->ctx->isa) &&
             (x.text = pto_template_text(r->ctx->isa, x.form, i));
             i++)
            if (starts_with(word, n, x.text) && fits(r, &x, best))
                return true;
    }
    return false;
}

/* What is missing behind a last comma is missing at that comma. */
static void point_at_comma(const char *text, pto_error *e)
{
    size_t n = strlen(text);
    while (n && (text[n - 1] == ' ' || text[n - 1] == '\t'))
        n--;
    if (n && text[n - 1] == ',' && e->column > n)
        e->column = (uint32_t)n;
}

pto_status pto_text_parse(const pto_text_context *ctx, const char *text,
                          pto_insn *out, pto_error *e)
{
    reader r = {.ctx = ctx, .start = text, .at = text};
    pto_error best = {0};
    pto_text_skip(&r);
    const char *word = r.at;
    size_t n = pto_text_word_size(word);
    if (n && (ctx->index ? by_index(&r, word, n, &best)
                         : by_form(&r, word, n, &best))) {
        *out = r.insn;
        return PTO_OK;
    }
    r.e = &best;
    if (!best.code)
        (void)elsewhere(&r, word, n);
    point_at_comma(text, &best);
    if (e)
        *e = best;
    return best.code;
}

bool pto_text_is_mnemonic(const char *word, size_t size)
{
    const char *text;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (unsigned i = 0; (text = pto_template_text(NULL, f, i)); i++)
            if (starts_with(word, size, text))
                return true;
    }
    return pto_text_retired_mnemonic(word, size, &text);
}

/* Values that the phrases could not say, as field=number. */
static bool print_named_fields(writer *w)
{
    const pto_form *f = w->insn->form;
    uint32_t live = pto_form_fields(f, w->isa);
    bool complete = true;
    for (unsigned i = 0; live >> i; i++) {
        const pto_field *at = &f->field[i];
        int64_t value = pto_insn_get(w->insn, (pto_field_id)at->id);
        if (!(live >> i & 1) || w->said[at->id] ||
            value == pto_template_default(w->isa, f, (pto_field_id)at->id))
            continue;
        bool first = !memchr(w->out->data, ' ', w->out->size);
        pto_buf_printf(w->out, "%s%s=%lld", first ? " " : ", ",
                       pto_field_name((pto_field_id)at->shown),
                       (long long)value);
        complete = false;
    }
    return complete;
}

/* Print one spelling; false if it cannot say everything by itself. */
static bool print_spelling(writer *w, const template *t)
{
    w->t = t;
    memset(w->said, 0, sizeof w->said);
    pto_buf_clear(w->out);
    pto_buf_add(w->out, t->mnemonic, t->mnemonic_size);
    unsigned i = 0;
    for (; i < t->count && pto_text_element_is_suffix(&t->element[i]); i++)
        kinds[t->element[i].kind].print(w, &t->element[i]);
    if (i < t->count)
        pto_buf_puts(w->out, " ");
    for (; i < t->count; i++)
        kinds[t->element[i].kind].print(w, &t->element[i]);
    while (w->out->size && w->out->data[w->out->size - 1] == ' ')
        w->out->data[--w->out->size] = 0;
    return print_named_fields(w);
}

void pto_text_print(const pto_isa *isa, const pto_insn *insn, uint64_t pc,
                    pto_buf *out)
{
    writer w = {.insn = insn, .isa = isa, .pc = pc, .out = out};
    const pto_form *f = insn->form;
    unsigned n = 0, own = 0;
    template t;
    for (; pto_template_printed(isa, f, n); n++) {
        const char *text = pto_template_text(isa, f, n);
        pto_template_read(f, text, &t);
        if (print_spelling(&w, &t))
            return;
        if (text == pto_form_assembly(f, isa))
            own = n;
    }
    pto_template_read(f, pto_template_text(isa, f, own), &t);
    (void)print_spelling(&w, &t);
}

void pto_insn_print(const pto_isa *isa, const pto_insn *insn, uint64_t pc,
                    char *out, size_t size)
{
    pto_buf b = {0};
    pto_text_print(isa, insn, pc, &b);
    (void)snprintf(out, size, "%s", b.failed ? "" : b.data);
    pto_buf_free(&b);
}
