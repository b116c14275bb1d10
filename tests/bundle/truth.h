/*
 * A mechanical judge of explanations. It reads a fault's cause and its text and
 * holds them against the program: the field is named, its value is there and is
 * the program's, the legal values do not have it and are legal, and no number
 * is said that is nowhere in the program.
 */
#ifndef PTO_TESTS_BUNDLE_TRUTH_H
#define PTO_TESTS_BUNDLE_TRUTH_H

#include <ctype.h>

#include "bundle/attribute.h"
#include "bundle/core/common.h"
#include "bundle/repair/field.h"
#include "bundle/world.h"
#include "text/insn/template.h"

/* Bundles that might be, over a core that stays as it is. */
typedef struct trial {
    const pto_core *core;
    unsigned count; /* PEs that judge it together */
    unsigned first;
    pto_header header[PTO_PES];
    pto_plan plan[PTO_PES];
    const pto_schema *schema;
    pto_fault why;
} trial;

static inline void trial_plan(trial *t)
{
    for (unsigned i = 0; i < t->count; i++)
        t->schema = pto_plan_make(&t->plan[i], t->core, t->first + i,
                                  &t->header[t->first + i]);
    t->plan[0].together = t->count;
    pto_plan_rooms(t->plan, t->count);
}

static inline bool trial_legal(trial *t)
{
    trial_plan(t);
    return pto_plan_legal(t->plan, t->count, t->schema, &t->why);
}

/* ---- Numbers --------------------------------------------------------------
 */

enum { KNOWN = 1024 };

typedef struct numbers {
    uint64_t value[KNOWN];
    unsigned count;
} numbers;

static inline void know(numbers *n, uint64_t v)
{
    assert_true(n->count < KNOWN);
    n->value[n->count++] = v;
}

static inline bool knows(const numbers *n, uint64_t v)
{
    for (unsigned i = 0; i < n->count; i++)
        if (n->value[i] == v)
            return true;
    return false;
}

static inline void know_tile(numbers *n, const pto_tile *t)
{
    if (!t->allocated)
        return;
    know(n, t->rows);
    know(n, t->columns);
    know(n, t->valid_rows);
    know(n, t->valid_columns);
    know(n, t->capacity_bytes);
    know(n, t->capacity_bytes / 1024);
    if (t->storage != PTO_TILE_PREDICATE && pto_format_get(t->dtype))
        know(n, pto_tile_element_bits(t->dtype));
}

static inline void know_header(numbers *n, const pto_header *h)
{
    pto_header_field fields[PTO_HEADER_FIELDS];
    unsigned count = pto_header_fields(h, fields);
    for (unsigned i = 0; i < count; i++) {
        uint64_t v;
        bool given = pto_header_field_get(h, &fields[i], &v);
        if (given)
            know(n, v);
        if (fields[i].subject == PTO_SUBJECT_MASK)
            know(n, strtoull(pto_mask_text((unsigned)v).bits, NULL, 10));
        if (fields[i].subject == PTO_SUBJECT_SELECTOR)
            know(n, (v & 15) + 1);
        if (fields[i].subject == PTO_SUBJECT_SIZE_CODE) {
            know(n, pto_size_code_bytes((unsigned)v));
            know(n, pto_size_code_bytes((unsigned)v) / 1024);
        }
    }
    for (unsigned i = 0; i <= h->binder_count; i++)
        know(n, i);
    know(n, h->shared_count);
}

static inline void know_plan(numbers *n, const pto_plan *p)
{
    know_header(n, p->header);
    for (unsigned i = 0; i < p->source_count; i++)
        know_tile(n, p->source[i].tile);
    for (unsigned i = 0; i < p->output_count; i++)
        know_tile(n, &p->output[i].tile);
    for (unsigned i = 0; i < p->header->shared_count; i++)
        know_tile(n, p->shared[i].tile);
    for (unsigned i = 0; i < 3; i++)
        know(n, pto_source(p->pe, p->header->scalar.source[i]));
    know(n, p->source_count);
    know(n, p->output_count);
    know(n, p->op->sources);
    know(n, p->op->outputs);
    know(n, p->whole.shape.valid_rows);
    know(n, p->whole.shape.valid_columns);
    know(n, p->whole.shape.columns);
    know(n, pto_core_bytes(p->core));
    know(n, PTO_TILE_MAX_BYTES);
    know(n, p->room.used);
    know(n, p->room.needed);
    know(n, p->room.limit);
    for (unsigned i = 0; i <= PTO_PES; i++)
        know(n, i);
}

