/* src/bundle/core/room.c: names, ages, eviction and capacity. */
#include "bundle/world.h"

/* A U8 tile of `size` whose first element is `mark`, onto a hand. */
static void push(driver *d, const char *hand, const char *size, unsigned mark,
                 const char *rule)
{
    char text[256];
    uint8_t byte = (uint8_t)mark;
    assert_true(pto_memory_write(&d->core.memory, 0x100, &byte, 1));
    driver_gpr(d, 2, 0x100);
    snprintf(text, sizeof text,
             "BSTART.TLOAD U8\n"
             "C.B.DIMI 8, ->lb0\n"
             "C.B.DIMI 1, ->lb1\n"
             "B.IOR [a0, zero, zero], ->zero\n"
             "B.IOT mask=1000, last, ->%s<%s>\n"
             "BSTOP",
             hand, size);
    if (rule)
        driver_fail(d, 0, rule, text);
    else
        driver_pass(d, text);
}

static unsigned mark(const driver *d, const char *name)
{
    const pto_tile *t = driver_tile(d, 0, name);
    return t->allocated ? (unsigned)pto_tile_read(t, 0, 0) : 0;
}

TEST(the_newest_is_number_one)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    for (unsigned i = 1; i <= 20; i++)
        push(d, "u", "128B", i, NULL);
    assert_int_equal(mark(d, "u#1"), 20);
    assert_int_equal(mark(d, "u#16"), 5);
    assert_false(driver_tile(d, 1, "u#1")->allocated); /* mask=1000 */
    driver_free(d);
}

TEST(rejected_bundles_shift_nothing)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    push(d, "t", "128B", 7, NULL);
    driver_gpr(d, 2, DRIVER_MEMORY);
    driver_fail(d, 0, "data_mapped",
                "BSTART.TLOAD U8\n"
                "C.B.DIMI 8, ->lb0\n"
                "B.IOR [a0, zero, zero], ->zero\n"
                "B.IOT mask=1111, last, ->t<128B>\n"
                "BSTOP");
    assert_int_equal(mark(d, "t#1"), 7);
    assert_int_equal(mark(d, "t#2"), 0);
    driver_free(d);
}

TEST(the_oldest_of_the_hand_makes_room)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    push(d, "m", "64KB", 9, NULL); /* another hand: it stays */
    for (unsigned i = 1; i <= 3; i++)
        push(d, "t", "64KB", i, NULL);
    push(d, "t", "64KB", 4, NULL); /* 256 KiB were in use */
    assert_int_equal(mark(d, "t#1"), 4);
    assert_int_equal(mark(d, "t#3"), 2);
    assert_int_equal(mark(d, "t#4"), 0);
    assert_int_equal(mark(d, "m#1"), 9);
    push(d, "t", "128KB", 5, NULL); /* two have to go */
    assert_int_equal(mark(d, "t#2"), 4);
    assert_int_equal(mark(d, "t#3"), 0);
    push(d, "n", "64KB", 6, "output_room");  /* its own hand is empty */
    push(d, "t", "256KB", 6, "output_room"); /* m#1 stays */
    assert_int_equal(mark(d, "t#1"), 5);
    driver_free(d);
}

TEST(what_the_bundle_names_stays)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    for (unsigned i = 1; i <= 4; i++)
        push(d, "t", "64KB", i, NULL);
    /* t#4 is the oldest, but it is the source: t#3 goes. */
    driver_pass(d, "BSTART.TMOV U8\n"
                   "B.IOT t#4, mask=1000, last, ->t<64KB>\n"
                   "BSTOP");
    assert_int_equal(mark(d, "t#1"), 1);
    assert_int_equal(mark(d, "t#2"), 4);
    assert_int_equal(mark(d, "t#3"), 3);
    assert_int_equal(mark(d, "t#4"), 0);
    assert_int_equal(mark(d, "t#5"), 1);
    driver_free(d);
}

TEST(an_entry_that_is_gone)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    driver_fail(d, 0, "source_defined",
                "BSTART.TSTORE U8\nB.IOT t#1, mask=1000, last\nBSTOP");
    driver_free(d);
}

