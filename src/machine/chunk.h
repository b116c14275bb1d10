/* Decoded operations by address: what the run loop dispatches from. */
#ifndef PTO_SRC_MACHINE_CHUNK_H
#define PTO_SRC_MACHINE_CHUNK_H

#include "machine/host.h"

enum {
    PTO_CHUNK_SHIFT = 10,
    PTO_CHUNK_BYTES = 1 << PTO_CHUNK_SHIFT, /* a bit of pto_page.code each */
    PTO_CHUNK_OPS = PTO_CHUNK_BYTES / 2,
    PTO_CHUNK_TAIL = 4, /* where an operation that straddles the end leads */
    PTO_DECODE_BUCKETS = 1024,
    PTO_DECODE_BYTES = 32 << 20, /* host memory of a machine's cache */
};

/* The operations that start in one kibibyte of code, by halfword. */
struct pto_chunk {
    uint64_t base;
    pto_chunk *younger; /* in the list of all */
    pto_chunk *chained; /* in the list of its bucket */
    pto_insn *insn;     /* by halfword, made when an operation needs it */
    pto_op op[PTO_CHUNK_OPS + PTO_CHUNK_TAIL];
    uint16_t form[PTO_CHUNK_OPS]; /* pto_form_id, PTO_FORM_COUNT: none */
};

/* The oldest chunks make room for new ones. */
typedef struct pto_decode_cache {
    pto_chunk *oldest, *youngest;
    size_t bytes;
    pto_run *undecoded; /* decodes its operation, then runs it */
    pto_chunk *bucket[PTO_DECODE_BUCKETS]; /* by base */
} pto_decode_cache;

/* The address of an operation of the PE's current chunk. */
static inline uint64_t pto_op_address(const pto_host *h, const pto_op *op)
{
    return h->chunk->base + 2 * (uint64_t)(op - h->chunk->op);
}

#endif
