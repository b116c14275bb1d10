/* What breaks a rule: hands on the headers and tiles of all PEs, and the rules
 * of range modifiers. */
#ifndef PTO_TESTS_BUNDLE_BREAKING_H
#define PTO_TESTS_BUNDLE_BREAKING_H

#include "bundle/world.h"

static inline pto_header *header(driver *d, unsigned pe)
{
    return &d->core.pe[pe].header;
}

/* Every PE's tile of this name. */
#define EACH_TILE(name, change)                 \
    for (unsigned pe = 0; pe < PTO_PES; pe++) { \
        pto_tile *t = driver_edit(d, pe, name); \
        change;                                 \
    }

/* Every PE's header. */
#define EACH_HEADER(...)                        \
    for (unsigned pe = 0; pe < PTO_PES; pe++) { \
        pto_header *h = header(d, pe);          \
        __VA_ARGS__;                            \
    }

static const pto_data_attributes plain_datr = {.present = true,
                                               .type = PTO_DTYPE_NONE};

static inline void fill_hand(driver *d)
{
    d->core.isa.tile_names = PTO_TILE_NAMES_ABSOLUTE;
    for (unsigned i = 1; i <= PTO_HAND_TILES; i++) {
        char name[8];
        snprintf(name, sizeof name, "t#%u", i);
        if (!driver_tile(d, 0, name)->allocated)
            world_tile(d, name, PTO_U8, PTO_TILE_RowMajor, 1, 8, 128);
    }
}

/* Leave less than the smallest tile needs, by tiles in u and n. */
static inline void fill_memory(driver *d)
{
    d->core.isa.tile_names = PTO_TILE_NAMES_ABSOLUTE;
    const pto_local *local = d->core.pe[0].local;
    uint32_t left = PTO_TILE_MAX_BYTES;
    for (unsigned i = 0; i < PTO_LOCAL_TILES; i++)
        left -= local[i].tile.allocated ? local[i].tile.capacity_bytes : 0;
    for (unsigned i = PTO_HAND_TILES; left >= 128; i++) {
        uint32_t bytes = PTO_TILE_MAX_BYTES;
        char name[8];
        if (local[i].tile.allocated || i / PTO_HAND_TILES == 2)
            continue;
        while (bytes > left)
            bytes /= 2;
        snprintf(name, sizeof name, "%c#%u", pto_hand_letter(i >> 4),
                 (i & 15) + 1);
        world_tile(d, name, PTO_U8, PTO_TILE_RowMajor, 1, 8, bytes);
        left -= bytes;
    }
}

/* The binder of the first destination. */
static inline pto_binder *destination(pto_header *h)
{
    pto_binder *b = h->binder;
    while (!b->has_destination)
        b++;
    return b;
}

static inline void last_binder(pto_header *h)
{
    h->binder[h->binder_count - 1].last = false;
}

static inline void set_masks(pto_header *h, uint8_t mask)
{
    for (unsigned i = 0; i < h->binder_count; i++)
        h->binder[i].mask = mask;
    for (unsigned i = 0; i < h->shared_count; i++)
        h->shared[i].mask = mask;
}

static inline void set_dimension(pto_header *h, unsigned i, uint16_t value)
{
    h->dimension[i] = value;
    h->dimension_set |= (uint8_t)(1U << i);
}

/* B.ASSEMBLE of the first destination, and the parent that it goes to. */
static inline pto_range_modifier *assemble(pto_header *h)
{
    return h->shared_count && h->shared[0].size_code
               ? &h->shared[0].assemble
               : &destination(h)->assemble;
}

static inline pto_generation *parent(driver *d, unsigned pe)
{
    pto_header *h = header(d, pe);
    return h->shared_count && h->shared[0].size_code
               ? &d->core.shared[h->shared[0].id].building
               : &d->core.pe[pe].building[destination(h)->hand];
}

/* A writer without INIT, into a parent of 64 cells that nothing is in. */
static inline void join_parent(driver *d)
{
    EACH_HEADER(
        *assemble(h) = (pto_range_modifier){.present = true};
        pto_generation *g = parent(d, pe); if (g->open) continue;
        *g =
            (pto_generation){
                .open = true,
                .mask = h->shared_count ? h->shared[0].mask : h->binder[0].mask,
                .layout = PTO_TILE_RowMajor,
                .cells = 64,
                .tile = pto_parent_descriptor(PTO_U8, 64, PTO_AT_Any),
            };
        assert_true(pto_pool_take(&d->core.pool, &g->tile)))
}

static inline void open_parent(driver *d, uint8_t size_code, uint64_t offset)
{
    EACH_HEADER(*assemble(h) = (pto_range_modifier){
                    .present = true,
                    .init = true,
                    .last = true,
                    .size_code = size_code,
                    .offset = {offset, offset, offset, offset}})
}

static inline void view_outside(driver *d)
{
    const pto_range_modifier far = {
        .present = true, .size_code = 1, .offset = {9999, 9999, 9999, 9999}};
    EACH_HEADER(if (h->binder_count) h->binder[0].view[0] = far;
                else h->shared[0].view = far)
}

static void break_view_range(driver *d)
{
    view_outside(d);
}

static void break_assemble_init(driver *d)
{
    EACH_HEADER(*assemble(h) = (pto_range_modifier){.present = true})
}

static void break_assemble_mask(driver *d)
{
    join_parent(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        parent(d, pe)->mask = 3;
}

static void break_assemble_range(driver *d)
{
    open_parent(d, 12, 4000);
}

static void break_assemble_once(driver *d)
{
    join_parent(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        parent(d, pe)->covered[0] = 1;
}

static void break_assemble_complete(driver *d)
{
    open_parent(d, 11, 0);
}

static void break_assemble_form(driver *d)
{
    join_parent(d);
}

#endif
