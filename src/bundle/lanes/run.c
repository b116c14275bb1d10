/*
 * MGATHER, MSCATTER and their kin: each active element of the valid region is a
 * lane, whose address is the base and the index element's bytes.
 */
#include "bundle/core/reach.h"
#include "bundle/txn.h"
#include "tile/kernel/element.h"
#include "tile/row.h"

#include "base/bits.h"

#include <string.h>

/* Lanes side by side in one row. */
typedef struct batch {
    pto_span at; /* of the valid region */
    uint64_t address[PTO_STRETCH], active[PTO_STRETCH];
} batch;

typedef bool batch_fn(void *context, const batch *b);

/* Elements as they are stored; of a predicate, bytes of the packed ones. */
static void read_elements(const pto_tile *t, const pto_span *at, uint64_t *out)
{
    if (t->storage == PTO_TILE_NUMERIC) {
        pto_row_read(t, at->row, at->first, at->n, out);
        return;
    }
    uint32_t first = pto_tile_index(t, at->row, at->first);
    for (uint32_t i = 0; i < at->n; i++)
        out[i] = t->bytes[first + i];
}

static void find_addresses(const pto_plan *p, batch *b)
{
    const pto_tile *t = p->lanes.index->tile;
    unsigned bits = pto_tile_element_bits(t->dtype);
    read_elements(t, &b->at, b->address);
    if (pto_format_get(t->dtype)->kind == PTO_KIND_SIGNED)
        for (uint32_t i = 0; i < b->at.n; i++)
            b->address[i] = (uint64_t)pto_sign_extend(b->address[i], bits);
    for (uint32_t i = 0; i < b->at.n; i++)
        b->address[i] += p->whole.scalar[0];
}

static void find_active(const pto_plan *p, batch *b)
{
    const pto_plan_source *mask = p->lanes.mask;
    if (mask)
        pto_row_read(mask->tile, b->at.row, b->at.first, b->at.n, b->active);
    else
        for (uint32_t i = 0; i < b->at.n; i++)
            b->active[i] = 1;
}

/* Rows from top to bottom, left to right; stops on false. */
static bool each_batch(const pto_plan *p, batch_fn *visit, void *context)
{
    batch b = {.at = {0}};
    while (pto_span_next(p->lanes.index->tile, &b.at)) {
        find_addresses(p, &b);
        find_active(p, &b);
        if (!visit(context, &b))
            return false;
    }
    return true;
}

static unsigned lane_bytes(const pto_plan *p)
{
    return pto_tile_element_bits(p->whole.type) / 8;
}

/* ---- Preflight ---------------------------------------------------------- */

typedef struct probing {
    const pto_plan *plan;
    unsigned size;
    pto_reach how;
    pto_detail *detail;
    bool passed;
} probing;

/* Is everything open between the lowest and the highest active lane? */
static bool batch_is_open(const probing *g, const batch *b)
{
    uint64_t low = UINT64_MAX, high = 0, bits = 0;
    for (uint32_t i = 0; i < b->at.n; i++) {
        if (!b->active[i])
            continue;
        bits |= b->address[i];
        low = b->address[i] < low ? b->address[i] : low;
        high = b->address[i] > high ? b->address[i] : high;
    }
    uint64_t n = high - low + g->size;
    return low > high || /* no lane is active */
           (!(bits & (g->size - 1)) && n > high - low &&
            pto_reach_is_open(g->plan, g->plan->index, low, n));
}

static bool probe_batch(void *context, const batch *b)
{
    probing *g = context;
    if (batch_is_open(g, b))
        return true;
    for (uint32_t i = 0; i < b->at.n; i++) {
        if (!b->active[i])
            continue;
        pto_reach is =
            pto_reach_of(g->plan, g->plan->index, b->address[i], g->size);
        if (is == PTO_REACHED)
            continue;
        g->passed = pto_reach_passes(g->how, is, b->address[i], g->detail);
        return false;
    }
    return true;
}

bool pto_lanes_probe(const pto_plan *p, pto_reach how, pto_detail *d)
{
    probing g = {p, lane_bytes(p), how, d, true};
    each_batch(p, probe_batch, &g);
    return g.passed;
}

/* ---- Moving ------------------------------------------------------------- */

typedef struct moving {
    const pto_plan *plan;
    pto_txn *txn;
    pto_tile *to;
    unsigned size;
    uint64_t page_number; /* what `page` is of, where it is not NULL */
    const pto_page *page;
    uint32_t *table; /* of CAS: segments by address */
    uint32_t slots;  /* a power of two */
} moving;

static moving start(const pto_plan *p, pto_txn *t)
{
    return (moving){
        .plan = p,
        .txn = t,
        .to = pto_txn_output(p, t),
        .size = lane_bytes(p),
    };
}

static uint64_t load(const uint8_t *bytes, unsigned size)
{
    switch (size) {
    case 1: return bytes[0];
    case 2: return pto_load_le(bytes, 2);
    case 4: return pto_load_le(bytes, 4);
    }
    return pto_load_le(bytes, 8);
}

