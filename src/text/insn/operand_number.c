/* Marks, words, immediates and addresses. */
#include "isa/forms.h"
#include "text/insn/template.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "isa/semantics.h"

pto_status pto_text_read_mark(reader *r, const element *e)
{
    char mark[3] = {0};
    memcpy(mark, e->text, e->size);
    if (pto_text_take(r, mark))
        return PTO_OK;
    pto_text_skip(r);
    return pto_text_expected(r, r->at, "'%s'", mark);
}

void pto_text_print_mark(writer *w, const element *e)
{
    const char *space = *e->text == ',' ? " " : "";
    if (*e->text == '~')
        pto_buf_puts(w->out, " ~ ");
    else
        pto_buf_printf(w->out, "%.*s%s", (int)e->size, e->text, space);
}

/* FALL is what a block start without a word does. */
static bool may_be_left_out(reader *r, const element *e)
{
    pto_text_skip(r);
    return !*r->at && pto_text_same_word(e->text, e->size, "FALL");
}

pto_status pto_text_read_word(reader *r, const element *e)
{
    pto_text_skip(r);
    size_t n = pto_text_word_size(r->at);
    while (r->at[n] == '#')
        n += 1 + pto_text_word_size(r->at + n + 1);
    char word[16];
    (void)snprintf(word, sizeof word, "%.*s", (int)e->size, e->text);
    if (pto_text_same_word(r->at, n, word)) {
        r->at += n;
        return PTO_OK;
    }
    const char *today;
    if (may_be_left_out(r, e))
        return PTO_OK;
    if (pto_text_retired_operand(r->at, n, &today))
        return pto_text_wrong(r, r->at, "'%.*s' is retired here, expected %s",
                              (int)n, r->at, today);
    return pto_text_expected(r, r->at, "%s", word);
}

/* Behind an arrow, words are names of places: ->lb0, ->ra, ->t. */
void pto_text_print_word(writer *w, const element *e)
{
    bool lower = w->out->size && w->out->data[w->out->size - 1] == '>';
    for (size_t i = 0; i < e->size; i++) {
        char c = e->text[i];
        c = lower ? (char)tolower((unsigned char)c) : c;
        pto_buf_add(w->out, &c, 1);
    }
}

/* Read a number that the field holds as (number - bias) / step. */
static pto_status read_scaled(reader *r, const element *e, pto_text_scaling s)
{
    int64_t value;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(pto_text_take_integer(r, &value, NULL));
    return pto_text_put(r, e, at, value, s);
}

static void print_decimal(writer *w, const element *e, int64_t step,
                          int64_t bias)
{
    pto_field_id field = (pto_field_id)e->field;
    pto_buf_printf(w->out, "%lld",
                   (long long)(pto_text_get(w, field) * step + bias));
    pto_text_say(w, field);
}

pto_status pto_text_read_number(reader *r, const element *e)
{
    char what[32];
    (void)snprintf(what, sizeof what, "%.*s", (int)e->size, e->text);
    return read_scaled(r, e, (pto_text_scaling){what, 0, 1, false});
}

/* LUI and ADDTPC sign-extend a field whose sign the catalog leaves open. */
void pto_text_print_number(writer *w, const element *e)
{
    pto_field_id id = (pto_field_id)e->field;
    const pto_field *f = pto_form_field(w->insn->form, w->isa, id);
    int64_t value = pto_text_get(w, id);
    if (f->sign == PTO_SIGN_PLAIN && *e->text == 's' && e->text[1] == 'i')
        value = pto_sign_extend((uint64_t)value, pto_field_width(f));
    pto_buf_printf(w->out, "%lld", (long long)value);
    pto_text_say(w, id);
}

pto_status pto_text_read_count(reader *r, const element *e)
{
    return read_scaled(r, e, (pto_text_scaling){"count", 1, 1, false});
}

void pto_text_print_count(writer *w, const element *e)
{
    print_decimal(w, e, 1, 1);
}

/* Offsets are written in bytes; JR's is held in halfwords. */
static int64_t offset_step(const pto_form *f)
{
    const pto_access *a = pto_access_of(f);
    return a ? INT64_C(1) << a->scale : 2;
}

