/* The decode cache: chunks of operations by address. */
#include "machine/cache.h"

#include <stdlib.h>

#include "machine/form/block.h"

enum {
    LONGEST = 8, /* bytes of an instruction */
    INSN_BYTES = PTO_CHUNK_OPS * sizeof(pto_insn),
};

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

static const pto_op *run_tail(pto_host *h, const pto_op *op, uint32_t left);

void pto_chunk_prepare(const pto_decode_cache *c, pto_chunk *k, uint64_t base)
{
    k->base = base;
    for (unsigned i = 0; i < PTO_CHUNK_OPS; i++)
        k->op[i].run = c->undecoded;
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
        if (m->host[i].chunk == k)
            m->host[i].chunk = NULL;
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
    pto_chunk_prepare(c, k, base);
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
        m->host[i].chunk = NULL;
}

const pto_op *pto_decode_at(pto_host *h, uint64_t address)
{
    uint64_t base = address & ~(uint64_t)(PTO_CHUNK_BYTES - 1);
    pto_chunk *k = find(&h->machine->cache, base);
    if (!k)
        k = make(h->machine, base);
    h->chunk = k;
    return k ? &k->op[(address - base) / 2] : NULL;
}

/* In place of an operation for which there is no memory. tpc is set. */
static const pto_op *run_without_memory(pto_host *h, const pto_op *op,
                                        uint32_t left)
{
    (void)op;
    h->left = left;
    h->outcome = PTO_OUT_OF_MEMORY;
    h->stop = PTO_STOP_MEMORY;
    return NULL;
}

const pto_op *pto_jump_far(pto_host *h, uint64_t target)
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
            k->op[(at - base) / 2].run = m->cache.undecoded;
    }
}

bool pto_cache_insn(pto_machine *m, pto_chunk *k, pto_op *op)
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

/* Behind the last operation: the same address in the chunk that has it. */
static const pto_op *run_tail(pto_host *h, const pto_op *op, uint32_t left)
{
    const pto_op *same = pto_jump_far(h, pto_op_address(h, op));
    return same->run(h, same, left);
}
