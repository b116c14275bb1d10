/* Guest memory as instructions see it: checks, effects, host addresses. */
#include "machine/access.h"

#include "base/bits.h"
#include "machine/cache.h"

static uint64_t piece_of(uint64_t address)
{
    return address & ~(uint64_t)(PTO_TLB_BYTES - 1);
}

static unsigned slot_of(uint64_t address)
{
    return (address >> PTO_TLB_SHIFT) & (PTO_TLB_ENTRIES - 1);
}

static void empty(pto_tlb_entry *tlb)
{
    for (unsigned i = 0; i < PTO_TLB_ENTRIES; i++)
        tlb[i].key = UINT64_MAX;
}

void pto_tlb_forget(pto_host *h)
{
    empty(h->read_tlb);
    empty(h->write_tlb);
}

void pto_tlb_clear(pto_machine *m)
{
    for (unsigned i = 0; i < PTO_PES; i++)
        pto_tlb_forget(&m->host[i]);
}

void pto_tlb_forget_writes(pto_machine *m)
{
    for (unsigned i = 0; i < PTO_PES; i++)
        empty(m->host[i].write_tlb);
}

void pto_tlb_forget_code(pto_machine *m, uint64_t address)
{
    for (unsigned i = 0; i < PTO_PES; i++) {
        pto_tlb_entry *e = &m->host[i].write_tlb[slot_of(address)];
        if (e->key == piece_of(address))
            e->key = UINT64_MAX;
    }
}

/* May the whole piece be reached without further questions? */
static bool piece_is_open(const pto_host *h, uint64_t address)
{
    const pto_machine *m = h->machine;
    uint64_t piece = piece_of(address), last = piece + (PTO_TLB_BYTES - 1);
    if (m->steps_singly || h->system.attention)
        return false;
    return pto_memory_legal(&m->core.memory, piece, PTO_TLB_BYTES) &&
           (!m->options.application_bytes ||
            last < m->options.application_bytes);
}

static void remember(pto_tlb_entry *tlb, uint64_t address, pto_page *page)
{
    uint64_t piece = piece_of(address);
    tlb[slot_of(address)] =
        (pto_tlb_entry){piece, page->bytes + (piece & (PTO_PAGE_BYTES - 1))};
}

void pto_drop_reservation(pto_host *h)
{
    h->reservation.valid = false;
    h->machine->reservations &= (uint8_t) ~(1U << h->index);
}

void pto_end_reservations(pto_machine *m, uint64_t address, uint64_t n)
{
    for (unsigned i = 0; m->reservations && i < PTO_PES; i++) {
        pto_reservation *r = &m->host[i].reservation;
        uint64_t line = r->address & ~(uint64_t)(PTO_RESERVATION_BYTES - 1);
        bool touches =
            address - line < PTO_RESERVATION_BYTES || line - address < n;
        if (r->valid && touches)
            pto_drop_reservation(&m->host[i]);
    }
}

/* ---- Preflight ---------------------------------------------------------- */

/* May this ring go to bytes inside the bound? */
static bool ring_reaches(const pto_host *h, uint64_t address, uint64_t n)
{
    uint64_t limit = h->machine->options.application_bytes;
    return !limit || pto_ring(h) < 2 || (n <= limit && address <= limit - n);
}

static bool permitted(const pto_host *h, uint64_t address, uint64_t n)
{
    return pto_memory_legal(&h->core->memory, address, n) &&
           ring_reaches(h, address, n);
}

pto_barrier pto_data_bars(void *machine, unsigned pe, uint64_t address,
                          uint64_t n, bool writes)
{
    pto_machine *m = machine;
    pto_host *h = &m->host[pe];
    pto_fault why;
    pto_access_kind access = writes ? PTO_ACCESS_WRITE : PTO_ACCESS_READ;
    if (!ring_reaches(h, address, n))
        return PTO_CLOSED;
    return h->system.attention &&
                   pto_system_watch(h, address, n, access, &why) != PTO_DONE
               ? PTO_WATCHED
               : PTO_OPEN;
}

