/* Forms and revisions inside the library, beyond what pto/isa.h offers. */
#ifndef PTO_SRC_ISA_ISA_H
#define PTO_SRC_ISA_ISA_H

#include "pto/isa.h"
#include "pto/tile_op.h"

/* A preset; PTO_REVISION_DEFAULT is 0.58.4. */
pto_isa pto_isa_preset(pto_revision r);
const char *pto_revision_name(pto_revision r);

/* The value of a feature, and the names of both. */
unsigned pto_isa_get(const pto_isa *isa, pto_feature f);
const char *pto_feature_name(pto_feature f);
const char *pto_feature_value_name(pto_feature f, unsigned value);

/* Which operand of a scalar instruction a field of that name is. */
pto_scalar_operand pto_field_operand(pto_field_id f);

/* Is the row part of this revision? */
bool pto_when_holds(pto_when w, const pto_isa *isa);

/* Do these bits, of the form's length, decode to this form? */
bool pto_form_accepts(const pto_form *f, const pto_isa *isa, uint64_t bits);

/* Bytes of an instruction as its word: little-endian, `length` bytes. */
uint64_t pto_insn_word(const uint8_t *bytes, unsigned length);

/* Decode what stands at `bytes`; sets *length also when nothing decodes. */
pto_status pto_decode_bytes(const pto_decoder *d, const uint8_t *bytes,
                            size_t available, pto_insn *out, unsigned *length);

/* The operation that a family's selector names there, or PTO_OP_COUNT. */
unsigned pto_tile_op_find(const pto_isa *isa, pto_tile_family family,
                          unsigned code);

#endif
