/* The form that a word which does not decode is nearest to. */
#ifndef PTO_SRC_ISA_NEAREST_H
#define PTO_SRC_ISA_NEAREST_H

#include "isa/isa.h"

typedef struct pto_near {
    const pto_form *form; /* NULL: none is near */
    uint32_t illegal;     /* its fields that have illegal values, one or two */
    unsigned agree;       /* fixed bits of it that the word has */
} pto_near;

/* The ten bits by which decoding finds forms. */
uint32_t pto_bucket_of(uint64_t bits, unsigned length);

/* Opcode bits and all that is no field is as the form has it. The word does not
 * decode. */
pto_near pto_form_nearest(const pto_isa *isa, uint64_t bits, unsigned length);

#endif
