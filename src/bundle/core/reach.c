/* Where the elements of a tile may lie in memory. */
#include "bundle/core/reach.h"

/* Reading comes first. */
static pto_barrier barrier(const pto_plan *p, unsigned pe, uint64_t address,
                           uint64_t n)
{
    const pto_memory *m = &p->core->memory;
    unsigned who = p->core->pes == 1 ? 0 : pe;
    pto_barrier b = PTO_OPEN;
    if (m->bars && p->reads)
        b = m->bars(m->user, who, address, n, false);
    if (m->bars && p->writes && b == PTO_OPEN)
        b = m->bars(m->user, who, address, n, true);
    return b;
}

bool pto_reach_is_open(const pto_plan *p, unsigned pe, uint64_t address,
                       uint64_t n)
{
    return pto_memory_legal(&p->core->memory, address, n) &&
           barrier(p, pe, address, n) == PTO_OPEN;
}

pto_probe pto_reach(const pto_plan *p, unsigned pe, uint64_t address,
                    uint64_t size)
{
    static const uint8_t breaks[] = {[PTO_OPEN] = PTO_PROBES,
                                     [PTO_CLOSED] = PTO_PROBE_BOUNDS,
                                     [PTO_WATCHED] = PTO_PROBE_WATCH};
    if (address & (size - 1))
        return PTO_PROBE_ALIGNMENT;
    if (!pto_memory_legal(&p->core->memory, address, size))
        return PTO_PROBE_BOUNDS;
    return (pto_probe)breaks[barrier(p, pe, address, size)];
}

bool pto_probe_fails(pto_probe what, pto_probe is, uint64_t address,
                     pto_detail *d)
{
    if (what != is)
        return true;
    d->has_address = true;
    d->address = address;
    return pto_say(d, "address 0x%llx", (unsigned long long)address);
}
