/* The decode cache of a machine; the oldest chunks make room. */
#ifndef PTO_SRC_MACHINE_CACHE_H
#define PTO_SRC_MACHINE_CACHE_H

#include "machine/core.h"

/* The operation at `address`, decoded or about to be; NULL: no host memory. */
const pto_op *pto_decode_at(pto_host *h, uint64_t address);

/* The operation at an address of another chunk. */
const pto_op *pto_jump_far(pto_host *h, uint64_t target);

/* Forget what was decoded from [address, address + n). */
void pto_decode_forget(pto_machine *m, uint64_t address, uint64_t n);

/* Forget everything. */
void pto_decode_clear(pto_machine *m);

/* A chunk whose operations are all still to be decoded. */
void pto_chunk_prepare(const pto_decode_cache *c, pto_chunk *k, uint64_t base);

/* Free what a chunk holds beside itself. */
void pto_decode_release(pto_chunk *k);

/* Keep in the chunk the decoded instruction that `op` refers to. */
bool pto_cache_insn(pto_machine *m, pto_chunk *k, pto_op *op);

#endif
