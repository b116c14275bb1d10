/* Loads, stores, pairs and prefetches: rows of access.def. */
#include "machine/access.h"
#include "machine/form/translate.h"

/* op->kind of these forms: log2 of the size, then flags. */
enum { SIZE_BITS = 3, SIGNED = 4, POST_INDEX = 8 };

static inline uint64_t extend(uint64_t v, unsigned size, bool is_signed)
{
    return is_signed ? (uint64_t)pto_sign_extend(v, 8 * size) : v;
}

static inline unsigned size_of(const pto_op *op)
{
    return 1U << (op->kind & SIZE_BITS);
}

/* Base plus offset: a register without modifier, or a number. */
static inline uint64_t plain_address(const pto_hart *h, const pto_op *op,
                                     bool is_indexed)
{
    if (!is_indexed)
        return pto_left(h, op) + op->imm;
    return pto_left(h, op) + (pto_operand(h, op->src[1]) << op->shift);
}

/* ---- Loads -------------------------------------------------------------- */

static const pto_op *load_far(pto_hart *h, const pto_op *op, uint32_t left,
                              uint64_t address)
{
    pto_fault why;
    uint64_t v = 0;
    unsigned size = size_of(op);
    pto_sync(h, op, left);
    pto_outcome o = pto_load_data(h, address, size, &v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    return pto_slow_result(h, op, extend(v, size, op->kind & SIGNED));
}

static inline const pto_op *load(pto_hart *h, const pto_op *op, uint32_t left,
                                 unsigned size, bool is_signed, bool is_indexed)
{
    if (pto_has_queues(op) && !pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = plain_address(h, op, is_indexed);
    const uint8_t *p = pto_tlb_find(h->read_tlb, address, size);
    if (!p)
        return load_far(h, op, left, address);
    uint64_t value = extend(pto_load(p, size), size, is_signed);
    return pto_has_queues(op) ? pto_result(h, op, left, value)
                              : pto_register_result(h, op, left, value);
}

static const pto_op *load_u1(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 1, false, false);
}

static const pto_op *load_u2(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 2, false, false);
}

static const pto_op *load_u4(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 4, false, false);
}

static const pto_op *load_u8(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 8, false, false);
}

static const pto_op *load_s1(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 1, true, false);
}

static const pto_op *load_s2(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 2, true, false);
}

static const pto_op *load_s4(pto_hart *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 4, true, false);
}

static const pto_op *load_u1_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 1, false, true);
}

static const pto_op *load_u2_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 2, false, true);
}

static const pto_op *load_u4_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 4, false, true);
}

static const pto_op *load_u8_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 8, false, true);
}

static const pto_op *load_s1_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 1, true, true);
}

static const pto_op *load_s2_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 2, true, true);
}

static const pto_op *load_s4_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 4, true, true);
}

/* Any modifier, and the new base into op->dst2. */
static const pto_op *load_any(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = size_of(op);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t start = pto_left(h, op), v = 0;
    uint64_t sum = start + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o =
        pto_load_data(h, op->kind & POST_INDEX ? start : sum, size, &v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    pto_put(h, op->dst, extend(v, size, op->kind & SIGNED));
    pto_put(h, op->dst2, sum);
    return pto_next(op);
}

/* Preflight of both halves of a pair before either takes place. */
static pto_outcome probe_pair(pto_hart *h, uint64_t address, unsigned size,
                              pto_access_kind access, pto_fault *why)
{
    pto_outcome o = pto_probe(h, address, size, size, access, why);
    return o == PTO_DONE ? pto_probe(h, address + size, size, size, access, why)
                         : o;
}

static const pto_op *load_pair(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = size_of(op);
    bool is_signed = op->kind & SIGNED;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op) + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o = probe_pair(h, address, size, PTO_ACCESS_READ, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    uint64_t first = pto_data_read(h, address, size);
    uint64_t second = pto_data_read(h, address + size, size);
    pto_put(h, op->dst, extend(first, size, is_signed));
    pto_put(h, op->dst2, extend(second, size, is_signed));
    return pto_next(op);
}

/* ---- Stores: the value is source 2 -------------------------------------- */

static const pto_op *store_far(pto_hart *h, const pto_op *op, uint32_t left,
                               uint64_t address)
{
    pto_fault why;
    pto_sync(h, op, left);
    pto_outcome o = pto_store_data(h, address, size_of(op),
                                   pto_operand(h, op->src[2]), &why);
    return o == PTO_DONE ? pto_next(op) : pto_conclude(h, o, &why);
}

static inline const pto_op *store(pto_hart *h, const pto_op *op, uint32_t left,
                                  unsigned size, bool is_indexed)
{
    if (pto_has_queues(op) && !pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = plain_address(h, op, is_indexed);
    uint8_t *p = pto_tlb_find(h->write_tlb, address, size);
    if (!p)
        return store_far(h, op, left, address);
    pto_store(p, size, pto_operand(h, op->src[2]));
    return pto_go_on(h, op, left);
}

static const pto_op *store_1(pto_hart *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 1, false);
}

static const pto_op *store_2(pto_hart *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 2, false);
}

