/*
 * Where a bundle's destinations go and what has to leave for them: slots,
 * capacity, eviction. Everything is found on const state.
 */
#include "bundle/core/plan.h"
#include "bundle/core/tiles.h"

/* The tiles of one PE as the bundle would leave them, by hand and age. */
typedef struct hands {
    uint32_t bytes[PTO_HANDS][PTO_HAND_TILES]; /* 0: no tile */
    int8_t slot[PTO_HANDS][PTO_HAND_TILES];    /* before the bundle, or -1 */
    uint64_t used;                             /* of the budget */
} hands;

unsigned pto_pe_count(unsigned mask)
{
    unsigned n = 0;
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        n += (mask & pto_pe_bit(pe)) != 0;
    return n;
}

/* How often the core's one budget pays for a Local tile. */
static unsigned shares(const pto_core *core, unsigned mask)
{
    return core->pes == 1 ? pto_pe_count(mask) : 1;
}

/* Of one PE; in the single-stream view of all PEs that are `among` these. */
static uint64_t local_bytes(const pto_core *core, unsigned pe, unsigned among)
{
    const pto_pe *from = &core->pe[pe];
    uint64_t sum = 0;
    for (const pto_local *l = from->local; l < from->local + PTO_LOCAL_TILES;
         l++)
        if (l->tile.allocated)
            sum += (uint64_t)l->tile.capacity_bytes *
                   shares(core, l->mask & among);
    for (unsigned i = 0; i < PTO_HANDS; i++) {
        const pto_generation *g = &from->building[i];
        if (g->open)
            sum += (uint64_t)g->tile.capacity_bytes *
                   shares(core, g->mask & among);
    }
    return sum;
}

static uint64_t shared_bytes(const pto_core *core)
{
    uint64_t sum = 0;
    for (unsigned i = 0; i < PTO_SHARED_TILES; i++) {
        const pto_shared *s = &core->shared[i];
        if (s->described)
            sum += (uint64_t)s->tile.capacity_bytes *
                   pto_pe_count(s->allocation_mask);
        if (s->building.open)
            sum += (uint64_t)s->building.tile.capacity_bytes *
                   pto_pe_count(s->building.mask);
    }
    return sum;
}

uint64_t pto_core_bytes(const pto_core *core)
{
    uint64_t sum = shared_bytes(core);
    for (unsigned pe = 0; pe < core->pes; pe++)
        sum += local_bytes(core, pe, PTO_ALL_PES);
    return sum;
}

/* Single-stream view, a pool for each PE: what the fullest named PE uses. */
static uint64_t fullest(const pto_core *core, unsigned mask)
{
    uint64_t most = 0;
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        uint64_t sum = local_bytes(core, 0, mask & pto_pe_bit(pe));
        most = sum > most ? sum : most;
    }
    return most;
}

static uint64_t used_bytes(const pto_plan *p)
{
    const pto_core *core = p->core;
    if (core->isa.capacity == PTO_CAPACITY_PER_PE)
        return core->pes == 1 ? fullest(core, p->mask)
                              : local_bytes(core, p->index, PTO_ALL_PES);
    return pto_core_bytes(core);
}

/* What one output costs the budget. */
static uint64_t cost(const pto_plan *p, uint64_t bytes)
{
    return p->core->isa.capacity == PTO_CAPACITY_PER_PE
               ? bytes
               : bytes * shares(p->core, p->mask);
}

/* What the budget gets back for a tile that leaves. */
static uint64_t refund(const pto_plan *p, unsigned slot)
{
    const pto_local *l = &p->pe->local[slot];
    const pto_core *core = p->core;
    if (core->isa.capacity == PTO_CAPACITY_PER_CORE)
        return (uint64_t)l->tile.capacity_bytes * shares(core, l->mask);
    bool pays = core->pes != 1 || (l->mask & p->mask) == p->mask;
    return pays ? l->tile.capacity_bytes : 0;
}

static void load_hands(const pto_plan *p, hands *all)
{
    for (unsigned i = 0; i < PTO_LOCAL_TILES; i++) {
        const pto_tile *t = &p->pe->local[i].tile;
        all->bytes[i / 16][i % 16] = t->allocated ? t->capacity_bytes : 0;
        all->slot[i / 16][i % 16] = t->allocated ? (int8_t)i : -1;
    }
}

static bool is_named(const pto_plan *p, int slot)
{
    for (unsigned i = 0; i < p->source_count; i++)
        if (p->source[i].selector == slot)
            return true;
    return false;
}

