/* Instructions as text: assembly, disassembly, and the names they use. */
#ifndef PTO_TEXT_H
#define PTO_TEXT_H

#include "pto/image.h"
#include "pto/isa.h"

PTO_C_BEGIN

enum { PTO_INSN_TEXT = 256 }; /* room for any instruction's text */

/*
 * The canonical text of an instruction at `pc`, without a newline. Branch
 * targets are absolute numbers, pc + offset modulo 2^64. The text assembles
 * back to the same bits at the same pc. It is empty where memory ran out.
 */
PTO_API void pto_insn_print(const pto_isa *isa, const pto_insn *insn,
                            uint64_t pc, char *out, size_t size);

/* Register 0..31 as a source: zero sp a0 .. x3 t#1 .. u#4. */
PTO_API const char *pto_register_name(unsigned r);

/*
 * What assembly calls a value of a field of a form; NULL where a number or
 * nothing stands there. One field may mean different things in two forms: 2 in
 * SrcRType is neg in ADD and not in AND.
 */
PTO_API const char *pto_field_value_name(const pto_form *f, const pto_isa *isa,
                                         pto_field_id field, int64_t value);

/*
 * Assemble one instruction, numbers only, at `pc`. The error's column counts
 * from 1 in `text`.
 */
PTO_API pto_status pto_insn_assemble(const pto_isa *isa, const char *text,
                                     uint64_t pc, pto_insn *out, pto_error *e);

/*
 * All executable bytes of an image as text: addresses, bytes, symbols, what is
 * in a bundle indented, objects as data. With `plain` a source that assembles
 * to the same image; of flat bytes one that does so with `raw` and the same
 * address. A word that does not decode is data as a whole. Free *out with
 * pto_free.
 */
PTO_API pto_status pto_disassemble(const pto_isa *isa, const pto_image *image,
                                   bool plain, char **out, size_t *size);

PTO_C_END

#endif
