/* MCOPY and MSET, the memory templates. */
#include <string.h>

#include "machine/core.h"
#include "machine/system/exec.h"

enum { MSET_LIMIT = 63, COPY_TURN = 4096 };

static uint64_t operand(const pto_host *h, const pto_insn *insn,
                        pto_field_id field)
{
    return pto_source(h->pe, (unsigned)pto_insn_get(insn, field));
}

static bool wraps(uint64_t address, uint64_t n)
{
    return n && address + n < address;
}

static bool overlap(uint64_t a, uint64_t b, uint64_t n)
{
    return n && a < b + n && b < a + n;
}

static unsigned step_size(uint64_t remaining)
{
    return remaining >= 8 ? 8 : remaining >= 4 ? 4 : remaining >= 2 ? 2 : 1;
}

static pto_outcome start(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    uint64_t destination = operand(h, insn, PTO_FIELD_RegSrc0);
    uint64_t source = operand(h, insn, PTO_FIELD_RegSrc1);
    uint64_t n = operand(h, insn, PTO_FIELD_RegSrc2);
    uint64_t tpc = h->pe->tpc;
    if (wraps(destination, n) || wraps(source, n))
        return pto_break(h, why, PTO_BREAKS_CopyWraps, tpc);
    if (overlap(destination, source, n))
        return pto_break(h, why, PTO_BREAKS_CopyOverlaps, tpc);
    h->system.copy = (pto_copy_template){.active = true,
                                         .pc = tpc,
                                         .destination = destination,
                                         .source = source,
                                         .length = n};
    return PTO_DONE;
}

/* Both accesses are probed before the source is read. */
static pto_outcome copy_part(pto_host *h, uint64_t n, pto_fault *why)
{
    pto_copy_template *t = &h->system.copy;
    uint64_t from = t->source + t->progress, to = t->destination + t->progress;
    uint8_t bytes[COPY_TURN];
    pto_outcome o = pto_probe(h, from, n, 1, PTO_ACCESS_READ, why);
    if (o == PTO_DONE)
        o = pto_probe(h, to, n, 1, PTO_ACCESS_WRITE, why);
    if (o != PTO_DONE)
        return o;
    pto_data_copy_out(h, from, bytes, (size_t)n);
    pto_data_copy_in(h, to, bytes, (size_t)n);
    t->progress += n;
    return PTO_DONE;
}

/*
 * Whole turns while they are legal; at a fault the architecture's steps of 8,
 * 4, 2, 1 bytes go exactly as far as they can. The host may stop the run
 * between them.
 */
pto_outcome pto_exec_copy(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    pto_copy_template *t = &h->system.copy;
    pto_outcome o = t->active ? PTO_DONE : start(h, insn, why);
    if (o != PTO_DONE)
        return o;
    if (t->pc != h->pe->tpc)
        return pto_break(h, why, PTO_BREAKS_CopyRestart, h->pe->tpc);
    while (t->progress < t->length) {
        if (pto_interrupted(h->machine))
            return PTO_PAUSED;
        uint64_t left = t->length - t->progress;
        if (left >= COPY_TURN && copy_part(h, COPY_TURN, why) == PTO_DONE)
            continue;
        o = copy_part(h, step_size(left), why);
        if (o != PTO_DONE)
            return o;
    }
    t->active = false;
    return PTO_DONE;
}

pto_outcome pto_exec_set(pto_host *h, const pto_insn *insn, pto_fault *why)
{
    uint64_t destination = operand(h, insn, PTO_FIELD_RegSrc0);
    uint64_t value = operand(h, insn, PTO_FIELD_RegSrc1);
    uint64_t n = operand(h, insn, PTO_FIELD_RegSrc2);
    uint8_t bytes[COPY_TURN];
    bool is_short = h->core->isa.mset_length == PTO_MSET_LENGTH_63;
    if (is_short && n > MSET_LIMIT)
        return pto_raise(h, why, PTO_BREAKS_SetLength, h->pe->tpc,
                         "%llu bytes, at most 63", (unsigned long long)n);
    if (n == 0)
        return PTO_DONE;
    pto_outcome o = pto_probe(h, destination, n, 1, PTO_ACCESS_WRITE, why);
    if (o != PTO_DONE)
        return o;
    memset(bytes, (int)(value & 0xff), sizeof bytes);
    for (uint64_t done = 0; done < n; done += COPY_TURN)
        pto_data_copy_in(h, destination + done, bytes,
                         n - done < COPY_TURN ? (size_t)(n - done) : COPY_TURN);
    return PTO_DONE;
}
