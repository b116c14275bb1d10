/*
 * What the host keeps to run one PE, beside the architectural state of the
 * bundle layer (pto_pe), and how an instruction is executed.
 */
#ifndef PTO_SRC_MACHINE_HOST_H
#define PTO_SRC_MACHINE_HOST_H

#include "bundle/bundle.h"
#include "machine/system/system.h"
#include "pto/machine.h"

typedef struct pto_host pto_host;
typedef struct pto_op pto_op;
typedef struct pto_chunk pto_chunk;

/*
 * What a handler is: it executes `insn`, whose address is h->pe->tpc.
 *
 * The caller has decoded it, checked the sources SrcL, SrcR, SrcD, SrcP, SrcA
 * and SrcD1 of scalar forms (an invalid queue entry is IllegalInstruction), the
 * kind of block that a form needs, and has set h->next to the address behind
 * it. A handler that transfers control changes h->next; it never writes tpc.
 *
 * PTO_DONE: the caller moves tpc to h->next and counts the instruction.
 * PTO_FAULTED: `why` is filled (pto_raise) and nothing has changed; the caller
 *   enters the trap by pto_trap_enter, with h->cause as its cause.
 * PTO_WAITING: nothing changed; it is executed again at the PE's next turn.
 * PTO_MISSING, PTO_OUT_OF_MEMORY: nothing changed; the run ends.
 * PTO_PAUSED: the run ends between two steps of an instruction that can be
 *   restarted; it is no attempt yet.
 *
 * To end the run after this instruction set h->stop (and h->exit_code).
 */
typedef pto_outcome pto_exec(pto_host *h, const pto_insn *insn, pto_fault *why);

/*
 * A run function executes a decoded operation; `left` is what the PE has left
 * of its turn, this instruction included. It may go on to the next ones, and
 * returns an operation still to run, with h->left what is left by then; NULL
 * leaves the loop, with tpc set.
 */
typedef const pto_op *pto_run(pto_host *h, const pto_op *op, uint32_t left);

/*
 * A decoded instruction. Registers and queue entries are byte offsets into
 * pto_pe; results that go nowhere go to pto_pe.sink.
 */
struct pto_op {
    pto_run *run;
    union {
        uint64_t imm;         /* shifted and extended as the form says */
        const pto_insn *insn; /* where the run function wants all fields */
    };
    uint16_t src[3];
    uint16_t dst, dst2; /* or PTO_PUSH_T, PTO_PUSH_U */
    uint8_t kind;       /* the family's own operation code */
    uint8_t modifier;   /* pto_modifier of src[1] */
    uint8_t shift;      /* of src[1], after the modifier */
    uint8_t need;       /* valid queue entries: T in bits 3:0, U in 7:4 */
    uint8_t skip;       /* bytes of pto_op to the next instruction */
    uint8_t flags;      /* pto_op_flag */
};

enum { PTO_PUSH_T = 0xfffe, PTO_PUSH_U = 0xffff };

/*
 * Host addresses of pieces of guest memory; key is the guest's address of the
 * piece. Pieces are small, so that code and data may share a page.
 */
typedef struct pto_tlb_entry {
    uint64_t key; /* UINT64_MAX: empty */
    uint8_t *bytes;
} pto_tlb_entry;

enum {
    PTO_TLB_SHIFT = 12,
    PTO_TLB_BYTES = 1 << PTO_TLB_SHIFT,
    PTO_TLB_ENTRIES = 256,
    PTO_RESERVATION_BYTES = 64
};

typedef struct pto_reservation {
    bool valid;
    uint8_t size;
    uint64_t address;
} pto_reservation;

/* No instruction has an odd address. */
#define PTO_NO_HEADER UINT64_C(1)

struct pto_host {
    pto_pe *pe; /* its architectural state, in machine->core */
    pto_core *core;
    pto_machine *machine;
    uint32_t index;
    uint32_t stop; /* pto_stop: why this PE no longer runs; 0 while it does */
    int64_t exit_code;
    uint64_t next;      /* address that follows the instruction in execution */
    uint64_t cycle;     /* CYCLE and TIME: one tick an attempted instruction */
    uint64_t cycle_end; /* cycle at the end of the turn, if it runs whole */
    uint32_t outcome;   /* pto_outcome of the last instruction */
    uint32_t cause;     /* 24-bit trap cause of the fault being raised */
    uint32_t waiting;   /* its bundle waits for other PEs */
    uint32_t left;      /* of the turn, where a run function returned */
    uint64_t retired, faults;
    uint64_t fault_tpc; /* of the instruction that raised `fault` */
    pto_fault fault;    /* the last one, also while its handler runs */
    pto_reservation reservation;
    pto_system system;

    /* Where the decoded operations around tpc are (src/machine/decode.h). */
    pto_chunk *chunk;
    const pto_op *opened; /* BSTART in it: pto_settle_block is to be called */
    bool implied_body; /* a scalar instruction enters the body of its block */
    /* The open header holds more than a control block's, or has no implied
     * body: it is committed in the long way. */
    bool header_dirty;
    uint64_t header_pc; /* where the open header goes on; PTO_NO_HEADER */
    pto_tlb_entry read_tlb[PTO_TLB_ENTRIES], write_tlb[PTO_TLB_ENTRIES];
};

