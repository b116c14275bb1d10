/* Internal to src/isa. */
#ifndef PTO_SRC_ISA_FORMS_H
#define PTO_SRC_ISA_FORMS_H

#include "pto/isa.h"

/* Does the requirement let its field be `value`? */
bool pto_require_met(const pto_require *r, int64_t value);

/* The field's value in a word. */
int64_t pto_field_read(const pto_field *f, uint64_t bits);

#endif
