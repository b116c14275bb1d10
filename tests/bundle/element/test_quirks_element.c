/*
 * docs/differences.md, section "Bundles": the rows of operations on single
 * elements, with asl_quirks on and off.
 */
#include "bundle/world.h"

static driver *machine(bool quirks)
{
    driver *d = driver_new_quirks(quirks);
    d->core.profile = pto_profile_find("ieee");
    world_tile(d, "m#1", PTO_S32, PTO_TILE_RowMajor, 4, 16, 256);
    world_tile(d, "m#2", PTO_FP32, PTO_TILE_RowMajor, 4, 16, 256);
    world_tile(d, "m#3", PTO_TF32, PTO_TILE_RowMajor, 4, 16, 256);
    world_tile(d, "m#4", PTO_FP64, PTO_TILE_RowMajor, 4, 16, 512);
    world_tile(d, "m#5", PTO_U8, PTO_TILE_RowMajor, 16, 16, 256);
    world_tile(d, "m#6", PTO_FP32, PTO_TILE_CUBE_M16, 4, 8, 512);
    world_tile(d, "m#7", PTO_FP32, PTO_TILE_CUBE_M16, 4, 24, 2048);
    world_predicate(d, "n#1", 4, 16, 128);
    world_predicate(d, "n#2", 16, 16, 128);
    return d;
}

/* Run; "" where it has to pass, else the rule. */
static void expect(bool quirks, const char *rule, const char *text)
{
    driver *d = machine(quirks);
    driver_expect(d, rule, text);
    driver_free(d);
}

#define SHAPE              \
    "C.B.DIMI 16, ->lb0\n" \
    "C.B.DIMI 4, ->lb1\n"

/* What an operation that has no use for a DataType says to one. */
static void with_type(bool quirks, const char *type, const char *rule,
                      const char *result, unsigned dtype)
{
    char text[256];
    snprintf(text, sizeof text,
             "BSTART.VEC TADD, %s\n"
             "B.DATR NORM, %s, Zero\n" SHAPE
             "B.IOT %s, mask=1111, last, ->t<%s>\n"
             "BSTOP",
             dtype == PTO_FP64 ? "FP64" : "FP32", type,
             dtype == PTO_FP64 ? "m#4, m#4" : "m#2, m#2", result);
    expect(quirks, rule, text);
}

TEST(type_of_datr)
{
    UNUSED_STATE;
    with_type(false, "FP64", "", "256B", PTO_FP32); /* code 0 */
    with_type(false, "DTYPE_NONE", "", "256B", PTO_FP32);
    with_type(false, "FP32", "", "256B", PTO_FP32);
    with_type(false, "FP16", "datr_fields", "256B", PTO_FP32);
    with_type(true, "FP64", "sources_match", "512B", PTO_FP32);
    with_type(true, "DTYPE_NONE", "datr_fields", "256B", PTO_FP32);
    with_type(true, "FP32", "datr_fields", "256B", PTO_FP32);
    with_type(true, "FP64", "", "512B", PTO_FP64);
}

TEST(registers_of_operations_that_read_none)
{
    UNUSED_STATE;
    static const char *const open[] = {"VEC TADD", "SFU TDIV", "VEC TMAX"};
    char text[256];
    for (size_t i = 0; i < 2 * sizeof open / sizeof open[0]; i++) {
        snprintf(text, sizeof text,
                 "BSTART.%s, S32\n" SHAPE "B.IOR [zero, zero, zero], ->zero\n"
                 "B.IOT m#1, m#1, mask=1111, last, ->t<256B>\n"
                 "BSTOP",
                 open[i / 2]);
        expect(i & 1, i & 1 ? "" : "no_registers", text);
    }
    /* These have a closed schema in the public model too. */
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        expect(quirks, "no_registers",
               "BSTART.VEC TCMP, S32\n" SHAPE
               "B.IOR [zero, zero, zero], ->zero\n"
               "B.IOT m#1, m#1, mask=1111, last, ->t<128B>\n"
               "BSTOP");
        expect(quirks, "no_registers",
               "BSTART.VEC TCVT, S32\n" SHAPE
               "B.IOR [zero, zero, zero], ->zero\n"
               "B.IOT m#1, mask=1111, last, ->t<256B>\n"
               "BSTOP");
    }
}

