/* The JSON lines of a run, as an observer of the machine. */
#include "machine/trace/trace.h"

#include <stdlib.h>
#include <string.h>

#include "pto/text.h"

enum { BUFFER = 1 << 18 };

/* ---- What an address prints every time ---------------------------------- */

static void bytes_text(pto_buf *b, uint64_t word, unsigned length)
{
    static const char digits[] = "0123456789abcdef";
    PTO_TEXT(b, ",\"bytes\":\"");
    for (unsigned i = 0; i < length; i++) {
        unsigned byte = word >> 8 * i & 255;
        char two[2] = {digits[byte >> 4], digits[byte & 15]};
        pto_buf_add(b, two, 2);
    }
    PTO_TEXT(b, "\"");
}

static void form_text(pto_buf *b, const pto_isa *isa, const pto_insn *insn,
                      uint64_t tpc)
{
    char id[PTO_FORM_ID_TEXT], text[PTO_INSN_TEXT];
    if (!insn->form) {
        PTO_TEXT(b, ",\"form\":null,\"asm\":null");
        return;
    }
    pto_form_id_text(insn->form, id, sizeof id);
    pto_insn_print(isa, insn, tpc, text, sizeof text);
    b->failed |= !text[0];
    PTO_TEXT(b, ",\"form\":");
    pto_text_string(b, id);
    PTO_TEXT(b, ",\"asm\":");
    pto_text_string(b, text);
}

static void fill_head(pto_trace *t, pto_trace_head *head, const pto_step *s)
{
    pto_buf b = {0};
    head->tpc = s->tpc;
    head->word = s->word;
    head->length = s->length;
    if (!s->length || pto_decode(&t->machine->decoder, s->word, s->length,
                                 &head->insn) != PTO_OK)
        head->insn.form = NULL;
    PTO_TEXT(&b, ",\"tpc\":");
    pto_text_hex(&b, s->tpc);
    bytes_text(&b, s->word, s->length);
    form_text(&b, &t->machine->core.isa, &head->insn, s->tpc);
    head->size = b.size < sizeof head->text ? (uint32_t)b.size : 0;
    if (head->size)
        memcpy(head->text, b.data, b.size);
    t->out.failed |= b.failed || !head->size;
    pto_buf_free(&b);
}

static const pto_trace_head *head_of(pto_trace *t, const pto_step *s)
{
    pto_trace_head *head = &t->cache[s->tpc >> 1 & (PTO_TRACE_CACHE - 1)];
    if (head->tpc != s->tpc || head->word != s->word ||
        head->length != s->length || !head->length)
        fill_head(t, head, s);
    return head;
}

/* ---- Filters ------------------------------------------------------------ */

static bool passes(const pto_trace *t, const pto_step *s)
{
    const pto_trace_options *o = &t->options;
    return t->has_lines && !t->lines.error && t->step >= o->from &&
           (!o->count || t->written < o->count) &&
           (!o->pe_mask || o->pe_mask >> s->pe & 1) &&
           (!o->pc_last || (s->tpc >= o->pc_first && s->tpc <= o->pc_last));
}

static bool is_boundary(const pto_step *s)
{
    return s->form == PTO_FORM_B_HINT_TRACE;
}

/* Both boundaries belong to their region. */
static bool in_region(pto_trace *t, const pto_step *s)
{
    if (!t->options.regions)
        return true;
    return t->pe[s->pe].in_region || is_boundary(s);
}

/* Where the block before it leads elsewhere, a boundary has not been crossed.
 */
static void follow_region(pto_trace *t, const pto_step *s)
{
    if (is_boundary(s) && s->outcome == PTO_STEP_DONE &&
        s->next_tpc == s->tpc + s->length)
        t->pe[s->pe].in_region = !(s->word >> 15 & 1); /* B/E */
}

/* ---- Observing ---------------------------------------------------------- */

static void remember(pto_trace_before *b, const pto_host *h)
{
    const pto_pe *pe = h->pe;
    memcpy(b->gpr, pe->gpr, sizeof b->gpr);
    b->tpc = pe->tpc;
    b->bpc = pe->bpc;
    b->core_state = pe->core_state;
    b->commit_argument = pe->commit_argument;
    b->return_address = pe->return_address;
    b->cycle = h->cycle;
    b->t = pe->t;
    b->u = pe->u;
    b->active = pe->header.active;
}

/*
 * The last PE that a common operation waits for is about to arrive: what the
 * others read is there only now.
 */
static void look_again(pto_trace *t, const pto_step *s)
{
    const pto_machine *m = t->machine;
    unsigned waiting = m->core.rendezvous.arrived;
    if ((waiting | pto_pe_bit(s->pe)) != PTO_ALL_PES)
        return;
    t->head = head_of(t, s);
    if (!pto_trace_commits(t, &m->host[s->pe]))
        return;
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        if (pe != s->pe && t->pe[pe].selected)
            pto_trace_reads_again(t, &m->host[pe]);
}

static void begin(pto_trace *t, const pto_step *s)
{
    const pto_host *h = &t->machine->host[s->pe];
    pto_trace_pe *p = &t->pe[s->pe];
    p->begun = true;
    p->selected = passes(t, s) && in_region(t, s);
    look_again(t, s);
    if (!p->selected && !t->has_chrome)
        return;
    remember(&p->before, h);
    t->head = head_of(t, s);
    if (p->selected)
        pto_trace_reads(t, h);
}

