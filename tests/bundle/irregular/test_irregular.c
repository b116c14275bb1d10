/*
 * Generating, quantizing and sorting as bundles: defaults, controls, flags of
 * the PE that raised them.
 */
#include "bundle/world.h"

enum { FLAGS_AT = 32 };

static driver *machine(void)
{
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 2, 64, 512);
    world_tile(d, "m#2", PTO_U8, PTO_TILE_RowMajor, 2, 64, 128);
    return d;
}

static pto_tile *tile(driver *d, unsigned pe, const char *name)
{
    return driver_edit(d, pe, name);
}

static void put(driver *d, unsigned pe, uint32_t r, uint32_t c, uint64_t bits)
{
    pto_tile_write(tile(d, pe, "m#1"), r, c, bits);
}

static uint64_t at(driver *d, unsigned pe, const char *name, uint32_t r,
                   uint32_t c)
{
    return pto_tile_read(tile(d, pe, name), r, c);
}

static unsigned flags(const driver *d, unsigned pe)
{
    return (unsigned)(d->core.pe[pe].core_state >> FLAGS_AT & 31);
}

/* Two groups of 32 without LB0 and with LB0 = 0; one of 64. */
TEST(widths_of_sorting)
{
    UNUSED_STATE;
    static const char *const width[] = {"", "C.B.DIMI 0, ->lb0\n",
                                        "B.DIM zero, 64, ->lb0\n"};
    char text[256];
    for (unsigned i = 0; i < 3; i++) {
        driver *d = machine();
        put(d, 0, 1, 63, 0);
        snprintf(text, sizeof text,
                 "BSTART.SFU TSORT, FP32\n"
                 "%s"
                 "B.IOT m#1, mask=1111, ->t<512B>\n"
                 "B.IOT mask=1111, last, ->u<512B>\n"
                 "BSTOP",
                 width[i]);
        driver_pass(d, text);
        uint32_t first = i == 2 ? 0 : 32;
        assert_int_equal(at(d, 0, "t#1", 1, first), 0);
        assert_int_equal(at(d, 0, "u#1", 1, first), 63 - first);
        assert_int_equal(at(d, 0, "t#1", 1, 63), 0x3f800000);
        assert_int_equal(at(d, 0, "u#1", 0, 40), i == 2 ? 40 : 8);
        assert_int_equal(tile(d, 0, "u#1")->dtype, PTO_U32);
        driver_free(d);
    }
}

