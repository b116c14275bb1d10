/*
 * Every rule of every schema: a legal bundle runs; with exactly this rule
 * broken it is rejected by this rule, with its fault, and the whole core stays
 * as it was, byte for byte. Nothing here names an operation's rules: a new row
 * is tested the moment it exists.
 */
#include "bundle/world.h"

static pto_header *header(driver *d, unsigned pe)
{
    return &d->core.pe[pe].header;
}

/* Every PE's tile of this name. */
#define EACH_TILE(name, change)                                        \
    for (unsigned pe = 0; pe < PTO_PES; pe++) {                        \
        pto_tile *t = (pto_tile *)(uintptr_t)driver_tile(d, pe, name); \
        change;                                                        \
    }

/* Every PE's header. */
#define EACH_HEADER(...)                        \
    for (unsigned pe = 0; pe < PTO_PES; pe++) { \
        pto_header *h = header(d, pe);          \
        __VA_ARGS__;                            \
    }

static const pto_data_attributes plain_datr = {.present = true,
                                               .type = PTO_DTYPE_NONE};

static void fill_hand(driver *d)
{
    d->core.isa.tile_names = PTO_TILE_NAMES_ABSOLUTE;
    for (unsigned i = 1; i <= PTO_HAND_TILES; i++) {
        char name[8];
        snprintf(name, sizeof name, "t#%u", i);
        if (!driver_tile(d, 0, name)->allocated)
            world_tile(d, name, PTO_U8, PTO_TILE_RowMajor, 1, 8, 128);
    }
}

/* The binder of the first destination. */
static pto_binder *destination(pto_header *h)
{
    pto_binder *b = h->binder;
    while (!b->has_destination)
        b++;
    return b;
}

static void last_binder(pto_header *h)
{
    h->binder[h->binder_count - 1].last = false;
}

static void set_masks(pto_header *h, uint8_t mask)
{
    for (unsigned i = 0; i < h->binder_count; i++)
        h->binder[i].mask = mask;
    for (unsigned i = 0; i < h->shared_count; i++)
        h->shared[i].mask = mask;
}

static void set_dimension(pto_header *h, unsigned i, uint16_t value)
{
    h->dimension[i] = value;
    h->dimension_set |= (uint8_t)(1U << i);
}

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

static void violate_shared(driver *d, pto_rule r)
{
    pto_shared *s = &d->core.shared[r - PTO_RULE_shared_a];
    s->published = false;
}

/* B.ASSEMBLE of the first destination, and the parent that it goes to. */
static pto_range_modifier *assemble(pto_header *h)
{
    return h->shared_count && h->shared[0].size_code
               ? &h->shared[0].assemble
               : &destination(h)->assemble;
}

static pto_generation *parent(driver *d, unsigned pe)
{
    pto_header *h = header(d, pe);
    return h->shared_count && h->shared[0].size_code
               ? &d->core.shared[h->shared[0].id].building
               : &d->core.pe[pe].building[destination(h)->hand];
}

/* A writer without INIT, into a parent of 64 cells that nothing is in. */
static void join_parent(driver *d)
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

static void open_parent(driver *d, uint8_t size_code, uint64_t offset)
{
    EACH_HEADER(*assemble(h) = (pto_range_modifier){
                    .present = true,
                    .init = true,
                    .last = true,
                    .size_code = size_code,
                    .offset = {offset, offset, offset, offset}})
}

static void view_outside(driver *d)
{
    const pto_range_modifier far = {
        .present = true, .size_code = 1, .offset = {9999, 9999, 9999, 9999}};
    EACH_HEADER(if (h->binder_count) h->binder[0].view[0] = far;
                else h->shared[0].view = far)
}

