/* Legal cores and bundles, made directly, for tests that break one thing. */
#ifndef PTO_TESTS_BUNDLE_WORLD_H
#define PTO_TESTS_BUNDLE_WORLD_H

#include "bundle/driver.h"
#include "bundle/core/tiles.h"
#include "bundle/schemas.h"
#include "bundle/txn.h"
#include "tile/tile.h"

/* What the bundle of a world is. */
typedef enum world {
#define WORLD(name, ...) WORLD_##name,
#include "bundle/world.def"
#undef WORLD
    WORLDS
} world;

/* Of two operations there is no legal bundle. */
static inline bool world_is_legal(world w)
{
    return w != WORLD_SHARED_MOVE && w != WORLD_IMG2COL;
}

enum { WORLD_M = 4, WORLD_N = 16, WORLD_K = 64, WORLD_AT = 0x1000 };

/* What fills tiles of each type: a small value. */
static inline uint64_t world_element(unsigned type)
{
    switch (type) {
    case PTO_U64: return 0;    /* an FP19 of +0 */
    case PTO_E8M0: return 127; /* one */
    case PTO_FP32:
    case PTO_TF32: return 0x3f800000;
    default: return 1;
    }
}

static inline void world_fill(pto_tile *t, uint64_t value)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, value);
}

/* A defined Local tile of every PE, in the slot of "t#1". */
static inline void world_tile(driver *d, const char *name, unsigned type,
                              unsigned layout, uint32_t rows, uint32_t columns,
                              uint32_t bytes)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_tile t = {.allocated = 0};
        bool ok = pto_tile_layout_is_cube(layout)
                      ? pto_tile_describe_cube(
                            &t, type, layout, rows, columns, bytes, 262144,
                            pto_cube_options_of(&d->core.isa))
                      : pto_tile_describe(&t, type, layout, columns, rows,
                                          columns, bytes, 262144);
        CHECK(ok && pto_pool_take(&d->core.pool, &t), "%s", name);
        t.location =
            pto_tile_layout_is_cube(layout) ? PTO_AT_Matrix : PTO_AT_Any;
        world_fill(&t, world_element(type));
        unsigned hand = (unsigned)(strchr("tumn", name[0]) - "tumn");
        unsigned number = (unsigned)strtoul(name + 2, NULL, 10);
        pto_local *l = &d->core.pe[pe].local[hand * 16 + number - 1];
        pto_pool_give(&d->core.pool, &l->tile);
        *l = (pto_local){t, 15};
    }
}

static inline void world_shared(driver *d, unsigned id, unsigned type,
                                uint32_t rows, uint32_t columns, uint32_t bytes)
{
    pto_shared *s = &d->core.shared[id];
    *s = (pto_shared){.described = true,
                      .published = true,
                      .allocation_mask = 15,
                      .initialized_mask = 15};
    CHECK(pto_tile_describe(&s->tile, type, PTO_TILE_RowMajor, columns, rows,
                            columns, bytes, 262144) &&
              pto_pool_take(&d->core.pool, &s->tile),
          "S%u", id);
    world_fill(&s->tile, world_element(type));
}

/* A predicate of every PE, all ones. */
static inline void world_predicate(driver *d, const char *name, uint32_t rows,
                                   uint32_t columns, uint32_t bytes)
{
    world_tile(d, name, PTO_U8, PTO_TILE_RowMajor, 1, 1, bytes);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_tile *t = driver_edit(d, pe, name);
        pto_pool_give(&d->core.pool, t);
        CHECK(pto_tile_describe_predicate(t, rows, columns, rows, columns,
                                          bytes, 262144) &&
                  pto_pool_take(&d->core.pool, t),
              "%s", name);
        world_fill(t, 1);
    }
}

/* A quantization word whose scale is one: FP19 1.0 in bits 31:13. */
#define WORLD_QUANT (UINT64_C(127) << 10 << 13)
/* An activation parameter of one. */
#define WORLD_ALPHA (UINT64_C(127) << 10)

/* n#15: the displacements of a dense [M,N] of four bytes; n#16: a mask of it.
 */
static inline void world_lanes(driver *d)
{
    world_tile(d, "n#15", PTO_S32, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 256);
    world_predicate(d, "n#16", WORLD_M, WORLD_N, 128);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (uint32_t i = 0; i < WORLD_M * WORLD_N; i++)
            pto_tile_write_at(&d->core.pe[pe].local[62].tile, i, 4 * i);
}

