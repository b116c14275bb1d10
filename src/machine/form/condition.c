/* What decides where control goes: SETC, commit targets, J, JR, SETRET. */
#include "machine/form/translate.h"

/* SETC belongs once into the body of a block with a conditional transfer. */
static inline bool condition_applies(const pto_host *h)
{
    static const pto_header asked = {.active = true,
                                     .condition_set = true,
                                     .transfer = UINT8_MAX},
                            wanted = {.active = true,
                                      .transfer = PTO_TRANSFER_CONDITIONAL};
    const pto_header *b = &h->pe->header;
    return (b->word & asked.word) == wanted.word &&
           (h->implied_body || b->body);
}

static inline const pto_op *set_condition(pto_host *h, const pto_op *op,
                                          uint32_t left, uint64_t holds)
{
    static const pto_header set = {.condition_set = true},
                            taken = {.taken = true};
    uint64_t word = h->pe->header.word & ~taken.word;
    h->pe->commit_argument = holds;
    h->pe->header.word = word | set.word | (holds ? taken.word : 0);
    return pto_go_on(h, op, left);
}

static const pto_op *misplaced(pto_host *h, const pto_op *op, uint32_t left)
{
    return pto_fail_op(h, op, left, pto_op_address(h, op),
                       PTO_BREAKS_ConditionPlacement);
}

static const pto_op *setc(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!condition_applies(h))
        return misplaced(h, op, left);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return set_condition(h, op, left,
                         pto_alu((pto_alu_kind)op->kind, pto_left(h, op),
                                 pto_right_modified(h, op)));
}

static inline const pto_op *plain(pto_alu_kind kind, pto_host *h,
                                  const pto_op *op, uint32_t left)
{
    if (!pto_usually(condition_applies(h)))
        return misplaced(h, op, left);
    return pto_run_plain(kind, h, op, left, set_condition);
}

static const pto_op *setc_eq(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_EQ, h, op, left);
}

static const pto_op *setc_ne(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_NE, h, op, left);
}

static const pto_op *setc_lt(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LT, h, op, left);
}

static const pto_op *setc_ge(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_GE, h, op, left);
}

static const pto_op *setc_ltu(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_LTU, h, op, left);
}

static const pto_op *setc_geu(pto_host *h, const pto_op *op, uint32_t left)
{
    return plain(PTO_ALU_GEU, h, op, left);
}

static pto_run *const plain_run[PTO_ALU_COUNT] = {
    [PTO_ALU_EQ] = setc_eq, [PTO_ALU_NE] = setc_ne,   [PTO_ALU_LT] = setc_lt,
    [PTO_ALU_GE] = setc_ge, [PTO_ALU_LTU] = setc_ltu, [PTO_ALU_GEU] = setc_geu,
};

void pto_translate_setc(pto_op *op, const pto_decoded *d)
{
    pto_alu_kind kind = d->how->alu;
    op->kind = (uint8_t)kind;
    pto_set_operands(op, d->insn);
    pto_set_modifier(op, d->insn, kind);
    op->imm = (uint64_t)pto_immediate(d->insn) << op->shift;
    op->shift = 0;
    bool is_plain = op->modifier == PTO_RIGHT_PLAIN;
    op->run = is_plain && plain_run[kind] ? plain_run[kind] : setc;
}

static bool target_applies(const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    return b->active &&
           (b->kind == PTO_BLOCK_STANDARD || b->kind == PTO_BLOCK_FLOATING);
}

static const pto_op *no_target(pto_host *h, const pto_op *op, uint32_t left)
{
    return pto_fail_op(h, op, left, pto_op_address(h, op),
                       PTO_BREAKS_TargetPlacement);
}

/* SETC.TGT may be repeated; C.SETC.TGT takes place once a block. */
static const pto_op *set_target(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!target_applies(h))
        return no_target(h, op, left);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    h->pe->header.bpcn = pto_left(h, op);
    return pto_go_on(h, op, left);
}

static const pto_op *set_target_once(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    if (!target_applies(h) || h->pe->header.target_set)
        return no_target(h, op, left);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    h->pe->header.bpcn = pto_left(h, op);
    h->pe->header.target_set = true;
    return pto_go_on(h, op, left);
}

static const pto_op *set_return(pto_host *h, const pto_op *op, uint32_t left)
{
    h->pe->gpr[PTO_RA] = op->imm;
    h->pe->return_address = op->imm;
    return pto_go_on(h, op, left);
}

static const pto_op *jump(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_settle_block(h);
    h->header_pc = PTO_NO_HEADER;
    return pto_go_to(h, op->imm, left);
}

static const pto_op *jump_register(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t target = pto_left(h, op) + op->imm;
    if (target & 1)
        return pto_fail_op(h, op, left, target, PTO_BREAKS_JumpAlignment);
    pto_settle_block(h);
    h->header_pc = PTO_NO_HEADER;
    return pto_go_to(h, target, left);
}

void pto_translate_set_target(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = d->how->target == PTO_TARGET_ONCE ? set_target_once : set_target;
}

static uint64_t distance(const pto_insn *insn)
{
    return (uint64_t)pto_immediate(insn) << 1;
}

void pto_translate_set_return(pto_op *op, const pto_decoded *d)
{
    op->run = set_return;
    op->imm = d->tpc + distance(d->insn);
}

void pto_translate_jump(pto_op *op, const pto_decoded *d)
{
    op->run = jump;
    op->imm = d->tpc + distance(d->insn);
}

void pto_translate_jump_register(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = jump_register;
    op->imm = distance(d->insn);
}
