/* Internal to the trace: what its parts share. */
#ifndef PTO_SRC_MACHINE_TRACE_H
#define PTO_SRC_MACHINE_TRACE_H

#include <stdio.h>

#include "base/sink.h"
#include "machine/core.h"
#include "machine/trace/text.h"
#include "pto/trace.h"

enum { PTO_TRACE_CACHE = 4096, PTO_TRACE_ACCESSES = 32, PTO_TRACE_HEAD = 384 };

/* What an instruction at an address prints whenever it executes. */
typedef struct pto_trace_head {
    uint64_t tpc, word;
    uint32_t length; /* bytes; 0: nothing is cached here */
    uint32_t size;   /* of text */
    pto_insn insn;   /* insn.form is NULL where nothing decodes */
    char text[PTO_TRACE_HEAD];
} pto_trace_head;

/*
 * A run of bytes that the instruction in execution read or wrote: its value
 * where it has at most eight bytes, and its digest.
 */
typedef struct pto_trace_access {
    bool is_write;
    uint64_t address, size, value, digest;
} pto_trace_access;

/* The parts of a PE that an instruction may change, before it does. */
typedef struct pto_trace_before {
    uint64_t gpr[PTO_GPRS], tpc, bpc, core_state, commit_argument;
    uint64_t return_address, cycle;
    pto_queue t, u;
    bool active;
} pto_trace_before;

/* A bundle that is open on the timeline. */
typedef struct pto_trace_slice {
    bool open;
    uint64_t start, tpc; /* cycle, address */
    uint8_t op, kind;    /* pto_tile_op_id, pto_block_kind */
} pto_trace_slice;

/* What is known of the instruction that a PE tries, and of its bundle. */
typedef struct pto_trace_pe {
    bool begun;    /* `before` is of this instruction */
    bool selected; /* it gets a line */
    bool in_region;
    pto_trace_before before;
    pto_buf reads, writes;
    size_t fields; /* bytes of `reads` that are of the instruction's fields */
    uint32_t access_count;
    pto_trace_access access[PTO_TRACE_ACCESSES];
    pto_trace_access more[2]; /* the reads, the writes beyond those */
    /* The open bundle's destinations, where the instruction commits it. */
    uint8_t new_tiles[PTO_HANDS], shared_id[PTO_SHARED_BINDERS];
    uint32_t shared_count;
    uint64_t allocated; /* Local slots in use before */
    pto_trace_slice slice;
} pto_trace_pe;

struct pto_trace {
    pto_machine *machine;
    pto_sink lines, chrome;
    bool has_lines, has_chrome;
    pto_trace_options options;
    uint64_t step, written, event_count;
    uint64_t patience; /* steps that a failed trace goes on without a limit */
    const pto_trace_head *head; /* of the instruction in execution */
    pto_buf out, events;
    pto_trace_pe pe[PTO_PES];
    pto_trace_head cache[PTO_TRACE_CACHE];
};

/*
 * state.c: the PE's reads before an instruction, its writes after it,
 * its memory in between.
 */
void pto_trace_reads(pto_trace *t, const pto_host *h);
/* The same for a bundle that waited and whose operation is about to run. */
void pto_trace_reads_again(pto_trace *t, const pto_host *h);
/* Is the instruction about to commit the bundle that the PE has open? */
bool pto_trace_commits(const pto_trace *t, const pto_host *h);
void pto_trace_writes(pto_trace *t, const pto_host *h, bool committed);
void pto_trace_touch(pto_trace *t, const pto_memory_access *a);

/* chrome.c: the timeline. */
void pto_chrome_start(pto_trace *t);
void pto_chrome_step(pto_trace *t, const pto_step *s);
void pto_chrome_end(pto_trace *t);

#endif
