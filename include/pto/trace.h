/*
 * What a run did, instruction by instruction: one JSON object a line, or a
 * timeline of bundles in the Chrome trace event format.
 */
#ifndef PTO_TRACE_H
#define PTO_TRACE_H

#include "pto/machine.h"

PTO_C_BEGIN

typedef struct pto_trace pto_trace;

/* Zero-initialised: everything. A NULL path writes no such file. */
typedef struct pto_trace_options {
    const char *path;        /* JSON lines */
    const char *chrome_path; /* Chrome trace events */
    uint32_t regions;        /* 1: only between B.HINT TRACE.begin and .end */
    uint32_t pe_mask;        /* PEs to trace, PE i in bit i; 0: all */
    uint64_t pc_first;       /* only tpc in [pc_first, pc_last] ... */
    uint64_t pc_last;        /* ... where this is not 0 */
    uint64_t from;           /* first step to write; steps count from 0 */
    uint64_t count;          /* lines to write at most; 0: no limit */
    volatile int *stop;      /* becomes 1 to end a run; NULL: it goes on */
} pto_trace_options;

/* Instructions that a run goes on for where its trace cannot be written and
 * options.stop is its interrupt. */
#define PTO_TRACE_PATIENCE UINT64_C(10000000)

/*
 * Observe the machine until pto_trace_close. The machine has one observer:
 * whoever sets another ends the trace. The filters govern the lines; the
 * timeline has every bundle.
 *
 * The keys of a line, in this order: step, pe, tpc, bytes, form, asm, reads,
 * writes, flags, fault. reads and writes are lists of {reg, value},
 * {mem, size, value or digest} and {tile, digest}; flags are the sticky flags
 * of CORE_STATE[36:32] after it; fault is null or {code, rule, text}.
 */
PTO_API pto_status pto_trace_open(pto_machine *m,
                                  const pto_trace_options *options,
                                  pto_trace **out, pto_error *e);

/*
 * Complete the files; each is there whole or not at all (pto_io_write). A file
 * that could not be written, which is told here, got no more lines since; the
 * run is not disturbed. The trace is gone either way.
 */
PTO_API pto_status pto_trace_close(pto_trace *t, pto_error *e);

PTO_C_END

#endif
