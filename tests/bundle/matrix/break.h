/* Each rule of the matrix operations, broken in the world made for it. */
#ifndef PTO_TESTS_BUNDLE_MATRIX_BREAK_H
#define PTO_TESTS_BUNDLE_MATRIX_BREAK_H

#include "bundle/breaking.h"

static void rename_c(driver *d)
{
    world_tile(d, "t#3", PTO_FP32, PTO_TILE_CUBE_M16, WORLD_M, WORLD_N, 1024);
    EACH_HEADER(h->binder[0].source[0] = 2; destination(h)->hand = 2)
}

static void rename_cscale(driver *d)
{
    world_tile(d, "t#4", PTO_U8, PTO_TILE_CUBE_M32, WORLD_M, 1, 128);
    EACH_HEADER(h->binder[2].source[1] = 3; destination(h)->hand = 3)
}

static void grow_shared_m(driver *d)
{
    d->core.isa.coop_m = PTO_COOP_M_PER_PE;
    pto_pool_give(&d->core.pool, &d->core.shared[0].tile);
    pto_pool_give(&d->core.pool, &d->core.shared[1].tile);
    world_shared(d, 0, PTO_E4M3, 64, WORLD_K, 4096);
    world_shared(d, 1, PTO_E8M0, 64, 2, 128);
    EACH_HEADER(h->dimension[0] = 64)
}

static void odd_groups(driver *d)
{
    EACH_TILE("m#2", pto_pool_give(&d->core.pool, t))
    world_tile(d, "m#2", PTO_FP32, PTO_TILE_CUBE_N8, WORLD_K, 24, 8192);
    EACH_HEADER(h->dimension[1] = 24)
}

static void drop_quant(driver *d)
{
    EACH_HEADER(h->post.pre_quant = 0; h->binder[3].has_source[1] = false)
}

static void break_post_present(driver *d)
{
    EACH_HEADER(h->post.present = false)
}

static void break_input_types(driver *d)
{
    EACH_HEADER(h->operation.type = PTO_FP64)
}

static void break_gemv_local(driver *d)
{
    EACH_HEADER(h->shared_count = 1;
                h->shared[0] = (pto_shared_binder){.mask = 15})
}

static void break_shared_count(driver *d)
{
    EACH_HEADER(h->shared_count = 3)
}

static void break_cscale_form(driver *d)
{
    EACH_HEADER(h->post.cscale = true)
}

static void break_source_count(driver *d)
{
    EACH_HEADER(h->binder[4].has_source[0] = false)
}

static void break_output_count(driver *d)
{
    EACH_HEADER(h->binder[5].has_destination = false)
}

static void break_matrix_terminated(driver *d)
{
    EACH_HEADER(last_binder(h))
}

static void break_post_scalars(driver *d)
{
    EACH_HEADER(h->scalar.present = true; h->scalar.source[2] = 5)
}

static void break_post_scalar_bound(driver *d)
{
    EACH_HEADER(h->scalar.present = false)
}

static void break_post_words(driver *d)
{
    driver_gpr(d, 4, 0);
}

static void break_matrix_datr(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.pad = 3)
}

static void break_post_rounding(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.rounding = 2)
}

static void break_post_saturation(driver *d)
{
    EACH_HEADER(h->data = plain_datr; h->data.saturate = true)
}

static void break_dimensions(driver *d)
{
    EACH_HEADER(h->dimension[1] = 0)
}

static void break_power_of_two(driver *d)
{
    EACH_HEADER(h->dimension[1] = 12)
}

static void break_group_rows(driver *d)
{
    EACH_HEADER(h->dimension[0] = 129)
}

static void break_group_mask(driver *d)
{
    EACH_HEADER(set_masks(h, 12))
}

static void break_binder_masks(driver *d)
{
    EACH_HEADER(h->shared[3].mask = 12)
}

static void break_gemv_row(driver *d)
{
    EACH_HEADER(h->dimension[0] = 2)
}

static void break_trans_a_shared(driver *d)
{
    EACH_HEADER(h->post.trans_a = true)
}

static void break_trans_b_shared(driver *d)
{
    EACH_HEADER(h->post.trans_b = true)
}

static void break_shared_a(driver *d)
{
    d->core.shared[0].published = false;
}

static void break_shared_a_scale(driver *d)
{
    d->core.shared[1].published = false;
}

static void break_shared_b(driver *d)
{
    d->core.shared[2].published = false;
}

static void break_shared_b_scale(driver *d)
{
    d->core.shared[3].published = false;
}

static void break_post_accumulator(driver *d)
{
    EACH_HEADER(h->post.pre_quant = 3)
}

static void break_row_max_in(driver *d)
{
    EACH_TILE("u#4", t->valid_rows = 3)
}

static void break_quant_vector(driver *d)
{
    EACH_TILE("u#5", t->dtype = PTO_S64)
}

static void break_quant_words(driver *d)
{
    EACH_TILE("u#5", pto_tile_payload(t)[0] = 1)
}

static void break_relu_vector(driver *d)
{
    EACH_TILE("u#6", t->dtype = PTO_S64)
}

static void break_relu_words(driver *d)
{
    EACH_TILE("u#6", pto_tile_payload(t)[3] = 1)
}

static void break_local_c(driver *d)
{
    EACH_TILE("n#5", t->dtype = PTO_S32)
}

static void break_c_capacity(driver *d)
{
    drop_quant(d);
}

static void break_local_a(driver *d)
{
    EACH_TILE("t#1", t->dtype = PTO_E5M2)
}

static void break_local_a_scale(driver *d)
{
    EACH_TILE("u#1", t->dtype = PTO_U8)
}

static void break_local_b(driver *d)
{
    EACH_TILE("t#2", pto_tile_bitmap(t)[0] &= ~1ULL)
}

static void break_local_b_scale(driver *d)
{
    EACH_TILE("u#2", t->dtype = PTO_U8)
}

static void break_local_bias(driver *d)
{
    EACH_TILE("m#3", t->dtype = PTO_S32)
}

static void break_local_cscale(driver *d)
{
    EACH_TILE("u#9", t->dtype = PTO_S8)
}

static void break_c_not_d(driver *d)
{
    rename_c(d);
}

static void break_cscale_not_output(driver *d)
{
    rename_cscale(d);
}

static void break_m_fits(driver *d)
{
    grow_shared_m(d);
}

static void break_output_slot(driver *d)
{
    fill_hand(d);
}

static void break_output_room(driver *d)
{
    fill_memory(d);
}

static void break_d_shape(driver *d)
{
    EACH_HEADER(destination(h)->size_code = 1)
}

static void break_maxima_shape(driver *d)
{
    odd_groups(d);
}

#endif
