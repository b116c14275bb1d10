/*
 * The transaction that operations fill and its publication. Only publish.c
 * changes a core.
 */
#ifndef PTO_SRC_BUNDLE_TXN_H
#define PTO_SRC_BUNDLE_TXN_H

#include "bundle/core/plan.h"

/* Bytes of memory that change: `length` bytes at `offset` of the txn's data. */
typedef struct pto_patch {
    uint64_t address;
    size_t offset;
    uint32_t length;
    uint8_t first_mask, last_mask; /* bits that change in the end bytes */
} pto_patch;

/* Effects waiting for publication; of no use to a core until then. */
struct pto_txn {
    pto_tile output[PTO_PES][PTO_MATRIX_OUTPUTS];
    uint8_t output_count[PTO_PES];
    pto_tile shared; /* the whole new payload of one Shared tile */
    bool has_shared;
    pto_tile piece[PTO_PES]; /* what each PE adds to a Shared parent */
    pto_tile parent[PTO_PES][PTO_MATRIX_OUTPUTS]; /* what INIT opens */
    pto_tile shared_parent;
    uint8_t shared_id, allocation_mask, initialized_mask;
    uint8_t flags[PTO_PES];
    uint8_t *data;
    size_t data_used, data_size;
    pto_patch *segment;
    size_t segment_count, segment_size;
    uint32_t *sum; /* accumulators of one bundle, or a table of its lanes */
    size_t sum_size;
    struct pto_workspace *workspace; /* of the matrix kernels */
};

bool pto_txn_init(pto_txn *t);
void pto_txn_free(pto_txn *t);

/* Room for n accumulators; NULL: no host memory. */
uint32_t *pto_txn_sums(pto_txn *t, size_t n);

/* Append a segment and return where its bytes go; NULL: no host memory. */
uint8_t *pto_txn_store(pto_txn *t, uint64_t address, uint32_t length,
                       uint8_t first_mask, uint8_t last_mask);

/* The first destination of the plan's PE. */
static inline pto_tile *pto_txn_output(const pto_plan *p, pto_txn *t)
{
    return &t->output[p->index][0];
}

/* Flags that an operation raised, and padding around its result; true. */
bool pto_txn_complete(const pto_plan *p, pto_txn *t, const pto_fenv *env);

/* Give back what was staged but is not published. */
void pto_txn_drop(pto_txn *t, pto_pool *pool);

/* Attach payloads to all outputs of a plan; false: no host memory. */
bool pto_txn_stage(pto_txn *t, const pto_plan *p, pto_pool *pool);

/* Make every page of the segments exist. */
bool pto_txn_reserve(const pto_txn *t, pto_memory *m);

/* Show everything at once. Cannot fail. */
void pto_publish(pto_core *core, const pto_plan *plans, unsigned count,
                 pto_txn *t);

#endif
