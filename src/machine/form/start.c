/* BSTART: commits the open block, if there is one, and opens the next. */
#include <string.h>

#include "machine/form/block.h"
#include "machine/form/translate.h"
#include "pto/tile_op.h"
#include "isa/isa.h"

/*
 * op->kind: block kind and transfer; op->flags, high half: the public model's
 * kind; op->shift: what to add to the address of the command to get the return
 * target; op->dst2: the tile operation. op->src and op->dst together hold what
 * pto_header.word becomes.
 */
enum { WORD = sizeof(uint64_t) };

static unsigned kind_of(const pto_op *op)
{
    return op->kind & 15;
}

static unsigned transfer_of(const pto_op *op)
{
    return op->kind >> 4;
}

static void set_word(pto_op *op, bool taken)
{
    pto_header h = {.active = true, .taken = taken};
    h.kind = (uint8_t)kind_of(op);
    h.transfer = (uint8_t)transfer_of(op);
    _Static_assert(WORD == sizeof op->src + sizeof op->dst, "they fit");
    _Static_assert(offsetof(pto_op, dst) ==
                       offsetof(pto_op, src) + sizeof op->src,
                   "they stand together");
    memcpy((char *)op + offsetof(pto_op, src), &h.word, WORD);
}

static inline void open_block(pto_host *h, const pto_op *op, uint64_t target)
{
    pto_header *b = &h->pe->header;
    memcpy(&b->word, (const char *)op + offsetof(pto_op, src), WORD);
    b->bpcn = target;
    h->opened = op;
}

static inline void set_return(pto_host *h, const pto_op *op)
{
    uint64_t target = pto_op_address(h, op) + op->shift;
    h->pe->return_address = target;
    h->pe->gpr[PTO_RA] = target;
}

static bool is_call(unsigned transfer)
{
    return transfer == PTO_TRANSFER_CALL ||
           transfer == PTO_TRANSFER_INDIRECT_CALL;
}

static void install_operation(pto_host *h, const pto_op *op)
{
    pto_operation *o = &h->pe->header.operation;
    if (op->dst2 == PTO_OP_COUNT)
        return;
    *o = (pto_operation){
        .present = true,
        .variant = (op->flags & PTO_OP_VARIANT) != 0,
        .op = (uint8_t)op->dst2,
        .type = (uint8_t)op->need,
        .has_type = true,
    };
    h->header_dirty = true;
}

/* IND and ICALL go where the block before them was told to: SETC.TGT. */
static bool takes_old_target(const pto_op *op)
{
    return transfer_of(op) == PTO_TRANSFER_INDIRECT ||
           transfer_of(op) == PTO_TRANSFER_INDIRECT_CALL;
}

static pto_outcome find_target(pto_host *h, const pto_op *op, uint64_t *target,
                               pto_fault *why)
{
    const pto_header *b = &h->pe->header;
    bool has_target = b->active && (b->kind == PTO_BLOCK_STANDARD ||
                                    b->kind == PTO_BLOCK_FLOATING);
    *target = op->imm;
    if (takes_old_target(op)) {
        if (!has_target)
            return pto_break(h, why, PTO_BREAKS_IndirectSource, h->pe->tpc);
        *target = b->bpcn;
    }
    if (transfer_of(op) == PTO_TRANSFER_RETURN)
        *target = pto_return_target(h);
    return *target & 1 ? pto_odd_target(h, *target, why) : PTO_DONE;
}

/* Does the open block lead away from this command? Then that comes first. */
static bool leads_away(const pto_host *h, uint64_t tpc)
{
    const pto_header *b = &h->pe->header;
    return h->implied_body && b->active && pto_successor(b, tpc) != tpc;
}

static const pto_op *start_any(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    bool goes_on = true;
    uint64_t target = 0;
    pto_outcome o = PTO_DONE;
    pto_sync(h, op, left);
    uint64_t tpc = h->pe->tpc;
    if (!leads_away(h, tpc))
        o = find_target(h, op, &target, &why);
    if (o == PTO_DONE)
        o = pto_block_boundary(h, &goes_on, &why);
    if (o == PTO_DONE && goes_on) {
        pto_block_clear(h);
        open_block(h, op, target);
        pto_settle_block(h);
        if (h->core->isa.asl_quirks)
            h->pe->header.kind = op->flags >> 4;
        if (is_call(transfer_of(op)))
            set_return(h, op);
        install_operation(h, op);
    }
    return pto_conclude(h, o, &why);
}

static pto_run start;

/*
 * The open block leads away, to `to` or far. Where another starts there, as
 * mostly, it takes the place of this one at once: two instructions, of which
 * the first has no effect that the second leaves.
 */
