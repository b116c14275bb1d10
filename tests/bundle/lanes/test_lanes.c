/* src/bundle/lanes/run.c: gathers, scatters and swaps against plain loops. */
#include "bundle/world.h"
#include "tile/tile.h"

enum {
    AREA = 0x4000, /* what lanes may touch: AREA - SPAN .. AREA + SPAN */
    SPAN = 0x400,
    ROWS = 5,
    VALID = 6,
    COLUMNS = 8,
    ROUNDS = 400,
};

static const unsigned index_types[] = {PTO_S32, PTO_U32, PTO_S64,
                                       PTO_U64, PTO_S8,  PTO_U16};
static const unsigned value_types[] = {PTO_FP64, PTO_S64,  PTO_FP32, PTO_U32,
                                       PTO_FP16, PTO_BF16, PTO_HiF8, PTO_E8M0,
                                       PTO_E3M2, PTO_S8};
#define ANY_OF(list) (list)[test_random(seed) % (sizeof(list) / sizeof *(list))]

static unsigned size_of(unsigned type)
{
    return pto_tile_element_bits(type) / 8;
}

static uint64_t value_at(const uint8_t *memory, uint64_t address, unsigned size)
{
    uint64_t v = 0;
    memcpy(&v, memory + address, size);
    return v;
}

/* What a program is made of, and memory as it was before. */
typedef struct scene {
    driver *d;
    unsigned type, index_type, pad;
    bool masked;
    uint64_t base;
    uint64_t address[ROWS][VALID];
    bool active[ROWS][VALID];
    uint8_t before[DRIVER_MEMORY];
} scene;

/* A tile of PE0 like no other: physically wider than it needs. */
static pto_tile *make_tile(scene *s, const char *name, unsigned type,
                           unsigned layout, unsigned columns)
{
    pto_tile *t = driver_edit(s->d, 0, name);
    uint32_t bytes = pto_tile_minimum_capacity(columns, 16, VALID, type);
    CHECK(pto_tile_describe(t, type, layout, columns, ROWS, VALID, bytes,
                            262144) &&
              pto_pool_take(&s->d->core.pool, t),
          "%s", name);
    return t;
}

static void fill_randomly(pto_tile *t, uint64_t *seed)
{
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < VALID; c++)
            pto_tile_write(t, r, c, test_random(seed));
}

/* Few places, so that lanes meet; the base may wrap for signed indices. */
static void make_index(scene *s, unsigned layout, unsigned columns,
                       uint64_t *seed)
{
    pto_tile *t = make_tile(s, "u#1", s->index_type, layout, columns);
    bool is_signed = s->index_type == PTO_S8 || s->index_type == PTO_S32 ||
                     s->index_type == PTO_S64;
    unsigned size = size_of(s->type);
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < VALID; c++) {
            int64_t step = (int64_t)(test_random(seed) % 24);
            if (is_signed)
                step -= 12;
            uint64_t v = (uint64_t)(step * (int64_t)size);
            pto_tile_write(t, r, c, v);
            s->address[r][c] = s->base + v;
        }
}

static void make_mask(scene *s, uint64_t *seed)
{
    pto_tile *t = driver_edit(s->d, 0, "u#2");
    CHECK(pto_tile_describe_predicate(t, ROWS, COLUMNS, ROWS, VALID, 128,
                                      262144) &&
              pto_pool_take(&s->d->core.pool, t),
          "mask");
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < VALID; c++) {
            s->active[r][c] = !s->masked || (test_random(seed) & 1);
            pto_tile_write(t, r, c, s->active[r][c]);
        }
}

static scene *scene_new(uint64_t *seed, bool masked)
{
    scene *s = calloc(1, sizeof *s);
    s->d = driver_new("0.58.4", 4);
    s->type = ANY_OF(value_types);
    s->index_type = ANY_OF(index_types);
    s->pad = (unsigned)(test_random(seed) % 5); /* 4: no B.DATR */
    s->masked = masked;
    s->base = AREA;
    driver_gpr(s->d, 2, s->base);
    for (unsigned i = 0; i < 2 * SPAN; i += 8) {
        uint64_t v = test_random(seed);
        pto_memory_write(&s->d->core.memory, AREA - SPAN + i, &v, 8);
    }
    pto_memory_read(&s->d->core.memory, 0, s->before, sizeof s->before);
    make_mask(s, seed);
    return s;
}

