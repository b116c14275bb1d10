/* src/bundle/move/transfer.c: memory to tiles and back, element by element. */
#include "bundle/world.h"
#include "num/num.h"

enum { FROM = 0x2000, TO = 0x8000 };

static void put(driver *d, uint64_t address, uint64_t v, unsigned bytes)
{
    assert_true(pto_memory_write(&d->core.memory, address, &v, bytes));
}

static uint64_t get(const driver *d, uint64_t address, unsigned bytes)
{
    uint64_t v = 0;
    pto_memory_read(&d->core.memory, address, &v, bytes);
    return v;
}

/* Where element (row, column) lies; *high for the upper nibble. */
static uint64_t place(uint64_t base, uint64_t stride, unsigned bits,
                      unsigned row, unsigned column, bool *high)
{
    *high = bits == 4 && column % 2;
    return base + row * stride + (uint64_t)column * bits / 8;
}

static uint64_t element(const driver *d, uint64_t base, uint64_t stride,
                        unsigned bits, unsigned row, unsigned column)
{
    bool high;
    uint64_t at = place(base, stride, bits, row, column, &high);
    if (bits == 4)
        return get(d, at, 1) >> (high ? 4 : 0) & 15;
    return get(d, at, bits / 8);
}

static void fill(driver *d, uint64_t *seed, uint64_t from, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        put(d, from + i, test_random(seed), 1);
}

/* A layout with its two conversions, or an ordinary one. */
static const struct way {
    const char *load, *store;
    unsigned layout;
} ways[] = {
    {"NORM", "NORM", PTO_TILE_RowMajor},
    {"ND2DN", "ND2DN", PTO_TILE_ColumnMajor},
    {"ND2ZN", "ND2ZN", PTO_TILE_ZN},
    {"ND2NZ", "ND2NZ", PTO_TILE_NZ},
    {"ND2M32", "M322ND", PTO_TILE_CUBE_M32},
    {"ND2M16", "M162ND", PTO_TILE_CUBE_M16},
    {"ND2N8", "N82ND", PTO_TILE_CUBE_N8},
};

static const char *const types[] = {"FP64", "FP32", "FP16", "E4M3", "S4X2"};

static void round_trip(const struct way *w, const char *type, unsigned rows,
                       unsigned columns, uint64_t *seed)
{
    const pto_format *f = pto_format_find(type);
    bool cube = pto_tile_layout_is_cube(w->layout);
    if (cube && f->storage_bits == 64)
        return;
    char text[1024], lb2[32] = "";
    unsigned physical = 64;
    uint64_t pitch = 8 * (uint64_t)columns + 16;
    driver *d = driver_new("0.58.4", 4);
    fill(d, seed, FROM, (unsigned)(rows * pitch));
    fill(d, seed, TO, (unsigned)(rows * pitch));
    driver_gpr(d, 2, FROM);
    driver_gpr(d, 3, pitch);
    driver_gpr(d, 4, TO);
    if (!cube)
        snprintf(lb2, sizeof lb2, "C.B.DIMI %u, ->lb2\n", physical);
    snprintf(text, sizeof text,
             "BSTART.TLOAD %s\n"
             "B.DATR %s, DTYPE_NONE, Zero\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "%s"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<16KB>\n"
             "BSTART.TSTORE %s\n"
             "%s%s%s"
             "%s%u%s%s%u%s"
             "B.IOR [a2, a1, zero], ->zero\n"
             "B.IOT t#1, mask=1111, last\n"
             "BSTOP",
             type, w->load, columns, rows, lb2, type, "B.DATR ", w->store,
             ", DTYPE_NONE, Zero\n", cube ? "C.B.DIMI " : "B.DIM zero, ",
             columns, ", ->lb0\n", cube ? "C.B.DIMI " : "B.DIM zero, ", rows,
             ", ->lb1\n");
    uint8_t before[8192];
    pto_memory_read(&d->core.memory, TO, before, rows * pitch);
    driver_pass(d, text);
    const pto_tile *t = driver_tile(d, 2, "t#1");
    assert_int_equal(t->layout, w->layout);
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            uint64_t want = element(d, FROM, pitch, f->storage_bits, r, c);
            CHECK(pto_tile_read(t, r, c) == want, "%s %s [%u,%u] loaded",
                  w->load, type, r, c);
            CHECK(element(d, TO, pitch, f->storage_bits, r, c) == want,
                  "%s %s [%u,%u] stored", w->load, type, r, c);
        }
    /* Between the rows nothing changed; an odd last nibble's sibling neither.
     */
    for (unsigned r = 0; r < rows; r++)
        for (uint64_t i = ((uint64_t)columns * f->storage_bits + 7) / 8;
             i < pitch; i++)
            CHECK(get(d, TO + r * pitch + i, 1) == before[r * pitch + i],
                  "%s %s row %u byte %u", w->load, type, r, (unsigned)i);
    if (f->storage_bits == 4 && columns % 2)
        assert_int_equal(get(d, TO + columns / 2, 1) >> 4,
                         before[columns / 2] >> 4);
    driver_free(d);
}

