/* Executing an operation: what each class does, and the ways out. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "machine/system/exec.h"
#include "machine/access.h"
#include "machine/form/translate.h"

pto_outcome pto_raise(const pto_hart *h, pto_fault *why, pto_fault_code code,
                      uint64_t address, const char *rule, const char *format,
                      ...)
{
    va_list args;
    *why = (pto_fault){.code = code, .pe = h->index, .address = address};
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return PTO_FAULTED;
}

void pto_sync(pto_hart *h, const pto_op *op, uint32_t left)
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

const pto_op *pto_go_past_long(pto_hart *h, const pto_op *op, uint32_t left)
{
    return pto_go(h, pto_next(op), left);
}

const pto_op *pto_go_far(pto_hart *h, uint64_t target, uint32_t left)
{
    return pto_go(h, pto_jump_far(h, target), left);
}

/* An attempt that did not take place costs nothing of turn and clock. */
static void take_back_attempt(pto_hart *h)
{
    h->cycle--;
    h->left++;
}

static void stop_with(pto_hart *h, pto_stop stop, const pto_fault *why)
{
    h->stop = stop;
    if (why)
        h->fault = *why;
    take_back_attempt(h);
}

static void take_fault(pto_hart *h, const pto_fault *why)
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
static void keep_header(pto_hart *h)
{
    const pto_header *b = &h->pe->header;
    h->header_pc = b->active && !b->body ? h->pe->tpc : PTO_NO_HEADER;
}

