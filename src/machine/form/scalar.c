/* The integer and comparison forms that give one value: rows of scalar.def. */
#include "machine/form/alu.h"
#include "machine/form/translate.h"

/* Any operation, any operands. */
static const pto_op *value(pto_hart *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left,
                      pto_alu((pto_alu_kind)op->kind, pto_left(h, op),
                              pto_right_modified(h, op)));
}

static inline const pto_op *plain(pto_alu_kind kind, pto_hart *h,
                                  const pto_op *op, uint32_t left)
{
    if (pto_has_queues(op))
        return pto_run_plain(kind, h, op, left, pto_result);
    return pto_register_result(
        h, op, left, pto_alu(kind, pto_left(h, op), pto_right(h, op)));
}

static const pto_op *add(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ADD, h, op, left);
}

static const pto_op *sub(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SUB, h, op, left);
}

static const pto_op *bit_and(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_AND, h, op, left);
}

static const pto_op *bit_or(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_OR, h, op, left);
}

static const pto_op *bit_xor(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_XOR, h, op, left);
}

static const pto_op *sll(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SLL, h, op, left);
}

static const pto_op *srl(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRL, h, op, left);
}

static const pto_op *sra(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRA, h, op, left);
}

static const pto_op *addw(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ADDW, h, op, left);
}

static const pto_op *subw(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SUBW, h, op, left);
}

static const pto_op *sllw(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SLLW, h, op, left);
}

static const pto_op *srlw(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_SRLW, h, op, left);
}

static const pto_op *mul(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_MUL, h, op, left);
}

static const pto_op *mulw(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_MULW, h, op, left);
}

static const pto_op *equal(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_EQ, h, op, left);
}

static const pto_op *unequal(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_NE, h, op, left);
}

static const pto_op *less(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LT, h, op, left);
}

static const pto_op *below(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LTU, h, op, left);
}

static const pto_op *zext_b(pto_hart *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_ZEXT_B, h, op, left);
}

static const pto_op *zext_w(pto_hart *h, const pto_op *op, uint32_t left)
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

static const uint8_t kinds[PTO_FORM_COUNT] = {
#define SCALAR(form, operation) [PTO_FORM_##form] = PTO_ALU_##operation,
#define SETC(form, operation)
#include "pto/def/scalar.def"
#undef SCALAR
#undef SETC
};

/*
 * SrcRType of arithmetic and logic:  00 .sw  01 .uw  10 .neg or .not  11 none
 * of comparisons:                    00 none 01 .sw  10 .uw  11 none
 * of comparisons of bits:            00 none 01 .sw  10 .uw  11 .not
 */
static pto_modifier modifier_of(const pto_insn *insn, pto_alu_kind kind)
{
    static const uint8_t binary[4] = {PTO_RIGHT_SIGNED_WORD,
                                      PTO_RIGHT_UNSIGNED_WORD,
                                      PTO_RIGHT_NEGATED, PTO_RIGHT_PLAIN};
    static const uint8_t compare[4] = {PTO_RIGHT_PLAIN, PTO_RIGHT_SIGNED_WORD,
                                       PTO_RIGHT_UNSIGNED_WORD,
                                       PTO_RIGHT_PLAIN};
    unsigned code = (unsigned)pto_insn_get(insn, PTO_FIELD_SrcRType);
    if (!pto_form_has(insn->form, PTO_FIELD_SrcRType))
        return PTO_RIGHT_PLAIN;
    switch (kind) {
    case PTO_ALU_ADD:
    case PTO_ALU_SUB:
    case PTO_ALU_ADDW:
    case PTO_ALU_SUBW: return (pto_modifier)binary[code];
    case PTO_ALU_BOTH:
    case PTO_ALU_EITHER:
        return code == 3 ? PTO_RIGHT_INVERTED : (pto_modifier)compare[code];
    case PTO_ALU_EQ:
    case PTO_ALU_NE:
    case PTO_ALU_LT:
    case PTO_ALU_GE:
    case PTO_ALU_LTU:
    case PTO_ALU_GEU: return (pto_modifier)compare[code];
    default: return code == 2 ? PTO_RIGHT_INVERTED : (pto_modifier)binary[code];
    }
}

void pto_set_modifier(pto_op *op, const pto_insn *insn, pto_alu_kind kind)
{
    op->modifier = (uint8_t)modifier_of(insn, kind);
}

/* Width - 1 and position, as pto_bitfield reads them. */
static uint64_t field_operand(const pto_insn *insn)
{
    bool is_reverse = insn->form->handler == PTO_DO_ReverseBitfieldBytes;
    uint64_t at = (uint64_t)pto_insn_get(insn, is_reverse ? PTO_FIELD_immr
                                                          : PTO_FIELD_imms);
    return (uint64_t)pto_insn_get(insn, PTO_FIELD_imml) | at << 6;
}

static uint64_t right_immediate(const pto_insn *insn, uint64_t tpc)
{
    uint64_t imm = (uint64_t)pto_immediate(insn);
    switch (insn->form->handler) {
    case PTO_DO_MaterializeLUI: return (uint64_t)pto_sign_extend(imm, 20) << 12;
    case PTO_DO_MaterializeLongUpper: return imm << 32;
    case PTO_DO_AddToPC: {
        bool is_long = pto_form_has(insn->form, PTO_FIELD_imm32);
        return tpc + ((uint64_t)pto_sign_extend(imm, is_long ? 32 : 20) << 12);
    }
    case PTO_DO_ExtractBitfield:
    case PTO_DO_CountBitfield:
    case PTO_DO_ModifyBitfield:
    case PTO_DO_ReverseBitfieldBytes: return field_operand(insn);
    default: return imm;
    }
}

/*
 * Compressed forms without SrcL work on T#1; those without RegDst push T.
 * C.CMP takes T#1 as it is, valid or not.
 */
static void set_implied(pto_op *op, const pto_insn *insn)
{
    bool computes = insn->form->handler == PTO_DO_ScalarBinary ||
                    insn->form->handler == PTO_DO_ExecuteCompare;
    if (computes && !pto_form_has(insn->form, PTO_FIELD_SrcL))
        pto_set_source(op, 0, PTO_SELECT_T);
    if (insn->form->id == PTO_FORM_C_CMP_EQI ||
        insn->form->id == PTO_FORM_C_CMP_NEI)
        op->need = 0;
    if (!pto_form_has(insn->form, PTO_FIELD_RegDst))
        op->dst = pto_destination(PTO_SELECT_PUSH_T);
}

void pto_translate_scalar(pto_op *op, const pto_insn *insn, uint64_t tpc)
{
    pto_alu_kind kind = (pto_alu_kind)kinds[insn->form->id];
    op->kind = (uint8_t)kind;
    pto_set_operands(op, insn);
    set_implied(op, insn);
    pto_set_modifier(op, insn, kind);
    op->imm = right_immediate(insn, tpc);
    if (!pto_form_has(insn->form, PTO_FIELD_SrcR)) { /* a shift by shamt */
        op->imm += op->shift;
        op->shift = 0;
    }
    bool is_plain = op->modifier == PTO_RIGHT_PLAIN && !op->shift;
    op->run = is_plain && plain_run[kind] ? plain_run[kind] : value;
}
