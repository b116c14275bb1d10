/* Decoding operations, in memory or not. */
#ifndef PTO_SRC_MACHINE_DECODE_H
#define PTO_SRC_MACHINE_DECODE_H

#include "machine/core.h"

/* Decode an operation of the PE's chunk if need be; NULL: no memory. */
const pto_op *pto_decode_fill(pto_host *h, const pto_op *op);

/* A chunk of its own for an instruction that is not in memory: it becomes the
 * PE's, with the instruction, as if at tpc, first. False: no host memory. */
bool pto_decode_word(pto_host *h, pto_chunk *k, uint64_t word, unsigned length,
                     uint64_t tpc);

/* Is it one of the addresses where this run stops? */
bool pto_is_stop(const pto_machine *m, uint64_t address);

/* In place of an operation that is still to be decoded. */
pto_run pto_run_undecoded;

#endif
