/* What the commit of one block and the start of the next have in common. */
#ifndef PTO_SRC_MACHINE_FORM_BLOCK_H
#define PTO_SRC_MACHINE_FORM_BLOCK_H

#include "machine/form/op.h"

/* Does BARG name where control goes when the block commits? */
static inline bool pto_has_target(const pto_header *b)
{
    return b->transfer != PTO_TRANSFER_FALLTHROUGH &&
           (b->transfer != PTO_TRANSFER_CONDITIONAL || b->taken);
}

static inline uint64_t pto_successor(const pto_header *b, uint64_t continuation)
{
    return pto_has_target(b) ? b->bpcn : continuation;
}

/* The fields of a control block at reset. */
static inline void pto_close_control(pto_hart *h)
{
    static const pto_header closed = {.kind = PTO_BLOCK_STANDARD,
                                      .transfer = PTO_TRANSFER_FALLTHROUGH};
    pto_header *b = &h->pe->header;
    b->word = closed.word;
    b->bpcn = b->sequential_pc = b->frame_target = 0;
    h->pe->bpc = 0;
    h->header_pc = PTO_NO_HEADER;
    h->opened = NULL;
}

/* The fault of a block that leads to an odd address. */
pto_outcome pto_odd_target(pto_hart *h, uint64_t target, pto_fault *why);

#endif
