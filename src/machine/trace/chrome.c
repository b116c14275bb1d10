/*
 * The timeline of a run in the Chrome trace event format: a track a PE, its
 * bundles as slices, faults as instants. One microsecond stands for one tick.
 */
#include "machine/trace/trace.h"

#include <stdio.h>

#include "pto/tile_op.h"

enum { BUFFER = 1 << 18 };

static const char *const kind_names[] = {"STD",  "FP",   "SYS",  "VEC/SFU",
                                         "TLSU", "CUBE", "FRAME"};

static void event(pto_trace *t, const char *phase, const char *name,
                  unsigned pe, uint64_t ts)
{
    pto_buf *b = &t->events;
    pto_buf_puts(b, t->event_count++ ? ",\n" : "");
    PTO_TEXT(b, "{\"ph\":\"");
    pto_buf_puts(b, phase);
    PTO_TEXT(b, "\",\"name\":");
    pto_text_string(b, name);
    PTO_TEXT(b, ",\"pid\":0,\"tid\":");
    pto_text_number(b, pe);
    PTO_TEXT(b, ",\"ts\":");
    pto_text_number(b, ts);
}

static void finish_event(pto_trace *t)
{
    PTO_TEXT(&t->events, "}");
    pto_trace_flush(&t->events, &t->chrome, BUFFER);
}

void pto_chrome_start(pto_trace *t)
{
    char name[16];
    PTO_TEXT(&t->events, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n");
    for (unsigned pe = 0; pe < t->machine->core.pes; pe++) {
        snprintf(name, sizeof name, "PE%u", pe);
        event(t, "M", "thread_name", pe, 0);
        PTO_TEXT(&t->events, ",\"args\":{\"name\":");
        pto_text_string(&t->events, name);
        PTO_TEXT(&t->events, "}");
        finish_event(t);
    }
}

static const char *slice_name(const pto_trace_slice *s)
{
    const pto_tile_op *op =
        s->op < PTO_OP_COUNT ? pto_tile_op_get((pto_tile_op_id)s->op) : NULL;
    return op ? op->name : kind_names[s->kind];
}

static void close_slice(pto_trace *t, unsigned pe, uint64_t now)
{
    pto_trace_slice *s = &t->pe[pe].slice;
    if (!s->open)
        return;
    s->open = false;
    event(t, "X", slice_name(s), pe, s->start);
    PTO_TEXT(&t->events, ",\"dur\":");
    pto_text_number(&t->events, now > s->start ? now - s->start : 1);
    PTO_TEXT(&t->events, ",\"args\":{\"tpc\":");
    pto_text_hex(&t->events, s->tpc);
    PTO_TEXT(&t->events, "}");
    finish_event(t);
}

static void open_slice(pto_trace *t, const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    t->pe[h->index].slice = (pto_trace_slice){
        .open = true,
        .start = h->cycle,
        .tpc = h->pe->bpc,
        .op = b->operation.present ? b->operation.op : (uint8_t)PTO_OP_COUNT,
        .kind = b->kind,
    };
}

static void fault_event(pto_trace *t, const pto_step *s)
{
    event(t, "i",
          s->outcome == PTO_STEP_FAULTED ? pto_fault_name(s->fault.code)
                                         : "not implemented",
          s->pe, s->cycle);
    PTO_TEXT(&t->events, ",\"s\":\"t\",\"args\":{\"text\":");
    pto_text_string(&t->events, s->fault.text);
    PTO_TEXT(&t->events, "}");
    finish_event(t);
}

void pto_chrome_step(pto_trace *t, const pto_step *s)
{
    const pto_host *h = &t->machine->host[s->pe];
    bool starts =
        t->head->insn.form && (pto_starts_block(t->head->insn.form) ||
                               t->head->insn.form->id == PTO_FORM_B_HINT_TRACE);
    if (s->outcome != PTO_STEP_DONE)
        fault_event(t, s);
    bool active = h->pe->header.active;
    if (t->pe[s->pe].before.active && (!active || starts))
        close_slice(t, s->pe, h->cycle);
    if (active && (starts || !t->pe[s->pe].slice.open))
        open_slice(t, h);
}

void pto_chrome_end(pto_trace *t)
{
    for (unsigned pe = 0; pe < t->machine->core.pes; pe++)
        close_slice(t, pe, t->machine->host[pe].cycle);
    PTO_TEXT(&t->events, "\n]}\n");
    pto_trace_flush(&t->events, &t->chrome, 0);
}
