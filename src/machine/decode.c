/* The decode cache: chunks of operations, filled as control reaches them. */
#include "machine/decode.h"

#include <stdlib.h>

#include "machine/access.h"
#include "machine/form/translate.h"

enum {
    FIRST_SLOTS = 64,
    MAX_CHUNKS = 4096, /* 4 MiB of code; then everything is forgotten */
    LONGEST = 8,       /* bytes of an instruction */
};

static const pto_op *run_undecoded(pto_hart *h, const pto_op *op,
                                   uint32_t left);
static const pto_op *run_tail(pto_hart *h, const pto_op *op, uint32_t left);

/* ---- Chunks by address -------------------------------------------------- */

static size_t slot_of(const pto_decode_cache *c, uint64_t base)
{
    uint64_t hash = (base >> PTO_CHUNK_SHIFT) * UINT64_C(0x9e3779b97f4a7c15);
    size_t i = (size_t)(hash >> 32) & (c->slot_count - 1);
    while (c->slot[i] && c->slot[i]->base != base)
        i = (i + 1) & (c->slot_count - 1);
    return i;
}

static pto_chunk *find(const pto_decode_cache *c, uint64_t base)
{
    return c->slot_count ? c->slot[slot_of(c, base)] : NULL;
}

static bool grow(pto_decode_cache *c)
{
    size_t count = c->slot_count ? c->slot_count * 2 : FIRST_SLOTS;
    pto_chunk **slot = calloc(count, sizeof *slot);
    if (!slot)
        return false;
    free(c->slot);
    c->slot = slot;
    c->slot_count = count;
    for (pto_chunk *k = c->all; k; k = k->next)
        c->slot[slot_of(c, k->base)] = k;
    return true;
}

static void forget_op(pto_op *op)
{
    op->run = run_undecoded;
}

static pto_chunk *make(pto_machine *m, uint64_t base)
{
    pto_decode_cache *c = &m->cache;
    if (c->chunk_count == MAX_CHUNKS)
        pto_decode_clear(m);
    if (c->chunk_count * 2 >= c->slot_count && !grow(c))
        return NULL;
    pto_chunk *k = calloc(1, sizeof *k);
    if (!k)
        return NULL;
    k->base = base;
    for (unsigned i = 0; i < PTO_CHUNK_OPS; i++)
        forget_op(&k->op[i]);
    for (unsigned i = 0; i < PTO_CHUNK_TAIL; i++)
        k->op[PTO_CHUNK_OPS + i].run = run_tail;
    k->next = c->all;
    c->all = k;
    c->slot[slot_of(c, base)] = k;
    c->chunk_count++;
    return k;
}

static void free_chunk(pto_chunk *k)
{
    free(k->insn);
    free(k);
}

void pto_decode_clear(pto_machine *m)
{
    pto_decode_cache *c = &m->cache;
    while (c->all) {
        pto_chunk *k = c->all;
        c->all = k->next;
        free_chunk(k);
    }
    free(c->slot);
    *c = (pto_decode_cache){0};
    for (unsigned i = 0; i < PTO_PES; i++)
        m->hart[i].chunk = NULL;
}

const pto_op *pto_decode_at(pto_hart *h, uint64_t address)
{
    uint64_t base = address & ~(uint64_t)(PTO_CHUNK_BYTES - 1);
    pto_chunk *k = find(&h->machine->cache, base);
    if (!k)
        k = make(h->machine, base);
    h->chunk = k;
    return k ? &k->op[(address - base) / 2] : NULL;
}

/* In place of an operation for which there is no memory. tpc is set. */
static const pto_op *run_without_memory(pto_hart *h, const pto_op *op,
                                        uint32_t left)
{
    (void)op;
    h->left = left;
    h->outcome = PTO_OUT_OF_MEMORY;
    h->stop = PTO_STOP_MEMORY;
    return NULL;
}

const pto_op *pto_jump_far(pto_hart *h, uint64_t target)
{
    static const pto_op without_memory = {.run = run_without_memory};
    const pto_op *op = pto_decode_at(h, target);
    h->pe->tpc = target;
    return op ? op : &without_memory;
}

/* ---- Forgetting --------------------------------------------------------- */

/* Instructions that start up to three halfwords earlier reach the address. */
void pto_decode_forget(pto_machine *m, uint64_t address, uint64_t n)
{
    uint64_t reach = address < LONGEST ? address : LONGEST - 2;
    uint64_t first = (address - reach) & ~UINT64_C(1);
    for (uint64_t at = first; at - first < n + reach; at += 2) {
        uint64_t base = at & ~(uint64_t)(PTO_CHUNK_BYTES - 1);
        pto_chunk *k = find(&m->cache, base);
        if (k)
            forget_op(&k->op[(at - base) / 2]);
    }
}

/* ---- Decoding ----------------------------------------------------------- */

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

/* The place where the chunk keeps the decoded instruction of `op`. */
static pto_insn *place_of(pto_chunk *k, const pto_op *op)
{
    if (!k->insn)
        k->insn = calloc(PTO_CHUNK_OPS, sizeof *k->insn);
    return k->insn ? &k->insn[op - k->op] : NULL;
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
static bool fill(pto_hart *h, pto_chunk *k, pto_op *op, uint64_t word,
                 unsigned length, uint64_t tpc)
{
    pto_insn *insn = place_of(k, op);
    if (!insn)
        return false;
    *op = (pto_op){.skip = (uint8_t)(length / 2 * sizeof *op)};
    if (!decode(&h->machine->decoder, word, length, insn)) {
        insn->form = NULL;
        op->run = pto_run_illegal;
        op->flags = PTO_OP_BOUNDARY;
        return true;
    }
    pto_translate_op(op, insn, tpc);
    if ((word & insn->form->mask) != insn->form->match)
        op->flags |= PTO_OP_VARIANT;
    return true;
}

bool pto_decode_word(pto_hart *h, pto_chunk *k, uint64_t word, unsigned length,
                     uint64_t tpc)
{
    k->base = tpc;
    for (unsigned i = 0; i < PTO_CHUNK_OPS; i++)
        forget_op(&k->op[i]);
    h->chunk = k;
    return fill(h, k, &k->op[0], word, length, tpc);
}

const pto_op *pto_decode_fill(pto_hart *h, const pto_op *op)
{
    pto_machine *m = h->machine;
    uint8_t bytes[LONGEST] = {0};
    uint64_t tpc = pto_op_address(h, op);
    pto_op *slot = &h->chunk->op[op - h->chunk->op];
    if (op->run != run_undecoded)
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

static const pto_op *run_undecoded(pto_hart *h, const pto_op *op, uint32_t left)
{
    const pto_op *filled = pto_decode_fill(h, op);
    if (filled)
        return filled->run(h, filled, left);
    pto_sync(h, op, left);
    return pto_conclude(h, PTO_OUT_OF_MEMORY, NULL);
}

/* Behind the last operation: the same address in the chunk that has it. */
static const pto_op *run_tail(pto_hart *h, const pto_op *op, uint32_t left)
{
    const pto_op *same = pto_jump_far(h, pto_op_address(h, op));
    return same->run(h, same, left);
}