static void violate(driver *d, pto_rule r)
{
    switch (r) {
    case PTO_RULE_view_range: view_outside(d); break;
    case PTO_RULE_assemble_init:
        EACH_HEADER(*assemble(h) = (pto_range_modifier){.present = true})
        break;
    case PTO_RULE_assemble_mask:
        join_parent(d);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            parent(d, pe)->mask = 3;
        break;
    case PTO_RULE_assemble_range: open_parent(d, 12, 4000); break;
    case PTO_RULE_assemble_once:
        join_parent(d);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            parent(d, pe)->covered[0] = 1;
        break;
    case PTO_RULE_assemble_complete: open_parent(d, 11, 0); break;
    case PTO_RULE_assemble_form: join_parent(d); break;
    case PTO_RULE_post_present: EACH_HEADER(h->post.present = false) break;
    case PTO_RULE_input_types: EACH_HEADER(h->operation.type = PTO_FP64) break;
    case PTO_RULE_gemv_local:
        EACH_HEADER(h->shared_count = 1;
                    h->shared[0] = (pto_shared_binder){.mask = 15})
        break;
    case PTO_RULE_shared_count: EACH_HEADER(h->shared_count = 3) break;
    case PTO_RULE_cscale_form: EACH_HEADER(h->post.cscale = true) break;
    case PTO_RULE_source_count:
        EACH_HEADER(h->binder[4].has_source[0] = false)
        break;
    case PTO_RULE_output_count:
        EACH_HEADER(h->binder[5].has_destination = false)
        break;
    case PTO_RULE_matrix_terminated:
    case PTO_RULE_move_terminated:
    case PTO_RULE_cube_binder: EACH_HEADER(last_binder(h)) break;
    case PTO_RULE_post_scalars:
    case PTO_RULE_cube_scalars:
    case PTO_RULE_move_scalars:
        EACH_HEADER(h->scalar.present = true; h->scalar.source[2] = 5)
        break;
    case PTO_RULE_post_scalar_bound:
        EACH_HEADER(h->scalar.present = false)
        break;
    case PTO_RULE_post_words: driver_gpr(d, 4, 0); break;
    case PTO_RULE_matrix_datr:
        EACH_HEADER(h->data = plain_datr; h->data.pad = 3)
        break;
    case PTO_RULE_post_rounding:
        EACH_HEADER(h->data = plain_datr; h->data.rounding = 2)
        break;
    case PTO_RULE_post_saturation:
        EACH_HEADER(h->data = plain_datr; h->data.saturate = true)
        break;
    case PTO_RULE_dimensions: EACH_HEADER(h->dimension[1] = 0) break;
    case PTO_RULE_power_of_two: EACH_HEADER(h->dimension[1] = 12) break;
    case PTO_RULE_group_rows: EACH_HEADER(h->dimension[0] = 129) break;
    case PTO_RULE_group_mask:
    case PTO_RULE_shared_assembled:
    case PTO_RULE_shared_store_mask: EACH_HEADER(set_masks(h, 12)) break;
    case PTO_RULE_binder_masks: EACH_HEADER(h->shared[3].mask = 12) break;
    case PTO_RULE_gemv_row: EACH_HEADER(h->dimension[0] = 2) break;
    case PTO_RULE_trans_a_shared: EACH_HEADER(h->post.trans_a = true) break;
    case PTO_RULE_trans_b_shared: EACH_HEADER(h->post.trans_b = true) break;
    case PTO_RULE_shared_a:
    case PTO_RULE_shared_a_scale:
    case PTO_RULE_shared_b:
    case PTO_RULE_shared_b_scale: violate_shared(d, r); break;
    case PTO_RULE_post_accumulator: EACH_HEADER(h->post.pre_quant = 3) break;
    case PTO_RULE_row_max_in: EACH_TILE("u#4", t->valid_rows = 3) break;
    case PTO_RULE_quant_vector: EACH_TILE("u#5", t->dtype = PTO_S64) break;
    case PTO_RULE_quant_words: EACH_TILE("u#5", t->bytes[0] = 1) break;
    case PTO_RULE_relu_vector: EACH_TILE("u#6", t->dtype = PTO_S64) break;
    case PTO_RULE_relu_words: EACH_TILE("u#6", t->bytes[3] = 1) break;
    case PTO_RULE_local_c: EACH_TILE("n#5", t->dtype = PTO_S32) break;
    case PTO_RULE_c_capacity: drop_quant(d); break;
    case PTO_RULE_local_a: EACH_TILE("t#1", t->dtype = PTO_E5M2) break;
    case PTO_RULE_local_a_scale: EACH_TILE("u#1", t->dtype = PTO_U8) break;
    case PTO_RULE_local_b: EACH_TILE("t#2", t->defined[0] &= ~1ULL) break;
    case PTO_RULE_local_b_scale: EACH_TILE("u#2", t->dtype = PTO_U8) break;
    case PTO_RULE_local_bias: EACH_TILE("m#3", t->dtype = PTO_S32) break;
    case PTO_RULE_local_cscale: EACH_TILE("u#9", t->dtype = PTO_S8) break;
    case PTO_RULE_c_not_d: rename_c(d); break;
    case PTO_RULE_cscale_not_output: rename_cscale(d); break;
    case PTO_RULE_m_fits: grow_shared_m(d); break;
    case PTO_RULE_output_slot: fill_hand(d); break;
    case PTO_RULE_output_room:
        d->core.isa.tile_names = PTO_TILE_NAMES_ABSOLUTE;
        EACH_HEADER(destination(h)->size_code = 12)
        break;
    case PTO_RULE_d_shape:
    case PTO_RULE_output_shape:
        EACH_HEADER(destination(h)->size_code = 1)
        break;
    case PTO_RULE_maxima_shape: odd_groups(d); break;
    case PTO_RULE_cube_selector:
        d->core.isa.asl_quirks = PTO_ASL_QUIRKS_ON;
        EACH_HEADER(h->operation.op = PTO_OP_TMULS)
        break;
    case PTO_RULE_cube_dimensions: EACH_HEADER(h->dimension_set = 7) break;
    case PTO_RULE_cube_datr: EACH_HEADER(h->data.rounding = 1) break;
    case PTO_RULE_cube_direction: EACH_HEADER(h->data.layout ^= 22 ^ 25) break;
    case PTO_RULE_cube_local:
        EACH_HEADER(h->shared_count = 1;
                    h->shared[0] = (pto_shared_binder){.mask = 15})
        break;
    case PTO_RULE_cube_type: EACH_HEADER(h->operation.type = PTO_FP64) break;
    case PTO_RULE_cube_source: EACH_TILE("n#5", t->valid_rows = 3) break;
    case PTO_RULE_cube_participants:
        d->core.pes = 1;
        d->core.pe[0].local[52].mask = 8;
        break;
    case PTO_RULE_move_binders:
        EACH_HEADER(h->binder[0].has_destination ^= true)
        break;
    case PTO_RULE_move_datr:
        EACH_HEADER(h->data = plain_datr; h->data.pad = 1)
        break;
    case PTO_RULE_move_type:
        EACH_HEADER(h->operation.type = PTO_DTYPE_NONE; h->data.present = false)
        EACH_TILE("m#5", pto_pool_give(&d->core.pool, t))
        break;
    case PTO_RULE_move_layout:
        EACH_HEADER(h->data = plain_datr; h->data.layout = 4;
                    h->binder[0].size_code = 3)
        break;
    case PTO_RULE_source_defined:
        EACH_TILE("m#5", pto_tile_define_all(t, false))
        break;
    case PTO_RULE_move_like_source: EACH_HEADER(set_dimension(h, 1, 3)) break;
    case PTO_RULE_shared_one:
        EACH_HEADER(h->shared[h->shared_count++] =
                        (pto_shared_binder){.id = 5, .mask = 15})
        break;
    case PTO_RULE_shared_moves: break; /* there is no legal one */
    case PTO_RULE_shared_destination:
        EACH_HEADER(h->shared[0].size_code = 0)
        break;
    case PTO_RULE_shared_source: EACH_HEADER(h->shared[0].size_code = 2) break;
    case PTO_RULE_shared_dimensions: EACH_HEADER(set_dimension(h, 0, 0)) break;
    case PTO_RULE_shared_load_shape:
        EACH_HEADER(h->dimension[0] = 12; h->dimension[2] = 12)
        break;
    case PTO_RULE_shared_compatible:
        world_shared(d, 9, PTO_FP32, 2, 16, 128);
        break;
    case PTO_RULE_shared_fits: EACH_HEADER(h->shared[0].size_code = 12) break;
    case PTO_RULE_shared_room: world_shared(d, 20, PTO_U8, 1, 8, 262144); break;
    case PTO_RULE_shared_store_shape:
        EACH_HEADER(h->operation.type = PTO_S32)
        break;
    case PTO_RULE_shared_defined: d->core.shared[4].published = false; break;
    case PTO_RULE_data_aligned: driver_gpr(d, 2, WORLD_AT + 2); break;
    case PTO_RULE_data_mapped: driver_gpr(d, 2, DRIVER_MEMORY - 4); break;
    case PTO_RULE_COUNT: break;
    }
}

