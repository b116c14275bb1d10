/* The attributes of a header as rows. */
#include "bundle/attribute.h"

#include <stddef.h>
#include <string.h>

static const pto_attribute rows[] = {
#define ROW(kind, group, member, field, name, most)                            \
    {name,                                                                     \
     offsetof(pto_header, group) + offsetof(pto_##group##_attributes, member), \
     most,                                                                     \
     field,                                                                    \
     PTO_ATTRIBUTES_##group,                                                   \
     PTO_ATTRIBUTE_##kind},
#define FLAG(group, member, field, name) \
    ROW(FLAG, group, member, PTO_FIELD_##field, name, 1)
#define CODE(group, member, field, name, most) \
    ROW(CODE, group, member, PTO_FIELD_##field, name, most)
#define WORD(group, member, field, name, most) \
    ROW(WORD, group, member, PTO_FIELD_##field, name, most)
#define KEPT(group, member) \
    ROW(KEPT, group, member, PTO_FIELD_COUNT, #member, 1)
#define ATTRIBUTES(group, command, fields) \
    ROW(PRESENT, group, present, PTO_FIELD_COUNT, command, 1) fields
#include "bundle/attribute.def"
};

const pto_attribute *pto_attribute_at(unsigned i)
{
    return i < sizeof rows / sizeof rows[0] ? &rows[i] : NULL;
}

uint64_t pto_attribute_get(const pto_header *h, const pto_attribute *a)
{
    const uint8_t *at = (const uint8_t *)h + a->offset;
    uint16_t word = *at;
    if (a->kind == PTO_ATTRIBUTE_WORD)
        memcpy(&word, at, sizeof word);
    return word;
}

void pto_attribute_set(pto_header *h, const pto_attribute *a, uint64_t value)
{
    uint8_t *at = pto_attribute_in(h, a);
    uint16_t word = (uint16_t)value;
    if (a->kind == PTO_ATTRIBUTE_WORD)
        memcpy(at, &word, sizeof word);
    else
        *at = (uint8_t)value;
}
