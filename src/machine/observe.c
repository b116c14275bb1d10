/* Callbacks into the host, which may look but not touch meanwhile. */
#include "machine/core.h"

bool pto_machine_is_calling(const pto_machine *m, pto_error *e)
{
    if (m->is_calling)
        pto_fail(e, PTO_BAD_ARGUMENT,
                 "a callback may not free, replace or run its machine");
    return m->is_calling;
}

void pto_tell_before(pto_machine *m, const pto_step *s)
{
    m->is_calling = true;
    if (m->observer.before)
        m->observer.before(m->observer.user, s);
    m->is_calling = false;
}

void pto_tell_after(pto_machine *m, const pto_step *s)
{
    const pto_observer o = m->observer;
    m->is_calling = true;
    if (o.fault && s->outcome == PTO_STEP_FAULTED)
        o.fault(o.user, s);
    if (o.retire && s->outcome != PTO_STEP_WAITING)
        o.retire(o.user, s);
    m->is_calling = false;
}

void pto_tell_access(pto_machine *m, const pto_memory_access *a)
{
    m->is_calling = true;
    if (m->observer.memory)
        m->observer.memory(m->observer.user, a);
    m->is_calling = false;
}

void pto_tell_output(pto_machine *m, int descriptor, const void *bytes,
                     size_t n)
{
    m->is_calling = true;
    m->options.output(m->options.user, descriptor, bytes, n);
    m->is_calling = false;
}
