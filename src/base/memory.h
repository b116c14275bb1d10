/* Sparse byte-addressed memory: 64 KiB pages, allocated when first written. */
#ifndef PTO_SRC_BASE_MEMORY_H
#define PTO_SRC_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/status.h"

enum { PTO_PAGE_SHIFT = 16, PTO_PAGE_BYTES = 1 << PTO_PAGE_SHIFT };

typedef struct pto_page {
    uint64_t number; /* address >> PTO_PAGE_SHIFT */
    uint64_t code;   /* a consumer's mark: nonzero where code was decoded */
    uint8_t bytes[PTO_PAGE_BYTES];
} pto_page;

/*
 * Addresses are legal in [0, bound); bound 0 means all of 2^64. Bytes that
 * were never written read as zero and cost nothing. `limit` bounds the host
 * memory that pages take, with their share of the table, and what others
 * charge to it; 0: no limit. A limit of a few pages admits as many, so up to
 * PTO_MEMORY_GRACE bytes of bookkeeping stand beside it.
 */
enum { PTO_MEMORY_GRACE = PTO_PAGE_BYTES };

/* What stands between a PE and bytes inside the bound. */
typedef enum pto_barrier {
    PTO_OPEN,
    PTO_CLOSED, /* its ring may not go there */
    PTO_WATCHED /* a watchpoint is there */
} pto_barrier;

typedef struct pto_memory {
    pto_page **slots; /* open-addressed hash of pages */
    size_t slot_count, page_count;
    uint64_t bound, limit;
    uint64_t charged; /* by others */
    /* Told of every pto_memory_write once its bytes are there; may be NULL. */
    void (*wrote)(void *user, uint64_t address, size_t n);
    /* Told by bundles of what they read for which PE; mostly NULL. */
    void (*reads)(void *user, unsigned pe, uint64_t address, size_t n);
    /* Asked by bundles about all of a range; NULL: everything is open. */
    pto_barrier (*bars)(void *user, unsigned pe, uint64_t address, uint64_t n,
                        bool writes);
    void *user;
} pto_memory;

void pto_memory_init(pto_memory *m, uint64_t bound, uint64_t limit);
void pto_memory_free(pto_memory *m);

/* Drop all pages; what others charged stays. */
void pto_memory_clear(pto_memory *m);

/* Is [address, address + n) inside the bound, without wrapping? */
bool pto_memory_legal(const pto_memory *m, uint64_t address, uint64_t n);

/* The page that holds `address`, or NULL where it was never written. */
const pto_page *pto_memory_find(const pto_memory *m, uint64_t address);

/* The same, to write to. */
pto_page *pto_memory_page(pto_memory *m, uint64_t address);

/* The page that holds `address`, made if need be; NULL at the limit. */
pto_page *pto_memory_touch(pto_memory *m, uint64_t address);

/* Count host memory of another kind against the limit; false: it is reached. */
bool pto_memory_charge(pto_memory *m, uint64_t bytes);
void pto_memory_discharge(pto_memory *m, uint64_t bytes);

/*
 * Make every page of [address, address + n) exist, so that a later write of
 * that range cannot fail. False at the limit.
 */
bool pto_memory_reserve(pto_memory *m, uint64_t address, uint64_t n);

/* Copy n legal bytes out. */
void pto_memory_read(const pto_memory *m, uint64_t address, void *out,
                     size_t n);

/* Copy n legal bytes in; false, with nothing written, at the limit. */
bool pto_memory_write(pto_memory *m, uint64_t address, const void *in,
                      size_t n);

#endif
