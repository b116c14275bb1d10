/* Header commands, and the encodings that PTO keeps reserved. */
#include "machine/system/exec.h"

/* An empty standard block that falls through, as BSTART would open it. */
static void open_block(pto_host *h)
{
    pto_header *b = &h->pe->header;
    uint64_t next = h->pe->tpc + 4;
    pto_header_clear(b);
    b->active = true;
    b->taken = true;
    b->bpcn = b->sequential_pc = b->frame_target = next;
    h->pe->bpc = h->pe->tpc;
    h->next = next;
    h->header_dirty = true;
}

/* TRACE.begin and TRACE.end start a block; what is open ends before it. */
static pto_outcome trace_boundary(pto_host *h, const pto_insn *insn,
                                  pto_fault *why)
{
    bool goes_on;
    pto_outcome o = pto_block_boundary(h, &goes_on, why);
    if (o != PTO_DONE || !goes_on)
        return o;
    open_block(h);
    h->pe->header.hint = (pto_hint_attributes){
        .present = true,
        .trace = true,
        .trace_end = pto_insn_get(insn, PTO_FIELD_B_E) != 0,
    };
    return PTO_DONE;
}

pto_outcome pto_exec_hint_trace(pto_host *h, const pto_insn *insn,
                                pto_fault *why)
{
    pto_outcome o = trace_boundary(h, insn, why);
    h->system.record.hint_epoch += o == PTO_DONE;
    h->header_dirty = true;
    return o;
}

pto_outcome pto_do_collect(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_outcome o = pto_bundle_collect(h->core, h->index, insn, why);
    if (pto_form_commands(insn->form, PTO_COMMAND_HINT))
        h->system.record.hint_epoch += o == PTO_DONE;
    h->header_dirty = true;
    return o;
}

pto_outcome pto_exec_reserved(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    return pto_raise(h, why, PTO_BREAKS_Reserved, h->pe->tpc,
                     "%s is reserved in PTO", insn->form->mnemonic);
}
