/* Changes of one field with which a rejected bundle would be legal. */
#include "bundle/repair/repair.h"
#include "bundle/attribute.h"
#include "bundle/bundle.h"
#include "bundle/reason/cause.h"
#include "bundle/repair/field.h"
#include "bundle/schemas.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include "text/insn/template.h"

/* How far from the program as it is: the field that is the cause comes first,
 * values by their distance, leaving something out after them. */
enum { CANDIDATES = 1024, TRIALS = 200, OTHER_FIELD = 64, LEFT_OUT = 32 };

typedef struct candidate {
    pto_header_field field;
    uint64_t value;
    bool absent;
    uint32_t cost;
} candidate;

typedef struct search {
    const pto_core *core;
    const pto_fault *why;
    unsigned first, count; /* PEs that judge together */
    unsigned candidates;
    pto_header header[PTO_PES];
    pto_plan plan[PTO_PES];
    candidate at[CANDIDATES];
} search;

static bool is_cause(const search *s, const pto_header_field *f)
{
    const pto_cause *c = &s->why->cause;
    return c->subject == f->subject && c->operand == f->whose &&
           c->number == f->number && c->index == f->index;
}

static void add(search *s, const pto_header_field *f, uint64_t value,
                bool absent, uint32_t cost)
{
    if (s->candidates == CANDIDATES || value > f->most)
        return;
    s->at[s->candidates++] = (candidate){
        *f, value, absent, cost + (is_cause(s, f) ? 0 : (uint32_t)OTHER_FIELD)};
}

static uint32_t log2_of(uint64_t v)
{
    uint32_t n = 0;
    while (v >>= 1)
        n++;
    return n;
}

static void add_extent(search *s, const pto_header_field *f, uint64_t now,
                       uint64_t value)
{
    uint32_t a = log2_of(now), b = log2_of(value);
    uint64_t step = value > now ? value - now : now - value;
    if (value && value != now)
        add(s, f, value, false,
            2 * (a > b ? a - b : b - a) + (step < 2 ? 1 : 2));
}

/* Powers of two, neighbours, what the set wants, what the sources have. */
static void add_extents(search *s, const pto_header_field *f, uint64_t now,
                        bool given)
{
    const pto_plan *p = &s->plan[0];
    const pto_wanted *w = &s->why->cause.wanted;
    if (!given && !is_cause(s, f))
        return; /* it takes another instruction */
    for (uint64_t v = 1; v <= f->most; v *= 2)
        add_extent(s, f, now, v);
    add_extent(s, f, now, now + 1);
    add_extent(s, f, now, now - 1);
    for (unsigned i = 0; i < p->source_count; i++) {
        add_extent(s, f, now, p->source[i].tile->valid_rows);
        add_extent(s, f, now, p->source[i].tile->valid_columns);
    }
    if (is_cause(s, f) && w->kind == PTO_WANTED_RANGE) {
        add_extent(s, f, now, w->low);
        add_extent(s, f, now, w->high);
    }
    if (given)
        add(s, f, 0, true, LEFT_OUT);
}

/* Reserved codes are no repair. */
static bool has_name(const pto_header_field *f, uint64_t value)
{
    if (f->subject == PTO_SUBJECT_BSTART_TYPE)
        return pto_format_get((unsigned)value);
    if (f->subject != PTO_SUBJECT_ATTRIBUTE)
        return true;
    const pto_attribute *a = pto_attribute_at(f->index);
    return a->kind != PTO_ATTRIBUTE_CODE ||
           !pto_text_name_of((pto_field_id)a->field, 0) ||
           pto_text_name_of((pto_field_id)a->field, (int64_t)value);
}

static void add_codes(search *s, const pto_header_field *f, uint64_t now)
{
    for (uint64_t v = 0; v <= f->most; v++)
        if (v != now && has_name(f, v))
            add(s, f, v, false, (uint32_t)(v > now ? v - now : now - v));
}

/* Fields that say what is computed, and where a value comes from, are not
 * changed unless one is the cause. */