static void store(uint8_t *bytes, unsigned size, uint64_t value)
{
    switch (size) {
    case 1: bytes[0] = (uint8_t)value; return;
    case 2: pto_store_le(bytes, 2, value); return;
    case 4: pto_store_le(bytes, 4, value); return;
    }
    pto_store_le(bytes, 8, value);
}

/* An aligned element lies in one page; lanes often lie in the same. */
static uint64_t read_lane(moving *m, uint64_t address)
{
    const pto_memory *memory = m->plan->memory;
    uint64_t number = address >> PTO_PAGE_SHIFT;
    if (!m->page || m->page_number != number) {
        m->page = pto_memory_find(memory, address);
        m->page_number = number;
    }
    if (memory->reads)
        memory->reads(memory->user, m->plan->index, address, m->size);
    return m->page ? load(m->page->bytes + (address & (PTO_PAGE_BYTES - 1)),
                          m->size)
                   : 0;
}

static bool store_lane(const moving *m, uint64_t address, uint64_t value)
{
    uint8_t *to = pto_txn_store(m->txn, address, m->size, 0xff, 0xff);
    if (to)
        store(to, m->size, value);
    return to;
}

/* ---- Gather ------------------------------------------------------------- */

static bool gather_batch(void *context, const batch *b)
{
    moving *m = context;
    uint64_t value[PTO_STRETCH];
    for (uint32_t i = 0; i < b->at.n; i++)
        value[i] = b->active[i] ? read_lane(m, b->address[i]) : m->plan->pad;
    pto_row_write(m->to, b->at.row, b->at.first, b->at.n, value);
    return true;
}

bool pto_run_gather(const pto_plan *p, pto_txn *t)
{
    moving m = start(p, t);
    pto_tile_pad(m.to, p->pad);
    return each_batch(p, gather_batch, &m);
}

/* ---- Scatter ------------------------------------------------------------ */

static bool scatter_batch(void *context, const batch *b)
{
    const moving *m = context;
    uint64_t value[PTO_STRETCH];
    read_elements(m->plan->lanes.value[0]->tile, &b->at, value);
    for (uint32_t i = 0; i < b->at.n; i++)
        if (b->active[i] && !store_lane(m, b->address[i], value[i]))
            return false;
    return true;
}

bool pto_run_scatter(const pto_plan *p, pto_txn *t)
{
    moving m = start(p, t);
    return each_batch(p, scatter_batch, &m);
}

/* ---- Compare and swap --------------------------------------------------- */

/*
 * Lanes at one address come one after another, in lane order: a later one
 * sees what an earlier one stored. The table finds the segment that a lane of
 * this bundle stored at an address; 0 is an empty slot, else a segment and 1.
 */
static bool make_table(moving *m)
{
    const pto_tile *index = m->plan->lanes.index->tile;
    uint64_t lanes = (uint64_t)index->valid_rows * index->valid_columns;
    m->slots = 2;
    while (m->slots < 2 * lanes)
        m->slots *= 2;
    m->table = pto_txn_sums(m->txn, m->slots);
    if (m->table)
        memset(m->table, 0, m->slots * sizeof *m->table);
    return m->table;
}

static uint32_t *slot_of(const moving *m, uint64_t address)
{
    uint64_t spread = address / m->size * UINT64_C(0x9e3779b97f4a7c15);
    uint32_t at = (uint32_t)(spread >> 32) & (m->slots - 1);
    while (m->table[at] && m->txn->segment[m->table[at] - 1].address != address)
        at = (at + 1) & (m->slots - 1);
    return &m->table[at];
}

/* What a lane finds at an address; `fresh` replaces it where it is expected. */
static bool swap_lane(moving *m, uint64_t address, uint64_t expected,
                      uint64_t fresh, uint64_t *found)
{
    uint32_t *slot = slot_of(m, address);
    uint8_t *stored =
        *slot ? m->txn->data + m->txn->segment[*slot - 1].offset : NULL;
    *found = read_lane(m, address);
    if (stored)
        *found = load(stored, m->size);
    if (*found != expected)
        return true;
    if (stored) {
        store(stored, m->size, fresh);
        return true;
    }
    *slot = (uint32_t)m->txn->segment_count + 1;
    return store_lane(m, address, fresh);
}

static bool swap_batch(void *context, const batch *b)
{
    moving *m = context;
    const pto_lanes_plan *p = &m->plan->lanes;
    uint64_t expected[PTO_STRETCH], fresh[PTO_STRETCH], found[PTO_STRETCH];
    read_elements(p->value[0]->tile, &b->at, expected);
    read_elements(p->value[1]->tile, &b->at, fresh);
    for (uint32_t i = 0; i < b->at.n; i++)
        if (!swap_lane(m, b->address[i], expected[i], fresh[i], &found[i]))
            return false;
    pto_row_write(m->to, b->at.row, b->at.first, b->at.n, found);
    return true;
}

bool pto_run_swap(const pto_plan *p, pto_txn *t)
{
    moving m = start(p, t);
    pto_tile_pad(m.to, p->pad);
    return make_table(&m) && each_batch(p, swap_batch, &m);
}
