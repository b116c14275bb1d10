/* Each rule of TLOAD, TSTORE and TMOV, broken in the world made for it. */
#ifndef PTO_TESTS_BUNDLE_MOVE_BREAK_H
#define PTO_TESTS_BUNDLE_MOVE_BREAK_H

#include "bundle/breaking.h"

static void break_cube_selector(driver *d)
{
    EACH_HEADER(h->operation.op = PTO_OP_TMULS)
}

static void break_cube_dimensions(driver *d)
{
    EACH_HEADER(h->dimension_set = 7)
}

static void break_cube_datr(driver *d)
{
    EACH_HEADER(h->data.rounding = 1)
}

static void break_cube_direction(driver *d)
{
    EACH_HEADER(h->data.layout ^= 22 ^ 25)
}

static void break_cube_local(driver *d)
{
    EACH_HEADER(h->shared_count = 1;
                h->shared[0] = (pto_shared_binder){.mask = 15})
}

static void break_cube_binder(driver *d)
{
    EACH_HEADER(last_binder(h))
}

static void break_cube_scalars(driver *d)
{
    EACH_HEADER(h->scalar.present = true; h->scalar.source[2] = 5)
}

static void break_cube_type(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_FP64)
}

static void break_cube_source(driver *d)
{
    EACH_TILE("n#5", t->valid_rows = 3)
}

static void break_cube_participants(driver *d)
{
    d->core.pes = 1;
    d->core.pe[0].local[52].mask = 8;
}

static void break_output_shape(driver *d)
{
    EACH_HEADER(destination(h)->size_code = 1)
}

static void break_move_binders(driver *d)
{
    EACH_HEADER(h->binder[0].has_destination ^= true)
}

static void break_move_terminated(driver *d)
{
    EACH_HEADER(last_binder(h))
}

static void break_move_scalars(driver *d)
{
    EACH_HEADER(h->scalar.present = true; h->scalar.source[2] = 5)
}

static void break_move_datr(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.pad = 1)
}

static void break_move_type(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_DTYPE_NONE; h->data.present = false)
    EACH_TILE("m#5", pto_pool_give(&d->core.pool, t))
}

static void break_move_layout(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.layout = 4;
                if (h->binder_count) destination(h)->size_code = 3)
}

static void break_source_defined(driver *d)
{
    EACH_TILE("m#5", pto_tile_define_all(t, false))
}

static void break_move_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 2, 0))
}

static void break_store_numeric(driver *d)
{
    EACH_HEADER(h->binder[0].source[0] = 40) /* m#9 */
}

static void break_store_type(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_S32)
}

static void break_store_layout(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.layout = 1)
}

static void break_store_columns(driver *d)
{
    EACH_HEADER(set_dimension(h, 0, WORLD_N + 1); set_dimension(h, 2, 32))
}

static void break_store_rows(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, WORLD_M + 1))
}

static void break_store_pitch(driver *d)
{
    EACH_HEADER(set_dimension(h, 2, WORLD_N - 1))
}

static void break_move_like_source(driver *d)
{
    EACH_HEADER(set_dimension(h, 1, 3))
}

static void break_no_binders(driver *d)
{
    EACH_HEADER(h->binder_count = 1)
}

static void break_shared_one(driver *d)
{
    EACH_HEADER(h->shared[h->shared_count++] =
                    (pto_shared_binder){.id = 5, .mask = 15})
}

static void break_shared_moves(driver *d)
{
    (void)d; /* there is no legal one */
}

static void break_shared_destination(driver *d)
{
    EACH_HEADER(h->shared[0].size_code = 0)
}

static void break_shared_source(driver *d)
{
    EACH_HEADER(h->shared[0].size_code = 2)
}

static void break_shared_dimensions(driver *d)
{
    EACH_HEADER(set_dimension(h, 0, 0))
}

static void break_shared_load_shape(driver *d)
{
    EACH_HEADER(h->dimension[0] = 12; h->dimension[2] = 12)
}

static void break_shared_compatible(driver *d)
{
    world_shared(d, 9, PTO_FP32, 2, 16, 128);
}

static void break_shared_fits(driver *d)
{
    EACH_HEADER(h->shared[0].size_code = 12)
}

static void break_shared_room(driver *d)
{
    world_shared(d, 20, PTO_U8, 1, 8, 262144);
}

static void break_shared_assembled(driver *d)
{
    EACH_HEADER(set_masks(h, 12))
}

static void break_shared_store_mask(driver *d)
{
    EACH_HEADER(set_masks(h, 12))
}

static void break_shared_store_shape(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_S32)
}

static void break_data_aligned(driver *d)
{
    driver_gpr(d, 2, WORLD_AT + 2);
}

static void break_data_mapped(driver *d)
{
    driver_gpr(d, 2, DRIVER_MEMORY - 4);
}

static pto_barrier watch_all(void *user, unsigned pe, uint64_t address,
                             uint64_t n, bool writes)
{
    (void)user;
    (void)writes;
    return pe < PTO_PES && n && address < DRIVER_MEMORY ? PTO_WATCHED
                                                        : PTO_OPEN;
}

static void break_data_unwatched(driver *d)
{
    d->core.memory.bars = watch_all;
}

#endif
