/*
 * docs/differences.md, section "Bundles": the rows of operations that
 * rearrange, quantize and sort, with asl_quirks on and off.
 */
#include "bundle/world.h"
#include "tile/tile.h"

static driver *machine(bool quirks)
{
    driver *d = driver_new_quirks(quirks);
    world_tile(d, "m#1", PTO_U32, PTO_TILE_RowMajor, 4, 16, 256);
    world_tile(d, "m#2", PTO_FP32, PTO_TILE_RowMajor, 4, 16, 256);
    world_tile(d, "m#3", PTO_BF16, PTO_TILE_RowMajor, 4, 16, 128);
    world_tile(d, "m#4", PTO_E8M0, PTO_TILE_ColumnMajor, 4, 16, 128);
    world_tile(d, "m#5", PTO_U32, PTO_TILE_RowMajor, 2, 2, 128);
    world_tile(d, "m#6", PTO_U16, PTO_TILE_RowMajor, 4, 16, 128);
    for (uint32_t i = 0; i < 64; i++)
        pto_tile_write(&d->core.pe[0].local[32].tile, i / 16, i % 16, i);
    driver_gpr(d, 2, 0x12340001);
    driver_gpr(d, 3, 2);
    return d;
}

/* Run on a machine of its own. */
static void expect(bool quirks, const char *rule, const char *text)
{
    driver *d = machine(quirks);
    driver_expect(d, rule, text);
    driver_free(d);
}

static void both(const char *off, const char *on, const char *text)
{
    expect(false, off, text);
    expect(true, on, text);
}

static void undefine(driver *d, const char *name, uint32_t r, uint32_t c)
{
    pto_tile *t = driver_edit(d, 0, name);
    pto_tile_define_range(t, pto_tile_index(t, r, c), 1, false);
}

/* Element (r, c) of the first result. */
static uint64_t result(const driver *d, uint32_t r, uint32_t c)
{
    return pto_tile_read(driver_tile(d, 0, "t#1"), r, c);
}

#define SHAPE(columns, rows)         \
    "C.B.DIMI " #columns ", ->lb0\n" \
    "C.B.DIMI " #rows ", ->lb1\n"

/* Row 1 and column 2 by registers; row LB0 = 1 and column LB1 = 2. */
TEST(where_windows_start)
{
    UNUSED_STATE;
    static const char by_register[] = "BSTART.SFU TEXTRACT, U32\n" SHAPE(
        8, 2) "B.IOR [a0, a1, zero], ->zero\n"
              "B.IOT m#1, mask=1111, last, ->t<128B>\n"
              "BSTOP";
    static const char by_shape[] = "BSTART.SFU TEXTRACT, U32\n" SHAPE(
        1, 2) "B.IOT m#1, mask=1111, last, ->t<128B>\n"
              "BSTOP";
    both("", "register_counts", by_register);
    driver *d = machine(false);
    driver_pass(d, by_register);
    assert_int_equal(result(d, 1, 3), 2 * 16 + 5);
    driver_free(d);
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        d = machine(quirks);
        driver_pass(d, by_shape);
        assert_int_equal(result(d, 1, 0), quirks ? 2 * 16 + 2 : 16);
        driver_free(d);
    }
}

/* The old tile is m#1; m#5 holds ones. */
TEST(where_insertions_start)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.SFU TINSERT, U32\n"
                               "%s"
                               "B.IOT m#1, m#5, mask=1111, last, ->t<256B>\n"
                               "BSTOP";
    char source[256];
    driver *d = machine(false);
    snprintf(source, sizeof source, text,
             SHAPE(16, 4) "B.IOR [a0, a1, zero], ->zero\n");
    driver_pass(d, source);
    for (uint32_t r = 0; r < 4; r++)
        for (uint32_t c = 0; c < 16; c++)
            assert_int_equal(result(d, r, c),
                             r - 1 < 2 && c - 2 < 2 ? 1 : r * 16 + c);
    driver_free(d);
    both("", "insert_inside",
         "BSTART.SFU TINSERT, U32\n" SHAPE(
             16, 4) "B.IOT m#1, m#5, mask=1111, last, ->t<256B>\n"
                    "BSTOP");
    both("element_dimensions", "",
         "BSTART.SFU TINSERT, U32\n"
         "B.IOT m#1, m#5, mask=1111, last, ->t<256B>\n"
         "BSTOP");
}

/* Without LB1 one row; the public model takes the source's four. */
TEST(dimensions_from_the_source)
{
    UNUSED_STATE;
    both("element_dimensions", "",
         "BSTART.SFU TFILLPAD, U32\n"
         "B.IOT m#1, mask=1111, last, ->t<256B>\n"
         "BSTOP");
    both("fill_shape", "",
         "BSTART.SFU TFILLPAD, U32\n"
         "C.B.DIMI 16, ->lb0\n"
         "B.IOT m#1, mask=1111, last, ->t<256B>\n"
         "BSTOP");
    both("element_dimensions", "",
         "BSTART.SFU TFILLPAD, U32\n" SHAPE(
             16, 0) "B.IOT m#1, mask=1111, last, ->t<256B>\n"
                    "BSTOP");
}

TEST(spread_operands)
{
    UNUSED_STATE;
    both("binder_form", "",
         "BSTART.SFU TGATHER, FP32\n" SHAPE(
             16, 4) "B.IOT m#2, mask=1111\n"
                    "B.IOT m#6, mask=1111, last, ->t<256B>\n"
                    "BSTOP");
}

