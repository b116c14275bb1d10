/* HL.QMT, HL.QPUSH, HL.QPOP. Results: status 63:62, a count or size 12:0. */
#include "machine/core.h"
#include "machine/system/exec.h"

static bool flag(const pto_insn *insn, pto_field_id field)
{
    return pto_insn_get(insn, field) != 0;
}

static unsigned selector(const pto_insn *insn, pto_field_id field)
{
    return (unsigned)pto_insn_get(insn, field);
}

static uint64_t result(unsigned primary, pto_gqm_status status)
{
    return primary | (uint64_t)status << 62;
}

static pto_outcome check_source(pto_host *h, unsigned r, pto_fault *why)
{
    if (pto_source_legal(h->pe, r))
        return PTO_DONE;
    return pto_break(h, why, PTO_BREAKS_QueueSource, h->pe->tpc);
}

static pto_gqm_queue *make(pto_machine *m, uint64_t address, uint64_t capacity)
{
    return pto_gqm_init(&m->gqm, &m->core.memory, address,
                        capacity & PTO_GQM_CAPACITY);
}

static void notify(pto_gqm *g, uint64_t address)
{
    g->events++;
    g->last_event = address;
}

static void manage(pto_host *h, const pto_insn *insn, pto_gqm_queue *q)
{
    bool made = flag(insn, PTO_FIELD_i);
    uint64_t value = result(0, PTO_GQM_REFUSED);
    if (q)
        value = made ? result(8U * q->capacity, PTO_GQM_OK)
                     : result(pto_gqm_remaining(q), PTO_GQM_OK);
    if (q && flag(insn, PTO_FIELD_e))
        notify(&h->machine->gqm, q->address);
    if (q && flag(insn, PTO_FIELD_s))
        q->suspended = true;
    if (q && flag(insn, PTO_FIELD_r))
        q->suspended = false;
    pto_write_destination(h->pe, selector(insn, PTO_FIELD_RegDst), value);
}

pto_outcome pto_exec_queue_move(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    bool makes = flag(insn, PTO_FIELD_i);
    unsigned left = selector(insn, PTO_FIELD_SrcL);
    unsigned right = selector(insn, PTO_FIELD_SrcR);
    if (flag(insn, PTO_FIELD_s) && flag(insn, PTO_FIELD_r))
        return pto_break(h, why, PTO_BREAKS_QueueFlags, h->pe->tpc);
    pto_outcome o = check_source(h, left, why);
    if (o == PTO_DONE && makes)
        o = check_source(h, right, why);
    if (o != PTO_DONE)
        return o;
    uint64_t address = pto_source(h->pe, left);
    pto_gqm_queue *q = makes
                           ? make(h->machine, address, pto_source(h->pe, right))
                           : pto_gqm_find(&h->machine->gqm, address);
    if (makes && !q)
        return PTO_OUT_OF_MEMORY;
    manage(h, insn, q);
    return PTO_DONE;
}

pto_outcome pto_exec_queue_push(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    unsigned left = selector(insn, PTO_FIELD_SrcL);
    unsigned right = selector(insn, PTO_FIELD_SrcR);
    pto_outcome o = check_source(h, left, why);
    if (o == PTO_DONE)
        o = check_source(h, right, why);
    if (o != PTO_DONE)
        return o;
    pto_gqm_queue *q = pto_gqm_find(&h->machine->gqm, pto_source(h->pe, left));
    pto_gqm_status status = PTO_GQM_UNKNOWN;
    if (q)
        status =
            pto_gqm_push(q, pto_source(h->pe, right), flag(insn, PTO_FIELD_h));
    if (status == PTO_GQM_OK && flag(insn, PTO_FIELD_e))
        notify(&h->machine->gqm, q->address);
    pto_write_destination(h->pe, selector(insn, PTO_FIELD_RegDst),
                          result(q ? pto_gqm_remaining(q) : 0, status));
    return PTO_DONE;
}

pto_outcome pto_exec_queue_pop(pto_host *h, const pto_insn *insn,
                               pto_fault *why)
{
    unsigned left = selector(insn, PTO_FIELD_SrcL);
    pto_outcome o = check_source(h, left, why);
    if (o != PTO_DONE)
        return o;
    pto_gqm_queue *q = pto_gqm_find(&h->machine->gqm, pto_source(h->pe, left));
    pto_gqm_status status = PTO_GQM_UNKNOWN;
    uint64_t value = 0;
    if (q)
        status = pto_gqm_pop(q, &value);
    if (status == PTO_GQM_OK && flag(insn, PTO_FIELD_e))
        notify(&h->machine->gqm, q->address);
    pto_write_destination(h->pe, selector(insn, PTO_FIELD_RegDst0), value);
    pto_write_destination(h->pe, selector(insn, PTO_FIELD_RegDst1),
                          result(q ? q->count : 0U, status));
    return PTO_DONE;
}