/* The world in which a schema's rule can be broken. */
static world world_for_matrix(pto_rule r)
{
    switch ((unsigned)r) {
    case PTO_RULE_gemv_local:
    case PTO_RULE_gemv_row: return WORLD_GEMV;
    case PTO_RULE_shared_count:
    case PTO_RULE_power_of_two:
    case PTO_RULE_group_rows:
    case PTO_RULE_group_mask:
    case PTO_RULE_binder_masks:
    case PTO_RULE_shared_a:
    case PTO_RULE_shared_a_scale:
    case PTO_RULE_shared_b:
    case PTO_RULE_shared_b_scale:
    case PTO_RULE_m_fits: return WORLD_SHARED;
    case PTO_RULE_cscale_form:
    case PTO_RULE_post_scalars:
    case PTO_RULE_post_scalar_bound:
    case PTO_RULE_post_words:
    case PTO_RULE_matrix_datr:
    case PTO_RULE_post_rounding:
    case PTO_RULE_post_accumulator: return WORLD_SCALAR;
    case PTO_RULE_post_saturation:
    case PTO_RULE_dimensions:
    case PTO_RULE_trans_a_shared:
    case PTO_RULE_trans_b_shared:
    case PTO_RULE_d_shape:
    case PTO_RULE_local_bias: return WORLD_BIAS;
    case PTO_RULE_output_slot:
    case PTO_RULE_output_room: return WORLD_ABSOLUTE;
    case PTO_RULE_maxima_shape: return WORLD_GROUPS;
    default: return WORLD_ALL;
    }
}

