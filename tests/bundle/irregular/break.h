/* Each rule of generating, quantizing and sorting, broken. */
#ifndef PTO_TESTS_BUNDLE_IRREGULAR_BREAK_H
#define PTO_TESTS_BUNDLE_IRREGULAR_BREAK_H

#include "bundle/core/break.h"
#include "tile/tile.h"

enum { HOLDS_ONE_FP32 = 6 }; /* the register a4 */

static void break_flag_value(driver *d)
{
    EACH_HEADER(unsigned n = pto_tile_op_get(h->operation.op)->registers;
                h->scalar.present = true;
                h->scalar.source[n - 1] = HOLDS_ONE_FP32)
}

static void break_datr_all_zero(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.type = PTO_DTYPE_NONE)
}

static void break_diagonal_range(driver *d)
{
    driver_gpr(d, HOLDS_ONE_FP32, (uint64_t)-65536);
    EACH_HEADER(h->scalar.source[0] = HOLDS_ONE_FP32)
}

static void break_one_row(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 2))
}

static void break_affine_scale(driver *d)
{
    driver_gpr(d, HOLDS_ONE_FP32, 0);
}

/* 128, which is no S8. */
static void break_affine_zero(driver *d)
{
    driver_gpr(d, 7, 128);
    EACH_HEADER(h->scalar.source[1] = 7)
}

static void break_affine_types(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_FP16)
}

static void break_affine_source(driver *d)
{
    EACH_SOURCE(0, t->valid_rows--)
}

static void break_sort_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 0, 65))
}

static void break_sort_sources(driver *d)
{
    EACH_SOURCE(0, t->dtype = PTO_S32)
}

static void break_sort_rows(driver *d)
{
    EACH_HEADER(h->binder[h->binder_count - 1].size_code++)
}

static void break_merge_rows(driver *d)
{
    EACH_SOURCE(1, t->valid_rows = 2)
}

static void break_merge_width(driver *d)
{
    EACH_SOURCE(0, pto_pool_give(&d->core.pool, t))
    world_tile(d, "u#14", PTO_FP32, PTO_TILE_RowMajor, 1, 32768, 131072);
}

/* Two, then ones. */
static void break_sources_sorted(driver *d)
{
    EACH_SOURCE(0, pto_tile_store_at(t, 0, 0x40000000))
}

#endif