static bool may_change(const search *s, const pto_header_field *f)
{
    if (is_cause(s, f))
        return true;
    switch ((unsigned)f->subject) {
    case PTO_SUBJECT_DIMENSION:
    case PTO_SUBJECT_SIZE_CODE:
    case PTO_SUBJECT_BSTART_TYPE: return true;
    case PTO_SUBJECT_ATTRIBUTE:
        return pto_attribute_at(f->index)->group == PTO_ATTRIBUTES_data ||
               pto_attribute_at(f->index)->group == PTO_ATTRIBUTES_post;
    default: return false;
    }
}

static void add_field(search *s, const pto_header_field *f)
{
    uint64_t now;
    const pto_header *h = &s->core->pe[s->why->pe].header;
    bool given = pto_header_field_get(h, f, &now);
    bool present = f->subject == PTO_SUBJECT_ATTRIBUTE &&
                   pto_attribute_at(f->index)->kind == PTO_ATTRIBUTE_PRESENT;
    if (!may_change(s, f))
        return;
    if (f->subject == PTO_SUBJECT_DIMENSION)
        add_extents(s, f, now, given);
    else if (present || f->subject == PTO_SUBJECT_SCALARS) {
        if (given)
            add(s, f, 0, true, LEFT_OUT);
    } else if (f->subject == PTO_SUBJECT_BINDER) {
        if (f->index == PTO_BINDS_LAST)
            add(s, f, 1, given, 1);
    } else if (given)
        add_codes(s, f, now);
}

static int by_cost(const void *a, const void *b)
{
    const candidate *l = a, *r = b;
    return l->cost != r->cost ? (l->cost > r->cost) - (l->cost < r->cost)
                              : (l->value > r->value) - (l->value < r->value);
}

/* All rules, of the open bundles with one field changed. */
static bool is_legal(search *s, const candidate *c)
{
    const pto_schema *schema = NULL;
    pto_fault ignored;
    for (unsigned i = 0; i < s->count; i++) {
        pto_header *h = &s->header[i];
        *h = s->core->pe[s->first + i].header;
        if (!c->absent)
            pto_header_field_set(h, &c->field, c->value);
        else if (!pto_header_field_drop(h, &c->field))
            return false;
        schema = pto_plan_make(&s->plan[i], s->core, s->first + i, h);
    }
    if (!schema)
        return false;
    s->plan[0].together = s->count;
    pto_plan_rooms(s->plan, s->count);
    return pto_plan_legal(s->plan, s->count, schema, &ignored);
}

/* ---- Words ----------------------------------------------------------------
 */

static void size_text(const search *s, const candidate *c, char *out)
{
    unsigned bytes = pto_size_code_bytes((unsigned)c->value);
    bool kilo = bytes >= 1024;
    char to[16];
    const pto_plan *p = &s->plan[0];
    if (c->field.whose == PTO_OF_SHARED)
        snprintf(to, sizeof to, "S%u", p->header->shared[c->field.number].id);
    else
        snprintf(to, sizeof to, "%c",
                 pto_hand_letter(p->output[c->field.number].hand));
    snprintf(out, PTO_HINT_TEXT, "->%s<%u%s>", to, kilo ? bytes / 1024 : bytes,
             kilo ? "KB" : "B");
}

static void attribute_text(const candidate *c, char *out)
{
    const pto_attribute *a = pto_attribute_at(c->field.index);
    const char *name =
        a->kind == PTO_ATTRIBUTE_CODE
            ? pto_text_name_of((pto_field_id)a->field, (int64_t)c->value)
            : NULL;
    if (c->absent)
        snprintf(out, PTO_HINT_TEXT, "leave out %s", a->name);
    else if (name && c->field.index == PTO_ROW_data_layout)
        snprintf(out, PTO_HINT_TEXT, "%s", name);
    else if (name)
        snprintf(out, PTO_HINT_TEXT, "%s=%s", a->name, name);
    else
        snprintf(out, PTO_HINT_TEXT, "%s=%" PRIu64, a->name, c->value);
}

