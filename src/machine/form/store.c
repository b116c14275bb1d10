/* Stores and pairs of stores: the value is source 2. */
#include "machine/form/address.h"

static const pto_op *store_far(pto_host *h, const pto_op *op, uint32_t left,
                               uint64_t address)
{
    pto_fault why;
    pto_sync(h, op, left);
    pto_outcome o = pto_store_data(h, address, pto_access_size(op),
                                   pto_operand(h, op->src[2]), &why);
    return o == PTO_DONE ? pto_next(op) : pto_conclude(h, o, &why);
}

static inline const pto_op *store(pto_host *h, const pto_op *op, uint32_t left,
                                  unsigned size, bool is_indexed)
{
    if (pto_has_queues(op) && !pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_plain_address(h, op, is_indexed);
    uint8_t *p = pto_tlb_find(h->write_tlb, address, size);
    if (!p)
        return store_far(h, op, left, address);
    pto_store(p, size, pto_operand(h, op->src[2]));
    return pto_go_on(h, op, left);
}

static const pto_op *store_1(pto_host *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 1, false);
}

static const pto_op *store_2(pto_host *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 2, false);
}

static const pto_op *store_4(pto_host *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 4, false);
}

static const pto_op *store_8(pto_host *h, const pto_op *op, uint32_t left)
{
    return store(h, op, left, 8, false);
}

static const pto_op *store_1_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 1, true);
}

static const pto_op *store_2_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 2, true);
}

static const pto_op *store_4_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 4, true);
}

static const pto_op *store_8_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return store(h, op, left, 8, true);
}

/* Any modifier, and the new base into op->dst. */
static const pto_op *store_any(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t start = pto_left(h, op);
    uint64_t sum = start + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o =
        pto_store_data(h, op->kind & PTO_POST_INDEX ? start : sum,
                       pto_access_size(op), pto_operand(h, op->src[2]), &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    return pto_slow_result(h, op, sum);
}

/* The second value's offset is op->dst2: a source here. */
const pto_op *pto_run_store_pair(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = pto_access_size(op);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op) + pto_right_modified(h, op);
    uint64_t first = pto_operand(h, op->src[2]);
    uint64_t second = pto_operand(h, op->dst2);
    pto_sync(h, op, left);
    pto_outcome o = pto_probe_pair(h, address, size, PTO_ACCESS_WRITE, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    pto_data_write(h, address, size, first);
    pto_data_write(h, address + size, size, second);
    return pto_next(op);
}

pto_run *pto_store_run(const pto_op *op, bool is_plain, bool is_indexed)
{
    static pto_run *const plain[2][4] = {
        {store_1, store_2, store_4, store_8},
        {store_1_indexed, store_2_indexed, store_4_indexed, store_8_indexed},
    };
    return is_plain ? plain[is_indexed][op->kind & PTO_SIZE_BITS] : store_any;
}
