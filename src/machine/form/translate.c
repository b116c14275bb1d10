/* Operand fields of scalar forms as offsets into the state of a PE. */
#include "machine/form/translate.h"
#include "isa/isa.h"

void pto_set_source(pto_op *op, unsigned i, unsigned selector)
{
    if (selector < PTO_GPRS) {
        op->src[i] = (uint16_t)(offsetof(pto_pe, gpr) + 8 * selector);
        return;
    }
    unsigned entry = (selector - PTO_SELECT_T) % PTO_QUEUE_DEPTH;
    bool is_t = selector < PTO_SELECT_T + PTO_QUEUE_DEPTH;
    size_t queue = is_t ? offsetof(pto_pe, t) : offsetof(pto_pe, u);
    op->src[i] = (uint16_t)(queue + offsetof(pto_queue, value) + 8 * entry);
    op->need |= (uint8_t)((is_t ? 1U : 16U) << entry);
}

uint16_t pto_destination(unsigned selector)
{
    if (selector == PTO_SELECT_PUSH_T)
        return PTO_PUSH_T;
    if (selector == PTO_SELECT_PUSH_T - 1)
        return PTO_PUSH_U;
    if (selector == 0 || selector >= PTO_GPRS)
        return offsetof(pto_pe, sink);
    return (uint16_t)(offsetof(pto_pe, gpr) + 8 * selector);
}

/* The field that is this operand; 0 where the form has none. */
static int64_t operand(const pto_insn *insn, pto_scalar_operand which)
{
    const pto_form *f = insn->form;
    for (unsigned i = 0; i < f->fields; i++)
        if (pto_field_operand((pto_field_id)f->ids[i]) == which)
            return pto_insn_get(insn, (pto_field_id)f->ids[i]);
    return 0;
}

void pto_set_operands(pto_op *op, const pto_insn *insn)
{
    pto_set_source(op, 0, (unsigned)operand(insn, PTO_OPERAND_LEFT));
    pto_set_source(op, 1, (unsigned)operand(insn, PTO_OPERAND_RIGHT));
    pto_set_source(op, 2, (unsigned)operand(insn, PTO_OPERAND_THIRD));
    op->dst = pto_destination((unsigned)operand(insn, PTO_OPERAND_DST));
    op->dst2 = pto_destination((unsigned)operand(insn, PTO_OPERAND_DST2));
    op->shift = (uint8_t)operand(insn, PTO_OPERAND_SHIFT);
}

int64_t pto_immediate(const pto_insn *insn)
{
    return operand(insn, PTO_OPERAND_IMMEDIATE);
}