pto_status pto_text_read_offset(reader *r, const element *e)
{
    int64_t step = offset_step(r->insn.form);
    return read_scaled(r, e, (pto_text_scaling){"offset", 0, step, false});
}

void pto_text_print_offset(writer *w, const element *e)
{
    print_decimal(w, e, offset_step(w->insn->form), 0);
}

pto_status pto_text_read_optional(reader *r, const element *e)
{
    const char *comma = r->at;
    if (!pto_text_take(r, ","))
        return PTO_OK;
    pto_text_skip(r);
    size_t n = pto_text_word_size(r->at);
    if (r->at[n] == '=' && !isdigit((unsigned char)*r->at)) {
        r->at = comma; /* a field by name */
        return PTO_OK;
    }
    return read_scaled(r, e, (pto_text_scaling){"flag", 0, 1, false});
}

void pto_text_print_optional(writer *w, const element *e)
{
    pto_buf_puts(w->out, ", ");
    print_decimal(w, e, 1, 0);
}

/*
 * Where relative addresses count from, and in what steps. Return addresses
 * count from the instruction's last halfword, where C.SETRET is or would be.
 */
static pto_text_scaling frame(const pto_form *f, unsigned kind, uint64_t pc)
{
    pto_text_scaling s = {"distance", 0, 2, true};
    if (kind == ELEMENT_RETURN)
        pc += f->length / 8u - 2u;
    if (kind == ELEMENT_PLACE) {
        pc &= ~UINT64_C(3);
        s.step = INT64_C(1) << pto_access_of(f)->scale;
    }
    s.bias = (int64_t)pc;
    return s;
}

static uint64_t address_of(const pto_insn *insn, const element *e, uint64_t pc)
{
    pto_text_scaling s = frame(insn->form, e->kind, pc);
    int64_t value = pto_insn_get(insn, (pto_field_id)e->field);
    return (uint64_t)s.bias + (uint64_t)value * (uint64_t)s.step;
}

static pto_status read_address(reader *r, const element *e)
{
    return read_scaled(r, e, frame(r->insn.form, e->kind, r->ctx->pc));
}

static void print_address(writer *w, const element *e)
{
    uint64_t to = address_of(w->insn, e, w->pc);
    pto_buf_printf(w->out, "0x%llx", (unsigned long long)to);
    pto_text_say(w, (pto_field_id)e->field);
}

pto_status pto_text_read_target(reader *r, const element *e)
{
    return read_address(r, e);
}

void pto_text_print_target(writer *w, const element *e)
{
    print_address(w, e);
}

pto_status pto_text_read_return_to(reader *r, const element *e)
{
    return read_address(r, e);
}

void pto_text_print_return_to(writer *w, const element *e)
{
    print_address(w, e);
}

pto_status pto_text_read_place(reader *r, const element *e)
{
    return read_address(r, e);
}

void pto_text_print_place(writer *w, const element *e)
{
    print_address(w, e);
}

/* SETRET takes its halfwords as a number, or a label to return to. */
pto_status pto_text_read_back(reader *r, const element *e)
{
    int64_t value;
    bool is_place = false;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(pto_text_take_integer(r, &value, &is_place));
    if (is_place)
        return pto_text_put(r, e, at, value,
                            frame(r->insn.form, ELEMENT_BACK, r->ctx->pc));
    return pto_text_put(r, e, at, value,
                        (pto_text_scaling){"number", 0, 1, false});
}

void pto_text_print_back(writer *w, const element *e)
{
    print_decimal(w, e, 1, 0);
}

bool pto_insn_target(const pto_insn *insn, uint64_t pc, uint64_t *target)
{
    template t;
    pto_template_read(insn->form, pto_template_text(NULL, insn->form, 0), &t);
    for (unsigned i = 0; i < t.count; i++) {
        unsigned kind = t.element[i].kind;
        if (kind != ELEMENT_TARGET && kind != ELEMENT_RETURN &&
            kind != ELEMENT_PLACE && kind != ELEMENT_BACK)
            continue;
        *target = address_of(insn, &t.element[i], pc);
        return true;
    }
    return false;
}