static world world_for(pto_schema_id s, pto_rule r)
{
    switch (s) {
    case PTO_SCHEMA_MATRIX: return world_for_matrix(r);
    case PTO_SCHEMA_CUBE_LOAD: return WORLD_CUBE_LOAD;
    case PTO_SCHEMA_CUBE_STORE: return WORLD_CUBE_STORE;
    case PTO_SCHEMA_LOAD: return WORLD_LOAD;
    case PTO_SCHEMA_STORE: return WORLD_STORE;
    case PTO_SCHEMA_MOVE: return WORLD_MOVE;
    case PTO_SCHEMA_SHARED_LOAD:
        return r == PTO_RULE_shared_compatible || r == PTO_RULE_shared_fits
                   ? WORLD_QUARTERS
                   : WORLD_SHARED_LOAD;
    case PTO_SCHEMA_SHARED_STORE: return WORLD_SHARED_STORE;
    case PTO_SCHEMA_SHARED_MOVE: return WORLD_SHARED_MOVE;
    case PTO_SCHEMA_COUNT: break;
    }
    return WORLD_ALL;
}

/* A sentence names a type by its name, never by its code. */
static bool names_types(const char *text)
{
    for (const char *at = text; (at = strstr(at, "type ")); at++)
        if (at[5] >= '0' && at[5] <= '9')
            return false;
    return true;
}

static void runs(world w)
{
    driver *d = world_new(w);
    world_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        CHECK(d->outcome[pe] == PTO_DONE, "world %d PE%u: %s: %s", w, pe,
              d->fault[pe].rule, d->fault[pe].text);
    driver_free(d);
}

static void rejects(pto_schema_id id, pto_rule r)
{
    driver *d = world_new(world_for(id, r));
    violate(d, r);
    uint64_t before = driver_digest(d);
    world_run(d);
    const pto_fault *f = &d->fault[0];
    CHECK(d->outcome[0] == PTO_FAULTED, "%s.%s: outcome %d",
          pto_schema_get(id)->name, pto_rule_name(r), d->outcome[0]);
    CHECK(!strcmp(f->rule, pto_rule_name(r)), "%s.%s: %s: %s",
          pto_schema_get(id)->name, pto_rule_name(r), f->rule, f->text);
    CHECK(f->code == pto_rule_fault(r), "%s: %s", pto_rule_name(r),
          pto_fault_name(f->code));
    CHECK(strstr(f->text, pto_rule_text(r)), "%s: '%s'", pto_rule_name(r),
          f->text);
    CHECK(names_types(f->text), "%s: %s", pto_rule_name(r), f->text);
    CHECK(driver_digest(d) == before, "%s.%s left a trace",
          pto_schema_get(id)->name, pto_rule_name(r));
    driver_free(d);
}

TEST(legal_worlds_run)
{
    UNUSED_STATE;
    for (unsigned w = 0; w < WORLD_SHARED_MOVE; w++)
        runs((world)w);
}

TEST(every_rule_of_every_schema)
{
    UNUSED_STATE;
    for (unsigned s = 0; s < PTO_SCHEMA_COUNT; s++)
        for (const uint8_t *r = pto_schema_get(s)->rules; *r != PTO_RULE_COUNT;
             r++)
            rejects(s, *r);
}

/* Every rule row is in some schema. */
TEST(no_rule_is_idle)
{
    UNUSED_STATE;
    bool used[PTO_RULE_COUNT] = {false};
    for (unsigned s = 0; s < PTO_SCHEMA_COUNT; s++)
        for (const uint8_t *r = pto_schema_get(s)->rules; *r != PTO_RULE_COUNT;
             r++)
            used[*r] = true;
    for (unsigned r = 0; r < PTO_RULE_COUNT; r++)
        CHECK(used[r], "%s", pto_rule_name(r));
}

TEST_MAIN(CASE(legal_worlds_run), CASE(every_rule_of_every_schema),
          CASE(no_rule_is_idle))
