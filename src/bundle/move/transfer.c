/* TLOAD, TSTORE and TMOV: runs of elements between memory and payloads. */
#include "bundle/core/reach.h"
#include "bundle/txn.h"

#include "base/bits.h"
#include "tile/tile.h"

#include <string.h>

enum { CHUNK = 4096 }; /* elements that move at once */

/* Elements of one row that one PE moves, one after another in memory. */
typedef struct run {
    unsigned pe; /* whose base and stride, where one PE moves all */
    uint32_t row, column, count;
    uint64_t address; /* of the first element's byte */
} run;

static uint64_t address_of(const pto_plan *p, unsigned pe, unsigned bits,
                           uint32_t row, uint32_t column)
{
    return p->move.base[pe] + row * p->move.stride[pe] +
           (uint64_t)column * bits / 8;
}

/* The quarter of a Shared tile's bytes that holds an element. */
static unsigned quarter_of(const pto_tile *t, uint32_t index, unsigned bits,
                           uint32_t *left)
{
    uint32_t elements = t->capacity_bytes * 2 / bits;
    *left = elements - index % elements;
    return index / elements;
}

/* The next run at or after (it->row, it->column); false at the end. */
static bool next_run(const pto_plan *p, const pto_tile *t, run *it)
{
    const pto_move_plan *m = &p->move;
    uint32_t columns = m->columns;
    unsigned bits = pto_tile_element_bits(t->dtype);
    bool whole = !m->shared || m->whole || m->pieces;
    for (; it->row < m->rows; it->row++, it->column = 0) {
        while (it->column < columns) {
            unsigned pe = it->pe;
            uint32_t left = columns;
            it->count = columns - it->column;
            if (!whole) {
                uint32_t along = pto_tile_run(t, it->row, it->column);
                pe = quarter_of(t, pto_tile_index(t, it->row, it->column), bits,
                                &left);
                left = along < left ? along : left;
            }
            it->count = it->count < left ? it->count : left;
            it->address = address_of(p, pe, bits, it->row, it->column);
            if (whole || (p->quarters & pto_pe_bit(pe)))
                return true;
            it->column += it->count;
        }
    }
    return false;
}

static void advance(run *it)
{
    it->column += it->count;
}

/* Bytes from the first element's to the last element's, both included. */
static uint64_t run_bytes(const run *r, uint32_t count, unsigned bits)
{
    if (bits >= 8)
        return (uint64_t)count * (bits / 8);
    return ((r->column & 1) + (uint64_t)count + 1) / 2;
}

static bool run_is_open(const pto_plan *p, const run *r, unsigned bits)
{
    uint64_t size = bits >= 8 ? bits / 8 : 1;
    return !(r->address & (size - 1)) &&
           pto_reach_is_open(p, r->pe, r->address,
                             run_bytes(r, r->count, bits));
}

/* The first element of a run that may not lie where it does. */
static bool probe_run(const pto_plan *p, const run *r, unsigned bits,
                      pto_reach how, pto_detail *d)
{
    uint64_t size = bits >= 8 ? bits / 8 : 1;
    pto_reach is = PTO_REACHED;
    uint64_t at = r->address;
    for (uint32_t i = 0; i < r->count && is == PTO_REACHED; i++) {
        at = r->address + run_bytes(r, i + 1, bits) - size;
        is = pto_reach_of(p, r->pe, at, size);
    }
    return pto_reach_passes(how, is, at, d);
}

/* The first run that fails is the last one looked at. */
static bool probe(const pto_plan *p, unsigned pe, pto_reach how, pto_detail *d)
{
    const pto_tile *t = p->move.moved;
    unsigned bits = pto_tile_element_bits(t->dtype);
    for (run r = {.pe = pe}; next_run(p, t, &r); advance(&r))
        if (!run_is_open(p, &r, bits))
            return probe_run(p, &r, bits, how, d);
    return true;
}

bool pto_transfer_probe(const pto_plan *p, pto_reach how, pto_detail *d)
{
    if (!p->move.pieces)
        return probe(p, p->move.writer, how, d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        if ((p->quarters & pto_pe_bit(pe)) && !probe(p, pe, how, d))
            return false;
    return true;
}

static uint64_t element_at(const uint8_t *bytes, uint32_t i, unsigned bits)
{
    if (bits >= 8)
        return pto_load_le(bytes + (size_t)i * (bits / 8), bits / 8);
    return bytes[i / 2] >> (i % 2 * 4) & 15;
}

/* `skip`: the first element is the high nibble of the first byte. */
static void put_elements(pto_tile *t, uint32_t row, uint32_t column,
                         uint32_t count, const uint8_t *bytes, uint32_t skip)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    if (!skip) {
        pto_tile_write_row(t, row, column, count, bytes);
        return;
    }
    for (uint32_t i = 0; i < count; i++)
        pto_tile_write(t, row, column + i, element_at(bytes, i + skip, bits));
}

