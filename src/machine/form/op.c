/* The ways out of the straight line. */
#include "machine/form/op.h"
#include "isa/isa.h"

#include "machine/access.h"
#include "machine/cache.h"

void pto_sync(pto_host *h, const pto_op *op, uint32_t left)
{
    h->pe->tpc = pto_op_address(h, op);
    h->next = h->pe->tpc + op->skip / sizeof *op * 2;
    h->cycle = h->cycle_end - left + 1;
    h->left = left - 1;
    h->cause = 0;
    h->outcome = PTO_DONE;
    pto_settle_block(h);
    pto_notice_body(h);
}

const pto_op *pto_go_past_long(pto_host *h, const pto_op *op, uint32_t left)
{
    return pto_go(h, pto_next(op), left);
}

const pto_op *pto_go_far(pto_host *h, uint64_t target, uint32_t left)
{
    return pto_go(h, pto_jump_far(h, target), left);
}

/* An attempt that did not take place costs nothing of turn and clock. */
static void take_back_attempt(pto_host *h)
{
    h->cycle--;
    h->left++;
}

static void stop_with(pto_host *h, pto_stop stop, const pto_fault *why)
{
    h->stop = stop;
    if (why)
        h->fault = *why;
    take_back_attempt(h);
}

static void take_fault(pto_host *h, const pto_fault *why)
{
    bool handled = pto_trap_handled(h, why);
    h->fault = *why;
    h->fault_tpc = h->pe->tpc;
    pto_trap_enter(h, why);
    h->faults++;
    if (!handled)
        h->stop = PTO_STOP_FAULT;
}

/* A header that is still open goes on at tpc. */
static void keep_header(pto_host *h)
{
    const pto_header *b = &h->pe->header;
    h->header_pc = b->active && !b->body ? h->pe->tpc : PTO_NO_HEADER;
}

const pto_op *pto_conclude(pto_host *h, pto_outcome outcome,
                           const pto_fault *why)
{
    h->outcome = outcome;
    switch (outcome) {
    case PTO_DONE:
        h->pe->tpc = h->next;
        keep_header(h);
        if (h->system.attention)
            pto_tlb_forget(h); /* a watchpoint may have been set */
        if (h->stop || h->system.attention || h->pe->header.terminal)
            return NULL;
        return pto_jump(h, h->next);
    case PTO_FAULTED: take_fault(h, why); break;
    case PTO_WAITING:
    case PTO_PAUSED: take_back_attempt(h); break;
    case PTO_MISSING: stop_with(h, PTO_STOP_MISSING, why); break;
    case PTO_OUT_OF_MEMORY: stop_with(h, PTO_STOP_MEMORY, NULL); break;
    }
    keep_header(h);
    return NULL;
}

const pto_op *pto_fail_op(pto_host *h, const pto_op *op, uint32_t left,
                          uint64_t address, pto_breach breach)
{
    pto_fault why;
    pto_sync(h, op, left);
    pto_break(h, &why, breach, address);
    return pto_conclude(h, PTO_FAULTED, &why);
}

const pto_op *pto_not_ready(pto_host *h, const pto_op *op, uint32_t left)
{
    return pto_fail_op(h, op, left, pto_op_address(h, op),
                       PTO_BREAKS_QueueEntry);
}

/* A SYS form but for a value that it does not allow. */
static bool is_almost_system(uint64_t word, unsigned length)
{
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (f->group == PTO_GROUP_SYS && f->length == 8 * length &&
            (word & f->fixed) == f->match)
            return true;
    }
    return false;
}

static bool system_block_begins(const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    return b->active && (b->body || h->implied_body) &&
           b->kind == PTO_BLOCK_SYSTEM;
}

/* The word in execution: given, or the one in memory. */
static uint64_t word_at(const pto_host *h, uint64_t tpc, unsigned length)
{
    uint8_t bytes[8] = {0};
    if (h->chunk == h->machine->injected)
        return h->machine->injected_word;
    pto_memory_read(&h->core->memory, tpc, bytes, length);
    return pto_insn_word(bytes, length);
}

const pto_op *pto_run_illegal(pto_host *h, const pto_op *op, uint32_t left)
{
    char text[PTO_FAULT_TEXT];
    pto_fault why;
    unsigned length = op->skip / (unsigned)sizeof *op * 2;
    uint64_t tpc = pto_op_address(h, op);
    uint64_t word = word_at(h, tpc, length);
    /* Where a form stands comes before what its fields say (ADR 0084). */
    if (is_almost_system(word, length) && !system_block_begins(h))
        return pto_fail_op(h, op, left, tpc, PTO_BREAKS_SystemBlock);
    pto_undefined_text(&h->core->isa, word, length, text, sizeof text);
    pto_sync(h, op, left);
    pto_raise(h, &why, PTO_BREAKS_Encoding, tpc, "%s", text);
    return pto_conclude(h, PTO_FAULTED, &why);
}

const pto_op *pto_run_unfetched(pto_host *h, const pto_op *op, uint32_t left)
{
    return pto_fail_op(h, op, left, pto_op_address(h, op),
                       PTO_BREAKS_InstructionPage);
}

const pto_op *pto_run_stop(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_sync(h, op, left);
    stop_with(h, PTO_STOP_REACHED, NULL);
    return NULL;
}
