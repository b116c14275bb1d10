/* Decides whether PTO-TSO allows a candidate execution. */
#include "litmus/litmus.h"

#include <stdio.h>
#include <string.h>

typedef enum relation { NONE, PO, RF, FR, CO } relation;

static const char *const relation_name[] = {"", "po", "rf", "fr", "co"};

static bool is_read(const pto_event *e)
{
    return e->kind == PTO_EVENT_LOAD || e->kind == PTO_EVENT_ATOMIC;
}

static bool is_write(const pto_event *e)
{
    return e->kind == PTO_EVENT_INIT || e->kind == PTO_EVENT_STORE ||
           (e->kind == PTO_EVENT_ATOMIC && e->writes);
}

static bool is_access(const pto_event *e)
{
    return e->kind != PTO_EVENT_FENCE;
}

static bool same_location(const pto_event *a, const pto_event *b)
{
    return a->address == b->address && a->size == b->size;
}

static bool overlap(const pto_event *a, const pto_event *b)
{
    return a->address >= b->address ? a->address - b->address < b->size
                                    : b->address - a->address < a->size;
}

static uint8_t fence_class(const pto_event *e)
{
    switch (e->kind) {
    case PTO_EVENT_LOAD: return PTO_EVENT_READS;
    case PTO_EVENT_ATOMIC: return PTO_EVENT_READS | PTO_EVENT_WRITES;
    case PTO_EVENT_FENCE: return 0;
    default: return PTO_EVENT_WRITES;
    }
}

static bool coherence_before(const pto_event *a, const pto_event *b)
{
    return is_write(a) && is_write(b) && same_location(a, b) &&
           a->rank < b->rank;
}

static bool reads_from(const pto_execution *x, uint32_t write, uint32_t read)
{
    return is_write(&x->event[write]) && is_read(&x->event[read]) &&
           x->event[read].read_from == write;
}

static bool reads_from_other(const pto_execution *x, uint32_t write,
                             uint32_t read)
{
    const pto_event *w = &x->event[write], *r = &x->event[read];
    return reads_from(x, write, read) &&
           (w->kind == PTO_EVENT_INIT || w->agent != r->agent);
}

/* An atomic's own write does not follow its read in from-read. */
static bool from_read(const pto_execution *x, uint32_t read, uint32_t write)
{
    const pto_event *r = &x->event[read];
    return read != write && is_read(r) &&
           coherence_before(&x->event[r->read_from], &x->event[write]);
}

static bool program_order(const pto_execution *x, uint32_t a, uint32_t b)
{
    const pto_event *l = &x->event[a], *r = &x->event[b];
    return a < b && l->agent == r->agent && l->kind != PTO_EVENT_INIT &&
           r->kind != PTO_EVENT_INIT && is_access(l) && is_access(r);
}

static bool fence_between(const pto_execution *x, uint32_t a, uint32_t b)
{
    const pto_event *l = &x->event[a], *r = &x->event[b];
    for (uint32_t i = a + 1; i < b; i++) {
        const pto_event *f = &x->event[i];
        if (f->kind == PTO_EVENT_FENCE && f->agent == l->agent &&
            fence_class(l) & f->predecessor && fence_class(r) & f->successor)
            return true;
    }
    return false;
}

/* Only a store followed by a load may be seen out of order. */
static bool preserved_order(const pto_execution *x, uint32_t a, uint32_t b)
{
    if (!program_order(x, a, b))
        return false;
    const pto_event *l = &x->event[a], *r = &x->event[b];
    if (is_read(l) || is_write(r) || r->kind == PTO_EVENT_ATOMIC)
        return true;
    return l->order & PTO_EVENT_ACQUIRE || r->order & PTO_EVENT_RELEASE ||
           fence_between(x, a, b);
}

static relation edge(const pto_execution *x, bool location, uint32_t a,
                     uint32_t b)
{
    if (coherence_before(&x->event[a], &x->event[b]))
        return CO;
    if (from_read(x, a, b))
        return FR;
    if (location) {
        if (reads_from(x, a, b))
            return RF;
        return program_order(x, a, b) &&
                       same_location(&x->event[a], &x->event[b])
                   ? PO
                   : NONE;
    }
    if (reads_from_other(x, a, b))
        return RF;
    return preserved_order(x, a, b) ? PO : NONE;
}

/* Breadth first from `start` back to itself; parents tell the way. */
static bool find_cycle(const pto_execution *x, bool location, uint32_t start,
                       uint8_t parent[PTO_LITMUS_EVENTS])
{
    uint8_t queue[PTO_LITMUS_EVENTS + 1];
    uint32_t head = 0, tail = 0, seen = 0;
    queue[tail++] = (uint8_t)start;
    while (head < tail) {
        uint32_t at = queue[head++];
        for (uint32_t b = 0; b < x->count; b++) {
            if (seen >> b & 1 || edge(x, location, at, b) == NONE)
                continue;
            seen |= 1U << b;
            parent[b] = (uint8_t)at;
            if (b == start)
                return true;
            queue[tail++] = (uint8_t)b;
        }
    }
    return false;
}