/* Release number `n` of a hand. */
static void leave(const pto_plan *p, pto_room *room, hands *all, unsigned hand,
                  unsigned n)
{
    int slot = all->slot[hand][n];
    all->bytes[hand][n] = 0;
    all->slot[hand][n] = -1;
    if (slot < 0)
        return;
    room->release[room->release_count++] = (uint8_t)slot;
    all->used -= refund(p, (unsigned)slot);
}

/* The oldest tile of a hand that the bundle does not name, or -1. */
static int oldest(const pto_plan *p, const hands *all, unsigned hand)
{
    for (int n = PTO_HAND_TILES - 1; n >= 0; n--)
        if (all->slot[hand][n] >= 0 && !is_named(p, all->slot[hand][n]))
            return n;
    return -1;
}

/* A new tile becomes number 1; what would become number 17 leaves. */
static void push(const pto_plan *p, pto_room *room, hands *all,
                 const pto_plan_output *o)
{
    unsigned h = o->hand;
    if (all->bytes[h][PTO_HAND_TILES - 1])
        leave(p, room, all, h, PTO_HAND_TILES - 1);
    for (unsigned n = PTO_HAND_TILES - 1; n > 0; n--) {
        all->bytes[h][n] = all->bytes[h][n - 1];
        all->slot[h][n] = all->slot[h][n - 1];
    }
    all->bytes[h][0] = pto_size_code_bytes(o->size_code);
    all->slot[h][0] = -1;
}

/* Relative names: push every output, then let the oldest go until it fits. */
static bool fit_relative(const pto_plan *p, pto_room *room, hands *all)
{
    for (unsigned i = 0; i < p->output_count; i++) {
        const pto_plan_output *o = &p->output[i];
        if (o->enters)
            push(p, room, all, o);
        all->used += cost(p, o->charge);
        while (all->used > room->limit) {
            int n = oldest(p, all, o->hand);
            if (n < 0)
                return false;
            leave(p, room, all, o->hand, (unsigned)n);
        }
    }
    return true;
}

/* Absolute names: the first free slot of the hand; nothing ever leaves. */
static bool fit_absolute(pto_plan *p, pto_room *room, hands *all)
{
    for (unsigned i = 0; i < p->output_count; i++) {
        pto_plan_output *o = &p->output[i];
        unsigned n = 0;
        while (n < PTO_HAND_TILES && all->bytes[o->hand][n])
            n++;
        o->slot = PTO_LOCAL_TILES;
        all->used += cost(p, o->charge);
        if (!o->enters)
            continue;
        if (n == PTO_HAND_TILES) {
            room->full_hand = (uint8_t)(o->hand + 1);
            return false;
        }
        o->slot = (uint8_t)(o->hand * PTO_HAND_TILES + n);
        all->bytes[o->hand][n] = pto_size_code_bytes(o->size_code);
    }
    return all->used <= room->limit;
}

/* `claimed`: bytes that other PEs take by the same cooperative operation. */
static void find_room(pto_plan *p, int64_t claimed)
{
    hands all;
    pto_room *room = &p->room;
    room->release_count = 0;
    room->full_hand = 0;
    room->limit = PTO_BUDGET_BYTES;
    room->needed = 0;
    for (unsigned i = 0; i < p->output_count; i++)
        room->needed += cost(p, p->output[i].charge);
    all.used = used_bytes(p);
    if (p->core->isa.capacity == PTO_CAPACITY_PER_CORE)
        all.used += (uint64_t)claimed;
    room->used = all.used;
    load_hands(p, &all);
    room->fits = p->core->isa.tile_names == PTO_TILE_NAMES_RELATIVE
                     ? fit_relative(p, room, &all)
                     : fit_absolute(p, room, &all);
}

/* Core bytes that the outputs take beyond what they release. */
static int64_t growth(const pto_plan *p)
{
    int64_t sum = (int64_t)p->room.needed;
    for (unsigned i = 0; i < p->room.release_count; i++)
        sum -= (int64_t)refund(p, p->room.release[i]);
    return sum;
}

void pto_plan_rooms(pto_plan *plans, unsigned count)
{
    int64_t claimed = 0;
    for (unsigned i = 0; i < count; i++) {
        plans[i].room = (pto_room){.fits = true};
        if (!plans[i].output_count || !plans[i].computes)
            continue;
        find_room(&plans[i], claimed);
        claimed += growth(&plans[i]);
    }
}