const pto_op *pto_conclude(pto_hart *h, pto_outcome outcome,
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

const pto_op *pto_fail_op(pto_hart *h, const pto_op *op, uint32_t left,
                          uint64_t address, const pto_complaint *what)
{
    pto_fault why;
    pto_sync(h, op, left);
    pto_raise(h, &why, what->code, address, what->rule, "%s", what->text);
    return pto_conclude(h, PTO_FAULTED, &why);
}

const pto_op *pto_not_ready(pto_hart *h, const pto_op *op, uint32_t left)
{
    static const pto_complaint empty = {
        PTO_FAULT_IllegalInstruction, "QueueEntry",
        "a source names a queue entry that holds no value"};
    return pto_fail_op(h, op, left, pto_op_address(h, op), &empty);
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

static bool system_block_begins(const pto_hart *h)
{
    const pto_header *b = &h->pe->header;
    return b->active && (b->body || h->implied_body) &&
           b->kind == PTO_BLOCK_SYSTEM;
}

/* The word in execution: given, or the one in memory. */
static uint64_t word_at(const pto_hart *h, uint64_t tpc, unsigned length)
{
    uint8_t bytes[8] = {0};
    if (h->chunk == h->machine->injected)
        return h->machine->injected_word;
    pto_memory_read(&h->core->memory, tpc, bytes, length);
    return pto_insn_word(bytes, length);
}

const pto_op *pto_run_illegal(pto_hart *h, const pto_op *op, uint32_t left)
{
    static const pto_complaint misplaced = {PTO_FAULT_BundleControl,
                                            "SystemBlock",
                                            "not in the body of a SYS block"};
    char text[PTO_FAULT_TEXT];
    unsigned length = op->skip / (unsigned)sizeof *op * 2;
    uint64_t tpc = pto_op_address(h, op);
    uint64_t word = word_at(h, tpc, length);
    /* Where a form stands comes before what its fields say (ADR 0084). */
    if (is_almost_system(word, length) && !system_block_begins(h))
        return pto_fail_op(h, op, left, tpc, &misplaced);
    pto_undefined_text(&h->core->isa, word, length, text, sizeof text);
    return pto_fail_op(
        h, op, left, tpc,
        &(pto_complaint){PTO_FAULT_IllegalInstruction, "Encoding", text});
}

const pto_op *pto_run_unfetched(pto_hart *h, const pto_op *op, uint32_t left)
{
    static const pto_complaint outside = {PTO_FAULT_InstructionPage,
                                          "InstructionPage",
                                          "instruction outside memory"};
    return pto_fail_op(h, op, left, pto_op_address(h, op), &outside);
}

const pto_op *pto_run_stop(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_sync(h, op, left);
    stop_with(h, PTO_STOP_REACHED, NULL);
    return NULL;
}

/* ---- What runs through a decoded instruction ----------------------------- */

static pto_exec *const singles[] = {
#define EXEC(name) [PTO_EXEC_##name] = pto_exec_##name,
#include "isa/exec.def"
#undef EXEC
};

pto_outcome pto_do_exec(pto_hart *h, const pto_insn *insn, pto_fault *why)
{
    return singles[pto_semantics_of(insn->form)->exec](h, insn, why);
}

pto_outcome pto_do_not_yet(pto_hart *h, const pto_insn *insn, pto_fault *why)
{
    pto_raise(h, why, PTO_FAULT_None, h->pe->tpc, "not_implemented",
              "not implemented: %s", pto_semantics_of(insn->form)->not_yet);
    return PTO_MISSING;
}

/* A class is in one of these two. */
#define FAST(name)                     pto_translate_##name
#define WHOLE(name)                    NULL
#define CLASS(class, name, way, needs) [PTO_DOES_##class] = way(name),
static pto_translate *const translates[] = {
#include "isa/class.def"
};
#undef FAST
#undef WHOLE
#define FAST(name)  NULL
#define WHOLE(name) pto_do_##name
static pto_exec *const execs[] = {
#include "isa/class.def"
};
#undef CLASS
#undef FAST
#undef WHOLE

static bool system_block_is_open(const pto_hart *h)
{
    const pto_header *b = &h->pe->header;
    return b->active && b->body && b->kind == PTO_BLOCK_SYSTEM;
}

static pto_outcome check(pto_hart *h, const pto_op *op, pto_fault *why)
{
    if (op->flags & PTO_OP_SYSTEM && !system_block_is_open(h))
        return pto_raise(h, why, PTO_FAULT_BundleControl, h->pe->tpc,
                         "SystemBlock", "%s needs the body of a SYS block",
                         op->insn->form->mnemonic);
    if (!pto_ready(h, op))
        return pto_raise(h, why, PTO_FAULT_IllegalInstruction, h->pe->tpc,
                         "QueueEntry",
                         "a source names a queue entry that holds no value");
    return PTO_DONE;
}

/* Run a pto_exec: everything at hand, nothing fast. */
static const pto_op *run_exec(pto_hart *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    pto_header *b = &h->pe->header;
    pto_sync(h, op, left);
    bool enters =
        op->flags & PTO_OP_SCALAR && h->implied_body && b->active && !b->body;
    if (enters)
        b->body = true;
    pto_outcome o = check(h, op, &why);
    if (o == PTO_DONE)
        o = execs[pto_semantics_of(op->insn->form)->class](h, op->insn, &why);
    if (o != PTO_DONE && enters)
        b->body = false;
    return pto_conclude(h, o, &why);
}

bool pto_translate_op(pto_op *op, const pto_insn *insn, uint64_t tpc)
{
    const pto_form *f = insn->form;
    pto_decoded d = {insn, pto_semantics_of(f), tpc};
    if (!pto_is_command(f))
        op->flags |= PTO_OP_SCALAR;
    if (pto_is_system(f))
        op->flags |= PTO_OP_SYSTEM;
    if (pto_starts_block(f) || pto_stops_block(f))
        op->flags |= PTO_OP_BOUNDARY;
    if (translates[d.how->class]) {
        translates[d.how->class](op, &d);
        if (op->flags & PTO_OP_SCALAR && (op->need || op->dst >= PTO_PUSH_T))
            op->flags |= PTO_OP_QUEUES;
        return false;
    }
    if (op->flags & PTO_OP_SCALAR)
        pto_set_operands(op, insn);
    op->insn = insn;
    op->run = run_exec;
    return true;
}