static void event_text(const pto_execution *x, uint32_t i, char *out,
                       size_t size)
{
    const pto_event *e = &x->event[i];
    if (e->name[0])
        snprintf(out, size, "%s", e->name);
    else
        snprintf(out, size, "event %u", (unsigned)i);
}

static void append(pto_litmus_verdict *v, const char *text)
{
    size_t used = strlen(v->text);
    snprintf(v->text + used, sizeof v->text - used, "%s", text);
}

static void describe_cycle(const pto_execution *x, bool location,
                           uint32_t start, const uint8_t *parent,
                           pto_litmus_verdict *v)
{
    uint8_t path[PTO_LITMUS_EVENTS + 1];
    uint32_t n = 0, at = start;
    do {
        path[n++] = (uint8_t)at;
        at = parent[at];
    } while (at != start);
    char name[PTO_LITMUS_NAME + 8], step[64];
    snprintf(v->text, sizeof v->text, "cycle: ");
    event_text(x, start, name, sizeof name);
    append(v, name);
    for (uint32_t i = n; i-- > 0;) {
        uint32_t to = path[i], from = parent[to];
        event_text(x, to, name, sizeof name);
        snprintf(step, sizeof step, " -%s-> %s",
                 relation_name[edge(x, location, from, to)], name);
        append(v, step);
    }
}

static bool acyclic(const pto_execution *x, bool location,
                    pto_litmus_verdict *v)
{
    uint8_t parent[PTO_LITMUS_EVENTS];
    for (uint32_t i = 0; i < x->count; i++) {
        if (!find_cycle(x, location, i, parent))
            continue;
        describe_cycle(x, location, i, parent, v);
        return false;
    }
    return true;
}

static bool size_legal(const pto_event *e)
{
    return e->size == 1 || e->size == 2 || e->size == 4 || e->size == 8;
}

static bool fields_legal(const pto_execution *x, const pto_event *e)
{
    return e->kind <= PTO_EVENT_FENCE && e->agent < PTO_LITMUS_AGENTS &&
           size_legal(e) && e->read_from < x->count &&
           e->rank < PTO_LITMUS_EVENTS;
}

static const char *location_error(const pto_execution *x, const pto_event *e)
{
    unsigned inits = 0;
    for (uint32_t i = 0; i < x->count; i++) {
        const pto_event *o = &x->event[i];
        if (o != e && is_access(o) && overlap(e, o) && !same_location(e, o))
            return "overlaps an access of another address or size";
        inits += o->kind == PTO_EVENT_INIT && same_location(e, o);
    }
    return inits == 1 ? NULL : "needs exactly one initial write";
}

static const char *write_error(const pto_execution *x, const pto_event *e)
{
    if (e->kind == PTO_EVENT_INIT)
        return e->rank == 0 ? NULL : "is initial but not first in coherence";
    if (e->rank == 0)
        return "has the coherence rank of the initial write";
    bool follows = false;
    for (uint32_t i = 0; i < x->count; i++) {
        const pto_event *o = &x->event[i];
        if (o == e || !is_write(o) || !same_location(o, e))
            continue;
        if (o->rank == e->rank)
            return "shares its coherence rank";
        follows |= o->rank + 1 == e->rank;
    }
    return follows ? NULL : "follows no write in coherence";
}

static const char *read_error(const pto_execution *x, const pto_event *e)
{
    const pto_event *source = &x->event[e->read_from];
    if (!is_write(source) || !same_location(source, e))
        return "reads from no write of its location";
    if (e->read_value != source->write_value)
        return "reads a value that its source did not write";
    if (e->kind == PTO_EVENT_ATOMIC && e->writes && source->rank + 1 != e->rank)
        return "is an atomic that another write divides";
    return NULL;
}

static const char *event_error(const pto_execution *x, const pto_event *e)
{
    if (!fields_legal(x, e))
        return "has a field out of range";
    if (!is_access(e))
        return NULL;
    const char *why = location_error(x, e);
    if (!why && is_write(e))
        why = write_error(x, e);
    if (!why && is_read(e))
        why = read_error(x, e);
    return why;
}

static bool valid(const pto_execution *x, pto_litmus_verdict *v)
{
    if (x->count == 0 || x->count > PTO_LITMUS_EVENTS) {
        snprintf(v->text, sizeof v->text, "needs 1..%d events",
                 PTO_LITMUS_EVENTS);
        return false;
    }
    for (uint32_t i = 0; i < x->count; i++) {
        const char *why = event_error(x, &x->event[i]);
        if (!why)
            continue;
        char name[PTO_LITMUS_NAME + 8];
        event_text(x, i, name, sizeof name);
        snprintf(v->text, sizeof v->text, "no execution: %s %s", name, why);
        return false;
    }
    return true;
}

void pto_litmus_check(const pto_execution *x, pto_litmus_verdict *verdict)
{
    *verdict = (pto_litmus_verdict){0};
    verdict->valid = valid(x, verdict);
    verdict->allowed = verdict->valid && acyclic(x, true, verdict) &&
                       acyclic(x, false, verdict);
}
