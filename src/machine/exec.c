/* Executing an operation: what each class does. */
#include "machine/form/block.h"
#include "machine/system/exec.h"
#include "machine/access.h"
#include "machine/form/translate.h"
#include "isa/isa.h"

/* ---- What runs through a decoded instruction ----------------------------- */

static pto_exec *const singles[] = {
#define EXEC(name) [PTO_EXEC_##name] = pto_exec_##name,
#include "isa/exec.def"
#undef EXEC
};

pto_outcome pto_do_exec(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    return singles[pto_semantics_of(insn->form)->exec](h, insn, why);
}

pto_outcome pto_do_not_yet(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_raise(h, why, PTO_BREAKS_NotImplemented, h->pe->tpc,
              "not implemented: %s", pto_semantics_of(insn->form)->not_yet);
    return PTO_MISSING;
}

/* A class is in one of these two. */
#define FAST(name)                     pto_translate_##name
#define WHOLE(name)                    NULL
#define CLASS(class, name, way, needs) [PTO_DOES_##class] = way(name),
static pto_translate *const translates[] = {
#include "isa/class.def"
};
#undef FAST
#undef WHOLE
#define FAST(name)  NULL
#define WHOLE(name) pto_do_##name
static pto_exec *const execs[] = {
#include "isa/class.def"
};
#undef CLASS
#undef FAST
#undef WHOLE

static bool system_block_is_open(const pto_host *h)
{
    const pto_header *b = &h->pe->header;
    return b->active && b->body && b->kind == PTO_BLOCK_SYSTEM;
}

static pto_outcome check(pto_host *h, const pto_op *op, pto_fault *why)
{
    if (op->flags & PTO_OP_SYSTEM && !system_block_is_open(h))
        return pto_raise(h, why, PTO_BREAKS_SystemBlock, h->pe->tpc,
                         "%s needs the body of a SYS block",
                         op->insn->form->mnemonic);
    if (!pto_ready(h, op))
        return pto_break(h, why, PTO_BREAKS_QueueEntry, h->pe->tpc);
    return PTO_DONE;
}

/* Run a pto_exec: everything at hand, nothing fast. */
static const pto_op *run_exec(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fault why;
    pto_header *b = &h->pe->header;
    pto_sync(h, op, left);
    bool enters =
        op->flags & PTO_OP_SCALAR && h->implied_body && b->active && !b->body;
    if (enters)
        b->body = true;
    pto_outcome o = check(h, op, &why);
    if (o == PTO_DONE)
        o = execs[pto_semantics_of(op->insn->form)->class](h, op->insn, &why);
    if (o != PTO_DONE && enters)
        b->body = false;
    return pto_conclude(h, o, &why);
}

bool pto_translate_op(pto_op *op, const pto_insn *insn, uint64_t tpc,
                      const pto_isa *isa)
{
    const pto_form *f = insn->form;
    pto_decoded d = {insn, pto_semantics_of(f), tpc, isa};
    if (!pto_is_command(f))
        op->flags |= PTO_OP_SCALAR;
    if (pto_is_system(f))
        op->flags |= PTO_OP_SYSTEM;
    if (pto_starts_block(f) || pto_stops_block(f))
        op->flags |= PTO_OP_BOUNDARY;
    if (translates[d.how->class]) {
        translates[d.how->class](op, &d);
        if (op->flags & PTO_OP_SCALAR && (op->need || op->dst >= PTO_PUSH_T))
            op->flags |= PTO_OP_QUEUES;
        return false;
    }
    if (op->flags & PTO_OP_SCALAR)
        pto_set_operands(op, insn);
    op->insn = insn;
    op->run = run_exec;
    return true;
}
