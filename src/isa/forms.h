/* Internal to src/isa and its texts: single fields of forms. */
#ifndef PTO_SRC_ISA_FORMS_H
#define PTO_SRC_ISA_FORMS_H

#include "pto/isa.h"

/* What of the form there is where features have these values. */
pto_live_form pto_form_live(const pto_form *f, pto_when values);

/* The field as it is in this ISA; NULL where the form has none. */
const pto_field *pto_form_field(const pto_form *f, const pto_isa *isa,
                                pto_field_id id);

/* Its legal values as ONE_OF, NOT or, where all are, ANY. */
pto_legal pto_field_legal(const pto_form *f, const pto_field *field,
                          uint64_t *set);

bool pto_field_allows(const pto_form *f, const pto_field *field, int64_t value);

/* The field's value in a word. */
int64_t pto_field_read(const pto_field *f, uint64_t bits);

#endif
