/* A cause in words, as programs write its names. */
#include "base/bits.h"
#include "bundle/core/common.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "pto/text.h"
#include "text/insn/template.h"

typedef enum values {
    NUMBER,
    HEX,
    BYTES,
    TYPE,
    LAYOUT,
    SIZE,
    GPR,
    HAND,
    MASK,
    COUNT,
    GIVEN,
    CODE
} values;

static const struct {
    uint8_t values;
    const char *text;
} subjects[PTO_SUBJECTS] = {
#define SUBJECT(name, values, text) {values, text},
#include "pto/def/subject.def"
#undef SUBJECT
};

/* A string that ends where its room does. */
typedef struct line {
    char *at;
    size_t size, used;
} line;

static void put(line *l, const char *format, ...) PTO_PRINTF(2, 3);
static void put(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->at + l->used, l->size - l->used, format, args);
    va_end(args);
    if (n > 0)
        l->used += (size_t)n;
    if (l->used >= l->size)
        l->used = l->size - 1;
}

/* ---- Values ---------------------------------------------------------------
 */

static pto_field_id field_of(const pto_cause *c)
{
    if (c->subject != PTO_SUBJECT_ATTRIBUTE)
        return (pto_field_id)c->index;
    const pto_attribute *a = pto_attribute_at(c->index);
    return a->kind == PTO_ATTRIBUTE_FLAG ? PTO_FIELD_COUNT
                                         : (pto_field_id)a->field;
}

/* What B.IOT names; the binder and its position of a source. */
static const pto_binder *binder_of(const pto_header *h, const pto_cause *c,
                                   unsigned *binder, unsigned *position)
{
    unsigned left = c->number;
    for (unsigned i = 0; i < h->binder_count; i++) {
        const pto_binder *b = &h->binder[i];
        *binder = i;
        for (*position = 0; *position < 2; ++*position)
            if (c->operand == PTO_OF_SOURCE && b->has_source[*position] &&
                !left--)
                return b;
        if (c->operand == PTO_OF_OUTPUT && b->has_destination && !left--)
            return b;
    }
    return NULL;
}

static const pto_tile *tile_of(const pto_detail *d)
{
    if (!d->plan)
        return NULL;
    return d->cause.operand == PTO_OF_SHARED
               ? d->plan->shared[d->cause.number].tile
               : pto_plan_tile(d->plan, d->cause.number);
}

static void put_size(line *l, uint64_t bytes)
{
    if (bytes >= 1024 && bytes % 1024 == 0)
        put(l, "%" PRIu64 "KB", bytes / 1024);
    else
        put(l, "%" PRIu64 "B", bytes);
}

static void put_element(line *l, const pto_detail *d, uint64_t v)
{
    const pto_format *f = pto_format_get(tile_of(d)->dtype);
    if (f && f->kind == PTO_KIND_SIGNED)
        put(l, "%" PRId64, pto_sign_extend(v, f->storage_bits));
    else if (f && f->kind == PTO_KIND_UNSIGNED)
        put(l, "%" PRIu64, v);
    else
        put(l, "0x%" PRIx64, v);
}

static void put_code(line *l, const pto_cause *c, uint64_t v)
{
    const char *name = pto_text_name_of(field_of(c), (int64_t)v);
    if (name)
        put(l, "%s", name);
    else
        put(l, "%" PRIu64, v);
}

static void put_value(line *l, const pto_detail *d, uint64_t v)
{
    const pto_cause *c = &d->cause;
    if (c->subject == PTO_SUBJECT_ELEMENT) {
        put_element(l, d, v);
        return;
    }
    switch ((values)subjects[c->subject].values) {
    case TYPE: put(l, "%s", pto_type_text((unsigned)v)); break;
    case LAYOUT: put(l, "%s", pto_tile_layout_name((unsigned)v)); break;
    case SIZE: put_size(l, pto_size_code_bytes((unsigned)v)); break;
    case BYTES: put_size(l, v); break;
    case GPR: put(l, "%s", pto_register_name((unsigned)v)); break;
    case HAND: put(l, "%c", pto_hand_letter((unsigned)v)); break;
    case MASK: put(l, "%s", pto_mask_text((unsigned)v).bits); break;
    case CODE: put_code(l, c, v); break;
    case HEX: put(l, "0x%" PRIx64, v); break;
    case NUMBER:
    case COUNT:
    case GIVEN: put(l, "%" PRIu64, v); break;
    }
}

/* ---- Sets -----------------------------------------------------------------
 */

/* "A, B or C"; runs of numbers as "A to C". */
static void put_codes(line *l, const pto_detail *d, uint64_t bits)
{
    bool ordered = subjects[d->cause.subject].values != TYPE &&
                   subjects[d->cause.subject].values != CODE &&
                   subjects[d->cause.subject].values != LAYOUT;
    for (unsigned i = 0; i < 64 && bits; i++) {
        unsigned last = i;
        if (!(bits >> i & 1))
            continue;
        while (ordered && last < 63 && (bits >> (last + 1) & 1))
            last++;
        put_value(l, d, i);
        if (last > i) {
            put(l, last > i + 1 ? " to " : " or ");
            put_value(l, d, last);
        }
        bits &= last < 63 ? UINT64_MAX << (last + 1) : 0;
        if (bits)
            put(l, bits & (bits - 1) ? ", " : " or ");
        i = last;
    }
}