TEST(every_layout_and_width)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (size_t w = 0; w < sizeof ways / sizeof *ways; w++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            round_trip(&ways[w], types[t], 1, 1, &seed);
            round_trip(&ways[w], types[t], 7, 21, &seed);
            round_trip(&ways[w], types[t], 16, 32, &seed);
        }
}

TEST(padding_of_cells)
{
    UNUSED_STATE;
    static const struct {
        const char *pad;
        uint64_t bits;
        bool defined;
    } cases[] = {{"Zero", 0, true},
                 {"Max", 0x7bff, true},
                 {"Min", 0xfbff, true},
                 {"Null", 0, false}};
    char text[256];
    for (size_t i = 0; i < 4; i++) {
        driver *d = driver_new("0.58.4", 4);
        put(d, FROM, 0x123456789abcdef0, 8);
        driver_gpr(d, 2, FROM);
        snprintf(text, sizeof text,
                 "BSTART.TLOAD FP16\n"
                 "B.DATR ND2N8, DTYPE_NONE, %s\n"
                 "C.B.DIMI 3, ->lb0\n"
                 "C.B.DIMI 1, ->lb1\n"
                 "B.IOR [a0, zero, zero], ->zero\n"
                 "B.IOT mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 cases[i].pad);
        driver_pass(d, text);
        const pto_tile *t = driver_tile(d, 1, "t#1");
        for (unsigned at = 0; at < 64; at++) {
            unsigned r = at % 8, c = at / 8;
            if (r == 0 && c < 3)
                continue;
            CHECK(pto_tile_read(t, r, c) == cases[i].bits, "%s [%u,%u]",
                  cases[i].pad, r, c);
            CHECK(pto_tile_defined(t, r, c) == cases[i].defined, "%s",
                  cases[i].pad);
        }
        driver_free(d);
    }
}

/* Rows on top of each other: the last row's bytes stay. */
TEST(strides_of_zero_and_below)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#1", PTO_U8, PTO_TILE_RowMajor, 4, 8, 128);
    for (unsigned i = 0; i < 32; i++)
        pto_tile_write(&d->core.pe[0].local[32].tile, i / 8, i % 8, i);
    driver_gpr(d, 2, TO);
    driver_gpr(d, 3, 0);
    driver_pass(d, "BSTART.TSTORE U8\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOT m#1, mask=1000, last\n"
                   "BSTOP");
    assert_int_equal(get(d, TO, 8), 0x1f1e1d1c1b1a1918);
    assert_int_equal(get(d, TO + 8, 8), 0);
    driver_gpr(d, 3, (uint64_t)-8);
    driver_pass(d, "BSTART.TSTORE U8\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOT m#1, mask=1000, last\n"
                   "BSTOP");
    assert_int_equal(get(d, TO - 24, 8), 0x1f1e1d1c1b1a1918);
    assert_int_equal(get(d, TO, 8), 0x0706050403020100);
    driver_free(d);
}

static void probe_fails(uint64_t base, uint64_t stride, const char *rule,
                        uint64_t address)
{
    static const char *const texts[] = {"BSTART.TLOAD FP32\n"
                                        "C.B.DIMI 4, ->lb0\n"
                                        "C.B.DIMI 4, ->lb1\n"
                                        "B.IOR [a0, a1, zero], ->zero\n"
                                        "B.IOT mask=1111, last, ->t<128B>\n"
                                        "BSTOP",
                                        "BSTART.TSTORE FP32\n"
                                        "B.IOR [a0, a1, zero], ->zero\n"
                                        "B.IOT m#1, mask=1111, last\n"
                                        "BSTOP"};
    for (unsigned i = 0; i < 2; i++) {
        driver *d = driver_new("0.58.4", 4);
        world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 4, 4, 128);
        driver_gpr(d, 2, base);
        driver_gpr(d, 3, stride);
        uint64_t before = driver_digest(d);
        driver_fail(d, 3, rule, texts[i]);
        CHECK(d->fault[3].address == address, "0x%llx, not 0x%llx",
              (unsigned long long)d->fault[3].address,
              (unsigned long long)address);
        assert_true(driver_digest(d) == before);
        driver_free(d);
    }
}

