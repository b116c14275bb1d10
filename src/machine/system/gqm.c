/* Queues of the general queue manager. */
#include "machine/system/gqm.h"

#include <stdlib.h>

/* A queue's share of the table: four slots, six while it grows. */
enum { QUEUE_COST = sizeof(pto_gqm_queue) + 6 * sizeof(void *) };

static size_t hash(uint64_t address)
{
    return (size_t)(address * UINT64_C(0x9e3779b97f4a7c15) >> 17);
}

/* Where the address is, or where it would go; slot_count is not 0. */
static pto_gqm_queue **place(const pto_gqm *g, uint64_t address)
{
    size_t i = hash(address) & (g->slot_count - 1);
    while (g->slot[i] && g->slot[i]->address != address)
        i = (i + 1) & (g->slot_count - 1);
    return &g->slot[i];
}

static bool grow(pto_gqm *g)
{
    pto_gqm next = *g;
    next.slot_count = g->slot_count ? 2 * g->slot_count : 16;
    next.slot = calloc(next.slot_count, sizeof *next.slot);
    if (!next.slot)
        return false;
    for (size_t i = 0; i < g->slot_count; i++)
        if (g->slot[i])
            *place(&next, g->slot[i]->address) = g->slot[i];
    free(g->slot);
    *g = next;
    return true;
}

void pto_gqm_clear(pto_gqm *g, pto_memory *m)
{
    pto_memory_discharge(m, (uint64_t)g->count * QUEUE_COST);
    for (size_t i = 0; i < g->slot_count; i++)
        free(g->slot[i]);
    free(g->slot);
    *g = (pto_gqm){0};
}

pto_gqm_queue *pto_gqm_find(const pto_gqm *g, uint64_t address)
{
    return g->slot_count ? *place(g, address) : NULL;
}

static pto_gqm_queue *make(pto_gqm *g, uint64_t address)
{
    if (2 * g->count >= g->slot_count && !grow(g))
        return NULL;
    pto_gqm_queue *q = calloc(1, sizeof *q);
    if (!q)
        return NULL;
    q->address = address;
    *place(g, address) = q;
    g->count++;
    return q;
}

pto_gqm_queue *pto_gqm_init(pto_gqm *g, pto_memory *m, uint64_t address,
                            unsigned capacity)
{
    pto_gqm_queue *q = pto_gqm_find(g, address);
    if (!q) {
        if (!pto_memory_charge(m, QUEUE_COST))
            return NULL;
        q = make(g, address);
        if (!q) {
            pto_memory_discharge(m, QUEUE_COST);
            return NULL;
        }
    }
    q->capacity = (uint16_t)capacity;
    q->count = q->head = 0;
    q->suspended = false;
    return q;
}

pto_gqm_status pto_gqm_push(pto_gqm_queue *q, uint64_t value, bool at_head)
{
    if (q->suspended || q->count == q->capacity)
        return PTO_GQM_REFUSED;
    unsigned at = (unsigned)(q->head + q->count) % q->capacity;
    if (at_head) {
        at = (q->head ? q->head : q->capacity) - 1U;
        q->head = (uint16_t)at;
    }
    q->entry[at] = value;
    q->count++;
    return PTO_GQM_OK;
}

pto_gqm_status pto_gqm_pop(pto_gqm_queue *q, uint64_t *value)
{
    *value = 0;
    if (q->count == 0)
        return PTO_GQM_REFUSED;
    *value = q->entry[q->head];
    q->head = (uint16_t)((q->head + 1U) % q->capacity);
    q->count--;
    return PTO_GQM_OK;
}