static inline const pto_op *leave(pto_host *h, const pto_op *to, uint32_t left)
{
    uint64_t next = h->pe->header.bpcn;
    if (pto_usually(to && left > 1 && to->run == start)) {
        open_block(h, to, to->imm);
        return pto_go_on(h, to, left - 1);
    }
    pto_close_control(h);
    return to ? pto_go(h, to, left) : pto_go_far(h, next, left);
}

/* Control blocks whose target is known, as most are, and even. */
static inline const pto_op *start_control(pto_host *h, const pto_op *op,
                                          uint32_t left, uint64_t target,
                                          bool calls)
{
    const pto_header *b = &h->pe->header;
    if (!pto_usually(!h->header_dirty))
        return start_any(h, op, left);
    if (pto_usually(b->active) && pto_has_target(b)) {
        uint64_t at = b->bpcn - h->chunk->base;
        const pto_op *to = at < PTO_CHUNK_BYTES ? h->chunk->op + at / 2 : NULL;
        if (!pto_usually(!(at & 1)))
            return start_any(h, op, left);
        if (pto_usually(to != op))
            return leave(h, to, left);
    }
    open_block(h, op, target);
    if (calls)
        set_return(h, op);
    return pto_go_on(h, op, left);
}

static const pto_op *start(pto_host *h, const pto_op *op, uint32_t left)
{
    return start_control(h, op, left, op->imm, false);
}

static const pto_op *start_call(pto_host *h, const pto_op *op, uint32_t left)
{
    return start_control(h, op, left, op->imm, true);
}

static const pto_op *start_return(pto_host *h, const pto_op *op, uint32_t left)
{
    uint64_t target = h->pe->gpr[PTO_RA];
    if (target & 1)
        return start_any(h, op, left);
    return start_control(h, op, left, target, false);
}

/* Blocks that take the target of the block before them or lead to an odd one
 * need the long way. */
static pto_run *start_of(const pto_op *op)
{
    if (takes_old_target(op) || op->imm & 1)
        return start_any;
    if (transfer_of(op) == PTO_TRANSFER_RETURN)
        return start_return;
    return is_call(transfer_of(op)) ? start_call : start;
}

static unsigned transfer_of_branch(unsigned branch_type)
{
    switch (branch_type) {
    case 5: return PTO_TRANSFER_INDIRECT;
    case 6: return PTO_TRANSFER_INDIRECT_CALL;
    case 7: return PTO_TRANSFER_RETURN;
    default: return PTO_TRANSFER_FALLTHROUGH;
    }
}

static unsigned transfer_in(const pto_decoded *d)
{
    unsigned transfer = d->how->block.transfer;
    if (transfer != PTO_TRANSFER_BRANCH_TYPE)
        return transfer;
    return transfer_of_branch(
        (unsigned)pto_insn_get(d->insn, PTO_FIELD_BrType));
}

static uint64_t relative_target(const pto_decoded *d)
{
    return d->tpc + ((uint64_t)pto_insn_get(d->insn, PTO_FIELD_simm12) << 1) +
           ((uint64_t)pto_insn_get(d->insn, PTO_FIELD_simm17) << 1) +
           ((uint64_t)pto_insn_get(d->insn, PTO_FIELD_simm25) << 1);
}

/* All but the operation; op->run is set last. */
static void set_block(pto_op *op, const pto_decoded *d)
{
    unsigned length = d->insn->form->length / 8;
    unsigned kind = d->how->block.kind, transfer = transfer_in(d);
    bool is_relative = transfer == PTO_TRANSFER_DIRECT ||
                       transfer == PTO_TRANSFER_CONDITIONAL ||
                       transfer == PTO_TRANSFER_CALL;
    /* A System block has no continuation of its own. */
    bool continues = kind != PTO_BLOCK_SYSTEM;
    op->kind = (uint8_t)(kind | transfer << 4);
    op->flags |= (uint8_t)(d->how->block.model_kind << 4);
    set_word(op, continues && transfer != PTO_TRANSFER_CONDITIONAL);
    op->imm = continues ? d->tpc + length : 0;
    if (is_relative)
        op->imm = relative_target(d);
    op->shift = (uint8_t)length;
    if (pto_form_has(d->insn->form, PTO_FIELD_uimm5))
        op->shift =
            (uint8_t)(length - 2 + 2 * pto_insn_get(d->insn, PTO_FIELD_uimm5));
}

void pto_translate_block(pto_op *op, const pto_decoded *d)
{
    set_block(op, d);
    op->dst2 = PTO_OP_COUNT;
    op->run = start_of(op);
}

void pto_translate_tile_block(pto_op *op, const pto_decoded *d)
{
    set_block(op, d);
    op->dst2 = (uint16_t)(d->insn->operation - 1);
    op->need = (uint8_t)pto_insn_get(d->insn, PTO_FIELD_DataType);
    op->run = start_any;
    if (!d->insn->operation) /* a selector that names none */
        op->run = pto_run_illegal;
}
