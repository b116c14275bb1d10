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

pto_reach pto_reach_of(const pto_plan *p, unsigned pe, uint64_t address,
                       uint64_t size)
{
    static const uint8_t breaks[] = {[PTO_OPEN] = PTO_REACHED,
                                     [PTO_CLOSED] = PTO_REACH_CLOSED,
                                     [PTO_WATCHED] = PTO_REACH_WATCHED};
    if (address & (size - 1))
        return PTO_REACH_UNALIGNED;
    if (!pto_memory_legal(&p->core->memory, address, size))
        return PTO_REACH_CLOSED;
    return (pto_reach)breaks[barrier(p, pe, address, size)];
}

bool pto_reach_passes(pto_reach how, pto_reach is, uint64_t address,
                      pto_detail *d)
{
    if (how != is)
        return true;
    d->has_address = true;
    d->address = address;
    return pto_say(d, "address 0x%llx", (unsigned long long)address);
}
