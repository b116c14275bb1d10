/* The fields of a header one by one: which there are, and other values. */
#ifndef PTO_SRC_BUNDLE_REPAIR_FIELD_H
#define PTO_SRC_BUNDLE_REPAIR_FIELD_H

#include "bundle/state.h"

/* subject, whose, number and index name it as they do in a pto_cause. */
typedef struct pto_header_field {
    uint16_t subject; /* pto_subject */
    uint8_t whose, number, index;
    uint16_t most; /* the largest value that it has room for */
} pto_header_field;

/* What attributes, B.DIM, BSTART and B.IOR, sixteen B.IOT, four B.IOS have. */
enum { PTO_HEADER_FIELDS = 64 + 8 * PTO_BINDERS + 2 * PTO_SHARED_BINDERS };

/* How many a header has; `out` has room for PTO_HEADER_FIELDS. */
unsigned pto_header_fields(const pto_header *h, pto_header_field *out);

/* False: it is not given, and the value is 0. */
bool pto_header_field_get(const pto_header *h, const pto_header_field *f,
                          uint64_t *value);

/*
 * Give it a value, with its command where there was none (B.DATR then has
 * DataType NONE). A mask is that of all binders.
 */
void pto_header_field_set(pto_header *h, const pto_header_field *f,
                          uint64_t value);

/*
 * Leave it out: a dimension, what a B.IOT has, B.IOR, or the whole command of
 * an attribute. False: it is always there.
 */
bool pto_header_field_drop(pto_header *h, const pto_header_field *f);

#endif
