/* Loads, stores, pairs and prefetches out of the rows of access.def. */
#include "machine/form/address.h"

/* A prefetch touches nothing; some forms want the address. */
static const pto_op *form_address(pto_hart *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left, pto_left(h, op) + pto_right_modified(h, op));
}

static pto_run *run_of(const pto_access *r, const pto_op *op)
{
    bool is_indexed = r->address == PTO_ADDRESS_INDEXED;
    bool is_plain =
        r->update == PTO_UPDATE_NONE && op->modifier == PTO_RIGHT_PLAIN;
    switch (r->action) {
    case PTO_ACTION_LOAD: return pto_load_run(op, is_plain, is_indexed);
    case PTO_ACTION_STORE: return pto_store_run(op, is_plain, is_indexed);
    case PTO_ACTION_LOAD_PAIR: return pto_run_load_pair;
    case PTO_ACTION_STORE_PAIR: return pto_run_store_pair;
    default: return form_address;
    }
}

/* SrcRType of addresses: 00 none, 01 .sw, 10 .uw, 11 .neg. */
static void set_offset(pto_op *op, const pto_insn *insn, const pto_access *r,
                       uint64_t tpc)
{
    static const uint8_t modifiers[4] = {PTO_RIGHT_PLAIN, PTO_RIGHT_SIGNED_WORD,
                                         PTO_RIGHT_UNSIGNED_WORD,
                                         PTO_RIGHT_NEGATED};
    if (r->address == PTO_ADDRESS_INDEXED) {
        op->modifier = modifiers[pto_insn_get(insn, PTO_FIELD_SrcRType)];
        if (!pto_form_has(insn->form, PTO_FIELD_shamt))
            op->shift = r->scale;
        return;
    }
    op->imm = (uint64_t)pto_immediate(insn) << r->scale;
    if (r->address == PTO_ADDRESS_PC_RELATIVE)
        op->imm += tpc & ~UINT64_C(3);
    op->shift = 0;
    pto_set_source(op, 1, 0);
}

/*
 * Stores with an immediate have the base in SrcR. The value is SrcD where the
 * form has one, T#1 in compressed forms, else SrcL.
 */
static void set_store(pto_op *op, const pto_insn *insn, const pto_access *r)
{
    const pto_form *f = insn->form;
    unsigned src_l = (unsigned)pto_insn_get(insn, PTO_FIELD_SrcL);
    unsigned src_r = (unsigned)pto_insn_get(insn, PTO_FIELD_SrcR);
    unsigned src_d = (unsigned)pto_insn_get(insn, PTO_FIELD_SrcD);
    bool is_compressed = f->length == 16;
    unsigned value = is_compressed ? PTO_SELECT_T : src_l;
    if (pto_form_has(f, PTO_FIELD_SrcD))
        value = src_d;
    if (r->address == PTO_ADDRESS_OFFSET)
        pto_set_source(op, 0, is_compressed ? src_l : src_r);
    if (r->address == PTO_ADDRESS_PC_RELATIVE)
        pto_set_source(op, 0, 0);
    pto_set_source(op, 2, value);
}

static void set_second(pto_op *op, const pto_insn *insn)
{
    uint16_t value = op->src[2];
    pto_set_source(op, 2, (unsigned)pto_insn_get(insn, PTO_FIELD_SrcD1));
    op->dst2 = op->src[2];
    op->src[2] = value;
}

void pto_translate_address(pto_op *op, const pto_insn *insn, uint64_t tpc)
{
    const pto_access *r = pto_access_get(insn->form);
    unsigned log2_size = r->bytes == 8 ? 3 : r->bytes / 2;
    op->kind = (uint8_t)(log2_size | (r->is_signed ? PTO_IS_SIGNED : 0) |
                         (r->update == PTO_UPDATE_AFTER ? PTO_POST_INDEX : 0));
    pto_set_operands(op, insn);
    set_offset(op, insn, r, tpc);
    if (r->action == PTO_ACTION_STORE || r->action == PTO_ACTION_STORE_PAIR)
        set_store(op, insn, r);
    if (r->action == PTO_ACTION_STORE_PAIR)
        set_second(op, insn);
    if (r->action == PTO_ACTION_LOAD && insn->form->length == 16)
        op->dst = pto_destination(PTO_SELECT_PUSH_T);
    if (insn->form->id == PTO_FORM_PRF || insn->form->id == PTO_FORM_PRFI_U)
        op->dst = offsetof(pto_pe, sink); /* they have a RegDst and ignore it */
    op->run = run_of(r, op);
}
