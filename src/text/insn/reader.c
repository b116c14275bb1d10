/* Small steps of reading operands, and filling fields. */
#include "text/insn/template.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/bits.h"
#include "isa/forms.h"

void pto_text_skip(reader *r)
{
    while (*r->at == ' ' || *r->at == '\t')
        r->at++;
}

bool pto_text_take(reader *r, const char *mark)
{
    size_t n = strlen(mark);
    pto_text_skip(r);
    if (strncmp(r->at, mark, n) != 0)
        return false;
    r->at += n;
    return true;
}

size_t pto_text_word_size(const char *at)
{
    size_t n = 0;
    while (isalnum((unsigned char)at[n]) || at[n] == '_' || at[n] == '.')
        n++;
    return n;
}

bool pto_text_same_word(const char *a, size_t n, const char *word)
{
    for (size_t i = 0; i < n; i++)
        if (!word[i] ||
            tolower((unsigned char)a[i]) != tolower((unsigned char)word[i]))
            return false;
    return word[n] == 0;
}

bool pto_text_are_alike(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    if (*a && *b &&
        (!strcmp(a + 1, b + 1) ||
         (a[0] == b[1] && a[1] == b[0] && !strcmp(a + 2, b + 2))))
        return true;
    return (*a && !strcmp(a + 1, b)) || (*b && !strcmp(a, b + 1));
}

/*
 * After an item of a list: is there another? A comma that nothing follows is
 * wrong, and that is said at the comma.
 */
pto_status pto_text_take_comma(reader *r, bool *more)
{
    pto_text_skip(r);
    const char *at = r->at;
    *more = pto_text_take(r, ",");
    pto_text_skip(r);
    if (*more && !*r->at)
        return pto_text_expected(r, at, "the end of the instruction");
    if (*more && (*r->at == '}' || *r->at == ']'))
        return pto_text_expected(r, at, "'%c'", *r->at);
    return PTO_OK;
}

bool pto_text_take_word(reader *r, const char *word)
{
    pto_text_skip(r);
    size_t n = pto_text_word_size(r->at);
    if (!n || !pto_text_same_word(r->at, n, word))
        return false;
    r->at += n;
    return true;
}

/* What stands at `at`, for a message: a word, a character, or the end. */
static void describe(const char *at, char *out, size_t size)
{
    size_t n = pto_text_word_size(at);
    while (at[n] == '#' || (n && pto_text_word_size(at + n)))
        n += at[n] == '#' ? 1 : pto_text_word_size(at + n);
    if (!*at)
        (void)snprintf(out, size, "end of the instruction");
    else
        (void)snprintf(out, size, "'%.*s'", n > 40 ? 40 : n ? (int)n : 1, at);
}

pto_status pto_text_expected(reader *r, const char *at, const char *format, ...)
{
    char found[64], what[PTO_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    describe(at, found, sizeof found);
    (void)pto_fail(r->e, PTO_BAD_INPUT, "unexpected %s, expected %s", found,
                   what);
    r->e->column = (uint32_t)(at - r->start) + 1;
    return PTO_BAD_INPUT;
}

pto_status pto_text_wrong(reader *r, const char *at, const char *format, ...)
{
    char what[PTO_ERROR_TEXT];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(what, sizeof what, format, args);
    va_end(args);
    (void)pto_fail(r->e, PTO_BAD_INPUT, "%s", what);
    r->e->column = (uint32_t)(at - r->start) + 1;
    return PTO_BAD_INPUT;
}

pto_status pto_text_take_integer(reader *r, int64_t *value, bool *is_place)
{
    pto_text_skip(r);
    const char *at = r->at;
    pto_text_value v = {0};
    if (!*at || strchr(",]>}=", *at))
        return pto_text_expected(r, at, "a number");
    pto_status s = r->ctx->expression(r->ctx->user, &r->at, &v, r->e);
    if (s != PTO_OK) {
        uint32_t column = r->e->column ? r->e->column - 1 : 0;
        r->e->column = (uint32_t)(at - r->start) + column + 1;
        return s;
    }
    *value = v.number;
    if (is_place)
        *is_place = v.is_place;
    return PTO_OK;
}

void pto_text_set(reader *r, pto_field_id field, const char *at, int64_t value)
{
    unsigned slot = pto_form_slot(r->insn.form, field);
    if (slot == r->insn.form->fields)
        return;
    r->insn.value[slot] = value;
    r->where[field] = at;
}

/* The value bits that the word stores; FENTRY's frame size has no low three. */
static uint64_t stored_bits(const pto_field *f)
{
    uint64_t mask = 0;
    for (int i = 0; i < PTO_MAX_PIECES; i++)
        mask |= pto_low_bits(f->piece[i].width) << f->piece[i].value_lsb;
    return mask;
}

static int64_t smallest(const pto_field *f)
{
    if (f->sign != PTO_SIGN_SIGNED)
        return 0;
    return -(INT64_C(1) << (pto_field_width(f) - 1));
}

static int64_t largest(const pto_field *f)
{
    unsigned width = pto_field_width(f) - (f->sign == PTO_SIGN_SIGNED);
    return (int64_t)(pto_low_bits(width) & stored_bits(f));
}

/* The value as the field reads it back. */
static int64_t wrap(const pto_field *f, int64_t value)
{
    uint64_t bits = (uint64_t)value & stored_bits(f);
    if (f->sign == PTO_SIGN_SIGNED)
        return pto_sign_extend(bits, pto_field_width(f));
    return (int64_t)bits;
}

/*
 * Put (number - bias) / step into a field. `what` names the number for the
 * message. A field whose sign the instruction decides takes both readings.
 */
pto_status pto_text_put(reader *r, const element *e, const char *at,
                        int64_t number, pto_text_scaling s)
{
    const pto_field *f =
        pto_form_field(r->insn.form, r->ctx->isa, (pto_field_id)e->field);
    int64_t distance = (int64_t)((uint64_t)number - (uint64_t)s.bias);
    int64_t step = s.step, value = distance / step;
    int64_t low = smallest(f), high = largest(f);
    int64_t least = f->sign == PTO_SIGN_PLAIN
                        ? -(INT64_C(1) << (pto_field_width(f) - 1))
                        : low;
    int64_t grain = (int64_t)(stored_bits(f) & -stored_bits(f));
    pto_text_set(r, (pto_field_id)e->field, at, wrap(f, value));
    if (!r->ctx->check)
        return PTO_OK;
    if (distance % step != 0 || value % grain != 0)
        return pto_text_wrong(
            r, at, "%s %lld is misaligned, expected a multiple of %lld", s.what,
            (long long)distance, (long long)(step * grain));
    if (value < least || value > high)
        return pto_text_wrong(
            r, at, "%s %lld is out of range, expected %lld..%lld", s.what,
            (long long)(s.relative ? distance : number),
            (long long)(low * step + (s.relative ? 0 : s.bias)),
            (long long)(high * step + (s.relative ? 0 : s.bias)));
    return PTO_OK;
}

int64_t pto_text_get(const writer *w, pto_field_id field)
{
    return pto_insn_get(w->insn, field);
}

void pto_text_say(writer *w, pto_field_id field)
{
    w->said[field] = true;
}
