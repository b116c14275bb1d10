/*
 * docs/differences.md, section "Bundles": the rows of reductions, unions and
 * histograms, with asl_quirks on and off.
 */
#include "bundle/world.h"
#include "num/num.h"

/* TPART without LB2: as many columns as valid, or as the first source. */
TEST(columns_of_a_union)
{
    UNUSED_STATE;
    for (int quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        world_tile(d, "m#1", PTO_S32, PTO_TILE_RowMajor, 1, 16, 128);
        world_tile(d, "m#2", PTO_S32, PTO_TILE_RowMajor, 1, 8, 128);
        pto_tile *t = driver_edit(d, 0, "m#1");
        t->valid_columns = 8;
        driver_pass(d, "BSTART.SFU TPARTADD, S32\n"
                       "C.B.DIMI 8, ->lb0\n"
                       "B.IOT m#1, m#2, mask=1111, last, ->u<128B>\n"
                       "BSTOP");
        assert_int_equal(driver_tile(d, 0, "u#1")->columns, quirks ? 16 : 8);
        driver_free(d);
    }
}

/* THISTOGRAM reads the source by BSTART's type, or by the source's own. */
TEST(source_type_of_a_histogram)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.SFU THISTOGRAM, U16\n"
                               "B.DATR NORM, U32, Null\n"
                               "B.IOT m#1, m#2, mask=1111, last, ->u<4KB>\n"
                               "BSTOP";
    for (int quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        world_tile(d, "m#1", PTO_U32, PTO_TILE_RowMajor, 4, 8, 128);
        world_tile(d, "m#2", PTO_U8, PTO_TILE_RowMajor, 1, 1, 128);
        driver_expect(d, quirks ? "" : "histogram_source", text);
        driver_free(d);
    }
}

/* B.DATR's FP64 does not reach a reduction's destination. */
TEST(datr_type_of_a_reduction)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.SFU TCOLSUM, FP32\n"
                               "B.DATR NORM, FP64, Max\n"
                               "C.B.DIMI 8, ->lb0\n"
                               "C.B.DIMI 4, ->lb1\n"
                               "B.IOT m#1, mask=1111, last, ->u<128B>\n"
                               "BSTOP";
    for (int quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 4, 8, 128);
        driver_pass(d, text);
        const pto_tile *t = driver_tile(d, 0, "u#1");
        assert_int_equal(t->dtype, PTO_FP32);
        assert_int_equal(t->valid_rows, 1);
        assert_int_equal(t->valid_columns, 8);
        assert_true(pto_tile_contents_defined(t));
        driver_free(d);
    }
}

/* Which types each takes, the same in both. */
TEST(types)
{
    UNUSED_STATE;
    static const struct {
        const char *operation, *type, *rule;
    } rows[] = {
        {"TROWSUM", "S64", ""},
        {"TROWPROD", "S8", ""},
        {"TCOLMAX", "E4M3", ""},
        {"TROWARGMAX", "S8", ""},
        {"TROWARGMAX", "FP64", "place_type"},
        {"TCOLARGMIN", "E4M3", "place_type"},
        {"TROWSUM", "HiF8", "element_type"},
        {"TCOLARGMIN", "E8M0", "element_type"},
    };
    for (size_t i = 0; i < 2 * sizeof rows / sizeof rows[0]; i++) {
        char text[256];
        driver *d = driver_new_quirks(i & 1);
        const pto_format *f = pto_format_find(rows[i / 2].type);
        assert_non_null(f);
        world_tile(d, "m#1", f->code, PTO_TILE_RowMajor, 2, 8, 128);
        snprintf(text, sizeof text,
                 "BSTART.SFU %s, %s\n"
                 "C.B.DIMI 8, ->lb0\n"
                 "C.B.DIMI 2, ->lb1\n"
                 "B.IOT m#1, mask=1111, last, ->u<128B>\n"
                 "BSTOP",
                 rows[i / 2].operation, rows[i / 2].type);
        driver_expect(d, rows[i / 2].rule, text);
        driver_free(d);
    }
}

TEST_MAIN(CASE(types), CASE(columns_of_a_union),
          CASE(source_type_of_a_histogram), CASE(datr_type_of_a_reduction))
