/*
 * A machine: one core of four PEs with its memory, loaded, run, stepped,
 * observed and saved. Machines share nothing; each may be used by one thread
 * at a time.
 */
#ifndef PTO_MACHINE_H
#define PTO_MACHINE_H

#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/fault.h"
#include "pto/isa.h"
#include "pto/status.h"
#include "pto/tile.h"

PTO_C_BEGIN

typedef struct pto_machine pto_machine;
typedef struct pto_image pto_image; /* pto/image.h */

/* Takes what a program writes to descriptor 1 or 2. */
typedef void (*pto_output)(void *user, int descriptor, const void *bytes,
                           size_t n);

/* Zero-initialised: 0.58.4, profile ieee, four PEs, one thread. */
typedef struct pto_machine_options {
    const char *isa;       /* as pto_isa_parse reads it */
    const char *profile;   /* "ieee" or "pto-v0" */
    uint32_t pes;          /* 4, or 1: the single-stream view; 0 is 4 */
    uint32_t threads;      /* for the kernels of one bundle; 0 is 1 */
    uint64_t memory_bytes; /* addresses are legal below it; 0: all of 2^64 */
    /* Host bytes that guest pages and queues may take; 0: 4 GiB. All else that
     * a program can cause stays below a fixed amount: docs/machine.md. */
    uint64_t memory_limit;
    /* Rings 2..15 reach data below it only, as pto-v0's bounded application
     * region (3072 of 4096 bytes); 0: no such limit. */
    uint64_t application_bytes;
    uint64_t stack_top;   /* sp of PE0 at start; 0: PTO_STACK_TOP */
    uint64_t stack_bytes; /* sp of PE i is i times that lower; 0: 1 MiB */
    /* 1: no host answers service requests; ACRC only traps */
    uint32_t bare;
    uint32_t reserved;
    pto_output output; /* NULL: written bytes are dropped */
    void *user;        /* handed to output */
} pto_machine_options;

#define PTO_STACK_TOP   UINT64_C(0x80000000)
#define PTO_STACK_BYTES UINT64_C(0x100000)

/* Why a PE, or a run, no longer goes on. */
typedef enum pto_stop {
#define STOP(name, text) PTO_STOP_##name,
#include "pto/def/stop.def"
#undef STOP
    PTO_STOP_COUNT
} pto_stop;

PTO_API const char *pto_stop_name(unsigned stop);
PTO_API const char *pto_stop_text(unsigned stop);

/* What became of one instruction. */
typedef enum pto_step_outcome {
    PTO_STEP_DONE,          /* its effects are visible */
    PTO_STEP_FAULTED,       /* no effect but the trap that it entered */
    PTO_STEP_WAITING,       /* no effect: its bundle waits for other PEs */
    PTO_STEP_MISSING,       /* not implemented; fault.text names it */
    PTO_STEP_OUT_OF_MEMORY, /* no effect: at the memory limit */
    PTO_STEP_NOT_RUNNING,   /* nothing was tried: the PE has stopped */
} pto_step_outcome;

typedef struct pto_step {
    uint32_t pe;
    uint32_t outcome;  /* pto_step_outcome */
    uint64_t tpc;      /* of the instruction */
    uint64_t next_tpc; /* where the PE goes on */
    uint64_t word;     /* the instruction, first parcel in the low bits */
    uint32_t length;   /* bytes; 0 where nothing was fetched */
    uint32_t form;     /* pto_form_id; PTO_FORM_COUNT where none decodes */
    uint32_t stop;     /* pto_stop that it caused, or 0 */
    uint32_t reserved;
    uint64_t cycle;  /* CYCLE of the PE after it */
    pto_fault fault; /* where faulted or missing */
} pto_step;

/* A data access of a scalar instruction or of a bundle. */
typedef struct pto_memory_access {
    uint32_t pe;
    uint32_t is_write;
    uint64_t tpc, address, size;
} pto_memory_access;

