/* The fields of a header one by one. */
#include "bundle/repair/field.h"
#include "bundle/attribute.h"
#include "bundle/bundle.h"
#include "bundle/reason/cause.h"

enum { SIZE_CODES = 15, SELECTORS = 63, REGISTERS = 23 };

typedef struct list {
    pto_header_field *at;
    unsigned count;
} list;

static void add(list *l, pto_subject s, pto_whose whose, unsigned number,
                unsigned index, unsigned most)
{
    l->at[l->count++] = (pto_header_field){.subject = (uint16_t)s,
                                           .whose = (uint8_t)whose,
                                           .number = (uint8_t)number,
                                           .index = (uint8_t)index,
                                           .most = (uint16_t)most};
}

static void add_attributes(list *l)
{
    const pto_attribute *a;
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++)
        if (a->kind != PTO_ATTRIBUTE_KEPT)
            add(l, PTO_SUBJECT_ATTRIBUTE, PTO_OF_HEADER, 0, i, a->most);
}

static void add_binders(list *l, const pto_header *h)
{
    unsigned sources = 0, outputs = 0;
    for (unsigned i = 0; i < h->binder_count; i++) {
        const pto_binder *b = &h->binder[i];
        for (unsigned has = PTO_BINDS_SOURCE_0; has <= PTO_BINDS_LAST; has++)
            add(l, PTO_SUBJECT_BINDER, PTO_OF_HEADER, i, has, 1);
        for (unsigned s = 0; s < 2; s++)
            if (b->has_source[s])
                add(l, PTO_SUBJECT_SELECTOR, PTO_OF_SOURCE, sources++, 0,
                    SELECTORS);
        if (!b->has_destination)
            continue;
        add(l, PTO_SUBJECT_SIZE_CODE, PTO_OF_OUTPUT, outputs, 0, SIZE_CODES);
        add(l, PTO_SUBJECT_HAND, PTO_OF_OUTPUT, outputs++, 0, PTO_HANDS - 1);
    }
    for (unsigned i = 0; i < h->shared_count; i++) {
        add(l, PTO_SUBJECT_SELECTOR, PTO_OF_SHARED, i, 0, PTO_SHARED_TILES - 1);
        add(l, PTO_SUBJECT_SIZE_CODE, PTO_OF_SHARED, i, 0, SIZE_CODES);
    }
}

unsigned pto_header_fields(const pto_header *h, pto_header_field *out)
{
    list l = {out, 0};
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        add(&l, PTO_SUBJECT_DIMENSION, PTO_OF_HEADER, 0, i, UINT16_MAX);
    add(&l, PTO_SUBJECT_BSTART_TYPE, PTO_OF_HEADER, 0, 0, PTO_DTYPE_CODES - 1);
    add(&l, PTO_SUBJECT_SCALARS, PTO_OF_HEADER, 0, 0, 1);
    for (unsigned i = 0; i < 3; i++)
        add(&l, PTO_SUBJECT_REGISTER, PTO_OF_HEADER, 0, i, REGISTERS);
    add(&l, PTO_SUBJECT_REGISTER_DESTINATION, PTO_OF_HEADER, 0, 3, REGISTERS);
    if (h->binder_count || h->shared_count)
        add(&l, PTO_SUBJECT_MASK,
            h->binder_count ? PTO_OF_OUTPUT : PTO_OF_SHARED, 0, 0, PTO_ALL_PES);
    add_attributes(&l);
    add_binders(&l, h);
    return l.count;
}

/* The binder of a Local operand, and the position of a source in it. */
static pto_binder *binder_of(pto_header *h, const pto_header_field *f,
                             unsigned *position)
{
    unsigned left = f->number;
    for (unsigned i = 0; i < h->binder_count; i++) {
        pto_binder *b = &h->binder[i];
        *position = 0;
        if (f->whose == PTO_OF_OUTPUT && b->has_destination && !left--)
            return b;
        for (; f->whose == PTO_OF_SOURCE && *position < 2; ++*position)
            if (b->has_source[*position] && !left--)
                return b;
    }
    return NULL;
}

/* A byte of a header that is a field as it stands there; else NULL. */
static uint8_t *byte_of(pto_header *h, const pto_header_field *f)
{
    unsigned position = 0;
    bool shared = f->whose == PTO_OF_SHARED;
    pto_shared_binder *s = &h->shared[shared ? f->number : 0];
    pto_binder *b = shared ? NULL : binder_of(h, f, &position);
    switch ((unsigned)f->subject) {
    case PTO_SUBJECT_BSTART_TYPE: return &h->operation.type;
    case PTO_SUBJECT_REGISTER: return &h->scalar.source[f->index];
    case PTO_SUBJECT_REGISTER_DESTINATION: return &h->scalar.destination;
    case PTO_SUBJECT_MASK: return shared ? &s->mask : &h->binder[0].mask;
    case PTO_SUBJECT_SELECTOR: return shared ? &s->id : &b->source[position];
    case PTO_SUBJECT_SIZE_CODE: return shared ? &s->size_code : &b->size_code;
    case PTO_SUBJECT_HAND: return &b->hand;
    default: return NULL;
    }
}

