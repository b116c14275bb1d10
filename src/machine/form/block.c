/* What opening and closing a block leave behind. */
#include "machine/form/block.h"

void pto_settle_opened(pto_host *h)
{
    const pto_op *op = h->opened;
    pto_header *b = &h->pe->header;
    uint64_t tpc = pto_op_address(h, op);
    b->sequential_pc = h->header_pc = tpc + op->skip / sizeof *op * 2;
    b->frame_target = tpc + op->shift;
    h->pe->bpc = tpc;
    h->opened = NULL;
}

void pto_block_clear(pto_host *h)
{
    pto_close_control(h);
    pto_header_clear(&h->pe->header);
    h->header_dirty = !h->implied_body;
}
