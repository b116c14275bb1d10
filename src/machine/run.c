/* The run loop: turns, rendezvous, deadlock, and how a run ends. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "machine/decode.h"
#include "machine/form/op.h"
#include "machine/access.h"

static bool can_run(const pto_host *h)
{
    return h->index < h->core->pes && !h->stop;
}

/* ---- Turns -------------------------------------------------------------- */

/*
 * The fast loop: up to n instructions; returns how many were attempted. What
 * takes long, tile operations among it, comes back here after each.
 */
static uint32_t burst(pto_host *h, uint32_t n)
{
    uint64_t start = h->cycle, faults = h->faults;
    uint64_t tpc = h->pe->tpc;
    const pto_op *op = h->chunk ? pto_jump(h, tpc) : pto_decode_at(h, tpc);
    h->left = n;
    h->cycle_end = start + n;
    h->outcome = PTO_DONE;
    if (!op)
        h->stop = PTO_STOP_MEMORY;
    while (op && h->left && !pto_interrupted(h->machine))
        op = op->run(h, op, h->left);
    pto_settle_block(h);
    if (op && h->chunk)
        h->pe->tpc = pto_op_address(h, op);
    uint32_t done = n - h->left;
    h->cycle = start + done;
    h->waiting = h->outcome == PTO_WAITING;
    h->retired += done - (h->faults - faults);
    h->machine->steps += done;
    return done;
}

static bool needs_single_steps(const pto_host *h)
{
    return h->machine->steps_singly || h->system.attention ||
           h->pe->header.terminal;
}

static uint32_t single(pto_host *h)
{
    uint64_t before = h->machine->steps;
    pto_step_pe(h, NULL);
    return (uint32_t)(h->machine->steps - before);
}

/* One PE's turn: at most n instructions; returns how many it attempted. */
static uint32_t turn(pto_host *h, uint32_t n)
{
    uint32_t done = 0;
    h->machine->current = h->index;
    while (done < n && can_run(h) && !pto_interrupted(h->machine)) {
        uint32_t made = needs_single_steps(h) ? single(h) : burst(h, n - done);
        done += made;
        if (h->waiting || (!made && h->stop))
            break;
    }
    return done;
}

/* ---- Reports ------------------------------------------------------------ */

static void say(pto_run_result *r, const char *format, ...) PTO_PRINTF(2, 3);

static void say(pto_run_result *r, const char *format, ...)
{
    size_t used = strlen(r->text);
    va_list args;
    va_start(args, format);
    vsnprintf(r->text + used, sizeof r->text - used, format, args);
    va_end(args);
}

/* What a PE waits for; beside the PE whose bundle differs, if one does. */
static void describe_wait(const pto_machine *m, unsigned pe, char *out,
                          size_t size)
{
    char what[256];
    pto_bundle_describe_wait(&m->core, pe, pe, out, size);
    for (unsigned i = 0; i < m->core.pes; i++) {
        if (i == pe || !can_run(&m->host[i]))
            continue;
        pto_bundle_describe_wait(&m->core, pe, i, what, sizeof what);
        if (strlen(what) > strlen(out))
            snprintf(out, size, "%s", what);
    }
}

static void report_deadlock(const pto_machine *m, pto_run_result *r)
{
    char what[256];
    say(r, "deadlock: no PE can go on");
    for (unsigned i = 0; i < m->core.pes; i++) {
        const pto_host *h = &m->host[i];
        say(r, "\nPE%u at 0x%llx: ", i, (unsigned long long)h->pe->tpc);
        if (h->stop) {
            say(r, "stopped: %s", pto_stop_text(h->stop));
            continue;
        }
        describe_wait(m, i, what, sizeof what);
        say(r, "%s", what);
    }
}

static void report_stop(const pto_host *h, pto_run_result *r)
{
    r->pe = h->index;
    r->exit_code = h->exit_code;
    r->tpc = h->pe->tpc;
    switch (h->stop) {
    case PTO_STOP_FAULT:
        r->fault = h->fault;
        r->tpc = h->fault_tpc;
        say(r, "fault: Fault_%s PE%u 0x%llx: %s: %s",
            pto_fault_name(h->fault.code), h->index,
            (unsigned long long)h->fault_tpc, h->fault.rule, h->fault.text);
        break;
    case PTO_STOP_MISSING:
        r->fault = h->fault;
        say(r, "%s", h->fault.text);
        break;
    case PTO_STOP_REQUEST:
        say(r, "PE%u at 0x%llx: unknown service request %lld", h->index,
            (unsigned long long)h->pe->tpc, (long long)h->exit_code);
        break;
    default: say(r, "%s", pto_stop_text(h->stop));
    }
}

/* ---- The run ------------------------------------------------------------ */

static bool ends_run(unsigned stop)
{
    return stop != PTO_STOP_NONE && stop != PTO_STOP_REACHED;
}

/* Forget operations that stops hid or will hide. */
static void set_stops(pto_machine *m, const uint64_t *pc, uint32_t count)
{
    for (uint32_t i = 0; i < m->stop_count; i++)
        pto_decode_forget(m, m->stop_pc[i], 1);
    m->stop_pc = pc;
    m->stop_count = count;
    for (uint32_t i = 0; i < count; i++)
        pto_decode_forget(m, pc[i], 1);
}

