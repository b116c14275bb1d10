/* The decode cache: chunks of operations, filled as control reaches them. */
#include "machine/decode.h"

#include <stdlib.h>

#include "machine/access.h"
#include "machine/form/translate.h"

enum {
    LONGEST = 8, /* bytes of an instruction */
    INSN_BYTES = PTO_CHUNK_OPS * sizeof(pto_insn),
};

static const pto_op *run_undecoded(pto_hart *h, const pto_op *op,
                                   uint32_t left);
static const pto_op *run_tail(pto_hart *h, const pto_op *op, uint32_t left);

/* ---- Chunks by address -------------------------------------------------- */

static pto_chunk **bucket_of(pto_decode_cache *c, uint64_t base)
{
    uint64_t hash = (base >> PTO_CHUNK_SHIFT) * UINT64_C(0x9e3779b97f4a7c15);
    return &c->bucket[hash >> 32 & (PTO_DECODE_BUCKETS - 1)];
}

static pto_chunk *find(pto_decode_cache *c, uint64_t base)
{
    pto_chunk *k = *bucket_of(c, base);
    while (k && k->base != base)
        k = k->chained;
    return k;
}

static void forget_op(pto_op *op)
{
    op->run = run_undecoded;
}

static void prepare(pto_chunk *k, uint64_t base)
{
    k->base = base;
    for (unsigned i = 0; i < PTO_CHUNK_OPS; i++)
        forget_op(&k->op[i]);
    for (unsigned i = 0; i < PTO_CHUNK_TAIL; i++)
        k->op[PTO_CHUNK_OPS + i].run = run_tail;
}

void pto_decode_release(pto_chunk *k)
{
    free(k->insn);
    k->insn = NULL;
}

/* PEs that stood in the chunk find their operation by its address again. */
static void drop_oldest(pto_machine *m)
{
    pto_decode_cache *c = &m->cache;
    pto_chunk *k = c->oldest, **link = bucket_of(c, k->base);
    while (*link != k)
        link = &(*link)->chained;
    *link = k->chained;
    c->oldest = k->younger;
    if (!c->oldest)
        c->youngest = NULL;
    c->bytes -= sizeof *k + (k->insn ? INSN_BYTES : 0);
    for (unsigned i = 0; i < PTO_PES; i++)
        if (m->hart[i].chunk == k)
            m->hart[i].chunk = NULL;
    pto_decode_release(k);
    free(k);
}

static void append(pto_decode_cache *c, pto_chunk *k)
{
    k->younger = NULL;
    *(c->youngest ? &c->youngest->younger : &c->oldest) = k;
    c->youngest = k;
}

/* Room for n bytes more; `kept` stays, as if it were the youngest. */
static void make_room(pto_machine *m, size_t n, pto_chunk *kept)
{
    pto_decode_cache *c = &m->cache;
    while (c->oldest && c->bytes + n > PTO_DECODE_BYTES) {
        if (c->oldest != kept) {
            drop_oldest(m);
        } else {
            c->oldest = kept->younger;
            append(c, kept);
        }
    }
}

static pto_chunk *make(pto_machine *m, uint64_t base)
{
    pto_decode_cache *c = &m->cache;
    make_room(m, sizeof(pto_chunk), NULL);
    pto_chunk *k = calloc(1, sizeof *k), **bucket = bucket_of(c, base);
    if (!k)
        return NULL;
    prepare(k, base);
    append(c, k);
    k->chained = *bucket;
    *bucket = k;
    c->bytes += sizeof *k;
    return k;
}

void pto_decode_clear(pto_machine *m)
{
    while (m->cache.oldest)
        drop_oldest(m);
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
    pto_settle_block(h);
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

/* Keep in the chunk the decoded instruction that `op` refers to. */
static bool keep(pto_machine *m, pto_chunk *k, pto_op *op)
{
    bool is_cached = k != m->injected;
    if (!k->insn) {
        if (is_cached)
            make_room(m, INSN_BYTES, k);
        k->insn = malloc(INSN_BYTES);
        if (!k->insn)
            return false;
        m->cache.bytes += is_cached ? INSN_BYTES : 0;
    }
    pto_insn *place = &k->insn[op - k->op];
    *place = *op->insn;
    op->insn = place;
    return true;
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
    if (pto_translate_op(op, &insn, tpc) && !keep(h->machine, k, op)) {
        forget_op(op);
        return false;
    }
    if ((word & insn.form->fixed) != insn.form->match)
        op->flags |= PTO_OP_VARIANT;
    return true;
}

bool pto_decode_word(pto_hart *h, pto_chunk *k, uint64_t word, unsigned length,
                     uint64_t tpc)
{
    prepare(k, tpc);
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
    pto_settle_block(h); /* it may have been opened by what stood here */
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