static inline void know_cause(numbers *n, const pto_cause *c)
{
    const pto_wanted *w = &c->wanted;
    const uint64_t all[] = {c->value, w->low,    w->high,  w->step,
                            c->row,   c->column, c->index, c->number};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++) {
        know(n, all[i]);
        know(n, all[i] / 1024);
        know(n, 0 - all[i]); /* printed with its sign */
    }
    for (unsigned i = 0; i < 16; i++) {
        if (c->subject == PTO_SUBJECT_MASK)
            know(n, strtoull(pto_mask_text(i).bits, NULL, 10));
        if (c->subject == PTO_SUBJECT_SIZE_CODE &&
            pto_wanted_has(w, false, i)) {
            know(n, pto_size_code_bytes(i));
            know(n, pto_size_code_bytes(i) / 1024);
        }
    }
    for (unsigned i = 0; w->kind == PTO_WANTED_CODES && i < 64; i++)
        if (w->low >> i & 1) {
            know(n, i);
            know(n, pto_size_code_bytes(i & 15));
            know(n, pto_size_code_bytes(i & 15) / 1024);
        }
}

/* The first number in the words that nobody knows; NULL: there is none. */
static inline const char *unknown_number(const numbers *n, const char *text,
                                         const char *end)
{
    for (const char *at = text; at < end;) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) ||
                                      strchr("_#:.", at[-1]));
        char *after;
        if (!begins || !isdigit((unsigned char)*at)) {
            at++;
            continue;
        }
        uint64_t v = strtoull(at, &after, at[1] == 'x' ? 16 : 10);
        bool named = isalpha((unsigned char)*after) &&
                     strncmp(after, "KB", 2) && *after != 'B' && *after != 'x';
        bool is_bits = *after == ':' && isdigit((unsigned char)after[1]);
        if (!named && !is_bits && *after != '.' && !knows(n, v) &&
            !knows(n, (uint32_t)(0 - v)))
            return at;
        at = after;
    }
    return NULL;
}

/* ---- What the text has to say ----------------------------------------------
 */

enum { WORD = 64 };

static inline void operand_name(const pto_header *h, const pto_cause *c,
                                char *out)
{
    unsigned left = c->number;
    if (c->operand == PTO_OF_SHARED)
        snprintf(out, WORD, "B.IOS %u S%u", c->number, h->shared[left].id);
    for (unsigned i = 0; i < h->binder_count; i++) {
        const pto_binder *b = &h->binder[i];
        for (unsigned s = 0; s < 2 && c->operand == PTO_OF_SOURCE; s++)
            if (b->has_source[s] && !left--)
                snprintf(out, WORD, "B.IOT %u source %u %c#%u", i, s,
                         "tumn"[b->source[s] >> 4], (b->source[s] & 15) + 1);
        if (c->operand == PTO_OF_OUTPUT && b->has_destination && !left--)
            snprintf(out, WORD, "B.IOT %u ->%c", i, "tumn"[b->hand]);
    }
}

/* The name of the field or property, without the operand. */
static inline void subject_name(const pto_cause *c, char *out)
{
    static const char *const names[PTO_SUBJECTS] = {
#define SUBJECT(name, values, text) text,
#include "pto/def/subject.def"
#undef SUBJECT
    };
    static const char *const bindings[] = {"source 0", "source 1",
                                           "destination", "last"};
    const char *text = names[c->subject], *number = strstr(text, "%u");
    if (c->subject == PTO_SUBJECT_ATTRIBUTE)
        snprintf(out, WORD, "%s", pto_attribute_at(c->index)->name);
    else if (c->subject == PTO_SUBJECT_FIELD)
        snprintf(out, WORD, "%s", pto_field_name((pto_field_id)c->index));
    else if (c->subject == PTO_SUBJECT_BINDER)
        snprintf(out, WORD, "B.IOT %u %s", c->number, bindings[c->index]);
    else if (c->subject == PTO_SUBJECT_WORD)
        snprintf(out, WORD, "%s", pto_register_name(c->index));
    else if (c->subject == PTO_SUBJECT_ELEMENT)
        snprintf(out, WORD, "[%u,%u]", c->row, c->column);
    else if (number)
        snprintf(out, WORD, "%.*s%u%s", (int)(number - text), text, c->index,
                 number + 2);
    else
        snprintf(out, WORD, "%s", text);
}