/* PE2 has a signaling NaN, which stays what it is, at the end. */
TEST(signaling_is_the_own_pe_s)
{
    UNUSED_STATE;
    driver *d = machine();
    put(d, 2, 0, 5, 0x7f800001);
    put(d, 1, 0, 5, 0x7fc00001);
    driver_pass(d, "BSTART.SFU TSORT, FP32\n"
                   "B.IOT m#1, mask=1111, ->t<512B>\n"
                   "B.IOT mask=1111, last, ->u<512B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        assert_int_equal(flags(d, pe), pe == 2 ? PTO_NV : 0);
    assert_int_equal(at(d, 2, "t#1", 0, 31), 0x7f800001);
    assert_int_equal(at(d, 1, "t#1", 0, 31), 0x7fc00001);
    driver_free(d);
}

/* 2.5 and -2.5 by each RMode; without B.IOR the multiplier is one. */
TEST(quantization_rounds_as_told)
{
    UNUSED_STATE;
    static const struct {
        const char *mode;
        int up, down;
    } rounds[] = {{"NONE", 2, -2}, {"RNE", 2, -2}, {"RTZ", 2, -2},
                  {"RDN", 2, -3},  {"RUP", 3, -2}, {"RNA", 3, -3},
                  {"RTO", 3, -3},  {"RHB", 3, -2}};
    char text[256];
    for (unsigned i = 0; i < 8; i++) {
        driver *d = machine();
        put(d, 3, 0, 0, 0x40200000);
        put(d, 3, 0, 1, 0xc0200000);
        snprintf(text, sizeof text,
                 "BSTART.SFU TQUANT, FP32\n"
                 "B.DATR NORM, S8, Zero, rmode=%s\n"
                 "B.DIM zero, 64, ->lb0\n"
                 "C.B.DIMI 2, ->lb1\n"
                 "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 rounds[i].mode);
        driver_pass(d, text);
        assert_int_equal(at(d, 3, "t#1", 0, 0), rounds[i].up);
        assert_int_equal(at(d, 3, "t#1", 0, 1), (uint8_t)rounds[i].down);
        assert_int_equal(flags(d, 3), PTO_NX);
        assert_int_equal(flags(d, 0), 0);
        driver_free(d);
    }
}

/* Far out of range: indefinite, or clamped; always NV. */
TEST(quantization_saturates_as_told)
{
    UNUSED_STATE;
    char text[256];
    for (unsigned sat = 0; sat < 2; sat++) {
        driver *d = machine();
        put(d, 0, 0, 0, 0x43480000);
        snprintf(text, sizeof text,
                 "BSTART.SFU TQUANT, FP32\n"
                 "B.DATR NORM, S8, Zero, sat=%u\n"
                 "B.DIM zero, 64, ->lb0\n"
                 "C.B.DIMI 2, ->lb1\n"
                 "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 sat);
        driver_pass(d, text);
        assert_int_equal(at(d, 0, "t#1", 0, 0), sat ? 0x7f : 0x80);
        assert_int_equal(flags(d, 0), PTO_NV);
        driver_free(d);
    }
}

TEST(dequantization_by_default)
{
    UNUSED_STATE;
    driver *d = machine();
    pto_tile_write(tile(d, 1, "m#2"), 1, 3, 200);
    driver_pass(d, "BSTART.SFU TDEQUANT, U8\n"
                   "B.DATR NORM, FP32, Zero\n"
                   "B.DIM zero, 64, ->lb0\n"
                   "C.B.DIMI 2, ->lb1\n"
                   "B.IOT m#2, mask=1111, last, ->t<512B>\n"
                   "BSTOP");
    assert_int_equal(at(d, 1, "t#1", 1, 3), 0x43480000);
    assert_int_equal(at(d, 0, "t#1", 1, 3), 0x3f800000);
    driver_free(d);
}

/* Without B.IOR: from zero up; the lower triangle of the main diagonal. */
TEST(generation_by_default)
{
    UNUSED_STATE;
    static const struct {
        const char *type;
        uint64_t one;
    } ones[] = {{"FP32", 0x3f800000}, {"FP16", 0x3c00}, {"S32", 1},
                {"S16", 1},           {"U32", 1},       {"U16", 1}};
    char text[256];
    for (unsigned i = 0; i < 6; i++) {
        driver *d = machine();
        snprintf(text, sizeof text,
                 "BSTART.SFU TTRI, %s\n"
                 "C.B.DIMI 5, ->lb0\n"
                 "C.B.DIMI 3, ->lb1\n"
                 "C.B.DIMI 8, ->lb2\n"
                 "B.IOT mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 ones[i].type);
        driver_pass(d, text);
        for (uint32_t r = 0; r < 3; r++)
            for (uint32_t c = 0; c < 5; c++)
                assert_int_equal(at(d, 3, "t#1", r, c),
                                 c <= r ? ones[i].one : 0);
        assert_false(pto_tile_defined(tile(d, 3, "t#1"), 0, 5));
        driver_free(d);
    }
    driver *d = machine();
    driver_pass(d, "BSTART.SFU TCI, U16\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "B.IOT mask=1111, last, ->t<128B>\n"
                   "BSTOP");
    for (uint32_t c = 0; c < 16; c++)
        assert_int_equal(at(d, 0, "t#1", 0, c), c);
    driver_free(d);
}

TEST_MAIN(CASE(widths_of_sorting), CASE(signaling_is_the_own_pe_s),
          CASE(quantization_rounds_as_told),
          CASE(quantization_saturates_as_told), CASE(dequantization_by_default),
          CASE(generation_by_default))
