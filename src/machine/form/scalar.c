/* The integer and comparison forms that give one value. */
#include "machine/form/alu.h"
#include "machine/form/translate.h"

/* Any operation, any operands. */
static const pto_op *value(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left,
                      pto_alu((pto_alu_kind)op->kind, pto_left(h, op),
                              pto_right_modified(h, op)));
}

static inline const pto_op *plain(pto_alu_kind kind, pto_host *h,
                                  const pto_op *op, uint32_t left)
{
    if (pto_has_queues(op))
        return pto_run_plain(kind, h, op, left, pto_result);
    return pto_register_result(
        h, op, left, pto_alu(kind, pto_left(h, op), pto_right(h, op)));
}

static const pto_op *add(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ADD, h, op, left);
}

static const pto_op *sub(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SUB, h, op, left);
}

static const pto_op *bit_and(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_AND, h, op, left);
}

static const pto_op *bit_or(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_OR, h, op, left);
}

static const pto_op *bit_xor(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_XOR, h, op, left);
}

static const pto_op *sll(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SLL, h, op, left);
}

static const pto_op *srl(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRL, h, op, left);
}

static const pto_op *sra(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRA, h, op, left);
}

static const pto_op *addw(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ADDW, h, op, left);
}

static const pto_op *subw(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SUBW, h, op, left);
}

static const pto_op *sllw(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SLLW, h, op, left);
}

static const pto_op *srlw(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRLW, h, op, left);
}

static const pto_op *mul(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_MUL, h, op, left);
}

static const pto_op *mulw(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_MULW, h, op, left);
}

static const pto_op *equal(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_EQ, h, op, left);
}

static const pto_op *unequal(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_NE, h, op, left);
}

static const pto_op *less(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LT, h, op, left);
}

static const pto_op *below(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LTU, h, op, left);
}

static const pto_op *zext_b(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ZEXT_B, h, op, left);
}

static const pto_op *zext_w(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ZEXT_W, h, op, left);
}

/* The frequent operations; all others take the general one. */
static pto_run *const plain_run[PTO_ALU_COUNT] = {
    [PTO_ALU_ADD] = add,       [PTO_ALU_SUB] = sub,
    [PTO_ALU_AND] = bit_and,   [PTO_ALU_OR] = bit_or,
    [PTO_ALU_XOR] = bit_xor,   [PTO_ALU_SLL] = sll,
    [PTO_ALU_SRL] = srl,       [PTO_ALU_SRA] = sra,
    [PTO_ALU_ADDW] = addw,     [PTO_ALU_SUBW] = subw,
    [PTO_ALU_SLLW] = sllw,     [PTO_ALU_SRLW] = srlw,
    [PTO_ALU_MUL] = mul,       [PTO_ALU_MULW] = mulw,
    [PTO_ALU_EQ] = equal,      [PTO_ALU_NE] = unequal,
    [PTO_ALU_LT] = less,       [PTO_ALU_LTU] = below,
    [PTO_ALU_ZEXT_B] = zext_b, [PTO_ALU_ZEXT_W] = zext_w,
};

/* By SrcRType. */
static const uint8_t rights[][4] = {
    [PTO_SRCR_PLAIN] = {PTO_RIGHT_PLAIN},
    [PTO_SRCR_NEGATES] = {PTO_RIGHT_SIGNED_WORD, PTO_RIGHT_UNSIGNED_WORD,
                          PTO_RIGHT_NEGATED, PTO_RIGHT_PLAIN},
    [PTO_SRCR_INVERTS] = {PTO_RIGHT_SIGNED_WORD, PTO_RIGHT_UNSIGNED_WORD,
                          PTO_RIGHT_INVERTED, PTO_RIGHT_PLAIN},
    [PTO_SRCR_COMPARES] = {PTO_RIGHT_PLAIN, PTO_RIGHT_SIGNED_WORD,
                           PTO_RIGHT_UNSIGNED_WORD, PTO_RIGHT_PLAIN},
    [PTO_SRCR_TESTS] = {PTO_RIGHT_PLAIN, PTO_RIGHT_SIGNED_WORD,
                        PTO_RIGHT_UNSIGNED_WORD, PTO_RIGHT_INVERTED},
};

void pto_set_modifier(pto_op *op, const pto_insn *insn, pto_alu_kind kind)
{
    bool has = pto_form_has(insn->form, PTO_FIELD_SrcRType);
    unsigned code = (unsigned)pto_insn_get(insn, PTO_FIELD_SrcRType);
    op->modifier = has ? rights[pto_right_of(kind)][code] : PTO_RIGHT_PLAIN;
}

/* The right operand is SrcR or `imm`; of shifts also shamt. */
static void set_value(pto_op *op, const pto_decoded *d, pto_alu_kind kind,
                      uint64_t imm)
{
    op->kind = (uint8_t)kind;
    op->imm = imm;
    pto_set_modifier(op, d->insn, kind);
    if (!pto_form_has(d->insn->form, PTO_FIELD_SrcR)) {
        op->imm += op->shift;
        op->shift = 0;
    }
    bool is_plain = op->modifier == PTO_RIGHT_PLAIN && !op->shift;
    op->run = is_plain && plain_run[kind] ? plain_run[kind] : value;
}

void pto_translate_value(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    set_value(op, d, d->how->alu, (uint64_t)pto_immediate(d->insn));
}

void pto_translate_push(pto_op *op, const pto_decoded *d)
{
    pto_translate_value(op, d);
    op->dst = PTO_PUSH_T;
}

void pto_translate_top(pto_op *op, const pto_decoded *d)
{
    pto_translate_push(op, d);
    pto_set_source(op, 0, PTO_SELECT_T);
}

void pto_translate_top_as_is(pto_op *op, const pto_decoded *d)
{
    pto_translate_top(op, d);
    op->need = 0;
}

void pto_translate_extend(pto_op *op, const pto_decoded *d)
{
    pto_translate_push(op, d);
}

void pto_translate_move(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    set_value(op, d, PTO_ALU_ADD, 0);
}

void pto_translate_constant(pto_op *op, const pto_decoded *d)
{
    const pto_constant *c = &d->how->constant;
    uint64_t imm = (uint64_t)pto_immediate(d->insn);
    uint64_t base = c->base == PTO_FROM_PC ? d->tpc : 0;
    pto_set_operands(op, d->insn);
    set_value(op, d, PTO_ALU_ADD,
              base + ((uint64_t)pto_sign_extend(imm, c->bits) << c->shift));
}

/* Width - 1 and position, as pto_bitfield reads them. */
void pto_translate_bits(pto_op *op, const pto_decoded *d)
{
    uint64_t at = (uint64_t)pto_insn_get(d->insn, d->how->bits.position);
    uint64_t width = (uint64_t)pto_insn_get(d->insn, PTO_FIELD_imml);
    pto_set_operands(op, d->insn);
    set_value(op, d, d->how->bits.alu, width | at << 6);
}
