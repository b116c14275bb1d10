/* LR, SC, compare-and-swap, read-modify-write and DMA. */
#include "machine/access.h"
#include "machine/form/translate.h"

enum { DMA_BYTES = 64 };

/* The old value as destinations get it: words are signed, halves are not. */
static uint64_t returned(uint64_t v, unsigned size)
{
    return size == 4 ? pto_word(v) : v;
}

/* All operands and the result are zero-extended to the size. */
static uint64_t combine(pto_atomic_kind o, uint64_t old, uint64_t v,
                        unsigned size)
{
    int64_t signed_old = pto_sign_extend(old, 8 * size);
    int64_t signed_v = pto_sign_extend(v, 8 * size);
    switch (o) {
    case PTO_ATOMIC_ADD: return old + v;
    case PTO_ATOMIC_AND: return old & v;
    case PTO_ATOMIC_OR: return old | v;
    case PTO_ATOMIC_XOR: return old ^ v;
    case PTO_ATOMIC_SMIN: return signed_old < signed_v ? old : v;
    case PTO_ATOMIC_SMAX: return signed_old > signed_v ? old : v;
    case PTO_ATOMIC_UMIN: return old < v ? old : v;
    case PTO_ATOMIC_UMAX: return old > v ? old : v;
    case PTO_ATOMIC_SWAP: break;
    }
    return v;
}

/* The address is SrcL, the operand SrcR; op->shift is the size. */
/* A location that is read and then written; the read is asked first. */
static pto_outcome probe_both(pto_host *h, uint64_t address, unsigned size,
                              pto_fault *why)
{
    pto_outcome o = pto_probe(h, address, size, size, PTO_ACCESS_READ, why);
    return o == PTO_DONE
               ? pto_probe(h, address, size, size, PTO_ACCESS_WRITE, why)
               : o;
}

static const pto_op *modify(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = op->shift;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op);
    uint64_t v = pto_operand(h, op->src[1]) & pto_low_bits(8 * size);
    pto_sync(h, op, left);
    pto_outcome o = probe_both(h, address, size, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    uint64_t old = pto_data_read(h, address, size);
    pto_data_write(h, address, size,
                   combine((pto_atomic_kind)op->kind, old, v, size));
    return pto_slow_result(h, op, returned(old, size));
}

/* SrcR is the expected value, SrcD the desired one. */
static const pto_op *compare_and_swap(pto_host *h, const pto_op *op,
                                      uint32_t left)
{
    pto_fault why;
    unsigned size = op->shift;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op);
    uint64_t expected = pto_operand(h, op->src[1]) & pto_low_bits(8 * size);
    uint64_t desired = pto_operand(h, op->src[2]);
    pto_sync(h, op, left);
    pto_outcome o = probe_both(h, address, size, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    uint64_t old = pto_data_read(h, address, size);
    if (old == expected)
        pto_data_write(h, address, size, desired);
    return pto_slow_result(h, op, returned(old, size));
}

static const pto_op *load_reserved(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = op->shift;
    uint64_t v = 0;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op);
    pto_sync(h, op, left);
    pto_outcome o = pto_load_data(h, address, size, &v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    h->reservation = (pto_reservation){true, (uint8_t)size, address};
    h->machine->reservations |= (uint8_t)(1U << h->index);
    pto_tlb_forget_writes(h->machine);
    return pto_slow_result(h, op, returned(v, size));
}

/*
 * The address is SrcR, the value SrcL. The reservation is for the line, and
 * every attempt ends it, also one that then faults. A miss looks at nothing.
 */
static const pto_op *store_conditional(pto_host *h, const pto_op *op,
                                       uint32_t left)
{
    pto_fault why;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_operand(h, op->src[1]), v = pto_left(h, op);
    bool holds = h->reservation.valid &&
                 (address ^ h->reservation.address) < PTO_RESERVATION_BYTES;
    pto_drop_reservation(h);
    if (!holds)
        return pto_result(h, op, left, 1);
    pto_sync(h, op, left);
    pto_outcome o = pto_store_data(h, address, op->shift, v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    return pto_slow_result(h, op, 0);
}

/* Both ranges are checked and the source is read before anything is written. */
static const pto_op *dma(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    uint8_t bytes[DMA_BYTES];
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t from = pto_left(h, op), to = pto_operand(h, op->src[1]);
    pto_sync(h, op, left);
    pto_outcome o = pto_probe(h, from, DMA_BYTES, 1, PTO_ACCESS_READ, &why);
    if (o == PTO_DONE)
        o = pto_probe(h, to, DMA_BYTES, 1, PTO_ACCESS_WRITE, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    pto_data_copy_out(h, from, bytes, DMA_BYTES);
    pto_data_copy_in(h, to, bytes, DMA_BYTES);
    return pto_next(op);
}

static void set_atomic(pto_op *op, const pto_decoded *d, pto_run *run)
{
    pto_set_operands(op, d->insn);
    op->kind = (uint8_t)d->how->atomic.kind;
    op->shift = d->how->atomic.bytes;
    op->run = run;
}

void pto_translate_atomic(pto_op *op, const pto_decoded *d)
{
    set_atomic(op, d, modify);
}

void pto_translate_cas(pto_op *op, const pto_decoded *d)
{
    set_atomic(op, d, compare_and_swap);
}

void pto_translate_load_reserved(pto_op *op, const pto_decoded *d)
{
    set_atomic(op, d, load_reserved);
}

void pto_translate_store_conditional(pto_op *op, const pto_decoded *d)
{
    set_atomic(op, d, store_conditional);
}

void pto_translate_dma(pto_op *op, const pto_decoded *d)
{
    pto_set_operands(op, d->insn);
    op->run = dma;
}
