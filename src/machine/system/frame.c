/*
 * FENTRY, FEXIT, FRET.RA, FRET.STK: stack frames, one restartable access at a
 * time. Slot i of a frame is eight bytes at caller_sp - 8 * (i + 1).
 */
#include "machine/system/exec.h"

enum { SP = 1, SP_OF_MODEL = 2, FIRST = 2, LAST = 23, RA = 10 };

/*
 * The architecture's text speaks of sp, which assembly calls R1; its model
 * moves R2 (docs/decisions/0021-frame-stack-pointer.md).
 */
static unsigned stack_pointer(const pto_host *h)
{
    return h->core->isa.asl_quirks ? SP_OF_MODEL : SP;
}

static bool in_ring(int64_t r)
{
    return r >= FIRST && r <= LAST;
}

/* The inclusive range from begin to end, wrapping from R23 to R2. */
static unsigned range_count(int64_t begin, int64_t end)
{
    int64_t n = end - begin;
    return (unsigned)(n < 0 ? n + PTO_FRAME_REGISTERS : n) + 1;
}

static unsigned range_register(const pto_frame_template *t, unsigned i)
{
    unsigned r = t->begin + i;
    return r <= LAST ? r : r - PTO_FRAME_REGISTERS;
}

static pto_outcome odd_target(pto_host *h, uint64_t target, pto_fault *why)
{
    return pto_raise(h, why, PTO_BREAKS_ReturnTarget, target,
                     "return target 0x%llx is odd", (unsigned long long)target);
}

static pto_outcome check_operands(pto_host *h, pto_frame_kind kind,
                                  int64_t begin, int64_t end, uint64_t size,
                                  pto_fault *why)
{
    if (!in_ring(begin) || !in_ring(end))
        return pto_break(h, why, PTO_BREAKS_FrameInside, h->pe->tpc);
    if (kind == PTO_FRAME_RETURN_STACK && begin != RA)
        return pto_break(h, why, PTO_BREAKS_FrameAddress, h->pe->tpc);
    if (size & 7 || size < 8 * (uint64_t)range_count(begin, end))
        return pto_break(h, why, PTO_BREAKS_FrameSize, h->pe->tpc);
    if (kind == PTO_FRAME_RETURN_ADDRESS && pto_return_target(h) & 1)
        return odd_target(h, pto_return_target(h), why);
    return PTO_DONE;
}

static void start(pto_host *h, pto_frame_kind kind, int64_t begin, int64_t end,
                  uint64_t size)
{
    pto_frame_template *t = &h->system.frame;
    uint64_t sp = h->pe->gpr[stack_pointer(h)];
    bool enters = kind == PTO_FRAME_ENTRY;
    *t = (pto_frame_template){
        .active = true,
        .kind = (uint8_t)kind,
        .begin = (uint8_t)begin,
        .end = (uint8_t)end,
        .count = (uint8_t)range_count(begin, end),
        .pc = h->pe->tpc,
        .size = size,
        .caller_sp = enters ? sp : sp + size,
    };
    if (kind == PTO_FRAME_RETURN_ADDRESS) {
        t->target = pto_return_target(h);
        t->target_valid = true;
    }
    for (unsigned i = 0; enters && i < t->count; i++)
        t->value[i] = h->pe->gpr[range_register(t, i)];
}

static void move_stack(pto_host *h)
{
    pto_frame_template *t = &h->system.frame;
    bool enters = t->kind == PTO_FRAME_ENTRY;
    h->pe->gpr[stack_pointer(h)] =
        enters ? t->caller_sp - t->size : t->caller_sp;
    t->stack_adjusted = true;
}

static uint64_t slot_address(const pto_frame_template *t)
{
    return t->caller_sp - 8 * ((uint64_t)t->progress + 1);
}

static pto_outcome store_step(pto_host *h, pto_fault *why)
{
    pto_frame_template *t = &h->system.frame;
    uint64_t address = slot_address(t);
    pto_outcome o = pto_probe(h, address, 8, 8, PTO_ACCESS_WRITE, why);
    if (o != PTO_DONE)
        return o;
    pto_data_write(h, address, 8, t->value[t->progress]);
    t->progress++;
    return PTO_DONE;
}

static pto_outcome load_step(pto_host *h, pto_fault *why)
{
    pto_frame_template *t = &h->system.frame;
    uint64_t address = slot_address(t);
    pto_outcome o = pto_probe(h, address, 8, 8, PTO_ACCESS_READ, why);
    if (o != PTO_DONE)
        return o;
    uint64_t value = pto_data_read(h, address, 8);
    unsigned r = range_register(t, t->progress);
    if (t->kind == PTO_FRAME_RETURN_STACK && t->progress == 0) {
        if (value & 1)
            return odd_target(h, value, why);
        t->target = value;
        t->target_valid = true;
    }
    h->pe->gpr[r] = value;
    if (r == RA)
        h->pe->return_address = value;
    t->progress++;
    return PTO_DONE;
}

static pto_outcome finish(pto_host *h, pto_fault *why)
{
    pto_frame_template *t = &h->system.frame;
    bool enters = t->kind == PTO_FRAME_ENTRY;
    if (!t->stack_adjusted)
        move_stack(h);
    while (t->progress < t->count) {
        pto_outcome o = enters ? store_step(h, why) : load_step(h, why);
        if (o != PTO_DONE)
            return o;
    }
    t->active = false;
    if (t->target_valid)
        h->next = t->target;
    return PTO_DONE;
}

pto_outcome pto_do_frame(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_frame_template *t = &h->system.frame;
    pto_frame_kind kind = pto_semantics_of(insn->form)->frame;
    bool enters = kind == PTO_FRAME_ENTRY;
    if (t->active && (t->pc != h->pe->tpc || t->kind != kind))
        return pto_break(h, why, PTO_BREAKS_FrameRestart, h->pe->tpc);
    if (!t->active) {
        int64_t begin = pto_insn_get(insn, enters ? PTO_FIELD_SrcBegin
                                                  : PTO_FIELD_DstBegin);
        int64_t end =
            pto_insn_get(insn, enters ? PTO_FIELD_SrcEnd : PTO_FIELD_DstEnd);
        uint64_t size = (uint64_t)pto_insn_get(insn, PTO_FIELD_uimm);
        pto_outcome o = check_operands(h, kind, begin, end, size, why);
        if (o != PTO_DONE)
            return o;
        start(h, kind, begin, end, size);
    }
    return finish(h, why);
}