static const pto_op *store_4(pto_hart *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 4, false);
}

static const pto_op *store_8(pto_hart *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 8, false);
}

static const pto_op *store_1_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 1, true);
}

static const pto_op *store_2_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 2, true);
}

static const pto_op *store_4_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 4, true);
}

static const pto_op *store_8_indexed(pto_hart *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 8, true);
}

/* Any modifier, and the new base into op->dst. */
static const pto_op *store_any(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t start = pto_left(h, op);
    uint64_t sum = start + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o =
        pto_store_data(h, op->kind & POST_INDEX ? start : sum, size_of(op),
                       pto_operand(h, op->src[2]), &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    return pto_slow_result(h, op, sum);
}

/* The second value's offset is op->dst2: a source here. */
static const pto_op *store_pair(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = size_of(op);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op) + pto_right_modified(h, op);
    uint64_t first = pto_operand(h, op->src[2]);
    uint64_t second = pto_operand(h, op->dst2);
    pto_sync(h, op, left);
    pto_outcome o = probe_pair(h, address, size, PTO_ACCESS_WRITE, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    pto_data_write(h, address, size, first);
    pto_data_write(h, address + size, size, second);
    return pto_next(op);
}

/* A prefetch touches nothing; some forms want the address. */
static const pto_op *form_address(pto_hart *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    return pto_result(h, op, left, pto_left(h, op) + pto_right_modified(h, op));
}

/* ---- Translation -------------------------------------------------------- */

static pto_run *run_of(const pto_access *r, const pto_op *op)
{
    static pto_run *const loads[2][2][4] = {
        {{load_u1, load_u2, load_u4, load_u8},
         {load_s1, load_s2, load_s4, load_u8}},
        {{load_u1_indexed, load_u2_indexed, load_u4_indexed, load_u8_indexed},
         {load_s1_indexed, load_s2_indexed, load_s4_indexed, load_u8_indexed}},
    };
    static pto_run *const stores[2][4] = {
        {store_1, store_2, store_4, store_8},
        {store_1_indexed, store_2_indexed, store_4_indexed, store_8_indexed},
    };
    unsigned size = op->kind & SIZE_BITS;
    bool is_indexed = r->address == PTO_ADDRESS_INDEXED;
    bool is_plain =
        r->update == PTO_UPDATE_NONE && op->modifier == PTO_RIGHT_PLAIN;
    switch (r->action) {
    case PTO_ACTION_LOAD:
        return is_plain ? loads[is_indexed][r->is_signed][size] : load_any;
    case PTO_ACTION_STORE:
        return is_plain ? stores[is_indexed][size] : store_any;
    case PTO_ACTION_LOAD_PAIR: return load_pair;
    case PTO_ACTION_STORE_PAIR: return store_pair;
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
    bool is_compressed = f->layout->length == 16;
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
    op->kind = (uint8_t)(log2_size | (r->is_signed ? SIGNED : 0) |
                         (r->update == PTO_UPDATE_AFTER ? POST_INDEX : 0));
    pto_set_operands(op, insn);
    set_offset(op, insn, r, tpc);
    if (r->action == PTO_ACTION_STORE || r->action == PTO_ACTION_STORE_PAIR)
        set_store(op, insn, r);
    if (r->action == PTO_ACTION_STORE_PAIR)
        set_second(op, insn);
    if (r->action == PTO_ACTION_LOAD && insn->form->layout->length == 16)
        op->dst = pto_destination(PTO_SELECT_PUSH_T);
    if (insn->form->id == PTO_FORM_PRF || insn->form->id == PTO_FORM_PRFI_U)
        op->dst = offsetof(pto_pe, sink); /* they have a RegDst and ignore it */
    op->run = run_of(r, op);
}
