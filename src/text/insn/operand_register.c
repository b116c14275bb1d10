/* Registers: sources with their modifiers, destinations, and B.IOR's list. */
#include "text/insn/template.h"

#include <ctype.h>
#include <string.h>

#include "isa/semantics.h"

enum { DISCARD = 24, PUSH_U = 30, PUSH_T = 31 };

static size_t register_size(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '#' || at[n] == '_')
        n++;
    return n;
}

/* The next word, if it is a register of the first `limit`. */
static pto_status take_register(reader *r, int limit, int *out)
{
    pto_text_skip(r);
    size_t n = register_size(r->at);
    int reg = pto_text_register_find(r->at, n);
    if (reg < 0 && limit <= DISCARD)
        return pto_text_expected(r, r->at,
                                 "a register zero, sp, a0..a7, ra, "
                                 "s0..s8, x0..x3 or r0..r23");
    if (reg < 0)
        return pto_text_expected(r, r->at,
                                 "a register zero, sp, a0..a7, ra, "
                                 "s0..s8, x0..x3, t#1..t#4 or u#1..u#4");
    if (reg >= limit)
        return pto_text_expected(r, r->at, "a register that is not in a queue");
    *out = reg;
    r->at += n;
    return PTO_OK;
}

/* Registers that the form lets the field name. */
static int limit_of(const reader *r, pto_field_id field)
{
    return pto_form_allows(r->insn.form, r->ctx->isa, field, PUSH_T) ? 32 : 24;
}

pto_status pto_text_read_source(reader *r, const element *e)
{
    int reg;
    pto_field_id field = (pto_field_id)e->field;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(take_register(r, limit_of(r, field), &reg));
    pto_text_set(r, field, at, reg);
    return PTO_OK;
}

void pto_text_print_source(writer *w, const element *e)
{
    pto_field_id field = (pto_field_id)e->field;
    pto_buf_puts(w->out, pto_register_name((unsigned)pto_text_get(w, field)));
    pto_text_say(w, field);
}

pto_status pto_text_read_when_i(reader *r, const element *e)
{
    if (!pto_insn_get(&r->insn, PTO_FIELD_i))
        return PTO_OK;
    if (!pto_text_take(r, ","))
        return pto_text_expected(r, r->at,
                                 "',' and a register, because .i asks "
                                 "for one");
    return pto_text_read_source(r, e);
}

void pto_text_print_when_i(writer *w, const element *e)
{
    if (!pto_text_get(w, PTO_FIELD_i))
        return;
    pto_buf_puts(w->out, ", ");
    pto_text_print_source(w, e);
}

/* Does the phrase list the name, as in <{.sw,.uw,.neg}>? */
static bool phrase_has(const element *e, const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i + n < e->size; i++)
        if (e->text[i] == '.' && !memcmp(e->text + i + 1, name, n))
            return true;
    return false;
}

/* The third is .neg of arithmetic and .not of logic: the phrase says which. */
static const char *modifier_name(const element *e, int64_t nth)
{
    const char *name = pto_text_name_of(PTO_FIELD_SrcRType, nth);
    if (nth == 3 && phrase_has(e, "not"))
        name = "not";
    return name && phrase_has(e, name) ? name : NULL;
}

/* Modifiers are coded from 1, where 0 is none; those of arithmetic and logic
 * from 0, where 3 is none. */
static int64_t first_code(const pto_isa *isa, const pto_form *f)
{
    return pto_template_default(isa, f, PTO_FIELD_SrcRType) ? 0 : 1;
}

const char *pto_text_modifier(const pto_isa *isa, const pto_form *f,
                              const element *e, int64_t code)
{
    return modifier_name(e, code + 1 - first_code(isa, f));
}

pto_status pto_text_read_modifier(reader *r, const element *e)
{
    if (*r->at != '.')
        return PTO_OK;
    size_t n = register_size(r->at + 1);
    for (int64_t nth = 1; nth < 4; nth++) {
        const char *name = modifier_name(e, nth);
        if (name && pto_text_same_word(r->at + 1, n, name)) {
            pto_text_set(r, PTO_FIELD_SrcRType, r->at,
                         nth - 1 + first_code(r->ctx->isa, r->insn.form));
            r->at += n + 1;
            return PTO_OK;
        }
    }
    return pto_text_expected(r, r->at, "one of %.*s", (int)e->size - 2,
                             e->text + 1);
}

void pto_text_print_modifier(writer *w, const element *e)
{
    int64_t code = pto_text_get(w, PTO_FIELD_SrcRType);
    const char *name = pto_text_modifier(w->isa, w->insn->form, e, code);
    if (name) {
        pto_buf_printf(w->out, ".%s", name);
        pto_text_say(w, PTO_FIELD_SrcRType);
    }
}

pto_status pto_text_read_shift(reader *r, const element *e)
{
    int64_t value;
    if (!pto_text_take(r, "<<"))
        return PTO_OK;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(pto_text_take_integer(r, &value, NULL));
    return pto_text_put(r, e, at, value,
                        (pto_text_scaling){"shift", 0, 1, false});
}

void pto_text_print_shift(writer *w, const element *e)
{
    int64_t value = pto_text_get(w, (pto_field_id)e->field);
    if (value)
        pto_buf_printf(w->out, "<<%lld", (long long)value);
    pto_text_say(w, (pto_field_id)e->field);
}

