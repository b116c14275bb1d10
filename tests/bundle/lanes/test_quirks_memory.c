/* docs/differences.md, the rows of gathers, scatters, TPREFETCH and GMOV: each
 * with asl_quirks on and off. */
#include "bundle/world.h"

static const char gather[] = "BSTART.MGATHER U8\n"
                             "C.B.DIMI 8, ->lb0\n"
                             "B.IOR [a0, zero, zero], ->zero\n"
                             "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                             "BSTOP";

/* Of a predicate tile the model reads the packed bytes. */
TEST(predicates_as_numbers)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        driver_gpr(d, 2, 0x1000);
        pto_memory_write(&d->core.memory, 0x10ff, "\x2a", 1);
        world_predicate(d, "m#1", 1, 8, 128);
        driver_expect(d, quirks ? "" : "lane_index", gather);
        if (quirks)
            assert_int_equal(pto_tile_read(driver_tile(d, 0, "t#1"), 0, 0), 42);
        world_predicate(d, "m#2", 16, 8, 128);
        driver_expect(d, quirks ? "" : "peer_source",
                      "BSTART.GMOV U8\n"
                      "B.IOT m#2, mask=1111, last, ->u<128B>\n"
                      "BSTOP");
        if (quirks)
            assert_int_equal(pto_tile_read(driver_tile(d, 0, "u#1"), 0, 0),
                             255);
        driver_free(d);
    }
}

TEST(more_than_32768_lanes)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        driver_expect(d, quirks ? "prefetch_dimensions" : "",
                      "BSTART.TPREFETCH U8\n"
                      "B.DIM zero, 256, ->lb0\n"
                      "B.DIM zero, 129, ->lb1\n"
                      "BSTOP");
        driver_free(d);
    }
}

/* DataType 0 of B.DATR is FP64: no GMOV can have that. */
TEST(datr_of_gmov)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        world_tile(d, "m#1", PTO_U8, PTO_TILE_RowMajor, 1, 8, 128);
        driver_expect(d, quirks ? "peer_shape" : "",
                      "BSTART.GMOV U8\n"
                      "B.DATR NORM, FP64, Zero\n"
                      "B.IOT m#1, mask=1111, last, ->t<128B>\n"
                      "BSTOP");
        driver_free(d);
    }
}

TEST_MAIN(CASE(predicates_as_numbers), CASE(more_than_32768_lanes),
          CASE(datr_of_gmov))
