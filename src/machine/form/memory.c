/* Loads, stores, pairs and prefetches: where they go. */
#include "machine/form/address.h"
#include "isa/isa.h"

/* A prefetch touches nothing; some forms want the address. */
static const pto_op *form_address(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left, pto_left(h, op) + pto_right_modified(h, op));
}

/* SrcRType of offsets; under srcrtype=words there is no 11. */
static uint8_t offset_modifier(const pto_decoded *d)
{
    static const uint8_t modifiers[2][4] = {
        {PTO_RIGHT_PLAIN, PTO_RIGHT_SIGNED_WORD, PTO_RIGHT_UNSIGNED_WORD,
         PTO_RIGHT_NEGATED},
        {PTO_RIGHT_SIGNED_WORD, PTO_RIGHT_UNSIGNED_WORD, PTO_RIGHT_NEGATED,
         PTO_RIGHT_PLAIN},
    };
    bool as_alu = d->isa->srcrtype == PTO_SRCRTYPE_AS_ALU;
    return modifiers[as_alu][pto_insn_get(d->insn, PTO_FIELD_SrcRType)];
}

static void set_offset(pto_op *op, const pto_decoded *d)
{
    const pto_access *a = &d->how->access;
    if (a->address == PTO_ADDRESS_INDEXED) {
        op->modifier = offset_modifier(d);
        if (!pto_form_has(d->insn->form, PTO_FIELD_shamt))
            op->shift = a->scale;
        return;
    }
    op->imm = (uint64_t)pto_immediate(d->insn) << a->scale;
    if (a->address == PTO_ADDRESS_PC_RELATIVE)
        op->imm += d->tpc & ~UINT64_C(3);
    op->shift = 0;
    pto_set_source(op, 1, 0);
}

static void set_access(pto_op *op, const pto_decoded *d)
{
    const pto_access *a = &d->how->access;
    unsigned log2_size = a->bytes == 8 ? 3 : a->bytes / 2;
    op->kind = (uint8_t)(log2_size | (a->is_signed ? PTO_IS_SIGNED : 0) |
                         (a->update == PTO_UPDATE_AFTER ? PTO_POST_INDEX : 0));
    pto_set_operands(op, d->insn);
    set_offset(op, d);
}

static bool is_indexed(const pto_decoded *d)
{
    return d->how->access.address == PTO_ADDRESS_INDEXED;
}

/* ---- Loads and prefetches ------------------------------------------------ */

void pto_translate_load(pto_op *op, const pto_decoded *d)
{
    set_access(op, d);
    op->run = pto_load_run(op, op->modifier == PTO_RIGHT_PLAIN, is_indexed(d));
}

void pto_translate_load_top(pto_op *op, const pto_decoded *d)
{
    pto_translate_load(op, d);
    op->dst = PTO_PUSH_T;
}

void pto_translate_load_update(pto_op *op, const pto_decoded *d)
{
    set_access(op, d);
    op->run = pto_load_run(op, false, is_indexed(d));
}

void pto_translate_load_pair(pto_op *op, const pto_decoded *d)
{
    set_access(op, d);
    op->run = pto_run_load_pair;
}

/* Some have a RegDst and ignore it. */
void pto_translate_prefetch(pto_op *op, const pto_decoded *d)
{
    set_access(op, d);
    if (!d->how->access.has_result)
        op->dst = offsetof(pto_pe, sink);
    op->run = form_address;
}

/* ---- Stores -------------------------------------------------------------- */

static unsigned get(const pto_decoded *d, pto_field_id f)
{
    return (unsigned)pto_insn_get(d->insn, f);
}

/* Stores with an immediate have the base in SrcR. The value is SrcD where the
 * form has one, else SrcL. */
static void set_store(pto_op *op, const pto_decoded *d)
{
    bool has_third = pto_form_has(d->insn->form, PTO_FIELD_SrcD);
    set_access(op, d);
    if (d->how->access.address == PTO_ADDRESS_OFFSET)
        pto_set_source(op, 0, get(d, PTO_FIELD_SrcR));
    if (d->how->access.address == PTO_ADDRESS_PC_RELATIVE)
        pto_set_source(op, 0, 0);
    pto_set_source(op, 2, get(d, has_third ? PTO_FIELD_SrcD : PTO_FIELD_SrcL));
}

void pto_translate_store(pto_op *op, const pto_decoded *d)
{
    set_store(op, d);
    op->run = pto_store_run(op, op->modifier == PTO_RIGHT_PLAIN, is_indexed(d));
}

void pto_translate_store_top(pto_op *op, const pto_decoded *d)
{
    set_access(op, d);
    pto_set_source(op, 2, PTO_SELECT_T);
    op->run = pto_store_run(op, true, is_indexed(d));
}

void pto_translate_store_update(pto_op *op, const pto_decoded *d)
{
    set_store(op, d);
    op->run = pto_store_run(op, false, is_indexed(d));
}

void pto_translate_store_pair(pto_op *op, const pto_decoded *d)
{
    set_store(op, d);
    uint16_t value = op->src[2];
    pto_set_source(op, 2, get(d, PTO_FIELD_SrcD1));
    op->dst2 = op->src[2];
    op->src[2] = value;
    op->run = pto_run_store_pair;
}