/*
 * Callbacks; each may be NULL. They may read the machine but not step, run,
 * load or change it: free, reset, load, restore, step, execute and run are
 * refused. With any of them set the run loop takes its slow path.
 */
typedef struct pto_observer {
    void (*before)(void *user, const pto_step *s); /* fetched, not executed */
    void (*retire)(void *user, const pto_step *s); /* every instruction tried */
    void (*fault)(void *user, const pto_step *s);  /* those that fault */
    void (*memory)(void *user, const pto_memory_access *a);
    void *user;
} pto_observer;

typedef struct pto_run_options {
    uint64_t max_steps;      /* over all PEs; 0: no limit */
    const uint64_t *stop_pc; /* a PE that reaches one of them stops there */
    uint32_t stop_count;
    uint32_t reserved;
    const volatile int *interrupt; /* nonzero: stop soon; NULL: never */
} pto_run_options;

enum { PTO_RUN_TEXT = 1024 };

/* How a run ended, for which PE, and what there is to say about it. */
typedef struct pto_run_result {
    uint32_t stop; /* pto_stop */
    uint32_t pe;
    int64_t exit_code;
    uint64_t steps; /* instructions tried, all PEs */
    uint64_t tpc;   /* of the instruction that ended it */
    pto_fault fault;
    char text[PTO_RUN_TEXT]; /* a report: lines, the last without newline */
} pto_run_result;

/* The registers of one PE, as ctypes can read them. */
typedef struct pto_registers {
    uint64_t gpr[24], t[4], u[4];
    uint64_t tpc, bpc, core_state, commit_argument, return_address, cycle;
    uint32_t predicate[8];
    uint32_t t_valid, u_valid; /* bit i: entry #i+1 */
    uint32_t bundle_active, bundle_body;
    uint32_t stop; /* pto_stop */
    uint32_t waiting;
    uint64_t retired;
} pto_registers;

PTO_API pto_status pto_machine_new(const pto_machine_options *options,
                                   pto_machine **out, pto_error *e);
PTO_API void pto_machine_free(pto_machine *m);

/* Memory, registers and tiles as after pto_machine_new. */
PTO_API void pto_machine_reset(pto_machine *m);

/*
 * Reset, copy the segments into memory and send every PE to the entry, equal
 * registers but sp (each its own stack) and THREAD_ID (system register 0x0026)
 * 0..3. PTO_BAD_INPUT: a segment lies outside memory or brings more bytes than
 * its size; PTO_NO_MEMORY: beyond the memory limit.
 */
PTO_API pto_status pto_machine_load(pto_machine *m, const pto_image *image,
                                    pto_error *e);

/* Execute one instruction of one PE, whatever the scheduler's turn is. */
PTO_API void pto_machine_step(pto_machine *m, unsigned pe, pto_step *out);

/* The same with a given instruction of `length` bytes (2, 4, 6, 8) instead of
 * the one in memory at tpc. */
PTO_API void pto_machine_execute(pto_machine *m, unsigned pe, uint64_t word,
                                 unsigned length, pto_step *out);

/*
 * Run all PEs round robin until every one has reached a stop address, one made
 * exit_group, or nothing can go on. A turn is PTO_TURN instructions, so runs
 * are reproducible. A PE whose fault has no vector (EVBASE of the handling ring
 * is 0) ends the run. Options may be NULL.
 */
PTO_API void pto_machine_run(pto_machine *m, const pto_run_options *options,
                             pto_run_result *out);

enum { PTO_TURN = 256 };

/*
 * Repairs of one field for the bundle that a fault of this machine rejected and
 * that is still open, nearest first: up to PTO_HINTS, each checked by all
 * rules. How many; none for other faults, or where it takes another
 * instruction.
 */
PTO_API unsigned pto_machine_hints(const pto_machine *m, const pto_fault *f,
                                   pto_hint *out);