static void before(void *user, const pto_step *s)
{
    begin(user, s);
}

static void memory(void *user, const pto_memory_access *a)
{
    pto_trace *t = user;
    if (t->pe[a->pe].selected)
        pto_trace_touch(t, a);
}

static void fault_text(pto_buf *b, const pto_step *s)
{
    PTO_TEXT(b, ",\"fault\":");
    if (s->outcome == PTO_STEP_DONE) {
        PTO_TEXT(b, "null");
        return;
    }
    PTO_TEXT(b, "{\"code\":");
    pto_text_string(b, s->outcome == PTO_STEP_FAULTED
                           ? pto_fault_name(s->fault.code)
                       : s->outcome == PTO_STEP_MISSING ? "NotImplemented"
                                                        : "OutOfMemory");
    PTO_TEXT(b, ",\"rule\":");
    pto_text_string(b, s->fault.rule);
    PTO_TEXT(b, ",\"text\":");
    pto_text_string(b, s->fault.text);
    PTO_TEXT(b, "}");
}

static void write_line(pto_trace *t, const pto_step *s)
{
    const pto_host *h = &t->machine->host[s->pe];
    const pto_trace_pe *p = &t->pe[s->pe];
    pto_buf *b = &t->out;
    pto_trace_writes(t, h, s->outcome == PTO_STEP_DONE);
    PTO_TEXT(b, "{\"step\":");
    pto_text_number(b, t->step);
    PTO_TEXT(b, ",\"pe\":");
    pto_text_number(b, s->pe);
    pto_buf_add(b, t->head->text, t->head->size);
    PTO_TEXT(b, ",\"reads\":[");
    pto_buf_add(b, p->reads.data, p->reads.size);
    PTO_TEXT(b, "],\"writes\":[");
    pto_buf_add(b, p->writes.data, p->writes.size);
    PTO_TEXT(b, "],\"flags\":");
    pto_text_number(b, pto_sticky_flags(h->pe->core_state));
    fault_text(b, s);
    PTO_TEXT(b, "}\n");
    b->failed |= p->reads.failed || p->writes.failed;
    t->written++;
    pto_trace_flush(b, &t->lines, BUFFER);
}

/* What cannot be told any more goes on to its verdict, but not for ever. */
static void lose_patience(pto_trace *t)
{
    if (t->options.stop && ++t->patience > PTO_TRACE_PATIENCE)
        *t->options.stop = 1;
}

/* A breakpoint faults before its instruction is fetched, unannounced. */
static void retire(void *user, const pto_step *s)
{
    pto_trace *t = user;
    pto_trace_pe *p = &t->pe[s->pe];
    if (!p->begun)
        begin(t, s);
    if (p->selected || t->has_chrome)
        t->head = head_of(t, s);
    if (p->selected)
        write_line(t, s);
    if (t->has_chrome && !t->chrome.error)
        pto_chrome_step(t, s);
    follow_region(t, s);
    p->begun = p->selected = false;
    t->step++;
    if (t->lines.error || t->chrome.error)
        lose_patience(t);
}

/* ---- Opening and closing ------------------------------------------------ */

static pto_status open_file(const char *path, pto_sink *out, bool *has,
                            pto_error *e)
{
    if (!path)
        return PTO_OK;
    PTO_TRY(pto_sink_open(out, path, e));
    *has = true;
    return PTO_OK;
}

static void destroy(pto_trace *t)
{
    pto_buf_free(&t->out);
    for (unsigned i = 0; i < PTO_PES; i++) {
        pto_buf_free(&t->pe[i].reads);
        pto_buf_free(&t->pe[i].writes);
    }
    pto_buf_free(&t->events);
    free(t);
}

static pto_status prepare(pto_trace *t, const pto_trace_options *o,
                          pto_error *e)
{
    PTO_TRY(open_file(o->path, &t->lines, &t->has_lines, e));
    pto_status s = open_file(o->chrome_path, &t->chrome, &t->has_chrome, e);
    if (s != PTO_OK && t->has_lines)
        pto_sink_drop(&t->lines);
    if (t->has_chrome)
        pto_chrome_start(t);
    return s;
}

pto_status pto_trace_open(pto_machine *m, const pto_trace_options *options,
                          pto_trace **out, pto_error *e)
{
    pto_trace *t = calloc(1, sizeof *t);
    *out = NULL;
    if (!t)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    t->machine = m;
    t->options = *options;
    pto_status s = prepare(t, options, e);
    if (s != PTO_OK) {
        destroy(t);
        return s;
    }
    pto_machine_observe(m, &(pto_observer){.before = before,
                                           .retire = retire,
                                           .memory = memory,
                                           .user = t});
    *out = t;
    return PTO_OK;
}

pto_status pto_trace_close(pto_trace *t, pto_error *e)
{
    pto_status s = PTO_OK;
    if (!t)
        return PTO_OK;
    pto_machine_observe(t->machine, NULL);
    if (t->has_lines)
        pto_trace_flush(&t->out, &t->lines, 0);
    if (t->has_chrome)
        pto_chrome_end(t);
    if (t->has_lines)
        s = pto_sink_commit(&t->lines, e);
    if (t->has_chrome) {
        pto_status of_chrome =
            pto_sink_commit(&t->chrome, s == PTO_OK ? e : NULL);
        s = s == PTO_OK ? of_chrome : s;
    }
    destroy(t);
    return s;
}
