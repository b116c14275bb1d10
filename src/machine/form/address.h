/* What loads and stores have in common: kinds of operations, addresses. */
#ifndef PTO_SRC_MACHINE_FORM_ADDRESS_H
#define PTO_SRC_MACHINE_FORM_ADDRESS_H

#include "machine/access.h"
#include "machine/form/translate.h"

/* op->kind of these forms: log2 of the size, then flags. */
enum { PTO_SIZE_BITS = 3, PTO_IS_SIGNED = 4, PTO_POST_INDEX = 8 };

static inline unsigned pto_access_size(const pto_op *op)
{
    return 1U << (op->kind & PTO_SIZE_BITS);
}

/* Base plus offset: a register without modifier, or a number. */
static inline uint64_t pto_plain_address(const pto_host *h, const pto_op *op,
                                         bool is_indexed)
{
    if (!is_indexed)
        return pto_left(h, op) + op->imm;
    return pto_left(h, op) + (pto_operand(h, op->src[1]) << op->shift);
}

/* Preflight of both halves of a pair before either takes place. */
static inline pto_outcome pto_probe_pair(pto_host *h, uint64_t address,
                                         unsigned size, pto_access_kind access,
                                         pto_fault *why)
{
    pto_outcome o = pto_probe(h, address, size, size, access, why);
    return o == PTO_DONE ? pto_probe(h, address + size, size, size, access, why)
                         : o;
}

/* What carries a load or store out; a plain one has no modifier or update. */
pto_run *pto_load_run(const pto_op *op, bool is_plain, bool is_indexed);
pto_run *pto_store_run(const pto_op *op, bool is_plain, bool is_indexed);
pto_run pto_run_load_pair, pto_run_store_pair;

#endif