pto_outcome pto_probe(pto_host *h, uint64_t address, uint64_t n, unsigned align,
                      pto_access_kind access, pto_fault *why)
{
    const char *what = access == PTO_ACCESS_WRITE ? "store" : "load";
    if (address & (align - 1))
        return pto_raise(h, why, PTO_BREAKS_DataAlignment, address,
                         "%s of %u bytes at 0x%llx", what, align,
                         (unsigned long long)address);
    if (!permitted(h, address, n))
        return pto_raise(h, why, PTO_BREAKS_DataPage, address,
                         "%s of %llu bytes at 0x%llx, outside memory", what,
                         (unsigned long long)n, (unsigned long long)address);
    if (h->system.attention) {
        pto_outcome watched = pto_system_watch(h, address, n, access, why);
        if (watched != PTO_DONE)
            return watched;
    }
    if (access == PTO_ACCESS_WRITE &&
        !pto_memory_reserve(&h->core->memory, address, n))
        return PTO_OUT_OF_MEMORY;
    return PTO_DONE;
}

/* ---- Effects ------------------------------------------------------------ */

static void tell(pto_host *h, bool is_write, uint64_t address, uint64_t n)
{
    if (h->machine->observer.memory)
        pto_tell_access(h->machine, &(pto_memory_access){.pe = h->index,
                                                         .is_write = is_write,
                                                         .tpc = h->pe->tpc,
                                                         .address = address,
                                                         .size = n});
}

void pto_data_copy_out(pto_host *h, uint64_t address, void *out, size_t n)
{
    tell(h, false, address, n);
    pto_memory_read(&h->core->memory, address, out, n);
}

/* Bits of pto_page.code from the one of `from` to that of `to`. */
static uint64_t code_bits(uint64_t from, uint64_t to)
{
    unsigned first = (unsigned)(from & (PTO_PAGE_BYTES - 1)) >> PTO_CHUNK_SHIFT;
    unsigned last = (unsigned)(to & (PTO_PAGE_BYTES - 1)) >> PTO_CHUNK_SHIFT;
    return pto_low_bits(last - first + 1) << first;
}

/* Forget operations that a write of one page's bytes may have changed. */
static void forget_code(pto_machine *m, uint64_t address, uint64_t n)
{
    const pto_page *page = pto_memory_find(&m->core.memory, address);
    if (page && page->code & code_bits(address, address + n - 1))
        pto_decode_forget(m, address, n);
}

void pto_wrote(pto_machine *m, uint64_t address, uint64_t n)
{
    if (!m->is_host)
        tell(&m->host[m->current], true, address, n);
    while (n) {
        uint64_t room = PTO_PAGE_BYTES - (address & (PTO_PAGE_BYTES - 1));
        uint64_t run = n < room ? n : room;
        pto_end_reservations(m, address, run);
        forget_code(m, address, run);
        address += run;
        n -= run;
    }
}

void pto_data_copy_in(pto_host *h, uint64_t address, const void *in, size_t n)
{
    pto_memory_write(&h->core->memory, address, in, n);
}

uint64_t pto_data_read(pto_host *h, uint64_t address, unsigned n)
{
    uint8_t bytes[8] = {0};
    pto_data_copy_out(h, address, bytes, n);
    return pto_load8(bytes);
}

void pto_data_write(pto_host *h, uint64_t address, unsigned n, uint64_t value)
{
    uint8_t bytes[8];
    pto_store(bytes, 8, value);
    pto_data_copy_in(h, address, bytes, n);
}

/* ---- Loads and stores --------------------------------------------------- */

pto_outcome pto_load_data(pto_host *h, uint64_t address, unsigned size,
                          uint64_t *value, pto_fault *why)
{
    pto_outcome o = pto_probe(h, address, size, size, PTO_ACCESS_READ, why);
    if (o != PTO_DONE)
        return o;
    *value = pto_data_read(h, address, size);
    pto_page *page = pto_memory_page(&h->core->memory, address);
    if (page && piece_is_open(h, address))
        remember(h->read_tlb, address, page);
    return PTO_DONE;
}

pto_outcome pto_store_data(pto_host *h, uint64_t address, unsigned size,
                           uint64_t value, pto_fault *why)
{
    pto_outcome o = pto_probe(h, address, size, size, PTO_ACCESS_WRITE, why);
    if (o != PTO_DONE)
        return o;
    pto_data_write(h, address, size, value);
    pto_page *page = pto_memory_page(&h->core->memory, address);
    uint64_t piece = piece_of(address);
    bool has_code =
        page && page->code & code_bits(piece, piece + PTO_TLB_BYTES - 1);
    if (page && !has_code && !h->machine->reservations &&
        piece_is_open(h, address))
        remember(h->write_tlb, address, page);
    return PTO_DONE;
}
