/* What the commit of one block and the start of the next have in common. */
#ifndef PTO_SRC_MACHINE_FORM_BLOCK_H
#define PTO_SRC_MACHINE_FORM_BLOCK_H

#include "machine/core.h"

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
static inline void pto_close_control(pto_host *h)
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

/* No bundle open, BARG and header at reset. */
void pto_block_clear(pto_host *h);

/*
 * The run loop leaves to this what follows from the address of the BSTART that
 * opened a block (h->opened), since most blocks are over before anyone asks.
 */
void pto_settle_opened(pto_host *h);

static inline void pto_settle_block(pto_host *h)
{
    if (h->opened)
        pto_settle_opened(h);
}

/*
 * Nothing in the encoding marks the end of a header: the first instruction
 * that is no command enters the body (decision 0023; under asl_quirks nothing
 * does). That is noticed late: make header.body true where tpc says so.
 */
static inline void pto_notice_body(pto_host *h)
{
    if (h->implied_body && h->pe->header.active && h->pe->tpc != h->header_pc)
        h->pe->header.body = true;
}

#endif
