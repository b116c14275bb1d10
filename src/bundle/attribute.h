/* The attributes of a header as rows, for all that treats them alike. */
#ifndef PTO_SRC_BUNDLE_ATTRIBUTE_H
#define PTO_SRC_BUNDLE_ATTRIBUTE_H

#include "bundle/state.h"

typedef enum pto_attribute_group {
#define ATTRIBUTES(group, command, fields) PTO_ATTRIBUTES_##group,
#include "bundle/attribute.def"
#undef ATTRIBUTES
} pto_attribute_group;

typedef enum pto_attribute_kind {
    PTO_ATTRIBUTE_PRESENT, /* a bool: was the command there? */
    PTO_ATTRIBUTE_CODE,    /* a uint8_t */
    PTO_ATTRIBUTE_WORD,    /* a uint16_t */
    PTO_ATTRIBUTE_FLAG,    /* a bool */
    PTO_ATTRIBUTE_KEPT,    /* a bool that no field sets */
    PTO_ATTRIBUTE_KINDS
} pto_attribute_kind;

/* A row of attribute.def; that of `present` comes first in its group. */
typedef struct pto_attribute {
    const char *name;
    uint16_t offset; /* in a pto_header */
    uint16_t most;
    uint16_t field; /* pto_field_id */
    uint8_t group, kind;
} pto_attribute;

/* Which row: PTO_ROW_data_present is that of B.DATR itself. */
typedef enum pto_attribute_row {
#define FLAG(group, member, ...)           PTO_ROW_##group##_##member,
#define CODE(group, member, ...)           PTO_ROW_##group##_##member,
#define WORD(group, member, ...)           PTO_ROW_##group##_##member,
#define KEPT(group, member)                PTO_ROW_##group##_##member,
#define ATTRIBUTES(group, command, fields) PTO_ROW_##group##_present, fields
#include "bundle/attribute.def"
    PTO_ATTRIBUTE_ROWS
} pto_attribute_row;
#undef FLAG
#undef CODE
#undef WORD
#undef KEPT
#undef ATTRIBUTES

/* NULL behind the last one. */
const pto_attribute *pto_attribute_at(unsigned i);

/* The member of a header, of the type that the kind says. */
static inline void *pto_attribute_in(pto_header *h, const pto_attribute *a)
{
    return (char *)h + a->offset;
}

/* Flags are 0 or 1. */
uint64_t pto_attribute_get(const pto_header *h, const pto_attribute *a);
void pto_attribute_set(pto_header *h, const pto_attribute *a, uint64_t value);

#endif