/* That of the command which sets an attribute. */
static const pto_attribute *command_of(const pto_header_field *f)
{
    const pto_attribute *a = pto_attribute_at(f->index);
    while (a->kind != PTO_ATTRIBUTE_PRESENT)
        a--;
    return a;
}

static bool is_register(const pto_header_field *f)
{
    return f->subject == PTO_SUBJECT_REGISTER ||
           f->subject == PTO_SUBJECT_REGISTER_DESTINATION;
}

/* What a B.IOT has, or has not. */
static bool *binding_of(pto_header *h, const pto_header_field *f)
{
    pto_binder *b = &h->binder[f->number];
    switch ((pto_binding)f->index) {
    case PTO_BINDS_SOURCE_0: return &b->has_source[0];
    case PTO_BINDS_SOURCE_1: return &b->has_source[1];
    case PTO_BINDS_DESTINATION: return &b->has_destination;
    case PTO_BINDS_LAST: break;
    }
    return &b->last;
}

static bool is_given(const pto_header *h, const pto_header_field *f)
{
    switch ((unsigned)f->subject) {
    case PTO_SUBJECT_DIMENSION: return h->dimension_set >> f->index & 1;
    case PTO_SUBJECT_SCALARS: return h->scalar.present;
    case PTO_SUBJECT_BINDER: return *binding_of((pto_header *)(uintptr_t)h, f);
    case PTO_SUBJECT_ATTRIBUTE: return pto_attribute_get(h, command_of(f));
    default: return !is_register(f) || h->scalar.present;
    }
}

bool pto_header_field_get(const pto_header *h, const pto_header_field *f,
                          uint64_t *value)
{
    const uint8_t *byte = byte_of((pto_header *)(uintptr_t)h, f);
    *value = 0;
    if (!is_given(h, f))
        return false;
    if (byte)
        *value = *byte;
    else if (f->subject == PTO_SUBJECT_DIMENSION)
        *value = h->dimension[f->index];
    else if (f->subject == PTO_SUBJECT_ATTRIBUTE)
        *value = pto_attribute_get(h, pto_attribute_at(f->index));
    else
        *value = 1;
    return true;
}

static void set_attribute(pto_header *h, const pto_header_field *f,
                          uint64_t value)
{
    const pto_attribute *command = command_of(f);
    bool given = pto_attribute_get(h, command);
    if (!given && command->group == PTO_ATTRIBUTES_data)
        h->data = (pto_data_attributes){.type = PTO_DTYPE_NONE};
    pto_attribute_set(h, command, 1);
    pto_attribute_set(h, pto_attribute_at(f->index), value);
}

void pto_header_field_set(pto_header *h, const pto_header_field *f,
                          uint64_t value)
{
    uint8_t *byte = byte_of(h, f);
    if (is_register(f) || f->subject == PTO_SUBJECT_SCALARS)
        h->scalar.present = true;
    if (byte)
        *byte = (uint8_t)value;
    else if (f->subject == PTO_SUBJECT_BINDER)
        *binding_of(h, f) = true;
    else if (f->subject == PTO_SUBJECT_ATTRIBUTE)
        set_attribute(h, f, value);
    else if (f->subject == PTO_SUBJECT_DIMENSION) {
        h->dimension[f->index] = (uint16_t)value;
        h->dimension_set |= (uint8_t)(1U << f->index);
    }
    for (unsigned i = 0; f->subject == PTO_SUBJECT_MASK && i < PTO_BINDERS; i++)
        h->binder[i].mask = (uint8_t)value;
    for (unsigned i = 0;
         f->subject == PTO_SUBJECT_MASK && i < PTO_SHARED_BINDERS; i++)
        h->shared[i].mask = (uint8_t)value;
}

/* The members of a command as pto_header_clear leaves them. */
static void drop_command(pto_header *h, const pto_attribute *command)
{
    pto_header clear;
    const pto_attribute *a;
    pto_header_clear(&clear);
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++)
        if (a->group == command->group)
            pto_attribute_set(h, a, pto_attribute_get(&clear, a));
}

bool pto_header_field_drop(pto_header *h, const pto_header_field *f)
{
    switch ((unsigned)f->subject) {
    case PTO_SUBJECT_DIMENSION:
        h->dimension[f->index] = 0;
        h->dimension_set &= (uint8_t) ~(1U << f->index);
        return true;
    case PTO_SUBJECT_SCALARS:
        h->scalar = (pto_scalar_binder){.present = false};
        return true;
    case PTO_SUBJECT_ATTRIBUTE: drop_command(h, command_of(f)); return true;
    case PTO_SUBJECT_BINDER: *binding_of(h, f) = false; return true;
    default: return false;
    }
}
