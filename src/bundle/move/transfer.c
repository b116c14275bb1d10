/* TLOAD, TSTORE and TMOV: runs of elements between memory and payloads. */
#include "bundle/core/reach.h"
#include "bundle/core/result.h"
#include "bundle/core/rule.h"

#include "base/bits.h"

#include <string.h>

enum { CHUNK = 4096 }; /* elements that move at once */

/* Elements of one row that one PE moves, one after another in memory. */
typedef struct run {
    unsigned pe; /* whose base and stride, where one PE moves all */
    uint32_t row, column, count;
    uint64_t address; /* of the first element's byte */
} run;

/* A Shared tile that was never written: the model's values have a shape. */
static pto_tile imagined(const pto_plan *p)
{
    pto_tile t = {.allocated = 0};
    const pto_move_plan *m = &p->move;
    uint32_t bytes = pto_tile_minimum_capacity(m->columns, m->valid_rows,
                                               m->valid_columns, m->type);
    pto_tile_describe(&t, m->type, m->layout, m->columns, m->valid_rows,
                      m->valid_columns, bytes, pto_shared_limit());
    return t;
}

/* The shape that moves: of the Local tile, or of the Shared one. */
static pto_tile shape_of(const pto_plan *p)
{
    const pto_header *h = p->header;
    if (!h->shared_count)
        return p->output_count ? p->output[0].tile : *p->move.source;
    if (p->traits & PTO_FROM_MEMORY)
        return p->move.shared;
    return p->shared[0].tile->allocated ? *p->shared[0].tile : imagined(p);
}

static uint32_t rows_of(const pto_plan *p, const pto_tile *t)
{
    return p->header->shared_count ? p->move.valid_rows : t->valid_rows;
}

static uint32_t columns_of(const pto_plan *p, const pto_tile *t)
{
    return p->header->shared_count ? p->move.valid_columns : t->valid_columns;
}

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
    uint32_t columns = columns_of(p, t);
    unsigned bits = pto_tile_element_bits(t->dtype);
    bool whole = !p->header->shared_count || m->whole || m->pieces;
    for (; it->row < rows_of(p, t); it->row++, it->column = 0) {
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
            if (whole || (m->quarters & pto_pe_bit(pe)))
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
                      pto_probe what, pto_detail *d)
{
    uint64_t size = bits >= 8 ? bits / 8 : 1;
    pto_probe is = PTO_PROBES;
    uint64_t at = r->address;
    for (uint32_t i = 0; i < r->count && is == PTO_PROBES; i++) {
        at = r->address + run_bytes(r, i + 1, bits) - size;
        is = pto_reach(p, r->pe, at, size);
    }
    return pto_probe_fails(what, is, at, d);
}

/* The first run that fails is the last one looked at. */
static bool probe(const pto_plan *p, unsigned pe, pto_probe what, pto_detail *d)
{
    const pto_tile shape = shape_of(p), *t = &shape;
    unsigned bits = pto_tile_element_bits(t->dtype);
    for (run r = {.pe = pe}; next_run(p, t, &r); advance(&r))
        if (!run_is_open(p, &r, bits))
            return probe_run(p, &r, bits, what, d);
    return true;
}

/* Who moves the whole tile; of pieces, everybody who acts. */
static unsigned mover(const pto_plan *p)
{
    return p->header->shared_count ? p->move.writer : p->index;
}

bool pto_transfer_probe(const pto_plan *p, pto_probe what, pto_detail *d)
{
    if (!p->move.pieces)
        return probe(p, mover(p), what, d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        if ((p->move.quarters & pto_pe_bit(pe)) && !probe(p, pe, what, d))
            return false;
    return true;
}

static uint64_t element_at(const uint8_t *bytes, uint32_t i, unsigned bits)
{
    if (bits >= 8)
        return pto_load_le(bytes + (size_t)i * (bits / 8), bits / 8);
    return bytes[i / 2] >> (i % 2 * 4) & 15;
}

void pto_put_elements(pto_tile *t, uint32_t row, uint32_t column,
                      uint32_t count, const uint8_t *bytes, uint32_t skip)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    for (uint32_t i = 0; i < count;) {
        uint32_t n = pto_tile_run(t, row, column + i);
        n = n < count - i ? n : count - i;
        if (bits >= 8 && n > 1) {
            uint32_t at = pto_tile_index(t, row, column + i);
            memcpy(pto_tile_payload(t) + (size_t)at * (bits / 8),
                   bytes + (size_t)i * (bits / 8), (size_t)n * (bits / 8));
            pto_tile_define_range(t, at, n, true);
        } else {
            n = 1;
            pto_tile_write(t, row, column + i,
                           element_at(bytes, i + skip, bits));
        }
        i += n;
    }
}

/* Copy legal bytes out, and tell who watches memory. */
static void read_bytes(const pto_plan *p, uint64_t address, void *out, size_t n)
{
    const pto_memory *m = &p->core->memory;
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
        pto_put_elements(t, r->row, r->column + i, n, bytes, skip);
    }
}

static void stage_shared(const pto_plan *p, pto_txn *t)
{
    const pto_shared_binder *b = &p->header->shared[0];
    const pto_shared *old = &p->core->shared[b->id];
    bool adds = old->described && !p->move.whole;
    if (adds)
        pto_tile_copy_contents(&t->shared, &old->tile);
    t->shared_id = b->id;
    t->allocation_mask = adds ? old->allocation_mask : (uint8_t)p->mask;
    t->initialized_mask =
        (uint8_t)((adds ? old->initialized_mask : 0) | p->move.quarters);
}

static void load(const pto_plan *p, unsigned pe, pto_tile *to)
{
    for (run r = {.pe = pe}; next_run(p, to, &r); advance(&r))
        load_run(p, to, &r);
}

bool pto_run_load(const pto_plan *p, pto_txn *t)
{
    bool shared = p->header->shared_count;
    pto_tile *to = shared ? &t->shared : pto_result(p, t);
    if (p->move.pieces) {
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            if (p->move.quarters & pto_pe_bit(pe))
                load(p, pe, &t->piece[pe]);
        return true;
    }
    if (shared)
        stage_shared(p, t);
    load(p, mover(p), to);
    if (p->move.cube)
        pto_pad_output(p, to);
    return true;
}

/* What reading an element of a Shared tile that nobody wrote gives. */
static uint64_t stored_element(const pto_plan *p, const pto_tile *t,
                               uint32_t row, uint32_t column)
{
    if (!p->header->shared_count)
        return pto_tile_read(t, row, column);
    const pto_shared *s = &p->core->shared[p->header->shared[0].id];
    if (!s->described)
        return p->header->shared[0].id ^ (row * p->move.columns + column);
    uint32_t left, index = pto_tile_index(t, row, column);
    unsigned bits = pto_tile_element_bits(t->dtype);
    unsigned pe = quarter_of(t, index, bits, &left);
    bool written =
        p->core->isa.range_modifiers || (s->initialized_mask & pto_pe_bit(pe));
    return written ? pto_tile_read(t, row, column)
                   : p->header->shared[0].id ^ index;
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
    const pto_tile from = shape_of(p);
    for (run r = {.pe = mover(p)}; next_run(p, &from, &r); advance(&r))
        if (!store_run(p, t, &from, &r))
            return false;
    return true;
}

bool pto_run_move(const pto_plan *p, pto_txn *t)
{
    pto_tile_copy_contents(pto_result(p, t), p->move.source);
    return true;
}
