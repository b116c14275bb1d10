/*
 * The general queue manager: queues of 64-bit entries that the PEs of a core
 * share, named by an address that is not a memory address (ADR 0084).
 */
#ifndef PTO_SRC_MACHINE_GQM_H
#define PTO_SRC_MACHINE_GQM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/memory.h"

enum { PTO_GQM_CAPACITY = 1023 };

typedef enum pto_gqm_status {
    PTO_GQM_OK,
    PTO_GQM_REFUSED, /* full, empty or suspended; no queue to manage */
    PTO_GQM_UNKNOWN, /* no such queue to push to or pop from */
} pto_gqm_status;

typedef struct pto_gqm_queue {
    uint64_t address;
    uint16_t capacity, count, head;
    bool suspended;
    uint64_t entry[PTO_GQM_CAPACITY];
} pto_gqm_queue;

/* Zero-initialised: no queues. `slot` is an open-addressed hash by address. */
typedef struct pto_gqm {
    pto_gqm_queue **slot;
    size_t slot_count, count;
    uint64_t events, last_event; /* broadcasts, and whose the last one was */
} pto_gqm;

/* `m` is whose limit the queues count against. */
void pto_gqm_clear(pto_gqm *g, pto_memory *m);

pto_gqm_queue *pto_gqm_find(const pto_gqm *g, uint64_t address);

/* Make or empty the queue; NULL: no host memory, or none under the limit. */
pto_gqm_queue *pto_gqm_init(pto_gqm *g, pto_memory *m, uint64_t address,
                            unsigned capacity);

static inline unsigned pto_gqm_remaining(const pto_gqm_queue *q)
{
    return (unsigned)(q->capacity - q->count);
}

/* At the tail, or at the head. */
pto_gqm_status pto_gqm_push(pto_gqm_queue *q, uint64_t value, bool at_head);
pto_gqm_status pto_gqm_pop(pto_gqm_queue *q, uint64_t *value);

#endif