/* The first element that may not be accessed names the fault. */
TEST(faults_of_memory)
{
    UNUSED_STATE;
    probe_fails(TO + 2, 16, "data_aligned", TO + 2);
    probe_fails(TO, 18, "data_aligned", TO + 18);
    probe_fails(DRIVER_MEMORY - 24, 16, "data_mapped", DRIVER_MEMORY);
    probe_fails(DRIVER_MEMORY - 32, 18, "data_aligned", DRIVER_MEMORY - 14);
    probe_fails(DRIVER_MEMORY - 8, 18, "data_mapped", DRIVER_MEMORY);
    probe_fails((uint64_t)-8, 16, "data_mapped", (uint64_t)-8);
    probe_fails(0, (uint64_t)1 << 63, "data_mapped", (uint64_t)1 << 63);
}

/* 0.58.3: PE i moves quarter i of the bytes, with its own registers. */
TEST(quarters_of_a_shared_tile)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.3", 4);
    for (unsigned i = 0; i < 64; i++)
        for (unsigned pe = 0; pe < PTO_PES; pe++)
            put(d, FROM + 0x400U * pe + 4 * i, 100 * pe + i, 4);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        d->core.pe[pe].gpr[2] = FROM + 0x400U * pe;
        d->core.pe[pe].gpr[4] = TO + 0x400U * pe;
    }
    driver_gpr(d, 3, 32);
    driver_program(d, "BSTART.TLOAD U32\n"
                      "C.B.DIMI 8, ->lb0\n"
                      "C.B.DIMI 8, ->lb1\n"
                      "C.B.DIMI 8, ->lb2\n"
                      "B.IOR [a0, a1, zero], ->zero\n"
                      "B.IOS mask=1111, ->S1<256B>\n"
                      "BSTART.TSTORE U32\n"
                      "B.IOR [a2, a1, zero], ->zero\n"
                      "B.IOS S1, mask=1111\n"
                      "BSTOP");
    while (d->at[2] < 6)
        assert_true(driver_step(d, 2));
    assert_true(driver_step(d, 2)); /* PE2 has written its quarter */
    const pto_shared *s = &d->core.shared[1];
    assert_int_equal(s->allocation_mask, 15);
    assert_int_equal(s->initialized_mask, 2);
    assert_false(pto_tile_contents_defined(&s->tile));
    driver_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        assert_int_equal(d->outcome[pe], PTO_DONE);
    assert_int_equal(s->initialized_mask, 15);
    for (unsigned i = 0; i < 64; i++) {
        unsigned pe = i / 16;
        assert_int_equal(pto_tile_read(&s->tile, i / 8, i % 8), 100 * pe + i);
        for (unsigned other = 0; other < PTO_PES; other++)
            assert_int_equal(get(d, TO + 0x400U * other + 4 * i, 4),
                             other == pe ? 100 * pe + i : 0);
    }
    driver_free(d);
}

TEST(one_pe_stores_a_shared_tile_whole)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_shared(d, 3, PTO_U16, 5, 8, 256);
    driver_gpr(d, 2, TO);
    driver_gpr(d, 3, 16);
    driver_pass(d, "BSTART.TSTORE U16\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOS S3, mask=0100\n"
                   "BSTOP");
    for (unsigned i = 0; i < 40; i++)
        assert_int_equal(get(d, TO + 2 * i, 2), 1);
    assert_int_equal(get(d, TO + 80, 2), 0);
    driver_free(d);
}

TEST(tmov_copies_payload_and_shape)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#1", PTO_FP16, PTO_TILE_CUBE_N8, 5, 9, 512);
    world_tile(d, "m#2", PTO_S8, PTO_TILE_RowMajor, 3, 16, 128);
    driver_pass(d, "BSTART.TMOV FP16\n"
                   "B.IOT m#1, mask=1111, last, ->t<512B>\n"
                   "BSTART.TMOV DTYPE_NONE\n"
                   "B.IOT m#2, mask=1111, last, ->t<128B>\n"
                   "BSTOP");
    const pto_tile *t = driver_tile(d, 0, "t#2");
    assert_int_equal(t->layout, PTO_TILE_CUBE_N8);
    assert_int_equal(t->valid_columns, 9);
    assert_true(pto_tile_contents_defined(t));
    assert_int_equal(driver_tile(d, 0, "t#1")->dtype, PTO_S8);
    driver_free(d);
}

TEST_MAIN(CASE(every_layout_and_width), CASE(padding_of_cells),
          CASE(strides_of_zero_and_below), CASE(faults_of_memory),
          CASE(quarters_of_a_shared_tile),
          CASE(one_pe_stores_a_shared_tile_whole),
          CASE(tmov_copies_payload_and_shape))