static void scene_free(scene *s)
{
    driver_free(s->d);
    free(s);
}

/* PE0 does it; the others are not named. */
static void play(scene *s, const char *op, const char *binders)
{
    static const char *const pads[] = {"Zero", "Max", "Min", "Null"};
    char text[512], datr[64] = "";
    if (s->pad < 4)
        snprintf(datr, sizeof datr, "B.DATR NORM, DTYPE_NONE, %s\n",
                 pads[s->pad]);
    snprintf(text, sizeof text,
             "BSTART.%s%s %s\n%s"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "C.B.DIMI %u, ->lb2\n"
             "B.IOR [a0, zero, zero], ->zero\n"
             "%s"
             "BSTOP",
             op, s->masked ? ".MASK" : "", pto_format_get(s->type)->name, datr,
             VALID, ROWS, COLUMNS, binders);
    driver_pass(s->d, text);
}

static uint64_t padding(const scene *s)
{
    const pto_format *f = pto_format_get(s->type);
    return s->pad == 1 ? f->max_finite : s->pad == 2 ? f->min_finite : 0;
}

static void expect_element(const pto_tile *t, uint32_t r, uint32_t c,
                           uint64_t wanted)
{
    uint64_t got = pto_tile_read(t, r, c);
    CHECK(got == wanted && pto_tile_defined(t, r, c),
          "%s [%u,%u] is %llx, not %llx", pto_format_get(t->dtype)->name, r, c,
          (unsigned long long)got, (unsigned long long)wanted);
}

static void expect_padding(const scene *s, const pto_tile *t)
{
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++)
            if (r >= ROWS || c >= VALID || !s->active[r][c])
                expect_element(t, r, c, padding(s));
}

TEST(gathers)
{
    UNUSED_STATE;
    uint64_t seed_of = 1, *seed = &seed_of;
    for (uint64_t i = test_scaled(ROUNDS); i; i--) {
        scene *s = scene_new(seed, i & 1);
        bool plain = s->masked || (test_random(seed) & 1);
        make_index(s, plain ? PTO_TILE_RowMajor : PTO_TILE_ColumnMajor,
                   test_random(seed) & 1 ? 8 : 16, seed);
        play(s, "MGATHER",
             s->masked ? "B.IOT u#1, u#2, mask=1000, last, ->t<1KB>\n"
                       : "B.IOT u#1, mask=1000, last, ->t<1KB>\n");
        const pto_tile *t = driver_tile(s->d, 0, "t#1");
        for (uint32_t r = 0; r < ROWS; r++)
            for (uint32_t c = 0; c < VALID; c++)
                if (s->active[r][c])
                    expect_element(t, r, c,
                                   value_at(s->before, s->address[r][c],
                                            size_of(s->type)));
        expect_padding(s, t);
        scene_free(s);
    }
}

static void expect_area(const scene *s, const uint8_t *wanted)
{
    uint8_t got[2 * SPAN];
    pto_memory_read(&s->d->core.memory, AREA - SPAN, got, sizeof got);
    assert_memory_equal(got, wanted + AREA - SPAN, sizeof got);
}

/* Of lanes that meet, the last one in row-major order wins. */
TEST(scatters)
{
    UNUSED_STATE;
    uint64_t seed_of = 2, *seed = &seed_of;
    for (uint64_t i = test_scaled(ROUNDS); i; i--) {
        scene *s = scene_new(seed, i & 1);
        s->pad = 4;
        make_index(s, PTO_TILE_RowMajor, test_random(seed) & 1 ? 8 : 16, seed);
        pto_tile *data =
            make_tile(s, "u#3", s->type, PTO_TILE_RowMajor, COLUMNS);
        fill_randomly(data, seed);
        for (uint32_t r = 0; r < ROWS; r++)
            for (uint32_t c = 0; c < VALID; c++)
                if (s->active[r][c]) {
                    uint64_t v = pto_tile_read(data, r, c);
                    memcpy(s->before + s->address[r][c], &v, size_of(s->type));
                }
        play(s, "MSCATTER",
             s->masked ? "B.IOT u#3, u#1, mask=1000\n"
                         "B.IOT u#2, mask=1000, last\n"
                       : "B.IOT u#3, u#1, mask=1000, last\n");
        expect_area(s, s->before);
        scene_free(s);
    }
}

