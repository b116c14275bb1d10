/* Decoding what stands in memory, as control reaches it. */
#include "machine/decode.h"

#include "machine/access.h"
#include "machine/cache.h"
#include "machine/form/translate.h"
#include "isa/isa.h"

enum { LONGEST = 8 }; /* bytes of an instruction */

/*
 * Mark the bytes of an instruction as code, so that stores to them are
 * noticed. The pages come to exist: a later first store could not be.
 */
static bool mark_code(pto_machine *m, uint64_t address, unsigned length)
{
    for (unsigned i = 0; i < length; i += 2) {
        pto_page *page = pto_memory_touch(&m->core.memory, address + i);
        if (!page)
            return false;
        uint64_t offset = (address + i) & (PTO_PAGE_BYTES - 1);
        page->code |= UINT64_C(1) << (offset >> PTO_CHUNK_SHIFT);
        pto_tlb_forget_code(m, address + i);
    }
    return true;
}

/*
 * Read the instruction at `address`; its length in bytes, 0: it does not end
 * inside memory. *depends: how many bytes decide that.
 */
static unsigned fetch(const pto_machine *m, uint64_t address, uint8_t *bytes,
                      unsigned *depends)
{
    const pto_memory *memory = &m->core.memory;
    unsigned available = LONGEST;
    while (available && !pto_memory_legal(memory, address, available))
        available -= 2;
    pto_memory_read(memory, address, bytes, available);
    *depends = available;
    if (available < 2)
        return 0;
    unsigned length = pto_insn_length((uint32_t)pto_load4(bytes));
    if (length > available)
        return 0;
    *depends = length;
    return length;
}

bool pto_is_stop(const pto_machine *m, uint64_t address)
{
    for (uint32_t i = 0; i < m->stop_count; i++)
        if (m->stop_pc[i] == address)
            return true;
    return false;
}

/*
 * The form of a word. The public model's BSTART also takes five TLSU functions
 * for which the release has no encoding (docs/differences.md): they read as
 * the form whose variants they are.
 */
static bool decode(const pto_decoder *d, uint64_t word, unsigned length,
                   pto_insn *insn)
{
    uint64_t function_bits = UINT64_C(31) << 20;
    unsigned function = word >> 20 & 31;
    if (pto_decode(d, word, length, insn) == PTO_OK)
        return true;
    if (!d->isa.asl_quirks || length != 4)
        return false;
    uint64_t base = word & ~function_bits;
    if (function >= 9 && function <= 12)
        return pto_decode(d, base | 2U << 20, length, insn) == PTO_OK &&
               insn->form->id == PTO_FORM_BSTART_TMOV;
    return function == 14 &&
           pto_decode(d, base | 1U << 20, length, insn) == PTO_OK &&
           insn->form->id == PTO_FORM_BSTART_TSTORE;
}

/* Fill `op` for the word; false: no host memory for it. */
static bool fill(pto_host *h, pto_chunk *k, pto_op *op, uint64_t word,
                 unsigned length, uint64_t tpc)
{
    pto_insn insn;
    uint16_t *form = &k->form[op - k->op];
    *op = (pto_op){.skip = (uint8_t)(length / 2 * sizeof *op)};
    if (!decode(&h->machine->decoder, word, length, &insn)) {
        *form = PTO_FORM_COUNT;
        op->run = pto_run_illegal;
        op->flags = PTO_OP_BOUNDARY;
        return true;
    }
    *form = insn.form->id;
    if (pto_translate_op(op, &insn, tpc, &h->core->isa) &&
        !pto_cache_insn(h->machine, k, op)) {
        op->run = pto_run_undecoded;
        return false;
    }
    if ((word & insn.form->fixed) != insn.form->match)
        op->flags |= PTO_OP_VARIANT;
    return true;
}

bool pto_decode_word(pto_host *h, pto_chunk *k, uint64_t word, unsigned length,
                     uint64_t tpc)
{
    pto_chunk_prepare(&h->machine->cache, k, tpc);
    h->chunk = k;
    return fill(h, k, &k->op[0], word, length, tpc);
}

const pto_op *pto_decode_fill(pto_host *h, const pto_op *op)
{
    pto_machine *m = h->machine;
    uint8_t bytes[LONGEST] = {0};
    uint64_t tpc = pto_op_address(h, op);
    pto_op *slot = &h->chunk->op[op - h->chunk->op];
    if (op->run != pto_run_undecoded)
        return op;
    unsigned depends, length = fetch(m, tpc, bytes, &depends);
    if (pto_is_stop(m, tpc)) {
        *slot = (pto_op){.run = pto_run_stop, .skip = sizeof *op};
        return slot;
    }
    if (!mark_code(m, tpc, depends))
        return NULL;
    if (!length) {
        *slot = (pto_op){.run = pto_run_unfetched, .skip = sizeof *op};
        return slot;
    }
    uint64_t word = pto_insn_word(bytes, length);
    return fill(h, h->chunk, slot, word, length, tpc) ? slot : NULL;
}

const pto_op *pto_run_undecoded(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_settle_block(h); /* it may have been opened by what stood here */
    const pto_op *filled = pto_decode_fill(h, op);
    if (filled)
        return filled->run(h, filled, left);
    pto_sync(h, op, left);
    return pto_conclude(h, PTO_OUT_OF_MEMORY, NULL);
}
