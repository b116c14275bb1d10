/* What run functions are made of: operands, results, the next operation. */
#ifndef PTO_SRC_MACHINE_FORM_OP_H
#define PTO_SRC_MACHINE_FORM_OP_H

#include "base/bits.h"
#include "machine/cache.h"
#include "machine/form/block.h"

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
    PTO_OP_VARIANT = 8,  /* BSTART of a function without encoding */
    PTO_OP_QUEUES = 16,  /* scalar: reads or pushes queue entries */
} pto_op_flag;

static inline uint64_t pto_operand(const pto_host *h, unsigned offset)
{
    return *(const uint64_t *)((const char *)h->pe + offset);
}

static inline uint64_t pto_left(const pto_host *h, const pto_op *op)
{
    return pto_operand(h, op->src[0]);
}

/* The right operand of operations without modifier: register plus immediate,
 * one of which is zero. */
static inline uint64_t pto_right(const pto_host *h, const pto_op *op)
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

static inline uint64_t pto_right_modified(const pto_host *h, const pto_op *op)
{
    return (pto_modify(pto_operand(h, op->src[1]), op->modifier) << op->shift) +
           op->imm;
}

/* Are all queue entries that the operation reads valid? */
static inline bool pto_ready(const pto_host *h, const pto_op *op)
{
    return pto_usually(!op->need) ||
           !(op->need & ~(h->pe->t.valid | h->pe->u.valid << 4));
}

static inline void pto_set(pto_host *h, unsigned offset, uint64_t value)
{
    *(uint64_t *)((char *)h->pe + offset) = value;
}

static inline void pto_put(pto_host *h, unsigned dst, uint64_t value)
{
    if (dst < PTO_PUSH_T)
        pto_set(h, dst, value);
    else
        pto_push(dst == PTO_PUSH_T ? &h->pe->t : &h->pe->u, value);
}

static inline const pto_op *pto_next(const pto_op *op)
{
    return (const pto_op *)((const char *)op + op->skip);
}

/*
 * Go on with `next`: run functions call each other, as deep as a turn is long
 * where the compiler makes no jump of it. They are as fast as they are because
 * it does: whatever a run function calls it calls last, so that it needs no
 * stack, and with no more than six arguments.
 */
static inline const pto_op *pto_go(pto_host *h, const pto_op *next,
                                   uint32_t left)
{
    if (pto_usually(left > 1))
        return next->run(h, next, left - 1);
    h->left = 0;
    return next;
}

/* Go on behind an instruction of 48 or 64 bits, src/machine/form/op.c. */
pto_run pto_go_past_long;

/*
 * Go on with the next instruction. Asking for the usual lengths, which the host
 * predicts, instead of adding what was loaded, lets it run ahead.
 */
static inline const pto_op *pto_go_on(pto_host *h, const pto_op *op,
                                      uint32_t left)
{
    if (pto_usually(op->skip == 2 * sizeof *op))
        return pto_go(h, op + 2, left);
    if (op->skip == sizeof *op)
        return pto_go(h, op + 1, left);
    return pto_go_past_long(h, op, left);
}

static inline const pto_op *pto_result(pto_host *h, const pto_op *op,
                                       uint32_t left, uint64_t value)
{
    pto_put(h, op->dst, value);
    return pto_go_on(h, op, left);
}

/* Most operations work on registers alone. */
static inline bool pto_has_queues(const pto_op *op)
{
    return !pto_usually(!(op->flags & PTO_OP_QUEUES));
}

static inline const pto_op *pto_register_result(pto_host *h, const pto_op *op,
                                                uint32_t left, uint64_t value)
{
    pto_set(h, op->dst, value);
    return pto_go_on(h, op, left);
}

/* The same after pto_sync, leaving the rest to the loop. */
static inline const pto_op *pto_slow_result(pto_host *h, const pto_op *op,
                                            uint64_t value)
{
    pto_put(h, op->dst, value);
    return pto_next(op);
}

/* ---- Ways out of the straight line, src/machine/form/op.c ------------------
 */

/*
 * tpc, next, left and the clock as of the operation in execution. After it a
 * run function returns without pto_go.
 */
void pto_sync(pto_host *h, const pto_op *op, uint32_t left);

/* The operation faults: enters the trap or stops the PE. Returns NULL. */
const pto_op *pto_fail_op(pto_host *h, const pto_op *op, uint32_t left,
                          uint64_t address, pto_breach breach);

/* A source names a queue entry that is not valid. Returns NULL. */
const pto_op *pto_not_ready(pto_host *h, const pto_op *op, uint32_t left);

/* Finish, after pto_sync, an operation whose outcome is known; h->next has its
 * successor. NULL: somebody has to look at the PE first. */
const pto_op *pto_conclude(pto_host *h, pto_outcome outcome,
                           const pto_fault *why);

/* Run functions of what is no instruction of the program. */
pto_run pto_run_illegal;   /* no form has these bits */
pto_run pto_run_unfetched; /* outside memory */
pto_run pto_run_stop;      /* a stop address */

/* The operation at an even address. */
static inline const pto_op *pto_jump(pto_host *h, uint64_t target)
{
    uint64_t at = target - h->chunk->base;
    if (at < PTO_CHUNK_BYTES)
        return h->chunk->op + at / 2;
    return pto_jump_far(h, target);
}

/* Go on with it, src/machine/form/op.c if it is in another chunk. */
const pto_op *pto_go_far(pto_host *h, uint64_t target, uint32_t left);

static inline const pto_op *pto_go_to(pto_host *h, uint64_t target,
                                      uint32_t left)
{
    uint64_t at = target - h->chunk->base;
    if (pto_usually(at < PTO_CHUNK_BYTES))
        return pto_go(h, h->chunk->op + at / 2, left);
    return pto_go_far(h, target, left);
}

#endif
