/* Each rule of the operations that rearrange, broken. */
#ifndef PTO_TESTS_BUNDLE_REARRANGE_BREAK_H
#define PTO_TESTS_BUNDLE_REARRANGE_BREAK_H

#include "bundle/core/break.h"
#include "tile/tile.h"

enum { HOLDS_4096 = 2 }; /* the register a0 */

/* In the public model B.DATR changes the type of every destination. */
static void break_result_type(driver *d)
{
    if (!d->core.isa.asl_quirks) {
        EACH_HEADER(h->operation.type = PTO_HiF4X2)
        return;
    }
    EACH_HEADER(h->data = plain_datr; h->data.type = PTO_FP64;
                destination(h)->size_code++)
}

static void break_sources_ordinary(driver *d)
{
    EACH_SOURCE(0, t->layout = PTO_TILE_CUBE_M16)
}

static void break_sources_typed(driver *d)
{
    EACH_SOURCE(0, t->dtype = PTO_S32)
}

static void break_value_typed(driver *d)
{
    EACH_SOURCE(0, t->dtype = PTO_S32)
}

static void break_concat_shape(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 3))
}

static void break_window_inside(driver *d)
{
    EACH_HEADER(h->scalar.source[0] = HOLDS_4096)
}

static void break_window_defined(driver *d)
{
    EACH_SOURCE(0, pto_tile_define_all(t, false))
}

static void break_old_matches(driver *d)
{
    EACH_SOURCE(0, t->valid_rows--)
}

static void break_inserted_defined(driver *d)
{
    EACH_SOURCE(1, pto_tile_define_all(t, false))
}

static void break_insert_inside(driver *d)
{
    EACH_HEADER(h->scalar.source[1] = HOLDS_4096)
}

static void break_transposed_shape(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 15))
}

static void break_feature_map(driver *d)
{
    (void)d; /* no source has one */
}

static void break_fill_shape(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 3))
}

static void break_index_type(driver *d)
{
    EACH_SOURCE(1, t->dtype = PTO_FP32)
}

static void break_gather_shape(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 3))
}

static void break_scatter_shape(driver *d)
{
    EACH_SOURCE(1, t->valid_columns--)
}

static void break_index_defined(driver *d)
{
    EACH_SOURCE(1, pto_tile_define_all(t, false))
}

static void break_gather_rows(driver *d)
{
    EACH_SOURCE(1, pto_tile_store_at(t, 0, WORLD_M))
}

static void break_gathered_defined(driver *d)
{
    EACH_SOURCE(0, pto_tile_define_all(t, false))
}

/* A negative index. */
static void break_scatter_rows(driver *d)
{
    EACH_SOURCE(1, pto_tile_store_at(t, 0, UINT32_MAX))
}

/* A second row with the indices of the first. */
static void break_scatter_once(driver *d)
{
    for (unsigned i = 0; i < 2; i++)
        EACH_SOURCE(i, t->valid_rows = 2; world_fill(t, 1))
}

#endif
