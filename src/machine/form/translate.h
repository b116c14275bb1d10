/* From a decoded instruction to the operation that the run loop executes. */
#ifndef PTO_SRC_MACHINE_FORM_TRANSLATE_H
#define PTO_SRC_MACHINE_FORM_TRANSLATE_H

#include "machine/form/alu.h"
#include "machine/form/op.h"

/* A decoded instruction, what its row says that it does, and where it is. */
typedef struct pto_decoded {
    const pto_insn *insn;
    const pto_semantics *how;
    uint64_t tpc;
    const pto_isa *isa;
} pto_decoded;

/* Fill all of `op` but skip and flags, which are set. */
typedef void pto_translate(pto_op *op, const pto_decoded *d);

/* One for each class of class.def that is FAST. */
#define FAST(name) pto_translate pto_translate_##name;
#define WHOLE(name)
#define CLASS(class, name, way, needs) way(name)
#include "isa/class.def"
#undef CLASS
#undef WHOLE
#undef FAST

/* Any form. True: op->insn is `insn`, which then has to live as long. */
bool pto_translate_op(pto_op *op, const pto_insn *insn, uint64_t tpc,
                      const pto_isa *isa);

/* Operand i of `op` is the register or queue entry that `selector` names. */
void pto_set_source(pto_op *op, unsigned i, unsigned selector);

/* Where a 5-bit destination selector leads, for op->dst and op->dst2. */
uint16_t pto_destination(unsigned selector);

/*
 * The fields that forms have in common: SrcL, SrcR and (SrcD, SrcP or SrcA) as
 * sources 0 to 2, RegDst or RegDst0 and RegDst1 as destinations, shamt as
 * shift. What a form lacks reads zero and writes nowhere.
 */
void pto_set_operands(pto_op *op, const pto_insn *insn);

/* The form's immediate, extended as its field says; 0 where it has none. */
int64_t pto_immediate(const pto_insn *insn);

/* op->modifier from SrcRType, which means what the operation makes of it. */
void pto_set_modifier(pto_op *op, const pto_insn *insn, pto_alu_kind kind);

/* What becomes of a value; the last act of a run function. */
typedef const pto_op *pto_finish(pto_host *h, const pto_op *op, uint32_t left,
                                 uint64_t value);

/* One operation without modifier, known while compiling as `finish` is. */
static inline const pto_op *pto_run_plain(pto_alu_kind kind, pto_host *h,
                                          const pto_op *op, uint32_t left,
                                          pto_finish *finish)
{
    if (!pto_usually(pto_ready(h, op)))
        return pto_not_ready(h, op, left);
    return finish(h, op, left,
                  pto_alu(kind, pto_left(h, op), pto_right(h, op)));
}

enum { PTO_SELECT_T = 24, PTO_SELECT_PUSH_T = 31 };

#endif