static const struct {
    const char *name, *type, *source;
    unsigned sources;
} inheriting[] = {
    {"VEC TAND", "S32", "m#1", 2},   {"VEC TOR", "S32", "m#1", 2},
    {"VEC TXOR", "S32", "m#1", 2},   {"VEC TSHL", "S32", "m#1", 2},
    {"VEC TSHR", "S32", "m#1", 2},   {"SFU TEXP", "FP32", "m#2", 1},
    {"SFU TLOG", "FP32", "m#2", 1},  {"SFU TRECIP", "FP32", "m#2", 1},
    {"SFU TSQRT", "FP32", "m#2", 1}, {"SFU TRSQRT", "FP32", "m#2", 1},
};
enum { INHERITING = sizeof inheriting / sizeof inheriting[0] };

/* A bundle with these dimensions; spread: the destination has its own B.IOT. */
static void inherits(unsigned i, bool quirks, const char *dimensions,
                     bool spread, const char *rule)
{
    char text[256], sources[64];
    snprintf(sources, sizeof sources,
             inheriting[i].sources == 2 ? "%s, %s," : "%s,",
             inheriting[i].source, inheriting[i].source);
    snprintf(text, sizeof text,
             "BSTART.%s, %s\n%sB.IOT %s mask=1111%s last, ->t<256B>\n"
             "BSTOP",
             inheriting[i].name, inheriting[i].type, dimensions, sources,
             spread ? "\nB.IOT mask=1111," : ",");
    expect(quirks, rule, text);
}

TEST(shapes_that_nobody_gives)
{
    UNUSED_STATE;
    for (unsigned i = 0; i < INHERITING; i++) {
        inherits(i, false, "", false, "element_dimensions");
        inherits(i, true, "", false, "");
        /* One row and no more, where the text has a default. */
        inherits(i, false, "C.B.DIMI 16, ->lb0\n", false, "sources_match");
        inherits(i, true, "C.B.DIMI 16, ->lb0\n", false, "");
        inherits(i, false, SHAPE, true, "binder_form");
        inherits(i, true, SHAPE, true, "");
        inherits(i, false, SHAPE "C.B.DIMI 0, ->lb2\n", false,
                 "element_dimensions");
        inherits(i, true, SHAPE "C.B.DIMI 0, ->lb2\n", false, "");
    }
}

/* 24 columns of cells are no shape to take over: one element, no match. */
TEST(shape_of_cells)
{
    UNUSED_STATE;
    expect(true, "sources_match",
           "BSTART.SFU TEXP, FP32\n"
           "B.IOT m#7, mask=1111, last, ->t<256B>\n"
           "BSTOP");
}

TEST(encodings_that_tsels_copies)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = machine(quirks);
        pto_tile_write(driver_edit(d, 0, "m#3"), 1, 2, 0x3f800001);
        static const char text[] =
            "BSTART.VEC TSELS, TF32\n" SHAPE
            "B.IOT n#1, m#3, mask=1111, last, ->t<256B>\n"
            "BSTOP";
        if (quirks)
            driver_fail(d, 0, "sources_valid", text);
        else
            driver_pass(d, text);
        driver_pass(d, "BSTART.VEC TSEL, TF32\n" SHAPE
                       "B.IOT n#1, m#3, mask=1111\n"
                       "B.IOT m#3, mask=1111, last, ->u<256B>\n"
                       "BSTOP");
        assert_int_equal(pto_tile_read(driver_tile(d, 0, "u#1"), 1, 2),
                         0x3f800001);
        driver_free(d);
    }
}

