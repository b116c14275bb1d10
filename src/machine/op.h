/* What run functions are made of: operands, results, the next operation. */
#ifndef PTO_SRC_MACHINE_OP_H
#define PTO_SRC_MACHINE_OP_H

#include "base/bits.h"
#include "machine/core.h"

/* What becomes of a right source before its shift. */
typedef enum pto_modifier {
    PTO_RIGHT_PLAIN,
    PTO_RIGHT_SIGNED_WORD,
    PTO_RIGHT_UNSIGNED_WORD,
    PTO_RIGHT_NEGATED,
    PTO_RIGHT_INVERTED,
} pto_modifier;

typedef enum pto_op_flag {
    PTO_OP_SCALAR = 1,   /* not a block command */
    PTO_OP_SYSTEM = 2,   /* legal in the body of a System block only */
    PTO_OP_BOUNDARY = 4, /* BSTART, BSTOP: legal also after ACRC */
} pto_op_flag;

static inline uint64_t pto_operand(const pto_hart *h, unsigned offset)
{
    return *(const uint64_t *)((const char *)h->pe + offset);
}

static inline uint64_t pto_left(const pto_hart *h, const pto_op *op)
{
    return pto_operand(h, op->src[0]);
}

/* The right operand of operations without modifier: register plus immediate,
 * one of which is zero. */
static inline uint64_t pto_right(const pto_hart *h, const pto_op *op)
{
    return pto_operand(h, op->src[1]) + op->imm;
}

static inline uint64_t pto_modify(uint64_t v, unsigned modifier)
{
    switch (modifier) {
    case PTO_RIGHT_SIGNED_WORD: return (uint64_t)(int64_t)(int32_t)v;
    case PTO_RIGHT_UNSIGNED_WORD: return (uint32_t)v;
    case PTO_RIGHT_NEGATED: return -v;
    case PTO_RIGHT_INVERTED: return ~v;
    default: return v;
    }
}

static inline uint64_t pto_right_modified(const pto_hart *h, const pto_op *op)
{
    return (pto_modify(pto_operand(h, op->src[1]), op->modifier) << op->shift) +
           op->imm;
}

/* Are all queue entries that the operation reads valid? */
static inline bool pto_ready(const pto_hart *h, const pto_op *op)
{
    return !op->need || !(op->need & ~(h->pe->t.valid | h->pe->u.valid << 4));
}

static inline void pto_put(pto_hart *h, unsigned dst, uint64_t value)
{
    if (dst < PTO_PUSH_T)
        *(uint64_t *)((char *)h->pe + dst) = value;
    else
        pto_push(dst == PTO_PUSH_T ? &h->pe->t : &h->pe->u, value);
}

static inline const pto_op *pto_next(const pto_op *op)
{
    return (const pto_op *)((const char *)op + op->skip);
}

static inline const pto_op *pto_result(pto_hart *h, const pto_op *op,
                                       uint64_t value)
{
    pto_put(h, op->dst, value);
    return pto_next(op);
}

/* ---- Ways out of the straight line, src/machine/exec.c ------------------ */

/* tpc, next and the clock as of the operation in execution. */
void pto_sync(pto_hart *h, const pto_op *op, uint32_t left);

/* The operation faults: enters the trap or stops the PE. Returns NULL. */
const pto_op *pto_fail_op(pto_hart *h, const pto_op *op, uint32_t left,
                          pto_fault_code code, uint64_t address,
                          const char *rule, const char *text);

/* A source names a queue entry that is not valid. Returns NULL. */
const pto_op *pto_not_ready(pto_hart *h, const pto_op *op, uint32_t left);

/* Finish an operation whose outcome is known; h->next has its successor. */
const pto_op *pto_conclude(pto_hart *h, pto_outcome outcome,
                           const pto_fault *why);

/* Run functions of what is no instruction of the program. */
pto_run pto_run_illegal;   /* no form has these bits */
pto_run pto_run_unfetched; /* outside memory */
pto_run pto_run_stop;      /* a stop address */

/* The operation at an address of another chunk; NULL: no host memory. */
const pto_op *pto_jump_far(pto_hart *h, uint64_t target);

/* The operation at an even address. */
static inline const pto_op *pto_jump(pto_hart *h, uint64_t target)
{
    uint64_t at = target - h->chunk->base;
    if (at < PTO_CHUNK_BYTES)
        return h->chunk->op + at / 2;
    return pto_jump_far(h, target);
}

#endif
