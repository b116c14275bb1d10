/*
 * Buffers of tile payloads, kept for the next tile of about the same size, so
 * that a machine in its stride allocates nothing.
 */
#ifndef PTO_SRC_BUNDLE_POOL_H
#define PTO_SRC_BUNDLE_POOL_H

#include "pto/tile.h"

enum { PTO_POOL_CLASSES = 13 }; /* 256 bytes .. 1 MiB, powers of two */

typedef struct pto_pool {
    void *free[PTO_POOL_CLASSES]; /* linked through their first word */
    uint64_t fail_after; /* n: the n-th take from now fails; 0: none does */
} pto_pool;

/* Give a described tile an undefined payload; false: out of host memory. */
bool pto_pool_take(pto_pool *p, pto_tile *t);

/* Take the payload back and clear the descriptor; fine without a payload. */
void pto_pool_give(pto_pool *p, pto_tile *t);

/* Free what is kept. */
void pto_pool_drain(pto_pool *p);

#endif