PTO_API const pto_isa *pto_machine_isa(const pto_machine *m);
PTO_API unsigned pto_machine_pes(const pto_machine *m);

/* The text of an instruction at `pc`, as pto_insn_print writes it, for what
 * pto_step holds; "" where the machine's revision has no such instruction. */
PTO_API void pto_machine_print_insn(const pto_machine *m, uint64_t word,
                                    unsigned length, uint64_t pc, char *out,
                                    size_t size);

PTO_API void pto_machine_registers(const pto_machine *m, unsigned pe,
                                   pto_registers *out);
/* All but cycle, stop, waiting and retired; also wakes a stopped PE. */
PTO_API void pto_machine_set_registers(pto_machine *m, unsigned pe,
                                       const pto_registers *in);

/* A system register by its 24-bit address, without access check.
 * PTO_BAD_ARGUMENT: no such register. */
PTO_API pto_status pto_machine_sysreg(pto_machine *m, unsigned pe,
                                      uint32_t address, uint64_t *out);
PTO_API pto_status pto_machine_set_sysreg(pto_machine *m, unsigned pe,
                                          uint32_t address, uint64_t value);

/* PTO_BAD_ARGUMENT: outside memory. PTO_NO_MEMORY: at the limit. */
PTO_API pto_status pto_machine_read(const pto_machine *m, uint64_t address,
                                    void *out, size_t n);
PTO_API pto_status pto_machine_write(pto_machine *m, uint64_t address,
                                     const void *in, size_t n);

/*
 * Raise interrupt `id` (0..63) with a 24-bit cause for what the PE runs: it is
 * pending from now on and enters its handler at the next instruction boundary
 * at which it is enabled, the handling ring has a vector (EVBASE) and its last
 * saved context has been consumed. PTO_BAD_ARGUMENT: out of range.
 */
PTO_API pto_status pto_machine_interrupt(pto_machine *m, unsigned pe,
                                         unsigned id, uint32_t cause);

/* The Local tile in slot hand * 16 + number - 1, or NULL where there is none;
 * valid until the machine changes. `mask`: the PEs it stands for, PE0 in bit 3;
 * may be NULL. */
PTO_API const pto_tile *pto_machine_local(const pto_machine *m, unsigned pe,
                                          unsigned slot, unsigned *mask);

typedef struct pto_shared_state {
    uint32_t published, allocation_mask, initialized_mask, reserved;
} pto_shared_state;

/* The Shared tile of that number, or NULL where it has no descriptor. */
PTO_API const pto_tile *pto_machine_shared(const pto_machine *m, unsigned id,
                                           pto_shared_state *state);

/*
 * Put a copy of a tile there, or with NULL nothing; what was there is gone. The
 * descriptor has to be legal for its layout (`mask`, masks: 0..15), capacity
 * in use is not counted. PTO_BAD_ARGUMENT: it is not, or no such place;
 * PTO_NO_MEMORY. Then nothing has changed.
 */
PTO_API pto_status pto_machine_set_local(pto_machine *m, unsigned pe,
                                         unsigned slot, unsigned mask,
                                         const pto_tile *t);
PTO_API pto_status pto_machine_set_shared(pto_machine *m, unsigned id,
                                          const pto_shared_state *state,
                                          const pto_tile *t);

/* NULL: none. The structure is copied. */
PTO_API void pto_machine_observe(pto_machine *m, const pto_observer *observer);

/*
 * Everything that decides how the machine goes on, as bytes: registers, system
 * state, tiles, memory, isa, profile and view; not observers and options of the
 * host. The format has a version and a checksum. Free with pto_free.
 */
PTO_API pto_status pto_snapshot(const pto_machine *m, uint8_t **out, size_t *n,
                                pto_error *e);

/* Replace all state by that of a snapshot; on failure nothing has changed. */
PTO_API pto_status pto_restore(pto_machine *m, const uint8_t *bytes, size_t n,
                               pto_error *e);

PTO_C_END

#endif