/* PEs that stood at an address where this run does not stop go on. */
static void wake(pto_machine *m)
{
    for (unsigned i = 0; i < PTO_PES; i++) {
        pto_host *h = &m->host[i];
        if (h->stop == PTO_STOP_REACHED && !pto_is_stop(m, h->pe->tpc))
            h->stop = PTO_STOP_NONE;
    }
}

static unsigned runnable_count(const pto_machine *m)
{
    unsigned n = 0;
    for (unsigned i = 0; i < m->core.pes; i++)
        n += can_run(&m->host[i]);
    return n;
}

/* What is left of the instruction limit. */
static uint64_t allowance(const pto_machine *m, const pto_run_options *o,
                          uint64_t start)
{
    return o->max_steps ? o->max_steps - (m->steps - start) : UINT64_MAX;
}

/* PEs that stand at a stop address need no instruction to stop there. */
static void notice_stops(pto_machine *m)
{
    for (unsigned i = 0; i < m->core.pes; i++)
        if (can_run(&m->host[i]) && pto_is_stop(m, m->host[i].pe->tpc))
            m->host[i].stop = PTO_STOP_REACHED;
}

/*
 * What the limit leaves of one PE's turn; the next PE's follows when it is
 * over, so that it does not matter into how many runs a run is cut. Returns how
 * many instructions were attempted.
 */
static uint32_t continue_turn(pto_machine *m, uint64_t limit)
{
    pto_host *h = &m->host[m->turn];
    uint32_t whole = m->turn_left ? m->turn_left : PTO_TURN;
    uint32_t n = limit < whole ? (uint32_t)limit : whole;
    uint32_t done = can_run(h) ? turn(h, n) : 0;
    bool is_cut = done < n && pto_interrupted(m); /* it goes on from there */
    m->turn_left = whole - done;
    if (!is_cut && (!m->turn_left || h->waiting || !can_run(h))) {
        m->turn = (m->turn + 1) % m->core.pes;
        m->turn_left = 0;
    }
    return done;
}

/*
 * The turns of all PEs, once around. True: the run has ended, as `r` says.
 * *moved: whether any instruction was attempted.
 */
static bool go_round(pto_machine *m, const pto_run_options *o, uint64_t start,
                     bool *moved, pto_run_result *r)
{
    *moved = false;
    for (unsigned i = 0; i < m->core.pes; i++) {
        pto_host *h = &m->host[m->turn];
        uint64_t limit = allowance(m, o, start);
        if (!limit) {
            notice_stops(m);
            r->stop = runnable_count(m) ? PTO_STOP_LIMIT : PTO_STOP_REACHED;
            return true;
        }
        if (continue_turn(m, limit))
            *moved = true;
        if (ends_run(h->stop)) {
            r->stop = h->stop;
            report_stop(h, r);
            return true;
        }
    }
    return false;
}

static void run_all(pto_machine *m, const pto_run_options *o, pto_run_result *r)
{
    uint64_t start = m->steps;
    bool moved = true;
    for (;;) {
        if (!runnable_count(m)) {
            r->stop = PTO_STOP_REACHED;
            break;
        }
        if (pto_interrupted(m)) {
            r->stop = PTO_STOP_INTERRUPTED;
            break;
        }
        if (go_round(m, o, start, &moved, r))
            break;
        if (!moved && runnable_count(m) && !pto_interrupted(m)) {
            r->stop = PTO_STOP_DEADLOCK;
            report_deadlock(m, r);
            break;
        }
    }
    r->steps = m->steps - start;
    if (r->stop == PTO_STOP_REACHED) /* nobody's turn: start over with PE0 */
        m->turn = m->turn_left = 0;
}

/* The PE that a reader wants to hear of when none ended the run. */
static void report_place(const pto_machine *m, pto_run_result *r)
{
    if (r->text[0])
        return;
    unsigned pe = 0;
    while (pe + 1 < m->core.pes && !can_run(&m->host[pe]))
        pe++;
    r->pe = pe;
    r->tpc = m->host[pe].pe->tpc;
    say(r, "%s", pto_stop_text(r->stop));
}

static bool ended_before(const pto_machine *m, pto_run_result *r)
{
    for (unsigned i = 0; i < m->core.pes; i++) {
        if (!ends_run(m->host[i].stop))
            continue;
        r->stop = m->host[i].stop;
        report_stop(&m->host[i], r);
        return true;
    }
    return false;
}

void pto_machine_run(pto_machine *m, const pto_run_options *options,
                     pto_run_result *out)
{
    static const pto_run_options none = {0};
    const pto_run_options *o = options ? options : &none;
    pto_error refusal;
    *out = (pto_run_result){0};
    if (pto_machine_is_calling(m, &refusal)) {
        say(out, "%s", refusal.message);
        return;
    }
    if (ended_before(m, out))
        return;
    set_stops(m, o->stop_pc, o->stop_count);
    wake(m);
    m->interrupt = o->interrupt;
    run_all(m, o, out);
    m->interrupt = NULL;
    set_stops(m, NULL, 0);
    report_place(m, out);
}

static const struct {
    const char *name, *text;
} stops[PTO_STOP_COUNT] = {
#define STOP(name, text) {#name, text},
#include "pto/def/stop.def"
#undef STOP
};

const char *pto_stop_name(unsigned stop)
{
    return stop < PTO_STOP_COUNT ? stops[stop].name : "?";
}

const char *pto_stop_text(unsigned stop)
{
    return stop < PTO_STOP_COUNT ? stops[stop].text : "?";
}