static void hint_text(const search *s, const candidate *c, char *out)
{
    const pto_header_field *f = &c->field;
    unsigned v = (unsigned)c->value;
    switch ((unsigned)f->subject) {
    case PTO_SUBJECT_DIMENSION:
        snprintf(out, PTO_HINT_TEXT,
                 c->absent ? "leave out LB%u" : "LB%u=%u is legal here",
                 f->index, v);
        break;
    case PTO_SUBJECT_SIZE_CODE: size_text(s, c, out); break;
    case PTO_SUBJECT_ATTRIBUTE: attribute_text(c, out); break;
    case PTO_SUBJECT_BSTART_TYPE:
        snprintf(out, PTO_HINT_TEXT, "%s in BSTART", pto_format_get(v)->name);
        break;
    case PTO_SUBJECT_SCALARS:
        snprintf(out, PTO_HINT_TEXT, "leave out B.IOR");
        break;
    case PTO_SUBJECT_REGISTER:
        snprintf(out, PTO_HINT_TEXT, "RegSrc%u=%s", f->index,
                 pto_register_name(v));
        break;
    case PTO_SUBJECT_REGISTER_DESTINATION:
        snprintf(out, PTO_HINT_TEXT, "RegDst=%s", pto_register_name(v));
        break;
    case PTO_SUBJECT_BINDER:
        snprintf(out, PTO_HINT_TEXT, "B.IOT %u %s last", f->number,
                 c->absent ? "without" : "with");
        break;
    case PTO_SUBJECT_MASK:
        snprintf(out, PTO_HINT_TEXT, "mask=%s", pto_mask_text(v).bits);
        break;
    case PTO_SUBJECT_HAND:
        snprintf(out, PTO_HINT_TEXT, "->%c", pto_hand_letter(v));
        break;
    default:
        snprintf(out, PTO_HINT_TEXT, "%c#%u", pto_hand_letter(v >> 4 & 3),
                 (v & 15) + 1);
    }
}

/* At most two of the same field; nothing twice. */
static bool is_one_more(const pto_hint *out, unsigned n, const candidate *c)
{
    unsigned same = 0;
    for (unsigned i = 0; i < n; i++) {
        const pto_header_field *f = &c->field;
        bool field = out[i].subject == f->subject &&
                     out[i].operand == f->whose && out[i].number == f->number &&
                     out[i].index == f->index;
        if (field && out[i].absent == c->absent && out[i].value == c->value)
            return false;
        same += field;
    }
    return same < 2;
}

static unsigned take(search *s, pto_hint *out)
{
    unsigned n = 0, tried = 0;
    qsort(s->at, s->candidates, sizeof s->at[0], by_cost);
    for (unsigned i = 0; i < s->candidates && n < PTO_HINTS; i++) {
        const candidate *c = &s->at[i];
        if (!is_one_more(out, n, c))
            continue;
        if (tried++ == TRIALS)
            break;
        if (!is_legal(s, c))
            continue;
        out[n] = (pto_hint){.subject = c->field.subject,
                            .operand = c->field.whose,
                            .number = c->field.number,
                            .index = c->field.index,
                            .absent = c->absent,
                            .value = c->value};
        hint_text(s, c, out[n++].text);
    }
    return n;
}

unsigned pto_repair(const pto_core *core, const pto_fault *why, pto_hint *out)
{
    const pto_header *h = &core->pe[why->pe].header;
    pto_header_field fields[PTO_HEADER_FIELDS];
    bool is_legality = why->code == PTO_FAULT_TileLegality ||
                       why->code == PTO_FAULT_TileAllocation ||
                       why->code == PTO_FAULT_BundleControl;
    if (!is_legality || !h->active || !h->operation.present ||
        h->operation.op >= PTO_OP_COUNT)
        return 0;
    search *s = calloc(1, sizeof *s);
    if (!s)
        return 0;
    bool together = pto_bundle_meets(core, h);
    s->core = core;
    s->why = why;
    s->first = together ? 0 : why->pe;
    s->count = together ? PTO_PES : 1;
    pto_plan_make(&s->plan[0], core, why->pe, h);
    unsigned count = pto_header_fields(h, fields);
    for (unsigned i = 0; i < count; i++)
        add_field(s, &fields[i]);
    unsigned n = take(s, out);
    free(s);
    return n;
}