/* What an instruction can break: a row of rule.def. */
typedef enum pto_breach {
#define RULE(id, name, fault, sentence) PTO_BREAKS_##id,
#include "machine/rule.def"
#undef RULE
    PTO_BREACHES
} pto_breach;

/* Fill `why`: the rule's fault and name, the address and a sentence, which is
 * the row's for pto_break. Returns PTO_FAULTED. */
pto_outcome pto_raise(const pto_host *h, pto_fault *why, pto_breach breach,
                      uint64_t address, const char *format, ...)
    PTO_PRINTF(5, 6);
pto_outcome pto_break(const pto_host *h, pto_fault *why, pto_breach breach,
                      uint64_t address);

/* Tell the compiler what to lay out straight. */
static inline bool pto_usually(bool claim)
{
#if defined(__GNUC__)
    return __builtin_expect(claim, 1);
#else
    return claim;
#endif
}

static inline unsigned pto_ring(const pto_host *h)
{
    return h->pe->core_state & PTO_RING_MASK;
}

static inline void pto_push(pto_queue *q, uint64_t value)
{
    q->value[3] = q->value[2];
    q->value[2] = q->value[1];
    q->value[1] = q->value[0];
    q->value[0] = value;
    if (q->valid != 15) /* as it is once four were pushed */
        q->valid = (uint8_t)((q->valid << 1 | 1) & 15);
}

/* Write a 5-bit destination: R1..R23, 30 pushes U, 31 pushes T, else none. */
static inline void pto_write_destination(pto_pe *pe, unsigned selector,
                                         uint64_t value)
{
    if (selector < PTO_GPRS) {
        pe->gpr[selector] = value;
        pe->gpr[0] = 0;
    } else if (selector == 31) {
        pto_push(&pe->t, value);
    } else if (selector == 30) {
        pto_push(&pe->u, value);
    }
}

enum { PTO_RA = 10 };

/*
 * Where RET goes: what ra holds when its BSTART is executed. The public model
 * keeps a register of its own for that, which plain writes of ra do not reach.
 */
static inline uint64_t pto_return_target(const pto_host *h)
{
    return h->core->isa.asl_quirks ? h->pe->return_address : h->pe->gpr[PTO_RA];
}

/* ---- Memory, src/machine/access.c --------------------------------------- */

typedef enum pto_access_kind {
    PTO_ACCESS_READ = 1,
    PTO_ACCESS_WRITE = 2,
} pto_access_kind;

/*
 * Preflight of a data access of n bytes: alignment (`align` bytes), the bound
 * of memory and of the ring, watchpoints, and for writes room under the memory
 * limit. Nothing changes but pages that come to exist.
 */
pto_outcome pto_probe(pto_host *h, uint64_t address, uint64_t n, unsigned align,
                      pto_access_kind access, pto_fault *why);

/* After a PTO_DONE probe; 1 <= n <= 8. Neither can fail. A write ends
 * reservations that it touches and forgets code decoded there. */
uint64_t pto_data_read(pto_host *h, uint64_t address, unsigned n);
void pto_data_write(pto_host *h, uint64_t address, unsigned n, uint64_t value);

/* The same for any number of bytes. */
void pto_data_copy_out(pto_host *h, uint64_t address, void *out, size_t n);
void pto_data_copy_in(pto_host *h, uint64_t address, const void *in, size_t n);

/* ---- Blocks, src/machine/form/commit.c ---------------------------------- */

/*
 * Commit the open bundle as BSTOP does at a boundary whose sequential successor
 * is `continuation`: run its tile operation, close it, and set h->next to the
 * continuation that BARG selects. B.CATR.trap then gives PTO_FAULTED with
 * BundlePostCommit after the effects (tpc is already the continuation).
 */
pto_outcome pto_block_complete(pto_host *h, uint64_t continuation,
                               pto_fault *why);

/*
 * What a command that starts a block does first where one is open: commit it.
 * *goes_on: whether control then stands at this command, or elsewhere
 * (h->next), in which case the command has no other effect.
 */
pto_outcome pto_block_boundary(pto_host *h, bool *goes_on, pto_fault *why);

/* The fault of a block that leads to an odd address. */
pto_outcome pto_odd_target(pto_host *h, uint64_t target, pto_fault *why);

/* ---- Traps and system state, src/machine/system ------------------------- */

/* Save the context and go to the vector of the ring that handles `why`. */
void pto_trap_enter(pto_host *h, const pto_fault *why);

/* Has the program installed a vector for this fault? */
bool pto_trap_handled(const pto_host *h, const pto_fault *why);

/*
 * Called before an instruction while system.attention is set: deliver a due
 * interrupt (which moves tpc), or fault for a hardware breakpoint at tpc.
 * PTO_DONE: go on at tpc.
 */
pto_outcome pto_system_poll(pto_host *h, pto_fault *why);

/* Called by pto_probe while system.attention is set: hardware watchpoints. */
pto_outcome pto_system_watch(pto_host *h, uint64_t address, uint64_t n,
                             pto_access_kind access, pto_fault *why);

#endif
