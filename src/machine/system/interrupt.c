/*
 * What is looked at between instructions: interrupts, timers, hardware
 * breakpoints; and watchpoints at data accesses.
 *
 * An enabled pending interrupt enters its handler at the next instruction
 * boundary at which the handling ring has a vector and no unconsumed context,
 * and no B.CATR.atomic bundle is open. The layout of the debug registers, which
 * pto-v0 only stores, is ours: docs/decisions/0020-debug-registers.md.
 */
#include "machine/core.h"
#include "machine/system/trap.h"
#include "pto/profile.h"

enum {
    ENABLE_EXTERNAL = 1,
    ENABLE_TIMER = 2,
    DEBUG_PAIRS = 4,
    CONTROL_ENABLE = 1,
    CONTROL_LOADS = 2,
    CONTROL_STORES = 4,
    CONTROL_SIZE = 3, /* bits 8:3: log2 of the watched, aligned region */
};

static uint64_t bank(const pto_host *h, unsigned ring, unsigned r)
{
    return h->system.family[ring][r - PTO_FAMILY_FIRST];
}

static unsigned timer_id(unsigned ring)
{
    return ring ? 3 : 1;
}

static void refresh_top(pto_host *h, unsigned ring)
{
    uint64_t pending = bank(h, ring, PTO_IPENDING);
    *pto_family(&h->system, ring, PTO_TOPEI) =
        pending ? (unsigned)__builtin_ctzll(pending) : 0;
}

void pto_interrupt_set(pto_host *h, unsigned ring, unsigned id)
{
    *pto_family(&h->system, ring, PTO_IPENDING) |= UINT64_C(1) << id;
    refresh_top(h, ring);
}

void pto_interrupt_clear(pto_host *h, unsigned ring, unsigned id)
{
    *pto_family(&h->system, ring, PTO_IPENDING) &= ~(UINT64_C(1) << id);
    refresh_top(h, ring);
}

void pto_interrupt_end(pto_host *h, unsigned ring, uint64_t id)
{
    if (id < PTO_INTERRUPTS)
        pto_interrupt_clear(h, ring, (unsigned)id);
    h->system.bank[ring].asynchronous = false;
    h->system.bank[ring].argument_valid = false;
    pto_attention_update(h);
}

void pto_timer_refresh(pto_host *h, unsigned ring)
{
    uint64_t compare = bank(h, ring, PTO_TIMER_TIMECMP);
    if (compare && h->cycle >= compare)
        pto_interrupt_set(h, ring, timer_id(ring));
    else
        pto_interrupt_clear(h, ring, timer_id(ring));
}

static bool debug_active(const pto_host *h)
{
    return !h->core->profile->debug_is_stored;
}

static bool debug_enabled(const pto_host *h, unsigned ring)
{
    for (unsigned i = 0; i < DEBUG_PAIRS; i++)
        if ((bank(h, ring, PTO_DBCR0 + 2 * i) |
             bank(h, ring, PTO_DWCR0 + 2 * i)) &
            CONTROL_ENABLE)
            return true;
    return false;
}

/* Only rings 0 and 1 handle interrupts. */
void pto_attention_update(pto_host *h)
{
    bool wanted = false;
    for (unsigned ring = 0; ring < 2; ring++)
        wanted |= bank(h, ring, PTO_TIMER_TIMECMP) != 0 ||
                  bank(h, ring, PTO_IPENDING) != 0;
    for (unsigned ring = 0; ring < PTO_RINGS && debug_active(h); ring++)
        wanted |= debug_enabled(h, ring);
    h->system.attention = wanted;
}

static uint64_t enabled_mask(const pto_host *h, unsigned ring)
{
    uint64_t timer = UINT64_C(1) << timer_id(ring);
    uint64_t config = bank(h, ring, PTO_ECONFIG);
    return (config & ENABLE_TIMER ? timer : 0) |
           (config & ENABLE_EXTERNAL ? ~timer : 0);
}

static void deliver(pto_host *h)
{
    unsigned ring = pto_ring(h) ? 1 : 0;
    const pto_header *b = &h->pe->header;
    pto_timer_refresh(h, ring);
    uint64_t due = bank(h, ring, PTO_IPENDING) & enabled_mask(h, ring);
    if (!due || !bank(h, ring, PTO_EVBASE) || pto_trap_context_valid(h, ring) ||
        (b->active && b->control.atomic))
        return;
    pto_trap_interrupt(h, (unsigned)__builtin_ctzll(due));
}

static pto_outcome breakpoint(pto_host *h, pto_fault *why)
{
    unsigned ring = pto_ring(h);
    uint64_t tpc = h->pe->tpc;
    for (unsigned i = 0; i < DEBUG_PAIRS; i++)
        if (bank(h, ring, PTO_DBCR0 + 2 * i) & CONTROL_ENABLE &&
            bank(h, ring, PTO_DBCR0 + 2 * i + 1) == tpc)
            return pto_raise(h, why, PTO_BREAKS_HardwareBreakpoint, tpc,
                             "breakpoint %u of ring %u", i, ring);
    return PTO_DONE;
}

pto_outcome pto_system_poll(pto_host *h, pto_fault *why)
{
    bool resumed = h->system.resumed;
    if (h->waiting) /* it has arrived: its bundle takes place first */
        return PTO_DONE;
    h->system.resumed = false;
    deliver(h);
    if (resumed || !debug_active(h))
        return PTO_DONE;
    return breakpoint(h, why);
}

static bool watches(uint64_t control, uint64_t value, uint64_t address,
                    uint64_t n, pto_access_kind access)
{
    uint64_t wanted =
        access == PTO_ACCESS_READ ? CONTROL_LOADS : CONTROL_STORES;
    uint64_t last = (UINT64_C(1) << (control >> CONTROL_SIZE & 63)) - 1;
    uint64_t first = value & ~last;
    return control & CONTROL_ENABLE && control & wanted &&
           (address - first <= last || first - address < n);
}

pto_outcome pto_system_watch(pto_host *h, uint64_t address, uint64_t n,
                             pto_access_kind access, pto_fault *why)
{
    unsigned ring = pto_ring(h);
    for (unsigned i = 0; i < DEBUG_PAIRS && debug_active(h); i++) {
        unsigned at = PTO_DWCR0 + 2 * i;
        if (watches(bank(h, ring, at), bank(h, ring, at + 1), address, n,
                    access))
            return pto_raise(h, why, PTO_BREAKS_Watchpoint, address,
                             "watchpoint %u of ring %u: %s of "
                             "0x%llx",
                             i, ring,
                             access == PTO_ACCESS_READ ? "load" : "store",
                             (unsigned long long)address);
    }
    return PTO_DONE;
}

pto_status pto_machine_interrupt(pto_machine *m, unsigned pe, unsigned id,
                                 uint32_t cause)
{
    if (pe >= m->core.pes || id >= PTO_INTERRUPTS || cause >> 24)
        return PTO_BAD_ARGUMENT;
    pto_host *h = &m->host[pe];
    h->system.interrupt_cause[id] = cause;
    pto_interrupt_set(h, pto_ring(h) ? 1 : 0, id);
    pto_attention_update(h);
    return PTO_OK;
}
