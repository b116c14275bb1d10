/* Decoded operations by address: the cache that the run loop dispatches from.
 */
#ifndef PTO_SRC_MACHINE_DECODE_H
#define PTO_SRC_MACHINE_DECODE_H

#include "machine/hart.h"

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
    pto_chunk *bucket[PTO_DECODE_BUCKETS]; /* by base */
} pto_decode_cache;

/* The operation at `address`, decoded or about to be; NULL: no host memory. */
const pto_op *pto_decode_at(pto_hart *h, uint64_t address);

/* Decode an operation of the hart's chunk if need be; NULL: no memory. */
const pto_op *pto_decode_fill(pto_hart *h, const pto_op *op);

/* A chunk of its own for an instruction that is not in memory: it becomes the
 * hart's, with the instruction, as if at tpc, first. False: no host memory. */
bool pto_decode_word(pto_hart *h, pto_chunk *k, uint64_t word, unsigned length,
                     uint64_t tpc);

/* Is it one of the addresses where this run stops? */
bool pto_is_stop(const pto_machine *m, uint64_t address);

/* Forget what was decoded from [address, address + n). */
void pto_decode_forget(pto_machine *m, uint64_t address, uint64_t n);

/* Free what a chunk holds beside itself. */
void pto_decode_release(pto_chunk *k);

/* Forget everything. */
void pto_decode_clear(pto_machine *m);

/* The address of an operation of the hart's current chunk. */
static inline uint64_t pto_op_address(const pto_hart *h, const pto_op *op)
{
    return h->chunk->base + 2 * (uint64_t)(op - h->chunk->op);
}

#endif