/* Copy legal bytes out, and tell who watches memory. */
static void read_bytes(const pto_plan *p, uint64_t address, void *out, size_t n)
{
    const pto_memory *m = p->memory;
    pto_memory_read(m, address, out, n);
    if (m->reads)
        m->reads(m->user, p->index, address, n);
}

static void load_run(const pto_plan *p, pto_tile *t, const run *r)
{
    uint8_t bytes[CHUNK * 8];
    unsigned bits = pto_tile_element_bits(t->dtype);
    uint32_t skip = bits < 8 ? r->column & 1 : 0;
    for (uint32_t i = 0; i < r->count; i += CHUNK) {
        uint32_t n = r->count - i < CHUNK ? r->count - i : CHUNK;
        uint64_t from = r->address + (uint64_t)i * bits / 8;
        read_bytes(p, from, bytes, run_bytes(r, n, bits));
        put_elements(t, r->row, r->column + i, n, bytes, skip);
    }
}

static void stage_shared(const pto_plan *p, pto_txn *t)
{
    const pto_shared *old = p->shared[0].state;
    bool adds = old->described && !p->move.whole;
    if (adds)
        pto_tile_copy_contents(&t->shared, &old->tile);
    t->shared_id = p->shared[0].id;
    t->allocation_mask = adds ? old->allocation_mask : (uint8_t)p->mask;
    t->initialized_mask =
        (uint8_t)((adds ? old->initialized_mask : 0) | p->quarters);
}

static void load(const pto_plan *p, unsigned pe, pto_tile *to)
{
    for (run r = {.pe = pe}; next_run(p, to, &r); advance(&r))
        load_run(p, to, &r);
}

bool pto_run_load(const pto_plan *p, pto_txn *t)
{
    pto_tile *to = p->move.shared ? &t->shared : pto_txn_output(p, t);
    if (p->move.pieces) {
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            if (p->quarters & pto_pe_bit(pe))
                load(p, pe, &t->piece[pe]);
        return true;
    }
    if (p->move.shared)
        stage_shared(p, t);
    load(p, p->move.writer, to);
    return !p->move.cube || pto_txn_complete(p, t, &p->env);
}

/*
 * The public model stores the packed bytes of a predicate; what nobody wrote of
 * a Shared tile reads as its number xor the element's (docs/differences.md).
 */
static uint64_t stored_element(const pto_plan *p, const pto_tile *t,
                               uint32_t row, uint32_t column)
{
    const pto_move_plan *m = &p->move;
    if (!m->shared && t->storage == PTO_TILE_PREDICATE)
        return t->bytes[pto_tile_index(t, row, column)];
    if (!m->shared)
        return pto_tile_read(t, row, column);
    const pto_shared *s = p->shared[0].state;
    if (!s->described)
        return p->shared[0].id ^ (row * m->shape.columns + column);
    uint32_t left, index = pto_tile_index(t, row, column);
    unsigned pe = quarter_of(t, index, pto_tile_element_bits(t->dtype), &left);
    bool written = !m->quartered || (s->initialized_mask & pto_pe_bit(pe));
    return written ? pto_tile_read(t, row, column) : p->shared[0].id ^ index;
}

/* Is every element of the tile what reading it gives? */
static bool reads_as_stored(const pto_plan *p, const pto_tile *t)
{
    if (!p->move.shared)
        return t->storage == PTO_TILE_NUMERIC;
    return p->shared[0].state->described && !p->move.quartered;
}

/*
 * A four-bit store keeps the neighbour of a nibble at either end of the run.
 */
static bool store_run(const pto_plan *p, pto_txn *t, const pto_tile *from,
                      const run *r)
{
    unsigned bits = pto_tile_element_bits(from->dtype);
    uint64_t length = run_bytes(r, r->count, bits);
    bool skips = bits < 8 && (r->column & 1);
    bool half = bits < 8 && ((r->column + r->count) & 1);
    uint8_t *to = pto_txn_store(t, r->address, (uint32_t)length,
                                skips ? 0xf0 : 0xff, half ? 0x0f : 0xff);
    if (!to)
        return false;
    memset(to, 0, length);
    if (!skips && reads_as_stored(p, from)) {
        pto_tile_read_line(from, true, r->row, r->column, r->count, to);
        return true;
    }
    for (uint32_t i = 0; i < r->count; i++) {
        uint64_t v = stored_element(p, from, r->row, r->column + i);
        uint32_t at = i + skips;
        if (bits >= 8)
            pto_store_le(to + (size_t)i * (bits / 8), bits / 8, v);
        else
            to[at / 2] |= (uint8_t)((v & 15) << (at % 2 * 4));
    }
    return true;
}

bool pto_run_store(const pto_plan *p, pto_txn *t)
{
    const pto_tile *from = p->move.moved;
    for (run r = {.pe = p->move.writer}; next_run(p, from, &r); advance(&r))
        if (!store_run(p, t, from, &r))
            return false;
    return true;
}

bool pto_run_move(const pto_plan *p, pto_txn *t)
{
    pto_tile_copy_contents(pto_txn_output(p, t), p->move.source);
    return true;
}
