/* The commit of a block: its operation, its successor, and BSTOP. */
#include "machine/form/block.h"
#include "machine/form/translate.h"
#include "pto/tile_op.h"

static pto_outcome not_open(pto_host *h, pto_fault *why)
{
    return pto_break(h, why, PTO_BREAKS_BlockOpen, h->pe->tpc);
}

pto_outcome pto_odd_target(pto_host *h, uint64_t target, pto_fault *why)
{
    return pto_raise(h, why, PTO_BREAKS_TargetAlignment, target,
                     "the block leads to the odd 0x%llx",
                     (unsigned long long)target);
}

static bool can_reduce(const pto_header *b)
{
    return b->kind == PTO_BLOCK_TILE_ELEMENT ||
           b->kind == PTO_BLOCK_TILE_MEMORY;
}

/* The part of a commit that can fail. */
static pto_outcome run_operation(pto_host *h, pto_fault *why)
{
    const pto_header *b = &h->pe->header;
    if (b->control.reduce && !can_reduce(b))
        return pto_break(h, why, PTO_BREAKS_ReduceBlock, h->pe->tpc);
    if (!b->operation.present)
        return PTO_DONE;
    if (b->operation.variant && b->zero_mask_seen && !b->binder_count &&
        !b->shared_count)
        return PTO_DONE;
    if (b->operation.variant && b->shared_count != 1)
        return pto_raise(h, why, PTO_BREAKS_SharedOne, h->pe->tpc,
                         "a Shared variant of %s with %u B.IOS",
                         pto_tile_op_get(b->operation.op)->name,
                         b->shared_count);
    if (b->operation.variant) {
        pto_raise(h, why, PTO_BREAKS_NotImplemented, h->pe->tpc,
                  "not implemented: a Shared variant of %s",
                  pto_tile_op_get(b->operation.op)->name);
        return PTO_MISSING;
    }
    return pto_bundle_execute(h->core, h->index, why);
}

pto_outcome pto_block_complete(pto_host *h, uint64_t continuation,
                               pto_fault *why)
{
    pto_header *b = &h->pe->header;
    if (!b->active)
        return not_open(h, why);
    uint64_t next = pto_successor(b, continuation);
    if ((continuation | next) & 1)
        return pto_odd_target(h, next, why);
    pto_outcome o = run_operation(h, why);
    if (o != PTO_DONE)
        return o;
    bool traps = b->control.trap;
    pto_block_clear(h);
    h->next = next;
    if (!traps)
        return PTO_DONE;
    h->pe->tpc = next;
    return pto_break(h, why, PTO_BREAKS_PostCommit, next);
}

pto_outcome pto_block_boundary(pto_host *h, bool *goes_on, pto_fault *why)
{
    uint64_t here = h->pe->tpc, next = h->next;
    *goes_on = true;
    if (!h->pe->header.active)
        return PTO_DONE;
    pto_outcome o = pto_block_complete(h, here, why);
    if (o != PTO_DONE)
        return o;
    *goes_on = !h->implied_body || h->next == here;
    if (*goes_on)
        h->next = next;
    return PTO_DONE;
}

/* ---- BSTOP -------------------------------------------------------------- */

static const pto_op *stop_any(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    pto_sync(h, op, left);
    pto_outcome o = pto_block_complete(h, h->next, &why);
    return pto_conclude(h, o, &why);
}

static const pto_op *stop(pto_host *h, const pto_op *op, uint32_t left)
{
    const pto_header *b = &h->pe->header;
    if (!b->active || h->header_dirty)
        return stop_any(h, op, left);
    uint64_t next = b->bpcn;
    bool goes_on = !pto_has_target(b);
    if (!goes_on && next & 1)
        return stop_any(h, op, left);
    pto_close_control(h);
    return goes_on ? pto_go_on(h, op, left) : pto_go_to(h, next, left);
}

void pto_translate_stop(pto_op *op, const pto_decoded *d)
{
    (void)d;
    op->run = stop;
}