TEST(bytes_of_a_predicate)
{
    UNUSED_STATE;
    static const char compare[] = "BSTART.VEC TCMP, U8\n"
                                  "C.B.DIMI 16, ->lb0\n"
                                  "C.B.DIMI 16, ->lb1\n"
                                  "B.IOT m#5, m#5, mask=1111, last, ->t<%s>\n"
                                  "BSTOP";
    static const char select[] = "BSTART.VEC TSELS, U8\n"
                                 "C.B.DIMI 16, ->lb0\n"
                                 "C.B.DIMI 16, ->lb1\n"
                                 "B.IOT n#2, m#5, mask=1111, last, ->t<256B>\n"
                                 "BSTOP";
    char text[256];
    snprintf(text, sizeof text, compare, "128B"); /* 256 bits are 32 bytes */
    expect(false, "", text);
    expect(true, "predicate_bytes", text);
    snprintf(text, sizeof text, compare, "256B");
    expect(true, "", text);
    expect(false, "", select);
    expect(true, "predicate_bytes", select);
}

/* The first elements are the packed bytes of the predicate, eight bits each. */
TEST(conversion_of_a_predicate)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.VEC TCVT, U8\n"
                               "B.DATR NORM, FP16, Zero\n"
                               "C.B.DIMI 16, ->lb0\n"
                               "C.B.DIMI 4, ->lb1\n"
                               "B.IOT n#1, mask=1111, last, ->t<128B>\n"
                               "BSTOP";
    driver *d = machine(true);
    pto_tile_write(driver_edit(d, 0, "n#1"), 0, 9, 0);
    driver_pass(d, text);
    const pto_tile *t = driver_tile(d, 0, "t#1");
    assert_int_equal(pto_tile_read(t, 0, 0), 0x5bf8); /* 255 */
    assert_int_equal(pto_tile_read(t, 0, 1), 0x5be8); /* 253 */
    assert_int_equal(pto_tile_read(t, 3, 15), 0);
    driver_free(d);
    expect(false, "convert_source", text);
}

TEST(conversion_from_cells)
{
    UNUSED_STATE;
    for (unsigned canonical = 0; canonical < 2; canonical++) {
        char text[256];
        snprintf(text, sizeof text,
                 "BSTART.VEC TCVT, FP32\n"
                 "B.DATR NORM, FP16, Zero, EQ, NONE, 0, %u\n"
                 "C.B.DIMI 8, ->lb0\n"
                 "C.B.DIMI 4, ->lb1\n"
                 "B.IOT m#6, mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 canonical);
        expect(false, canonical ? "" : "convert_canonical", text);
        expect(true, "convert_source", text);
    }
}

/* The lists in the headers of the operations are shorter than the decisions. */
TEST(types_that_only_the_headers_leave_out)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        expect(quirks, "",
               "BSTART.VEC TADD, FP64\n" SHAPE
               "B.IOT m#4, m#4, mask=1111, last, ->t<512B>\n"
               "BSTOP");
        expect(quirks, "",
               "BSTART.VEC TCMP, TF32\n" SHAPE
               "B.IOT m#3, m#3, mask=1111, last, ->t<128B>\n"
               "BSTOP");
        expect(quirks, "",
               "BSTART.VEC TSEL, FP64\n" SHAPE "B.IOT n#1, m#4, mask=1111\n"
               "B.IOT m#4, mask=1111, last, ->t<512B>\n"
               "BSTOP");
        expect(quirks, "element_type",
               "BSTART.VEC TEXPANDS, HiF8\n" SHAPE
               "B.IOT mask=1111, last, ->t<128B>\n"
               "BSTOP");
    }
}

TEST_MAIN(CASE(type_of_datr), CASE(registers_of_operations_that_read_none),
          CASE(shapes_that_nobody_gives), CASE(shape_of_cells),
          CASE(encodings_that_tsels_copies), CASE(bytes_of_a_predicate),
          CASE(conversion_of_a_predicate), CASE(conversion_from_cells),
          CASE(types_that_only_the_headers_leave_out))
