/* One instruction at a time, with everything that may watch it. */
#include <stdlib.h>

#include "machine/decode.h"
#include "machine/form/op.h"
#include "machine/access.h"
#include "isa/isa.h"

/* The form that a decoded operation of the PE's chunk came from. */
static uint32_t form_of(const pto_host *h, const pto_op *op)
{
    return h->chunk->form[op - h->chunk->op];
}

static void describe(const pto_host *h, const pto_op *op, pto_step *s)
{
    uint8_t bytes[8] = {0};
    uint64_t tpc = h->pe->tpc;
    *s = (pto_step){.pe = h->index, .tpc = tpc, .form = PTO_FORM_COUNT};
    if (op->run == pto_run_unfetched || op->run == pto_run_stop)
        return;
    s->length = op->skip / (uint32_t)sizeof *op * 2;
    s->form = form_of(h, op);
    pto_memory_read(&h->core->memory, tpc, bytes, s->length);
    s->word = pto_insn_word(bytes, s->length);
}

static void finish(const pto_host *h, pto_step *s)
{
    static const uint8_t outcomes[] = {
        [PTO_DONE] = PTO_STEP_DONE,
        [PTO_FAULTED] = PTO_STEP_FAULTED,
        [PTO_WAITING] = PTO_STEP_WAITING,
        [PTO_PAUSED] = PTO_STEP_WAITING,
        [PTO_MISSING] = PTO_STEP_MISSING,
        [PTO_OUT_OF_MEMORY] = PTO_STEP_OUT_OF_MEMORY,
    };
    s->outcome = outcomes[h->outcome];
    s->next_tpc = h->pe->tpc;
    s->stop = h->stop;
    s->cycle = h->cycle;
    if (h->outcome == PTO_FAULTED || h->outcome == PTO_MISSING)
        s->fault = h->fault;
}

/* After ACRC nothing but the end of its block may follow. */
static bool is_after_end(const pto_host *h, const pto_op *op)
{
    return h->pe->header.terminal && !(op->flags & PTO_OP_BOUNDARY);
}

static const pto_op *execute(pto_host *h, const pto_op *op)
{
    if (is_after_end(h, op))
        return pto_fail_op(h, op, 1, pto_op_address(h, op),
                           PTO_BREAKS_BlockEnd);
    return op->run(h, op, 1);
}

/* Run a decoded operation; the clock ticks once if it takes place. */
static void run_single(pto_host *h, const pto_op *op)
{
    uint64_t start = h->cycle;
    h->machine->current = h->index;
    h->cycle_end = start + 1;
    h->left = 1;
    h->outcome = PTO_DONE;
    op = execute(h, op);
    pto_settle_block(h);
    if (op && h->chunk)
        h->pe->tpc = pto_op_address(h, op);
    uint32_t attempts = 1 - h->left;
    h->cycle = start + attempts;
    h->waiting = h->outcome == PTO_WAITING;
    h->retired += h->outcome == PTO_DONE ? attempts : 0;
    h->machine->steps += attempts;
}

/* The operation at tpc, decoded. */
static const pto_op *decoded(pto_host *h)
{
    const pto_op *op = pto_decode_at(h, h->pe->tpc);
    if (op)
        op = pto_decode_fill(h, op);
    if (!op)
        h->stop = PTO_STOP_MEMORY;
    return op;
}

/* Interrupts and breakpoints. False: a breakpoint's trap was the attempt. */
static bool poll(pto_host *h)
{
    pto_fault why;
    if (!h->system.attention)
        return true;
    h->cause = 0;
    pto_outcome o = pto_system_poll(h, &why);
    if (o == PTO_DONE)
        return true;
    h->machine->steps++;
    h->cycle++;
    pto_conclude(h, o, &why);
    return false;
}

/* Step and tell: `s` is filled. */
static void step_watched(pto_host *h, pto_step *s)
{
    *s = (pto_step){.pe = h->index, .form = PTO_FORM_COUNT};
    if (poll(h)) {
        const pto_op *op = decoded(h);
        if (!op) {
            h->outcome = PTO_OUT_OF_MEMORY;
            s->tpc = h->pe->tpc;
            finish(h, s);
            return;
        }
        bool stops = op->run == pto_run_stop; /* op may go when it has run */
        describe(h, op, s);
        if (!h->waiting && !stops)
            pto_tell_before(h->machine, s);
        run_single(h, op);
        if (stops) {
            s->stop = h->stop;
            s->outcome = PTO_STEP_NOT_RUNNING;
            return;
        }
    } else {
        s->tpc = h->fault_tpc;
    }
    finish(h, s);
    pto_tell_after(h->machine, s);
}

void pto_step_pe(pto_host *h, pto_step *out)
{
    pto_step s;
    if (out || h->machine->observes) {
        step_watched(h, out ? out : &s);
        return;
    }
    const pto_op *op = poll(h) ? decoded(h) : NULL;
    if (op)
        run_single(h, op);
}

void pto_machine_step(pto_machine *m, unsigned pe, pto_step *out)
{
    pto_step ignored;
    if (!out)
        out = &ignored;
    if (pe >= m->core.pes || m->host[pe].stop || m->is_calling) {
        *out = (pto_step){.pe = pe, .outcome = PTO_STEP_NOT_RUNNING};
        return;
    }
    pto_step_pe(&m->host[pe], out);
}

void pto_machine_execute(pto_machine *m, unsigned pe, uint64_t word,
                         unsigned length, pto_step *out)
{
    *out = (pto_step){.pe = pe, .outcome = PTO_STEP_NOT_RUNNING};
    if (pe >= m->core.pes || m->host[pe].stop || m->is_calling || !length ||
        length & 1 || length > 8)
        return;
    pto_host *h = &m->host[pe];
    m->injected_word = word;
    if (!m->injected)
        m->injected = calloc(1, sizeof *m->injected);
    if (!m->injected ||
        !pto_decode_word(h, m->injected, word, length, h->pe->tpc)) {
        h->chunk = NULL;
        out->outcome = PTO_STEP_OUT_OF_MEMORY;
        return;
    }
    *out = (pto_step){.pe = pe,
                      .tpc = h->pe->tpc,
                      .word = word,
                      .length = length,
                      .form = form_of(h, m->injected->op)};
    run_single(h, &m->injected->op[0]);
    h->chunk = NULL;
    finish(h, out);
    pto_tell_after(m, out);
}