/* Every way to write the value that a reader would know it by. */
static inline bool says_value(const pto_cause *c, const char *text)
{
    char forms[8][WORD] = {""};
    unsigned bytes = pto_size_code_bytes((unsigned)c->value & 15);
    const char *name =
        c->subject == PTO_SUBJECT_ATTRIBUTE
            ? pto_text_name_of((pto_field_id)pto_attribute_at(c->index)->field,
                               (int64_t)c->value)
            : NULL;
    if (c->absent)
        return strstr(text, "not given") || strstr(text, "undefined") ||
               strstr(text, "no tile");
    if (c->wanted.kind == PTO_WANTED_ABSENT && strstr(text, "is given"))
        return true;
    snprintf(forms[0], WORD, "%" PRIu64, c->value);
    snprintf(forms[1], WORD, "0x%" PRIx64, c->value);
    snprintf(forms[2], WORD, "%" PRId64, (int64_t)c->value);
    snprintf(forms[3], WORD, "%" PRId32, (int32_t)c->value);
    snprintf(forms[4], WORD, "%s", name ? name : "");
    switch ((unsigned)c->subject) {
    case PTO_SUBJECT_BSTART_TYPE:
    case PTO_SUBJECT_TYPE:
        snprintf(forms[5], WORD, "%s", pto_type_text((unsigned)c->value));
        break;
    case PTO_SUBJECT_LAYOUT:
        snprintf(forms[5], WORD, "%s",
                 pto_tile_layout_name((unsigned)c->value));
        break;
    case PTO_SUBJECT_REGISTER:
    case PTO_SUBJECT_REGISTER_DESTINATION:
        snprintf(forms[5], WORD, "%s", pto_register_name((unsigned)c->value));
        break;
    case PTO_SUBJECT_MASK:
        snprintf(forms[5], WORD, "%s", pto_mask_text((unsigned)c->value).bits);
        break;
    case PTO_SUBJECT_SIZE_CODE:
        snprintf(forms[5], WORD, "%uB", bytes);
        snprintf(forms[6], WORD, "%uKB", bytes / 1024);
        break;
    case PTO_SUBJECT_CAPACITY:
        snprintf(forms[5], WORD, "%" PRIu64 "KB", c->value / 1024);
        break;
    case PTO_SUBJECT_HAND:
        snprintf(forms[5], WORD, "%c", "tumn"[c->value & 3]);
        break;
    default: break;
    }
    for (unsigned i = 0; i < 8; i++)
        if (forms[i][0] && strstr(text, forms[i]))
            return true;
    return false;
}

/* "is X, not X" */
static inline bool contradicts(const char *text, const char *end)
{
    for (const char *at = text; (at = strstr(at, ", not ")) && at < end; at++) {
        const char *right = at + 6;
        size_t n = strcspn(right, ":;,)");
        for (const char *left = text; left + n <= at; left++)
            if (!strncmp(left, right, n) && left + n == at)
                return true;
    }
    return false;
}

/* ---- Members of the legal set ----------------------------------------------
 */

enum { MEMBERS = 8 };

static inline unsigned sample_members(const pto_wanted *w, uint64_t most,
                                      uint64_t *out)
{
    unsigned n = 0;
    uint64_t high = w->high < most ? w->high : most;
    switch ((pto_wanted_kind)w->kind) {
    case PTO_WANTED_RANGE:
        for (uint64_t v = w->low; v <= high && n < 3; v += w->step)
            out[n++] = v;
        if (w->low <= high)
            out[n++] = w->low + (high - w->low) / w->step * w->step;
        break;
    case PTO_WANTED_POWERS:
        for (uint64_t v = 1; v <= high && n < MEMBERS; v *= 2)
            if (v >= w->low)
                out[n++] = v;
        break;
    case PTO_WANTED_CODES:
        for (uint64_t v = 0; v < 64 && v <= most && n < MEMBERS; v++)
            if (w->low >> v & 1)
                out[n++] = v;
        break;
    case PTO_WANTED_OTHER:
        for (uint64_t v = 0; v <= most && v < 4; v++)
            if (v != w->low)
                out[n++] = v;
        break;
    case PTO_WANTED_CLEAR: out[n++] = 0; break;
    default: break;
    }
    return n;
}

/* The field of the header that a cause is about, where it is about one. */
static inline bool cause_field(const pto_header *h, const pto_cause *c,
                               pto_header_field *out)
{
    pto_header_field fields[PTO_HEADER_FIELDS];
    unsigned count = pto_header_fields(h, fields);
    for (unsigned i = 0; i < count; i++) {
        *out = fields[i];
        if (out->subject == c->subject && out->whose == c->operand &&
            out->number == c->number && out->index == c->index)
            return true;
    }
    return false;
}

#endif
