/*
 * What traps, system registers, maintenance and the restartable templates own
 * beside the state of a PE: embedded in pto_host.
 */
#ifndef PTO_SRC_MACHINE_SYSTEM_H
#define PTO_SRC_MACHINE_SYSTEM_H

#include "bundle/state.h"

enum {
    PTO_RINGS = 16,
    PTO_FAMILY_FIRST = 0xf00, /* low twelve address bits of a ring's bank */
    PTO_FAMILY_COUNT = 0xb8,
    PTO_FRAME_REGISTERS = 22, /* the callee-save ring R2..R23 */
    PTO_INTERRUPTS = 64,
};

/* Where a ring's registers live in its bank. */
typedef enum pto_family_register {
#define IN_BASE(name, address)
#define IN_FIXED_1(name, address)
#define IN_FAMILY(name, address)          PTO_##name = address,
#define SYSREG(name, scope, address, ...) IN_##scope(name, address)
#include "isa/sysreg.def"
#undef SYSREG
#undef IN_FAMILY
#undef IN_FIXED_1
#undef IN_BASE
} pto_family_register;

typedef enum pto_cache {
    PTO_CACHE_DATA,
    PTO_CACHE_INSTRUCTION,
    PTO_CACHE_BUNDLE,
    PTO_CACHE_TLB,
    PTO_CACHES
} pto_cache;

/* A ring's record of the trap that entered it: TRAPNO and TRAPARG0. */
typedef struct pto_trap_bank {
    bool asynchronous, argument_valid;
    uint8_t number;
    uint32_t cause; /* 24 bits */
    uint64_t argument;
} pto_trap_bank;

/* MCOPY between its memory steps. */
typedef struct pto_copy_template {
    bool active;
    uint64_t pc, destination, source, length, progress;
} pto_copy_template;

/* FENTRY, FEXIT, FRET.RA or FRET.STK between its stack accesses. */
typedef struct pto_frame_template {
    bool active, stack_adjusted, target_valid;
    uint8_t kind; /* pto_frame_kind */
    uint8_t begin, end, count, progress;
    uint64_t pc, size, caller_sp, target;
    uint64_t value[PTO_FRAME_REGISTERS]; /* FENTRY: read before sp moves */
} pto_frame_template;

/* The saved context of a ring, beyond what its EBARG registers show. */
typedef struct pto_saved_context {
    bool valid;
    uint8_t ring; /* the source */
    uint64_t commit_argument, return_address;
    pto_header header;
    pto_copy_template copy;
    pto_frame_template frame;
    pto_queue t, u;
    uint32_t predicate[PTO_PREDICATES];
} pto_saved_context;

/* Registers of the base range; TIME, CYCLE and CORE_STATE live elsewhere. */
typedef struct pto_base_registers {
    uint64_t thread_ptr, global_ptr, core_id, vendor, version, core_feature;
    uint64_t core_feature_enable, thread_id, tile_capacity, blocknum, blockid;
} pto_base_registers;

/* What fences, maintenance and hints leave for an observer. */
typedef struct pto_maintenance_record {
    uint64_t epoch[PTO_CACHES], hint_epoch, request_epoch;
    uint64_t operand, control_operand;
    uint8_t operation; /* pto_maintenance */
    uint8_t request;   /* pto_control_request */
    uint8_t predecessor, successor;
} pto_maintenance_record;

typedef struct pto_system {
    pto_base_registers base;
    uint64_t family[PTO_RINGS][PTO_FAMILY_COUNT];
    pto_trap_bank bank[PTO_RINGS];
    pto_saved_context saved[PTO_RINGS];
    pto_copy_template copy;
    pto_frame_template frame;
    pto_maintenance_record record;
    uint32_t interrupt_cause[PTO_INTERRUPTS];
    /*
     * Something must be looked at before the next instruction: a reached or
     * armed timer, a pending interrupt, an enabled hardware breakpoint or
     * watchpoint. Clear while none can be.
     */
    bool attention;
    bool resumed; /* by ACRE, so that a breakpoint there does not hit again */
} pto_system;

static inline uint64_t *pto_family(pto_system *s, unsigned ring, unsigned r)
{
    return &s->family[ring][r - PTO_FAMILY_FIRST];
}

/* The reset values of PE `pe`: all zero but for a few profile constants. */
void pto_system_reset(pto_system *s, unsigned pe);

#endif