/* Half of the lanes find what they expect, if nobody came before them. */
static void expect_now(scene *s, pto_tile *expected, uint64_t *seed)
{
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < VALID; c++)
            if (test_random(seed) & 1)
                pto_tile_write(
                    expected, r, c,
                    value_at(s->before, s->address[r][c], size_of(s->type)));
}

/* Lanes that meet are swapped one after another, in row-major order. */
TEST(swaps)
{
    UNUSED_STATE;
    uint64_t seed_of = 3, *seed = &seed_of;
    for (uint64_t i = test_scaled(ROUNDS); i; i--) {
        scene *s = scene_new(seed, false);
        unsigned size = size_of(s->type);
        make_index(s, PTO_TILE_RowMajor, 8, seed);
        pto_tile *expected =
            make_tile(s, "u#3", s->type, PTO_TILE_ColumnMajor, 16);
        pto_tile *fresh = make_tile(s, "u#4", s->type, PTO_TILE_RowMajor, 8);
        fill_randomly(expected, seed);
        fill_randomly(fresh, seed);
        expect_now(s, expected, seed);
        for (uint32_t r = 0; r < ROWS; r++) /* chains at one address */
            pto_tile_write(expected, r, 3, pto_tile_read(fresh, r, 2));
        play(s, "MGATHER.CAS",
             "B.IOT u#1, u#3, mask=1000\n"
             "B.IOT u#4, mask=1000, last, ->t<1KB>\n");
        const pto_tile *t = driver_tile(s->d, 0, "t#1");
        for (uint32_t r = 0; r < ROWS; r++)
            for (uint32_t c = 0; c < VALID; c++) {
                uint64_t at = s->address[r][c];
                uint64_t old = value_at(s->before, at, size);
                uint64_t v = pto_tile_read(fresh, r, c);
                expect_element(t, r, c, old);
                if (old == pto_tile_read(expected, r, c))
                    memcpy(s->before + at, &v, size);
            }
        expect_padding(s, t);
        expect_area(s, s->before);
        scene_free(s);
    }
}

/* ---- Shapes and types of their own --------------------------------------- */

enum { LONG = 600 };

/* A row longer than what moves at once, gathered and scattered to order. */
TEST(long_rows)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "u#1", PTO_U32, PTO_TILE_RowMajor, 1, 1024, 4096);
    for (uint32_t i = 0; i < 1024; i++) {
        uint32_t v = i * i;
        pto_memory_write(&d->core.memory, AREA + 4 * i, &v, 4);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            pto_tile_write_at(&d->core.pe[pe].local[16].tile, i,
                              4 * (i * 7 % LONG));
    }
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        d->core.pe[pe].local[16].tile.valid_columns = LONG;
    driver_gpr(d, 2, AREA);
    driver_gpr(d, 3, 4 * AREA);
    driver_pass(d, "BSTART.MGATHER U32\n"
                   "B.DIM zero, 600, ->lb0\n"
                   "B.DIM zero, 1024, ->lb2\n"
                   "B.IOR [a0, zero, zero], ->zero\n"
                   "B.IOT u#1, mask=1111, last, ->t<4KB>\n"
                   "BSTART.MSCATTER U32\n"
                   "B.DIM zero, 600, ->lb0\n"
                   "B.DIM zero, 1024, ->lb2\n"
                   "B.IOR [a1, zero, zero], ->zero\n"
                   "B.IOT t#1, u#1, mask=1111, last\n"
                   "BSTOP");
    for (uint32_t i = 0; i < LONG; i++) {
        uint32_t at = i * 7 % LONG, v;
        expect_element(driver_tile(d, 3, "t#1"), 0, i, (uint64_t)at * at);
        pto_memory_read(&d->core.memory, 4 * AREA + 4 * i, &v, 4);
        assert_int_equal(v, i * i);
    }
    driver_free(d);
}