pto_status pto_text_read_fixed(reader *r, const element *e)
{
    int64_t value;
    if (!pto_text_take(r, "<<"))
        return PTO_OK;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(pto_text_take_integer(r, &value, NULL));
    if (r->ctx->check && value != e->text[2] - '0')
        return pto_text_wrong(r, at, "the shift is fixed, expected <<%c",
                              e->text[2]);
    return PTO_OK;
}

void pto_text_print_fixed(writer *w, const element *e)
{
    pto_buf_add(w->out, e->text, e->size);
}

/* t, u, or a register; discards are r24..r29. */
pto_status pto_text_read_result(reader *r, const element *e)
{
    pto_text_skip(r);
    const char *at = r->at;
    size_t n = register_size(at);
    int reg = pto_text_register_find(at, n);
    /* A queue entry is no destination; public sources discard a result of
     * HL.QPOP in one all the same. */
    if (reg >= DISCARD && memchr(at, '#', n) &&
        (reg >= PUSH_U || !pto_form_executes(r->insn.form, PTO_EXEC_queue_pop)))
        reg = -1;
    if (pto_text_same_word(at, n, "t"))
        reg = PUSH_T;
    else if (pto_text_same_word(at, n, "u"))
        reg = PUSH_U;
    const char *today;
    if (reg < 0 && pto_text_retired_operand(at, n, &today))
        return pto_text_wrong(r, at, "'%.*s' is retired, expected %s", (int)n,
                              at, today);
    if (reg < 0)
        return pto_text_expected(r, at, "a destination t, u or a register");
    r->at += n;
    pto_text_set(r, (pto_field_id)e->field, at, reg);
    return PTO_OK;
}

void pto_text_print_result(writer *w, const element *e)
{
    pto_field_id field = (pto_field_id)e->field;
    int64_t reg = pto_text_get(w, field);
    if (reg == PUSH_T || reg == PUSH_U)
        pto_buf_puts(w->out, reg == PUSH_T ? "t" : "u");
    else if (reg >= DISCARD)
        pto_buf_printf(w->out, "r%lld", (long long)reg);
    else
        pto_buf_puts(w->out, pto_register_name((unsigned)reg));
    pto_text_say(w, field);
}

pto_status pto_text_read_arrow(reader *r, const element *e)
{
    if (!pto_text_take(r, "->"))
        return pto_text_expected(r, r->at, "'->' and a destination");
    return pto_text_read_result(r, e);
}

void pto_text_print_arrow(writer *w, const element *e)
{
    pto_buf_puts(w->out, "->");
    pto_text_print_result(w, e);
}

static const pto_field_id gprs[] = {PTO_FIELD_RegSrc0, PTO_FIELD_RegSrc1,
                                    PTO_FIELD_RegSrc2};

/* The destination of B.IOR: ->d, or [->d], or [] for none. */
static pto_status read_gpr_destination(reader *r)
{
    bool bracket = pto_text_take(r, "[");
    if (bracket && pto_text_take(r, "]"))
        return PTO_OK;
    if (!pto_text_take(r, "->"))
        return pto_text_expected(r, r->at, "'->' and a register");
    int reg;
    pto_text_skip(r);
    const char *at = r->at;
    PTO_TRY(take_register(r, DISCARD, &reg));
    pto_text_set(r, PTO_FIELD_RegDst, at, reg);
    if (bracket && !pto_text_take(r, "]"))
        return pto_text_expected(r, r->at, "']'");
    return PTO_OK;
}

static bool at_destination(reader *r)
{
    pto_text_skip(r);
    return !strncmp(r->at, "->", 2) || *r->at == '[';
}

pto_status pto_text_read_gprs(reader *r, const element *e)
{
    (void)e;
    bool bracket = pto_text_take(r, "["), more;
    unsigned n = 0;
    if (bracket && pto_text_take(r, "]"))
        return pto_text_take(r, ",") ? read_gpr_destination(r) : PTO_OK;
    do {
        if (n && !bracket && at_destination(r))
            return read_gpr_destination(r);
        if (n == 3)
            return pto_text_expected(r, r->at, "at most three sources");
        int reg;
        pto_text_skip(r);
        const char *at = r->at;
        PTO_TRY(take_register(r, DISCARD, &reg));
        pto_text_set(r, gprs[n++], at, reg);
        PTO_TRY(pto_text_take_comma(r, &more));
    } while (more);
    if (!bracket)
        return PTO_OK;
    if (!pto_text_take(r, "]"))
        return pto_text_expected(r, r->at, n < 3 ? "',' or ']'" : "']'");
    PTO_TRY(pto_text_take_comma(r, &more));
    return more ? read_gpr_destination(r) : PTO_OK;
}

void pto_text_print_gprs(writer *w, const element *e)
{
    (void)e;
    for (unsigned i = 0; i < 3; i++) {
        unsigned reg = (unsigned)pto_text_get(w, gprs[i]);
        pto_buf_printf(w->out, "%s%s", i ? ", " : "[", pto_register_name(reg));
        pto_text_say(w, gprs[i]);
    }
    unsigned reg = (unsigned)pto_text_get(w, PTO_FIELD_RegDst);
    pto_buf_printf(w->out, "], ->%s", pto_register_name(reg));
    pto_text_say(w, PTO_FIELD_RegDst);
}