TEST(absolute_names_take_the_first_free_slot)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4,tile_names=absolute", 4);
    for (unsigned i = 1; i <= 16; i++)
        push(d, "u", "128B", i, NULL);
    assert_int_equal(mark(d, "u#1"), 1);
    push(d, "u", "128B", 17, "output_slot");
    pto_pool_give(&d->core.pool, &d->core.pe[0].local[16 + 4].tile);
    push(d, "u", "128B", 17, NULL);
    assert_int_equal(mark(d, "u#5"), 17);
    driver_free(d);
}

TEST(each_pe_has_its_own_pool)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4,tile_names=absolute", 4);
    static const char one[] = "BSTART.TLOAD U8\n"
                              "C.B.DIMI 8, ->lb0\n"
                              "B.IOT mask=1111, last, ->t<256KB>\n"
                              "BSTOP";
    driver_pass(d, one); /* 256 KiB on every PE */
    driver_fail(d, 2, "output_room", one);
    world_shared(d, 1, PTO_U8, 1, 8, 131072); /* and Shared ones apart */
    driver_pass(d, "BSTART.TLOAD U8\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "C.B.DIMI 1, ->lb1\n"
                   "C.B.DIMI 8, ->lb2\n"
                   "B.IOS mask=0100, ->S2<128KB>\n"
                   "BSTOP");
    driver_fail(d, 1, "shared_room",
                "BSTART.TLOAD U8\n"
                "C.B.DIMI 8, ->lb0\n"
                "C.B.DIMI 1, ->lb1\n"
                "C.B.DIMI 8, ->lb2\n"
                "B.IOS mask=0100, ->S3<128B>\n"
                "BSTOP");
    driver_free(d);
}

/* 0.58.3: every tile costs its size once for each PE that it is on. */
TEST(one_budget_for_the_core)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.3,tile_names=absolute", 4);
    static const char text[] = "BSTART.TLOAD U8\n"
                               "C.B.DIMI 8, ->lb0\n"
                               "B.IOT mask=1111, last, ->t<32KB>\n"
                               "BSTOP";
    driver_pass(d, text);
    driver_pass(d, text); /* 8 * 32 KiB */
    driver_fail(d, 0, "output_room", text);
    driver_fail(d, 3, "shared_fits",
                "BSTART.TLOAD U8\n"
                "C.B.DIMI 8, ->lb0\n"
                "C.B.DIMI 1, ->lb1\n"
                "C.B.DIMI 8, ->lb2\n"
                "B.IOS mask=0001, ->S2<128B>\n"
                "BSTOP");
    driver_free(d);
}

TEST(one_budget_in_the_single_stream_view)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.3,tile_names=absolute", 1);
    push(d, "t", "64KB", 1, NULL); /* mask=1000: once */
    driver_pass(d, "BSTART.TLOAD U8\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "B.IOT mask=1110, last, ->t<64KB>\n"
                   "BSTOP");
    push(d, "t", "128B", 1, "output_room");
    driver_free(d);
}

TEST(pools_in_the_single_stream_view)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4,tile_names=absolute", 1);
    push(d, "t", "256KB", 1, NULL); /* PE0 is full */
    push(d, "t", "128B", 1, "output_room");
    driver_pass(d, "BSTART.TLOAD U8\n"
                   "C.B.DIMI 8, ->lb0\n"
                   "B.IOT mask=0100, last, ->t<256KB>\n" /* PE1 is not */
                   "BSTOP");
    assert_int_equal(d->core.pe[0].local[1].mask, 4);
    driver_free(d);
}

TEST_MAIN(CASE(the_newest_is_number_one), CASE(rejected_bundles_shift_nothing),
          CASE(the_oldest_of_the_hand_makes_room),
          CASE(what_the_bundle_names_stays), CASE(an_entry_that_is_gone),
          CASE(absolute_names_take_the_first_free_slot),
          CASE(each_pe_has_its_own_pool), CASE(one_budget_for_the_core),
          CASE(one_budget_in_the_single_stream_view),
          CASE(pools_in_the_single_stream_view))
