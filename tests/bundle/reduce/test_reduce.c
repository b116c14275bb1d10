/*
 * Reductions, expansions, unions and histograms as bundles: each PE its own
 * tiles, padding, flags.
 */
#include "bundle/world.h"

/* Element (r, c) of every PE's tile becomes value(pe, r, c). */
static void fill(driver *d, const char *name,
                 uint64_t (*value)(unsigned pe, uint32_t r, uint32_t c))
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_tile *t = driver_edit(d, pe, name);
        for (uint32_t r = 0; r < t->valid_rows; r++)
            for (uint32_t c = 0; c < t->valid_columns; c++)
                pto_tile_write(t, r, c, value(pe, r, c));
    }
}

static uint64_t small_float(unsigned pe, uint32_t r, uint32_t c)
{
    return float_bits((float)((int)(pe * 100 + r * 10) - (int)c * 3));
}

static uint64_t at(const driver *d, unsigned pe, uint32_t r, uint32_t c)
{
    return pto_tile_read(driver_tile(d, pe, "u#1"), r, c);
}

static void expect_shape(const pto_tile *t, unsigned type, uint32_t rows,
                         uint32_t columns)
{
    assert_int_equal(t->dtype, type);
    assert_int_equal(t->valid_rows, rows);
    assert_int_equal(t->valid_columns, columns);
    assert_true(pto_tile_contents_defined(t));
}

/* Each PE of the mask reduces its own tile; the others get none. */
TEST(every_pe_has_its_own)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 4, 8, 128);
    fill(d, "m#1", small_float);
    driver_pass(d, "BSTART.SFU TROWSUM, FP32\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT m#1, mask=1110, last, ->u<128B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_tile *t = driver_tile(d, pe, "u#1");
        assert_int_equal(t->allocated, pe != 3);
        if (pe == 3)
            continue;
        expect_shape(t, PTO_FP32, 4, 1);
        for (uint32_t r = 0; r < 4; r++) {
            float sum = 0;
            for (uint32_t c = 0; c < 8; c++)
                sum += (float)((int)(pe * 100 + r * 10) - (int)c * 3);
            assert_int_equal(at(d, pe, r, 0), float_bits(sum));
        }
    }
    driver_free(d);
}

/* B.DATR.PadValue around a column of results and a row of places. */
TEST(padding)
{
    UNUSED_STATE;
    static const struct {
        const char *pad;
        uint64_t fp32, u32;
        bool defined;
    } pads[] = {{"Zero", 0, 0, true},
                {"Max", 0x7f7fffff, 0xffffffff, true},
                {"Min", 0xff7fffff, 0, true},
                {"Null", 0, 0, false}};
    for (size_t i = 0; i < sizeof pads / sizeof pads[0]; i++) {
        char text[512];
        driver *d = driver_new("0.58.4", 4);
        world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 4, 8, 128);
        fill(d, "m#1", small_float);
        snprintf(text, sizeof text,
                 "BSTART.SFU TROWMAX, FP32\n"
                 "B.DATR NORM, FP32, %s\n"
                 "C.B.DIMI 8, ->lb0\n"
                 "C.B.DIMI 4, ->lb1\n"
                 "B.IOT m#1, mask=1111, last, ->n<128B>\n"
                 "BSTART.SFU TCOLARGMIN, FP32\n"
                 "B.DATR NORM, FP32, %s\n"
                 "C.B.DIMI 8, ->lb0\n"
                 "C.B.DIMI 4, ->lb1\n"
                 "B.IOT m#1, mask=1111, last, ->u<128B>\n"
                 "BSTOP",
                 pads[i].pad, pads[i].pad);
        driver_pass(d, text);
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            const pto_tile *top = driver_tile(d, pe, "n#1");
            const pto_tile *place = driver_tile(d, pe, "u#1");
            expect_shape(top, PTO_FP32, 4, 1);
            expect_shape(place, PTO_U32, 1, 8);
            assert_int_equal(pto_tile_read(top, 3, 0), small_float(pe, 3, 0));
            assert_int_equal(pto_tile_read(place, 0, 7), 0);
            assert_int_equal(pto_tile_defined(top, 31, 0), pads[i].defined);
            assert_int_equal(pto_tile_defined(place, 3, 7), pads[i].defined);
            assert_int_equal(pto_tile_read(top, 31, 0), pads[i].fp32);
            assert_int_equal(pto_tile_read(place, 3, 7), pads[i].u32);
        }
        driver_free(d);
    }
}

static uint64_t mostly_quiet(unsigned pe, uint32_t r, uint32_t c)
{
    return pe == 1 && r == 2 && c == 5 ? 0x7f800001 : 0x3f800000;
}

/* A signaling NaN in PE1 is PE1's affair. */
TEST(flags_of_each_pe)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_RowMajor, 4, 8, 128);
    fill(d, "m#1", mostly_quiet);
    driver_pass(d, "BSTART.SFU TCOLMAX, FP32\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOT m#1, mask=1111, last, ->u<128B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        assert_int_equal(d->core.pe[pe].core_state >> 32 & 31,
                         pe == 1 ? PTO_NV : 0);
    driver_free(d);
}

TEST_MAIN(CASE(every_pe_has_its_own), CASE(padding), CASE(flags_of_each_pe))