/* Each four-bit index is a displacement of its own: -8 .. 7, or 0 .. 15. */
TEST(four_bit_indices)
{
    UNUSED_STATE;
    for (unsigned k = 0; k < 2; k++) {
        driver *d = driver_new("0.58.4", 4);
        world_tile(d, "u#1", k ? PTO_U4X2 : PTO_S4X2, PTO_TILE_RowMajor, 1, 16,
                   128);
        for (unsigned i = 0; i < 16; i++) {
            uint8_t v = (uint8_t)(100 + i);
            pto_memory_write(&d->core.memory, (k ? AREA : AREA - 8U) + i, &v,
                             1);
            for (unsigned pe = 0; pe < PTO_PES; pe++)
                pto_tile_write_at(&d->core.pe[pe].local[16].tile, i, i);
        }
        driver_gpr(d, 2, AREA);
        driver_pass(d, "BSTART.MGATHER U8\n"
                       "C.B.DIMI 16, ->lb0\n"
                       "B.IOR [a0, zero, zero], ->zero\n"
                       "B.IOT u#1, mask=1111, last, ->t<128B>\n"
                       "BSTOP");
        for (uint32_t i = 0; i < 16; i++)
            expect_element(driver_tile(d, 0, "t#1"), 0, i,
                           100 + (k ? i : (i + 8) % 16));
        driver_free(d);
    }
}

/* ---- Faults ------------------------------------------------------------- */

static void point_lane(driver *d, unsigned lane, uint32_t displacement)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        pto_tile_write_at(&d->core.pe[pe].local[62].tile, lane, displacement);
}

/* The first lane that may not be where it is names fault and address. */
static void expect_lane_fault(world w, unsigned low, unsigned high,
                              pto_fault_code code, uint64_t address)
{
    driver *d = world_new(w);
    point_lane(d, low, 2);              /* misaligned */
    point_lane(d, high, DRIVER_MEMORY); /* outside */
    uint64_t before = driver_digest(d);
    world_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        CHECK(d->outcome[pe] == PTO_FAULTED && d->fault[pe].code == code &&
                  d->fault[pe].address == address,
              "world %d: %s at 0x%llx", w, pto_fault_name(d->fault[pe].code),
              (unsigned long long)d->fault[pe].address);
    CHECK(driver_digest(d) == before, "world %d left a trace", w);
    driver_free(d);
}

static const world lane_worlds[] = {WORLD_GATHER, WORLD_GATHER_MASK, WORLD_SWAP,
                                    WORLD_SCATTER, WORLD_SCATTER_MASK};

TEST(the_first_bad_lane_faults)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof lane_worlds / sizeof *lane_worlds; i++) {
        expect_lane_fault(lane_worlds[i], 40, 63, PTO_FAULT_DataAlignment,
                          WORLD_AT + 2);
        expect_lane_fault(lane_worlds[i], 63, 40, PTO_FAULT_DataPage,
                          WORLD_AT + DRIVER_MEMORY);
    }
}

TEST(lanes_that_are_masked_off_do_not_fault)
{
    UNUSED_STATE;
    static const world masked[] = {WORLD_GATHER_MASK, WORLD_SCATTER_MASK};
    for (unsigned i = 0; i < 2; i++) {
        driver *d = world_new(masked[i]);
        point_lane(d, 7, 1);
        point_lane(d, 9, DRIVER_MEMORY);
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            pto_tile_write_at(&d->core.pe[pe].local[63].tile, 7, 0);
            pto_tile_write_at(&d->core.pe[pe].local[63].tile, 9, 0);
        }
        world_run(d);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            CHECK(d->outcome[pe] == PTO_DONE, "world %d: %s", masked[i],
                  d->fault[pe].text);
        driver_free(d);
    }
}

/* PE k replaces k by k + 1: each finds what the one before it left. */
TEST(swaps_of_four_pes_are_one_after_another)
{
    UNUSED_STATE;
    driver *d = world_new(WORLD_SWAP);
    world_tile(d, "u#10", PTO_FP32, PTO_TILE_RowMajor, WORLD_M, WORLD_N, 256);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        d->core.pe[pe].header.binder[1].source[0] = 25;
        world_fill(&d->core.pe[pe].local[36].tile, pe);
        world_fill(&d->core.pe[pe].local[25].tile, pe + 1);
    }
    world_run(d);
    for (uint32_t i = 0; i < WORLD_M * WORLD_N; i++) {
        uint32_t left;
        pto_memory_read(&d->core.memory, WORLD_AT + 4 * i, &left, 4);
        assert_int_equal(left, PTO_PES);
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            expect_element(driver_tile(d, pe, "t#1"), i / WORLD_N, i % WORLD_N,
                           pe);
    }
    driver_free(d);
}

TEST_MAIN(CASE(gathers), CASE(scatters), CASE(swaps), CASE(long_rows),
          CASE(four_bit_indices), CASE(the_first_bad_lane_faults),
          CASE(lanes_that_are_masked_off_do_not_fault),
          CASE(swaps_of_four_pes_are_one_after_another))
