/* A cause in words, as programs write its names. */
#include "base/bits.h"
#include "base/buf.h"
#include "bundle/core/common.h"

#include <inttypes.h>
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

static void put_size(pto_line *l, uint64_t bytes)
{
    if (bytes >= 1024 && bytes % 1024 == 0)
        pto_line_put(l, "%" PRIu64 "KB", bytes / 1024);
    else
        pto_line_put(l, "%" PRIu64 "B", bytes);
}

static void put_element(pto_line *l, const pto_detail *d, uint64_t v)
{
    const pto_format *f = pto_format_get(tile_of(d)->dtype);
    if (f && f->kind == PTO_KIND_SIGNED)
        pto_line_put(l, "%" PRId64, pto_sign_extend(v, f->storage_bits));
    else if (f && f->kind == PTO_KIND_UNSIGNED)
        pto_line_put(l, "%" PRIu64, v);
    else
        pto_line_put(l, "0x%" PRIx64, v);
}

static void put_code(pto_line *l, const pto_cause *c, uint64_t v)
{
    const char *name = pto_text_name_of(field_of(c), (int64_t)v);
    if (name)
        pto_line_put(l, "%s", name);
    else
        pto_line_put(l, "%" PRIu64, v);
}

static void put_value(pto_line *l, const pto_detail *d, uint64_t v)
{
    const pto_cause *c = &d->cause;
    if (c->subject == PTO_SUBJECT_ELEMENT) {
        put_element(l, d, v);
        return;
    }
    switch ((values)subjects[c->subject].values) {
    case TYPE: pto_line_put(l, "%s", pto_type_text((unsigned)v)); break;
    case LAYOUT:
        pto_line_put(l, "%s", pto_tile_layout_name((unsigned)v));
        break;
    case SIZE: put_size(l, pto_size_code_bytes((unsigned)v)); break;
    case BYTES: put_size(l, v); break;
    case GPR: pto_line_put(l, "%s", pto_register_name((unsigned)v)); break;
    case HAND: pto_line_put(l, "%c", pto_hand_letter((unsigned)v)); break;
    case MASK: pto_line_put(l, "%s", pto_mask_text((unsigned)v).bits); break;
    case CODE: put_code(l, c, v); break;
    case HEX: pto_line_put(l, "0x%" PRIx64, v); break;
    case NUMBER:
    case COUNT:
    case GIVEN: pto_line_put(l, "%" PRIu64, v); break;
    }
}

/* ---- Sets -----------------------------------------------------------------
 */

/* "A, B or C"; runs of numbers as "A to C". */
static void put_codes(pto_line *l, const pto_detail *d, uint64_t bits)
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
            pto_line_put(l, last > i + 1 ? " to " : " or ");
            put_value(l, d, last);
        }
        bits &= last < 63 ? UINT64_MAX << (last + 1) : 0;
        if (bits)
            pto_line_put(l, bits & (bits - 1) ? ", " : " or ");
        i = last;
    }
}

static void put_range(pto_line *l, const pto_detail *d, const pto_wanted *w)
{
    if (w->step > 1)
        pto_line_put(
            l, w->low == w->step ? "a multiple of %u from " : "every %u from ",
            w->step);
    put_value(l, d, w->low);
    if (w->low == w->high)
        return;
    pto_line_put(l, w->high == UINT64_MAX ? " on" : " to ");
    if (w->high != UINT64_MAX)
        put_value(l, d, w->high);
}

static void put_powers(pto_line *l, const pto_detail *d, const pto_wanted *w)
{
    pto_line_put(l, "a power of two from ");
    put_value(l, d, w->low);
    pto_line_put(l, " to ");
    put_value(l, d, w->high);
}

static void put_wanted(pto_line *l, const pto_detail *d)
{
    const pto_wanted *w = &d->cause.wanted;
    if (pto_wanted_empty(w)) {
        pto_line_put(l, ", no value is legal");
        return;
    }
    if (w->kind == PTO_WANTED_ABSENT || w->kind == PTO_WANTED_UNSAID ||
        w->kind == PTO_WANTED_GIVEN)
        return;
    pto_line_put(l, ", wanted ");
    switch ((pto_wanted_kind)w->kind) {
    case PTO_WANTED_RANGE: put_range(l, d, w); break;
    case PTO_WANTED_SIGNED:
        pto_line_put(l, "%" PRId64 " to %" PRId64, (int64_t)w->low,
                     (int64_t)w->high);
        break;
    case PTO_WANTED_POWERS: put_powers(l, d, w); break;
    case PTO_WANTED_CODES: put_codes(l, d, w->low); break;
    case PTO_WANTED_OTHER:
        pto_line_put(l, "other than ");
        put_value(l, d, w->low);
        break;
    default: pto_line_put(l, "no bit of 0x%" PRIx64, w->low); break;
    }
    if (w->optional)
        pto_line_put(l, " or left out");
}

