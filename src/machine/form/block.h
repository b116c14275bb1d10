/* What the commit of one block and the start of the next have in common. */
#ifndef PTO_SRC_MACHINE_FORM_BLOCK_H
#define PTO_SRC_MACHINE_FORM_BLOCK_H

#include "machine/form/op.h"

/* Where BARG sends control when the block commits. */
static inline uint64_t pto_successor(const pto_header *b, uint64_t continuation)
{
    if (b->transfer == PTO_TRANSFER_FALLTHROUGH ||
        (b->transfer == PTO_TRANSFER_CONDITIONAL && !b->taken))
        return continuation;
    return b->bpcn;
}

/* The fields of a control block at reset. */
static inline void pto_close_control(pto_hart *h)
{
    pto_header *b = &h->pe->header;
    b->active = b->body = false;
    b->target_set = b->condition_set = false;
    b->terminal = b->zero_mask_seen = false;
    b->kind = PTO_BLOCK_STANDARD;
    b->transfer = PTO_TRANSFER_FALLTHROUGH;
    b->taken = false;
    b->bpcn = b->sequential_pc = b->frame_target = 0;
    h->pe->bpc = 0;
    h->header_pc = PTO_NO_HEADER;
}

/* The fault of a block that leads to an odd address. */
pto_outcome pto_odd_target(pto_hart *h, uint64_t target, pto_fault *why);

#endif
