/* Internal to src/cli/run: the parts of `pto run`. */
#ifndef PTO_SRC_CLI_RUN_RUN_H
#define PTO_SRC_CLI_RUN_RUN_H

#include "cli/cli.h"
#include "cli/options.h"

#include <stdbool.h>

enum { RUN_MAX_STOPS = 16, RUN_MAX_ITEMS = 64, RUN_GPRS = 24 };

/* Options of `pto run`, as given. */
typedef struct run_options {
    const char *file, *isa, *profile, *golden, *result_out, *manifest_out;
    const char *result_address, *result_size, *stack_top, *entry;
    const char *memory_limit, *machine, *address;
    const char *stop[RUN_MAX_STOPS], *set[RUN_MAX_ITEMS];
    const char *dump[RUN_MAX_ITEMS], *gpr[RUN_MAX_ITEMS], *result_type;
    const char *section[RUN_MAX_ITEMS];
    uint32_t stops, sets, dumps, sections, gprs;
    uint64_t pes, threads, max_steps, ring;
    bool regs, trace_regions;
    pto_trace_options trace;
    const char *trace_pc, *trace_pe[4];
    uint32_t trace_pes;
} run_options;

/* Where the program's result lies; size 0 where it has none. */
typedef struct run_result_area {
    uint64_t address, size;
    const pto_format *type; /* NULL: not told */
    const char *type_text;  /* and its shape as given */
    pto_npy shape;
} run_result_area;

/* A number, or the value of a symbol. */
pto_status run_value(const pto_image *image, const char *text, uint64_t *out,
                     pto_error *e);

/* --set SYMBOL=FILE: the elements of an .npy, or all bytes, go to SYMBOL;
 * SYMBOL:TYPE converts the elements first. A note says which they were. */
pto_status run_set(pto_machine *m, const pto_image *image, const char *item,
                   pto_error *e);

/* --gpr PE1.a0=VALUE */
pto_status run_set_gpr(pto_machine *m, const pto_image *image, const char *item,
                       pto_error *e);

/* A note where a single stream (--pes 1) addresses memory for PEs whose
 * registers nothing sets. */
void run_note_single(const pto_image *image, const pto_isa *isa,
                     const run_options *o);

/* --dump SYMBOL[:SIZE[:TYPE,ROWS,COLS]], printed on standard output. */
pto_status run_dump(const pto_machine *m, const pto_image *image,
                    const char *item, pto_error *e);

/* cross_model_result and cross_model_result_size, or the two options. */
pto_status run_find_result(const pto_image *image, const run_options *o,
                           run_result_area *out, pto_error *e);

/* --result-type TYPE,ROWS,COLUMNS: of the result, whose size it has to have;
 * an .npy as --result-out needs it. */
pto_status run_result_type(const run_options *o, run_result_area *area,
                           pto_error *e);

/* Compare with --golden, elements where that is an .npy; PTO_DIFFERS names the
 * first byte that does. */
pto_status run_check_golden(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e);

pto_status run_write_result(const pto_machine *m, const run_result_area *area,
                            const char *path, pto_error *e);

/* --trace and --trace-chrome with their filters; *out is NULL without both. */
pto_status run_open_trace(pto_machine *m, const pto_image *image,
                          run_options *o, pto_trace **out, pto_error *e);

/* How the run ended, on standard error, with addresses as symbol+offset.
 * False where the stop was reached inside an operation's open bundle, which is
 * no success. `has_stop`: the program had somewhere to end at. */
bool run_explain(const pto_machine *m, const pto_image *image,
                 const pto_run_result *r, bool has_stop);

/* --regs: every PE's registers on standard output. */
void run_print_registers(const pto_machine *m);

/* --manifest-out: what was run, how it ended, and what came of it. */
pto_status run_write_manifest(const pto_machine *m, const run_options *o,
                              const pto_run_result *r, int exit_code,
                              double seconds, pto_error *e);

#endif
