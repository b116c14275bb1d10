/* Operand fields of scalar forms as offsets into the state of a PE. */
#include "machine/form/translate.h"

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

static unsigned get(const pto_insn *insn, pto_field_id f)
{
    return (unsigned)pto_insn_get(insn, f);
}

static pto_field_id third_field(const pto_form *f)
{
    if (pto_form_has(f, PTO_FIELD_SrcP))
        return PTO_FIELD_SrcP;
    return pto_form_has(f, PTO_FIELD_SrcA) ? PTO_FIELD_SrcA : PTO_FIELD_SrcD;
}

void pto_set_operands(pto_op *op, const pto_insn *insn)
{
    bool is_pair = pto_form_has(insn->form, PTO_FIELD_RegDst0);
    pto_set_source(op, 0, get(insn, PTO_FIELD_SrcL));
    pto_set_source(op, 1, get(insn, PTO_FIELD_SrcR));
    pto_set_source(op, 2, get(insn, third_field(insn->form)));
    op->dst = pto_destination(
        get(insn, is_pair ? PTO_FIELD_RegDst0 : PTO_FIELD_RegDst));
    op->dst2 = pto_destination(get(insn, PTO_FIELD_RegDst1));
    op->shift = (uint8_t)get(insn, PTO_FIELD_shamt);
}

int64_t pto_immediate(const pto_insn *insn)
{
    static const pto_field_id fields[] = {
        PTO_FIELD_simm5,  PTO_FIELD_uimm5,  PTO_FIELD_simm12, PTO_FIELD_uimm12,
        PTO_FIELD_simm17, PTO_FIELD_uimm19, PTO_FIELD_imm20,  PTO_FIELD_simm22,
        PTO_FIELD_simm24, PTO_FIELD_uimm24, PTO_FIELD_imm32,  PTO_FIELD_simm32,
        PTO_FIELD_uimm32, PTO_FIELD_simm25, PTO_FIELD_simm,   PTO_FIELD_imm,
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (pto_form_has(insn->form, fields[i]))
            return pto_insn_get(insn, fields[i]);
    return 0;
}
