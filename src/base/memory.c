/* Sparse byte-addressed memory: an open-addressed hash of 64 KiB pages. */
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* A page's share of the table: four slots, six while it grows. */
enum { FIRST_SLOTS = 64, PAGE_COST = sizeof(pto_page) + 6 * sizeof(void *) };

void pto_memory_init(pto_memory *m, uint64_t bound, uint64_t limit)
{
    *m = (pto_memory){.bound = bound, .limit = limit};
}

void pto_memory_clear(pto_memory *m)
{
    for (size_t i = 0; i < m->slot_count; i++)
        free(m->slots[i]);
    free(m->slots);
    m->slots = NULL;
    m->slot_count = m->page_count = 0;
}

void pto_memory_free(pto_memory *m)
{
    pto_memory_clear(m);
    *m = (pto_memory){0};
}

bool pto_memory_legal(const pto_memory *m, uint64_t address, uint64_t n)
{
    uint64_t last = address + (n ? n - 1 : 0);
    return last >= address && (!m->bound || last < m->bound);
}

static size_t slot_of(const pto_memory *m, uint64_t number)
{
    uint64_t hash = number * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(hash >> 32) & (m->slot_count - 1);
    while (m->slots[i] && m->slots[i]->number != number)
        i = (i + 1) & (m->slot_count - 1);
    return i;
}

const pto_page *pto_memory_find(const pto_memory *m, uint64_t address)
{
    if (!m->slot_count)
        return NULL;
    return m->slots[slot_of(m, address >> PTO_PAGE_SHIFT)];
}

pto_page *pto_memory_page(pto_memory *m, uint64_t address)
{
    if (!m->slot_count)
        return NULL;
    return m->slots[slot_of(m, address >> PTO_PAGE_SHIFT)];
}

static bool grow(pto_memory *m)
{
    size_t old_count = m->slot_count;
    pto_page **old = m->slots;
    size_t count = old_count ? old_count * 2 : FIRST_SLOTS;
    pto_page **slots = calloc(count, sizeof *slots);
    if (!slots)
        return false;
    m->slots = slots;
    m->slot_count = count;
    for (size_t i = 0; i < old_count; i++)
        if (old[i])
            m->slots[slot_of(m, old[i]->number)] = old[i];
    free(old);
    return true;
}

static bool has_room(const pto_memory *m, uint64_t bytes)
{
    uint64_t used = (uint64_t)m->page_count * PAGE_COST + m->charged;
    return !m->limit || used + bytes <= m->limit ||
           used + bytes - m->limit <= PTO_MEMORY_GRACE;
}

bool pto_memory_charge(pto_memory *m, uint64_t bytes)
{
    if (!has_room(m, bytes))
        return false;
    m->charged += bytes;
    return true;
}

void pto_memory_discharge(pto_memory *m, uint64_t bytes)
{
    m->charged -= bytes;
}

pto_page *pto_memory_touch(pto_memory *m, uint64_t address)
{
    pto_page *page = pto_memory_page(m, address);
    if (page)
        return page;
    if (!has_room(m, PAGE_COST))
        return NULL;
    if (m->page_count * 2 >= m->slot_count && !grow(m))
        return NULL;
    page = calloc(1, sizeof *page);
    if (!page)
        return NULL;
    page->number = address >> PTO_PAGE_SHIFT;
    m->slots[slot_of(m, page->number)] = page;
    m->page_count++;
    return page;
}

/* Bytes from `address` to the end of its page, at most n. */
static size_t run_length(uint64_t address, uint64_t n)
{
    uint64_t room = PTO_PAGE_BYTES - (address & (PTO_PAGE_BYTES - 1));
    return (size_t)(n < room ? n : room);
}

bool pto_memory_reserve(pto_memory *m, uint64_t address, uint64_t n)
{
    while (n) {
        size_t run = run_length(address, n);
        if (!pto_memory_touch(m, address))
            return false;
        address += run;
        n -= run;
    }
    return true;
}

void pto_memory_read(const pto_memory *m, uint64_t address, void *out, size_t n)
{
    uint8_t *to = out;
    while (n) {
        size_t run = run_length(address, n);
        const pto_page *page = pto_memory_find(m, address);
        if (page)
            memcpy(to, page->bytes + (address & (PTO_PAGE_BYTES - 1)), run);
        else
            memset(to, 0, run);
        address += run;
        to += run;
        n -= run;
    }
}

bool pto_memory_write(pto_memory *m, uint64_t address, const void *in, size_t n)
{
    const uint8_t *from = in;
    uint64_t start = address;
    size_t size = n;
    if (!pto_memory_reserve(m, address, n))
        return false;
    while (n) {
        size_t run = run_length(address, n);
        pto_page *page = pto_memory_page(m, address);
        memcpy(page->bytes + (address & (PTO_PAGE_BYTES - 1)), from, run);
        address += run;
        from += run;
        n -= run;
    }
    if (m->wrote && size)
        m->wrote(m->user, start, size);
    return true;
}