static inline void world_sources(driver *d)
{
    world_tile(d, "n#5", PTO_FP32, PTO_TILE_CUBE_M16, WORLD_M, WORLD_N, 1024);
    world_tile(d, "t#1", PTO_E4M3, PTO_TILE_CUBE_M16, WORLD_M, WORLD_K, 1024);
    world_tile(d, "u#1", PTO_E8M0, PTO_TILE_CUBE_M32, WORLD_M, 2, 128);
    world_tile(d, "t#2", PTO_E4M3, PTO_TILE_CUBE_N8, WORLD_K, WORLD_N, 1024);
    world_tile(d, "u#2", PTO_E8M0, PTO_TILE_CUBE_M32, WORLD_N, 2, 128);
    world_tile(d, "u#9", PTO_U8, PTO_TILE_CUBE_M32, WORLD_M, 1, 128);
    world_tile(d, "u#4", PTO_FP32, PTO_TILE_RowMajor, WORLD_M, 1, 128);
    world_tile(d, "u#5", PTO_U64, PTO_TILE_RowMajor, 1, WORLD_N, 128);
    world_tile(d, "u#6", PTO_U64, PTO_TILE_RowMajor, 1, WORLD_N, 128);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (uint32_t c = 0; c < WORLD_N; c++) {
            pto_tile_write(&d->core.pe[pe].local[20].tile, 0, c, WORLD_QUANT);
            pto_tile_write(&d->core.pe[pe].local[21].tile, 0, c, WORLD_ALPHA);
        }
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_CUBE_M16, WORLD_M, WORLD_K, 4096);
    world_tile(d, "m#2", PTO_FP32, PTO_TILE_CUBE_N8, WORLD_K, WORLD_N, 4096);
    world_tile(d, "m#3", PTO_FP32, PTO_TILE_RowMajor, 1, WORLD_N, 128);
    world_tile(d, "m#4", PTO_FP32, PTO_TILE_CUBE_M16, 1, WORLD_K, 4096);
    world_tile(d, "m#5", PTO_FP32, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 256);
    world_tile(d, "m#6", PTO_TF32, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 256);
    world_tile(d, "m#7", PTO_S32, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 256);
    world_tile(d, "m#8", PTO_TF32, PTO_TILE_RowMajor, 64, 32, 8192);
    world_predicate(d, "m#9", 64, 32, 256);
    world_tile(d, "n#6", PTO_TF32, PTO_TILE_RowMajor, WORLD_M, 1, 128);
    world_tile(d, "n#7", PTO_S32, PTO_TILE_RowMajor, 1, WORLD_N, 128);
    world_tile(d, "n#8", PTO_FP16, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 128);
    world_tile(d, "n#9", PTO_FP16, PTO_TILE_RowMajor, WORLD_M, 1, 128);
    world_tile(d, "n#10", PTO_U16, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 128);
    world_tile(d, "n#11", PTO_U8, PTO_TILE_RowMajor, WORLD_M, 1, 128);
    world_tile(d, "n#12", PTO_FP32, PTO_TILE_RowMajor, 2, WORLD_K, 512);
    world_lanes(d);
    world_tile(d, "u#13", PTO_S32, PTO_TILE_RowMajor, 1, WORLD_N, 128);
    world_tile(d, "u#14", PTO_FP32, PTO_TILE_RowMajor, 1, 64, 256);
    world_tile(d, "u#15", PTO_FP32, PTO_TILE_RowMajor, 16, WORLD_N, 1024);
    world_shared(d, 0, PTO_E4M3, 32, WORLD_K, 2048);
    world_shared(d, 1, PTO_E8M0, 32, 2, 128);
    world_shared(d, 2, PTO_E4M3, WORLD_K, WORLD_N, 1024);
    world_shared(d, 3, PTO_E8M0, 2, WORLD_N, 128);
    world_shared(d, 4, PTO_FP32, WORLD_M, WORLD_N, 256);
    driver_gpr(d, 2, WORLD_AT);
    driver_gpr(d, 3, 4 * WORLD_N);
    driver_gpr(d, 4, WORLD_QUANT);
    driver_gpr(d, 5, WORLD_ALPHA);
    driver_gpr(d, 6, 0x3f800000);
}

static const struct {
    const char *isa, *text;
} worlds[WORLDS] = {
#define WORLD(name, isa, text) {isa, text},
#include "bundle/world.def"
#undef WORLD
};

/* All four PEs with the bundle collected, about to retire it. */
static inline driver *world_new(world w)
{
    driver *d = driver_new(worlds[w].isa, 4);
    world_sources(d);
    driver_program(d, worlds[w].text);
    driver_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        CHECK(d->outcome[pe] == PTO_DONE, "world %d: %s: %s", w,
              d->fault[pe].rule, d->fault[pe].text);
    return d;
}

/* Retire it on every PE that can. */
static inline void world_run(driver *d)
{
    for (unsigned turn = 0; turn < 2; turn++)
        for (unsigned pe = 0; pe < d->core.pes; pe++)
            if (!turn || d->outcome[pe] == PTO_WAITING)
                d->outcome[pe] =
                    pto_bundle_execute(&d->core, pe, &d->fault[pe]);
}

#endif