TEST(undefined_elements)
{
    UNUSED_STATE;
    static const char extract[] = "BSTART.SFU TEXTRACT, U32\n" SHAPE(
        1, 1) "B.IOT m#1, mask=1111, last, ->t<128B>\n"
              "BSTOP";
    static const char insert[] = "BSTART.SFU TINSERT, U32\n" SHAPE(
        16, 4) "B.IOT m#1, m#5, mask=1111, last, ->t<256B>\n"
               "BSTOP";
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = machine(quirks);
        undefine(d, "m#1", 3, 9);
        driver_expect(d, quirks ? "sources_defined" : "", extract);
        driver_free(d);
        d = machine(quirks);
        undefine(d, "m#1", 3, 9);
        undefine(d, "m#1", 1, 1);
        driver_expect(d, quirks ? "sources_defined" : "", insert);
        const pto_tile *t = driver_tile(d, 0, "t#1");
        assert_int_equal(t->allocated, !quirks);
        if (!quirks)
            assert_true(!pto_tile_defined(t, 3, 9) &&
                        pto_tile_defined(t, 1, 1));
        driver_free(d);
    }
}

TEST(types)
{
    UNUSED_STATE;
    both("result_type", "",
         "BSTART.SFU TFILLPAD, E8M0\n" SHAPE(
             16, 4) "B.IOT m#4, mask=1111, last, ->t<128B>\n"
                    "BSTOP");
    both("", "element_type",
         "BSTART.SFU TSORT, BF16\n"
         "B.IOT m#3, mask=1111, ->t<128B>\n"
         "B.IOT mask=1111, last, ->u<256B>\n"
         "BSTOP");
}

TEST(physical_rows_of_sorted_tiles)
{
    UNUSED_STATE;
    both("", "sort_rows",
         "BSTART.SFU TSORT, FP32\n"
         "B.IOT m#2, mask=1111, ->t<512B>\n"
         "B.IOT mask=1111, last, ->u<256B>\n"
         "BSTOP");
}

TEST(width_of_a_merge)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.SFU TMRGSORT, FP16\n"
                               "B.IOT n#1, n#2, mask=1000, last, ->t<64KB>\n"
                               "BSTOP";
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = machine(quirks);
        world_tile(d, "n#1", PTO_FP16, PTO_TILE_RowMajor, 1, 32768, 65536);
        world_tile(d, "n#2", PTO_FP16, PTO_TILE_RowMajor, 1, 8, 128);
        d->core.pe[0].local[48].mask = d->core.pe[0].local[49].mask = 8;
        driver_expect(d, quirks ? "merge_width" : "element_shape", text);
        driver_free(d);
    }
}

/* ---- Where two texts differ --------------------------------------------- */

TEST(index_types)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = machine(quirks);
        driver_pass(d, "BSTART.SFU TGATHER, FP32\n" SHAPE(
                           16, 4) "B.IOT m#2, m#6, mask=1111, last, ->t<256B>\n"
                                  "BSTOP");
        assert_int_equal(result(d, 3, 3), 0x3f800000);
        driver_free(d);
    }
}

TEST(layouts_of_a_concatenation)
{
    UNUSED_STATE;
    driver *d = machine(false);
    driver_pass(d, "BSTART.SFU TCONCAT, E8M0\n"
                   "B.DATR ND2DN, DTYPE_NONE, Zero\n"
                   "B.DIM zero, 32, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT m#4, m#4, mask=1111, last, ->t<128B>\n"
                   "BSTOP");
    const pto_tile *t = driver_tile(d, 0, "t#1");
    assert_int_equal(t->layout, PTO_TILE_ColumnMajor);
    assert_true(pto_tile_contents_defined(t));
    driver_free(d);
}

/* Zeros around the window with a B.DATR, nothing without. */
TEST(padding_of_a_window)
{
    UNUSED_STATE;
    static const char *const datr[] = {"", "B.DATR NORM, DTYPE_NONE, Zero\n"};
    char text[256];
    for (unsigned with = 0; with < 2; with++) {
        driver *d = machine(false);
        snprintf(text, sizeof text,
                 "BSTART.SFU TEXTRACT, U32\n"
                 "%s" SHAPE(3, 2) "C.B.DIMI 8, ->lb2\n"
                                  "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                                  "BSTOP",
                 datr[with]);
        driver_pass(d, text);
        const pto_tile *t = driver_tile(d, 0, "t#1");
        assert_int_equal(pto_tile_defined(t, 0, 3), with);
        assert_int_equal(pto_tile_defined(t, 3, 0), with);
        assert_int_equal(pto_tile_read(t, 0, 3), 0);
        driver_free(d);
    }
    both("datr_fields", "datr_fields",
         "BSTART.SFU TEXTRACT, U32\n"
         "B.DATR NORM, DTYPE_NONE, Max\n" SHAPE(
             3, 2) "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                   "BSTOP");
}

TEST(no_feature_maps)
{
    UNUSED_STATE;
    both("feature_map", "feature_map",
         "BSTART.SFU TIMG2COL, U32\n" SHAPE(
             16, 4) "B.IOT m#1, mask=1111, last, ->t<256B>\n"
                    "BSTOP");
}

TEST_MAIN(CASE(where_windows_start), CASE(where_insertions_start),
          CASE(dimensions_from_the_source), CASE(spread_operands),
          CASE(undefined_elements), CASE(types),
          CASE(physical_rows_of_sorted_tiles), CASE(width_of_a_merge),
          CASE(index_types), CASE(layouts_of_a_concatenation),
          CASE(padding_of_a_window), CASE(no_feature_maps))
