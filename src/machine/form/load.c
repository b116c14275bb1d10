/* Loads and pairs of loads. */
#include "machine/form/address.h"

static inline uint64_t extend(uint64_t v, unsigned size, bool is_signed)
{
    return is_signed ? (uint64_t)pto_sign_extend(v, 8 * size) : v;
}

static const pto_op *load_far(pto_host *h, const pto_op *op, uint32_t left,
                              uint64_t address)
{
    pto_fault why;
    uint64_t v = 0;
    unsigned size = pto_access_size(op);
    pto_sync(h, op, left);
    pto_outcome o = pto_load_data(h, address, size, &v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    return pto_slow_result(h, op, extend(v, size, op->kind & PTO_IS_SIGNED));
}

static inline const pto_op *load(pto_host *h, const pto_op *op, uint32_t left,
                                 unsigned size, bool is_signed, bool is_indexed)
{
    if (pto_has_queues(op) && !pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_plain_address(h, op, is_indexed);
    const uint8_t *p = pto_tlb_find(h->read_tlb, address, size);
    if (!p)
        return load_far(h, op, left, address);
    uint64_t value = extend(pto_load(p, size), size, is_signed);
    return pto_has_queues(op) ? pto_result(h, op, left, value)
                              : pto_register_result(h, op, left, value);
}

static const pto_op *load_u1(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 1, false, false);
}

static const pto_op *load_u2(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 2, false, false);
}

static const pto_op *load_u4(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 4, false, false);
}

static const pto_op *load_u8(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 8, false, false);
}

static const pto_op *load_s1(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 1, true, false);
}

static const pto_op *load_s2(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 2, true, false);
}

static const pto_op *load_s4(pto_host *h, const pto_op *op, uint32_t left)
{
    return load(h, op, left, 4, true, false);
}

static const pto_op *load_u1_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 1, false, true);
}

static const pto_op *load_u2_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 2, false, true);
}

static const pto_op *load_u4_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 4, false, true);
}

static const pto_op *load_u8_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 8, false, true);
}

static const pto_op *load_s1_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 1, true, true);
}

static const pto_op *load_s2_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 2, true, true);
}

static const pto_op *load_s4_indexed(pto_host *h, const pto_op *op,
                                     uint32_t left)
{
    return load(h, op, left, 4, true, true);
}

/* Any modifier, and the new base into op->dst2. */
static const pto_op *load_any(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = pto_access_size(op);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t start = pto_left(h, op), v = 0;
    uint64_t sum = start + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o = pto_load_data(h, op->kind & PTO_POST_INDEX ? start : sum,
                                  size, &v, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    pto_put(h, op->dst, extend(v, size, op->kind & PTO_IS_SIGNED));
    pto_put(h, op->dst2, sum);
    return pto_next(op);
}

const pto_op *pto_run_load_pair(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    unsigned size = pto_access_size(op);
    bool is_signed = op->kind & PTO_IS_SIGNED;
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t address = pto_left(h, op) + pto_right_modified(h, op);
    pto_sync(h, op, left);
    pto_outcome o = pto_probe_pair(h, address, size, PTO_ACCESS_READ, &why);
    if (o != PTO_DONE)
        return pto_conclude(h, o, &why);
    uint64_t first = pto_data_read(h, address, size);
    uint64_t second = pto_data_read(h, address + size, size);
    pto_put(h, op->dst, extend(first, size, is_signed));
    pto_put(h, op->dst2, extend(second, size, is_signed));
    return pto_next(op);
}

pto_run *pto_load_run(const pto_op *op, bool is_plain, bool is_indexed)
{
    static pto_run *const plain[2][2][4] = {
        {{load_u1, load_u2, load_u4, load_u8},
         {load_s1, load_s2, load_s4, load_u8}},
        {{load_u1_indexed, load_u2_indexed, load_u4_indexed, load_u8_indexed},
         {load_s1_indexed, load_s2_indexed, load_s4_indexed, load_u8_indexed}},
    };
    bool is_signed = op->kind & PTO_IS_SIGNED;
    return is_plain ? plain[is_indexed][is_signed][op->kind & PTO_SIZE_BITS]
                    : load_any;
}