/* ---- What it is about ------------------------------------------------------
 */

static void put_operand(pto_line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    unsigned binder = 0, position = 0;
    if (d->role)
        pto_line_put(l, "%s ", d->role);
    if (c->operand == PTO_OF_SHARED) {
        pto_line_put(l, "B.IOS %u S%u", c->number,
                     d->header->shared[c->number].id);
        return;
    }
    if (c->subject == PTO_SUBJECT_MASK) {
        pto_line_put(l, "B.IOT %u", c->number);
        return;
    }
    const pto_binder *b = binder_of(d->header, c, &binder, &position);
    if (!b)
        pto_line_put(l, "source %u", c->number);
    else if (c->operand == PTO_OF_OUTPUT)
        pto_line_put(l, "B.IOT %u ->%c", binder, pto_hand_letter(b->hand));
    else
        pto_line_put(l, "B.IOT %u source %u %c#%u", binder, position,
                     pto_hand_letter(b->source[position] >> 4),
                     (b->source[position] & 15) + 1U);
}

static const char *const bindings[] = {"source 0", "source 1", "destination",
                                       "last"};

static void put_subject(pto_line *l, const pto_cause *c)
{
    switch ((unsigned)c->subject) {
    case PTO_SUBJECT_ATTRIBUTE:
        pto_line_put(l, "%s", pto_attribute_at(c->index)->name);
        break;
    case PTO_SUBJECT_FIELD:
        pto_line_put(l, "%s", pto_field_name((pto_field_id)c->index));
        break;
    case PTO_SUBJECT_BINDER:
        pto_line_put(l, "B.IOT %u %s", c->number, bindings[c->index]);
        break;
    case PTO_SUBJECT_WORD:
        pto_line_put(l, "%s", pto_register_name(c->index));
        break;
    case PTO_SUBJECT_ELEMENT:
        pto_line_put(l, "[%u,%u]", c->row, c->column);
        break;
    default: {
        const char *text = subjects[c->subject].text;
        const char *number = strstr(text, "%u");
        int n = number ? (int)(number - text) : (int)strlen(text);
        pto_line_put(l, "%.*s", n, text);
        if (number)
            pto_line_put(l, "%u", c->index);
    }
    }
}

static bool is_presence(const pto_cause *c)
{
    return subjects[c->subject].values == GIVEN ||
           (c->subject == PTO_SUBJECT_ATTRIBUTE &&
            pto_attribute_at(c->index)->kind == PTO_ATTRIBUTE_PRESENT);
}

static void put_has(pto_line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    if (c->absent)
        pto_line_put(l, c->subject == PTO_SUBJECT_ELEMENT ? " is undefined"
                                                          : " is not given");
    else if (is_presence(c))
        pto_line_put(l, " is given");
    else {
        pto_line_put(l, c->subject == PTO_SUBJECT_ELEMENT ? " is " : "=");
        put_value(l, d, c->value);
    }
    if (!c->absent && c->wanted.kind == PTO_WANTED_ABSENT)
        pto_line_put(l, ", to be left out");
}

static void put_cause(pto_line *l, const pto_detail *d)
{
    const pto_cause *c = &d->cause;
    if (c->operand != PTO_OF_HEADER)
        put_operand(l, d);
    else if (d->role)
        pto_line_put(l, "%s", d->role);
    if (l->used)
        pto_line_put(l, " ");
    if (subjects[c->subject].values == COUNT) {
        put_value(l, d, c->value);
        pto_line_put(l, " ");
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
    pto_line l = {out, size, 0};
    bool caused = d->cause.subject != PTO_SUBJECT_NOTHING;
    if (caused)
        put_cause(&l, d);
    if (d->text[0])
        pto_line_put(&l, caused ? " (%s)" : "%s", d->text);
    pto_line_put(&l, "%s%s", l.used ? ": " : "", sentence);
}
