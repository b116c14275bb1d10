/* Each rule of gathers, scatters, TPREFETCH and GMOV, broken. */
#ifndef PTO_TESTS_BUNDLE_LANES_BREAK_H
#define PTO_TESTS_BUNDLE_LANES_BREAK_H

#include "bundle/core/break.h"

static void break_memory_binders(driver *d)
{
    EACH_HEADER(h->binder[h->binder_count++] =
                    (pto_binder){.mask = 15, .last = true})
}

static void break_memory_registers(driver *d)
{
    EACH_HEADER(h->scalar.present = true; h->scalar.destination = 5)
}

static void break_lane_base(driver *d)
{
    EACH_HEADER(h->scalar.present = false)
}

static void break_lane_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 2, 24))
}

static void break_prefetch_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 2, 8))
}

static void break_lane_index(driver *d)
{
    EACH_TILE("n#15", t->dtype = PTO_FP32)
}

static void break_lane_mask(driver *d)
{
    EACH_TILE("n#16", t->storage = PTO_TILE_NUMERIC)
}

static void break_lane_values(driver *d)
{
    EACH_TILE("m#5", t->dtype = PTO_S32)
}

static void break_peer_number(driver *d)
{
    d->core.pe[3].gpr[7] = PTO_PES;
}

/* One PE without its tile is enough. */
static void break_peer_source(driver *d)
{
    pto_tile_define_all(&d->core.pe[2].local[36].tile, false);
}

static void break_peer_size(driver *d)
{
    EACH_HEADER(destination(h)->size_code = 3)
}

static void break_peer_shape(driver *d)
{
    retype(d);
    EACH_TILE("m#5", t->valid_rows = 2)
}

#endif
