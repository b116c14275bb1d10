/*
 * MGATHER, MSCATTER and their kin: each active element of the valid region is a
 * lane, whose address is the base and the index element's bytes.
 */
#include "bundle/op/pad.h"
#include "bundle/op/transfer.h"
#include "bundle/rule/rule.h"
#include "tile/element.h"

#include "base/bits.h"

#include <string.h>

typedef struct lane {
    uint32_t row, column;
    uint64_t address;
} lane;

typedef bool lane_fn(void *context, const lane *l);

/* An element as it is stored; of a predicate, a byte of the packed ones. */
static uint64_t element(const pto_tile *t, uint32_t row, uint32_t column)
{
    uint32_t at = pto_tile_index(t, row, column);
    return t->storage == PTO_TILE_PREDICATE ? t->bytes[at]
                                            : pto_tile_read_at(t, at);
}

static bool is_signed(unsigned type)
{
    return type == PTO_S4X2 || type == PTO_S8 || type == PTO_S16 ||
           type == PTO_S32 || type == PTO_S64;
}

static uint64_t displacement(const pto_tile *t, uint32_t row, uint32_t column)
{
    uint64_t v = element(t, row, column);
    return is_signed(t->dtype)
               ? (uint64_t)pto_sign_extend(v, pto_tile_element_bits(t->dtype))
               : v;
}

static bool is_active(const pto_plan *p, uint32_t row, uint32_t column)
{
    const pto_operand *mask = p->lanes.mask;
    return !mask || pto_tile_read(mask->tile, row, column);
}

/* Rows from top to bottom, left to right; stops on false. */
static bool each_lane(const pto_plan *p, lane_fn *visit, void *context)
{
    const pto_tile *index = p->lanes.index->tile;
    uint64_t base = p->element.scalar[0];
    for (uint32_t r = 0; r < index->valid_rows; r++)
        for (uint32_t c = 0; c < index->valid_columns; c++) {
            if (!is_active(p, r, c))
                continue;
            lane l = {r, c, base + displacement(index, r, c)};
            if (!visit(context, &l))
                return false;
        }
    return true;
}

static unsigned lane_bytes(const pto_plan *p)
{
    return pto_tile_element_bits(p->element.type) / 8;
}

/* ---- Preflight ---------------------------------------------------------- */

typedef struct probing {
    const pto_memory *memory;
    unsigned size;
    pto_probe what;
    pto_detail *detail;
    bool passed;
} probing;

static bool probe_lane(void *context, const lane *l)
{
    probing *g = context;
    bool aligned = !(l->address & (g->size - 1));
    if (aligned && pto_memory_legal(g->memory, l->address, g->size))
        return true;
    g->passed = pto_probe_fails(
        g->what, aligned ? PTO_PROBE_BOUNDS : PTO_PROBE_ALIGNMENT, l->address,
        g->detail);
    return false;
}

bool pto_lanes_probe(const pto_plan *p, pto_probe what, pto_detail *d)
{
    probing g = {&p->core->memory, lane_bytes(p), what, d, true};
    each_lane(p, probe_lane, &g);
    return g.passed;
}

/* ---- Gather ------------------------------------------------------------- */

typedef struct moving {
    const pto_plan *plan;
    pto_txn *txn;
    pto_tile *to;
    unsigned size;
    uint32_t *table; /* of CAS: segments by address */
    uint32_t slots;  /* a power of two */
} moving;

static moving start(const pto_plan *p, pto_txn *t)
{
    return (moving){
        .plan = p,
        .txn = t,
        .to = &t->output[p->index][0],
        .size = lane_bytes(p),
    };
}

/* Every element that no lane gives a value is padding, Null is zero. */
static void pad(const pto_plan *p, pto_tile *t)
{
    uint64_t value = pto_pad_value(p, t);
    pto_tile_pad(t, value);
    for (uint32_t r = 0; r < t->valid_rows && p->lanes.mask; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            if (!is_active(p, r, c))
                pto_tile_write(t, r, c, value);
}

static bool gather_lane(void *context, const lane *l)
{
    const moving *m = context;
    uint8_t bytes[8];
    pto_bundle_read(m->plan, l->address, bytes, m->size);
    pto_tile_write(m->to, l->row, l->column, pto_load_le(bytes, m->size));
    return true;
}

bool pto_run_gather(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    moving m = start(p, t);
    pad(p, m.to);
    return each_lane(p, gather_lane, &m);
}

/* ---- Scatter ------------------------------------------------------------ */

static bool store(const moving *m, uint64_t address, uint64_t value)
{
    uint8_t *to = pto_txn_store(m->txn, address, m->size, 0xff, 0xff);
    if (to)
        pto_store_le(to, m->size, value);
    return to;
}

static bool scatter_lane(void *context, const lane *l)
{
    const moving *m = context;
    const pto_tile *from = m->plan->lanes.value[0]->tile;
    return store(m, l->address, element(from, l->row, l->column));
}

bool pto_run_scatter(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    moving m = start(p, t);
    return each_lane(p, scatter_lane, &m);
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

static uint8_t *stored_bytes(const moving *m, uint32_t slot)
{
    return m->txn->data + m->txn->segment[slot - 1].offset;
}

static bool swap_lane(void *context, const lane *l)
{
    const moving *m = context;
    const pto_lanes_plan *p = &m->plan->lanes;
    uint8_t bytes[8];
    uint32_t *slot = slot_of(m, l->address);
    pto_bundle_read(m->plan, l->address, bytes, m->size);
    uint64_t old = pto_load_le(*slot ? stored_bytes(m, *slot) : bytes, m->size);
    pto_tile_write(m->to, l->row, l->column, old);
    if (old != element(p->value[0]->tile, l->row, l->column))
        return true;
    uint64_t fresh = element(p->value[1]->tile, l->row, l->column);
    if (*slot) {
        pto_store_le(stored_bytes(m, *slot), m->size, fresh);
        return true;
    }
    *slot = (uint32_t)m->txn->segment_count + 1;
    return store(m, l->address, fresh);
}

bool pto_run_swap(const pto_plan *p, unsigned count, pto_txn *t)
{
    (void)count;
    moving m = start(p, t);
    pad(p, m.to);
    return make_table(&m) && each_lane(p, swap_lane, &m);
}