static void put_range(line *l, const pto_detail *d, const pto_wanted *w)
{
    if (w->step > 1)
        put(l, w->low == w->step ? "a multiple of %u from " : "every %u from ",
            w->step);
    put_value(l, d, w->low);
    if (w->low == w->high)
        return;
    put(l, w->high == UINT64_MAX ? " on" : " to ");
    if (w->high != UINT64_MAX)
        put_value(l, d, w->high);
}

static void put_powers(line *l, const pto_detail *d, const pto_wanted *w)
{
    put(l, "a power of two from ");
    put_value(l, d, w->low);
    put(l, " to ");
    put_value(l, d, w->high);
}

static void put_wanted(line *l, const pto_detail *d)
{
    const pto_wanted *w = &d->cause.wanted;
    if (pto_wanted_empty(w)) {
        put(l, ", no value is legal");
        return;
    }
    if (w->kind == PTO_WANTED_ABSENT || w->kind == PTO_WANTED_UNSAID ||
        w->kind == PTO_WANTED_GIVEN)
        return;
    put(l, ", wanted ");
    switch ((pto_wanted_kind)w->kind) {
    case PTO_WANTED_RANGE: put_range(l, d, w); break;
    case PTO_WANTED_SIGNED:
        put(l, "%" PRId64 " to %" PRId64, (int64_t)w->low, (int64_t)w->high);
        break;
    case PTO_WANTED_POWERS: put_powers(l, d, w); break;
    case PTO_WANTED_CODES: put_codes(l, d, w->low); break;
    case PTO_WANTED_OTHER:
        put(l, "other than ");
        put_value(l, d, w->low);
        break;
    default: put(l, "no bit of 0x%" PRIx64, w->low); break;
    }
    if (w->optional)
        put(l, " or left out");
}

/* ---- What it is about ------------------------------------------------------
 */

static void put_operand(line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    unsigned binder = 0, position = 0;
    if (d->role)
        put(l, "%s ", d->role);
    if (c->operand == PTO_OF_SHARED) {
        put(l, "B.IOS %u S%u", c->number, d->header->shared[c->number].id);
        return;
    }
    if (c->subject == PTO_SUBJECT_MASK) {
        put(l, "B.IOT %u", c->number);
        return;
    }
    const pto_binder *b = binder_of(d->header, c, &binder, &position);
    if (!b)
        put(l, "source %u", c->number);
    else if (c->operand == PTO_OF_OUTPUT)
        put(l, "B.IOT %u ->%c", binder, pto_hand_letter(b->hand));
    else
        put(l, "B.IOT %u source %u %c#%u", binder, position,
            pto_hand_letter(b->source[position] >> 4),
            (b->source[position] & 15) + 1U);
}

static const char *const bindings[] = {"source 0", "source 1", "destination",
                                       "last"};

static void put_subject(line *l, const pto_cause *c)
{
    switch ((unsigned)c->subject) {
    case PTO_SUBJECT_ATTRIBUTE:
        put(l, "%s", pto_attribute_at(c->index)->name);
        break;
    case PTO_SUBJECT_FIELD:
        put(l, "%s", pto_field_name((pto_field_id)c->index));
        break;
    case PTO_SUBJECT_BINDER:
        put(l, "B.IOT %u %s", c->number, bindings[c->index]);
        break;
    case PTO_SUBJECT_WORD: put(l, "%s", pto_register_name(c->index)); break;
    case PTO_SUBJECT_ELEMENT: put(l, "[%u,%u]", c->row, c->column); break;
    default: {
        const char *text = subjects[c->subject].text;
        const char *number = strstr(text, "%u");
        int n = number ? (int)(number - text) : (int)strlen(text);
        put(l, "%.*s", n, text);
        if (number)
            put(l, "%u", c->index);
    }
    }
}

static bool is_presence(const pto_cause *c)
{
    return subjects[c->subject].values == GIVEN ||
           (c->subject == PTO_SUBJECT_ATTRIBUTE &&
            pto_attribute_at(c->index)->kind == PTO_ATTRIBUTE_PRESENT);
}

static void put_has(line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    if (c->absent)
        put(l, c->subject == PTO_SUBJECT_ELEMENT ? " is undefined"
                                                 : " is not given");
    else if (is_presence(c))
        put(l, " is given");
    else {
        put(l, c->subject == PTO_SUBJECT_ELEMENT ? " is " : "=");
        put_value(l, d, c->value);
    }
    if (!c->absent && c->wanted.kind == PTO_WANTED_ABSENT)
        put(l, ", to be left out");
}

static void put_cause(line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    if (c->operand != PTO_OF_HEADER)
        put_operand(l, d);
    else if (d->role)
        put(l, "%s", d->role);
    if (l->used)
        put(l, " ");
    if (subjects[c->subject].values == COUNT) {
        put_value(l, d, c->value);
        put(l, " ");
        put_subject(l, c);
    } else {
        put_subject(l, c);
        put_has(l, d);
    }
    put_wanted(l, d);
}

void pto_detail_text(const pto_detail *d, const char *sentence, char *out,
                     size_t size)
{
    line l = {out, size, 0};
    bool caused = d->cause.subject != PTO_SUBJECT_NOTHING;
    if (caused)
        put_cause(&l, d);
    if (d->text[0])
        put(&l, caused ? " (%s)" : "%s", d->text);
    put(&l, "%s%s", l.used ? ": " : "", sentence);
}
