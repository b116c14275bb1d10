/* The fast way from a guest address to bytes of the host. */
#ifndef PTO_SRC_MACHINE_ACCESS_H
#define PTO_SRC_MACHINE_ACCESS_H

#include "machine/core.h"

/* Little-endian, spelled so that compilers see one load or store. */
static inline uint64_t pto_load2(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8;
}

static inline uint64_t pto_load4(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24;
}

static inline uint64_t pto_load8(const uint8_t *p)
{
    return (uint64_t)p[0] | (uint64_t)p[1] << 8 | (uint64_t)p[2] << 16 |
           (uint64_t)p[3] << 24 | (uint64_t)p[4] << 32 | (uint64_t)p[5] << 40 |
           (uint64_t)p[6] << 48 | (uint64_t)p[7] << 56;
}

static inline uint64_t pto_load(const uint8_t *p, unsigned size)
{
    switch (size) {
    case 1: return p[0];
    case 2: return pto_load2(p);
    case 4: return pto_load4(p);
    default: return pto_load8(p);
    }
}

static inline void pto_store(uint8_t *p, unsigned size, uint64_t v)
{
    switch (size) {
    case 8:
        p[4] = (uint8_t)(v >> 32);
        p[5] = (uint8_t)(v >> 40);
        p[6] = (uint8_t)(v >> 48);
        p[7] = (uint8_t)(v >> 56); /* fall through */
    case 4:
        p[2] = (uint8_t)(v >> 16);
        p[3] = (uint8_t)(v >> 24);    /* fall through */
    case 2: p[1] = (uint8_t)(v >> 8); /* fall through */
    default: p[0] = (uint8_t)v;
    }
}

/*
 * Host bytes of an aligned access, or NULL where it has to take the long way.
 * One comparison tests place and alignment: the key of an entry is the piece's
 * address, so stray low bits never match.
 */
static inline uint8_t *pto_tlb_find(const pto_tlb_entry *tlb, uint64_t address,
                                    unsigned size)
{
    uint64_t inside = PTO_TLB_BYTES - size;
    const pto_tlb_entry *e =
        &tlb[(address >> PTO_TLB_SHIFT) & (PTO_TLB_ENTRIES - 1)];
    if (!pto_usually(e->key == (address & ~inside)))
        return NULL;
    return e->bytes + (address & (PTO_TLB_BYTES - 1));
}

/* Forget host addresses for every PE: to write one piece, to write, all. */
void pto_tlb_forget_code(pto_machine *m, uint64_t address);
void pto_tlb_forget_writes(pto_machine *m);
void pto_tlb_clear(pto_machine *m);

/* Forget all host addresses of one PE. */
void pto_tlb_forget(pto_host *h);

/*
 * The long way of a load or store of 1, 2, 4 or 8 bytes at its own alignment:
 * preflight, effect, and a host address for the next time. Not PTO_DONE: `why`
 * says why and nothing has changed.
 */
pto_outcome pto_load_data(pto_host *h, uint64_t address, unsigned size,
                          uint64_t *value, pto_fault *why);
pto_outcome pto_store_data(pto_host *h, uint64_t address, unsigned size,
                           uint64_t value, pto_fault *why);

/* What bars the data of a PE's bundle; see pto_memory. */
pto_barrier pto_data_bars(void *machine, unsigned pe, uint64_t address,
                          uint64_t n, bool writes);

/* Bytes of memory changed: observers, reservations and decoded code. Memory
 * calls it for everything but the stores of the fast way. */
void pto_wrote(pto_machine *m, uint64_t address, uint64_t n);

/* End the reservations of all PEs that [address, address + n) touches. */
void pto_end_reservations(pto_machine *m, uint64_t address, uint64_t n);

/* End the reservation of one PE. */
void pto_drop_reservation(pto_host *h);

#endif
