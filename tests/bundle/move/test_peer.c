/* src/bundle/move/peer.c and prefetch.c: what all four PEs take part in. */
#include "bundle/world.h"

enum { SOURCE = 36 }; /* m#5 */

/* Each PE's m#5 has a value of its own. */
static driver *peers_new(const uint64_t peer[PTO_PES])
{
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "m#5", PTO_FP32, PTO_TILE_RowMajor, 4, 16, 256);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        world_fill(&d->core.pe[pe].local[SOURCE].tile, 100 + pe);
        d->core.pe[pe].gpr[2] = peer[pe];
    }
    return d;
}

static const char move_all[] = "BSTART.GMOV FP32\n"
                               "B.IOR [a0, zero, zero], ->zero\n"
                               "B.IOT m#5, mask=1111, last, ->m<256B>\n"
                               "BSTOP";

/* Every choice of peers; the new tile stands before the one that was read. */
TEST(each_pe_gets_its_peers_tile)
{
    UNUSED_STATE;
    for (unsigned choice = 0; choice < 256; choice++) {
        const uint64_t peer[] = {choice & 3, choice >> 2 & 3, choice >> 4 & 3,
                                 choice >> 6};
        driver *d = peers_new(peer);
        driver_pass(d, move_all);
        for (unsigned pe = 0; pe < PTO_PES; pe++) {
            const pto_tile *t = driver_tile(d, pe, "m#1");
            CHECK(pto_tile_contents_defined(t) &&
                      pto_tile_read(t, 3, 15) == 100 + peer[pe],
                  "PE%u of %u", pe, choice);
            assert_int_equal(pto_tile_read(driver_tile(d, pe, "m#6"), 0, 0),
                             100 + pe);
        }
        driver_free(d);
    }
}

/* Without B.IOR every PE reads PE0's. */
TEST(no_register_means_pe0)
{
    UNUSED_STATE;
    driver *d = peers_new((const uint64_t[]){3, 3, 3, 3});
    driver_pass(d, "BSTART.GMOV FP32\n"
                   "B.IOT m#5, mask=1111, last, ->t<256B>\n"
                   "BSTOP");
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        assert_int_equal(pto_tile_read(driver_tile(d, pe, "t#1"), 0, 0), 100);
    driver_free(d);
}

/* A PE that is not named is waited for and read, but gets nothing. */
TEST(a_mask_selects_who_gets_a_tile)
{
    UNUSED_STATE;
    driver *d = peers_new((const uint64_t[]){3, 2, 1, 0});
    driver_program(d, "BSTART.GMOV FP32\n"
                      "B.IOR [a0, zero, zero], ->zero\n"
                      "B.IOT m#5, mask=1100, last, ->t<256B>\n"
                      "BSTOP");
    for (unsigned pe = 0; pe < 3; pe++)
        while (driver_step(d, pe))
            continue;
    for (unsigned pe = 0; pe < 3; pe++) {
        assert_int_equal(d->outcome[pe], PTO_WAITING);
        assert_false(driver_tile(d, pe, "t#1")->allocated);
    }
    driver_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_tile *t = driver_tile(d, pe, "t#1");
        assert_int_equal(d->outcome[pe], PTO_DONE);
        assert_int_equal(t->allocated, pe < 2);
        if (pe < 2)
            assert_int_equal(pto_tile_read(t, 0, 0), 103 - pe);
    }
    driver_free(d);
}

/* What is wrong on a PE that is not named is everybody's fault. */
TEST(preflight_is_of_all_four)
{
    UNUSED_STATE;
    static const char partial[] = "BSTART.GMOV FP32\n"
                                  "B.IOR [a0, zero, zero], ->zero\n"
                                  "B.IOT m#5, mask=1000, last, ->t<256B>\n"
                                  "BSTOP";
    driver *d = peers_new((const uint64_t[]){1, 1, 1, 4});
    uint64_t before = driver_digest(d);
    driver_fail(d, 0, "peer_number", partial);
    assert_int_equal(driver_digest(d), before);
    driver_free(d);
    d = peers_new((const uint64_t[]){1, 1, 1, 1});
    pto_tile_define_all(&d->core.pe[3].local[SOURCE].tile, false);
    before = driver_digest(d);
    driver_fail(d, 0, "peer_source", partial);
    CHECK(strstr(d->fault[0].text, "PE3"), "%s", d->fault[0].text);
    assert_int_equal(driver_digest(d), before);
    driver_free(d);
}

/* PEs at different GMOVs never meet, and the report says how they differ. */
TEST(different_masks_never_meet)
{
    UNUSED_STATE;
    char text[128];
    driver *d = peers_new((const uint64_t[]){0, 0, 0, 0});
    driver_program(d, move_all);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        for (unsigned i = 0; i < 3; i++)
            driver_step(d, pe);
    d->core.pe[2].header.binder[0].mask = 8;
    driver_run(d);
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        assert_int_equal(d->outcome[pe], PTO_WAITING);
    pto_bundle_describe_wait(&d->core, 0, 2, text, sizeof text);
    CHECK(strstr(text, "mask of B.IOT 0 15, not 8"), "%s", text);
    driver_free(d);
}

TEST(mask_0000_is_nothing_and_meets_nobody)
{
    UNUSED_STATE;
    driver *d = peers_new((const uint64_t[]){9, 9, 9, 9});
    driver_program(d, "BSTART.GMOV FP32\n"
                      "B.IOT m#5, mask=0000, last, ->t<256B>\n"
                      "BSTOP");
    while (driver_step(d, 0) && d->at[0] < d->count)
        continue;
    assert_int_equal(d->outcome[0], PTO_DONE);
    driver_free(d);
}

/* The single-stream view asks all four register files and one tile. */
TEST(single_stream_gmov)
{
    UNUSED_STATE;
    driver *d = peers_new((const uint64_t[]){0, 1, 2, 3});
    d->core.pes = 1;
    driver_pass(d, move_all);
    assert_int_equal(pto_tile_read(driver_tile(d, 0, "m#1"), 0, 0), 100);
    d->core.pe[2].gpr[2] = 4;
    driver_fail(d, 0, "peer_number", move_all);
    d->core.pe[2].gpr[2] = 0;
    d->core.pe[0].local[SOURCE + 1].mask = 14;
    driver_fail(d, 0, "peer_source",
                "BSTART.GMOV FP32\n"
                "B.IOT m#6, mask=1111, last, ->m<256B>\n"
                "BSTOP");
    driver_free(d);
}

/* ---- TPREFETCH ---------------------------------------------------------- */

typedef struct watch {
    uint64_t bytes, first, last;
    unsigned pes; /* whose reads there were */
} watch;

static void note(void *user, unsigned pe, uint64_t address, size_t n)
{
    watch *w = user;
    w->pes |= pto_pe_bit(pe);
    w->first = w->bytes && w->first < address ? w->first : address;
    w->last = w->last > address + n - 1 ? w->last : address + n - 1;
    w->bytes += n;
}

/* Run with this base and stride; what is read. */
static watch prefetch(driver *d, const char *type, uint64_t base,
                      uint64_t stride, const char *shape)
{
    char text[256];
    watch w = {0};
    d->core.memory.reads = note;
    d->core.memory.user = &w;
    driver_gpr(d, 2, base);
    driver_gpr(d, 3, stride);
    snprintf(text, sizeof text,
             "BSTART.TPREFETCH %s\n%sB.IOR [a0, a1, zero], ->zero\nBSTOP", type,
             shape);
    driver_pass(d, text);
    d->core.memory.reads = NULL;
    return w;
}

static const char five_by_six[] = "C.B.DIMI 6, ->lb0\n"
                                  "C.B.DIMI 5, ->lb1\n"
                                  "C.B.DIMI 8, ->lb2\n";

/* The stride counts elements; four-bit ones lie two a byte. */
TEST(footprint)
{
    UNUSED_STATE;
    static const struct {
        const char *type;
        uint64_t stride, bytes, last;
    } cases[] = {
        {"FP32", 10, 5 * 24, 4 * 40 + 23}, {"U8", 10, 5 * 6, 4 * 10 + 5},
        {"FP16", 0, 5 * 12, 11},           {"S4X2", 10, 5 * 3, 4 * 5 + 2},
        {"S4X2", 9, 3 * 3 + 2 * 4, 20},    {"BF16", 1, 5 * 12, 8 + 11},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = driver_new("0.58.4", 1);
        watch w =
            prefetch(d, cases[i].type, 0x2000, cases[i].stride, five_by_six);
        CHECK(w.bytes == PTO_PES * cases[i].bytes && w.first == 0x2000 &&
                  w.last == 0x2000 + cases[i].last,
              "%s: %llu bytes, 0x%llx to 0x%llx", cases[i].type,
              (unsigned long long)w.bytes, (unsigned long long)w.first,
              (unsigned long long)w.last);
        driver_free(d);
    }
}

/* Without B.IOR: from address 0, LB2 elements a row; without B.DIM one. */
TEST(prefetch_defaults)
{
    UNUSED_STATE;
    watch w = {0};
    driver *d = driver_new("0.58.4", 4);
    d->core.memory.reads = note;
    d->core.memory.user = &w;
    driver_pass(d, "BSTART.TPREFETCH U32\nBSTOP");
    assert_int_equal(w.bytes, PTO_PES * 4);
    driver_pass(d, "BSTART.TPREFETCH U32\nC.B.DIMI 3, ->lb0\n"
                   "C.B.DIMI 2, ->lb1\nC.B.DIMI 4, ->lb2\nBSTOP");
    assert_int_equal(w.last, 4 * 4 + 11);
    driver_free(d);
}

/* Numbers wrap: a stride of -1 goes down, where that is memory. */
TEST(negative_strides)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    watch w = prefetch(d, "U32", 0x2000, UINT64_MAX, five_by_six);
    assert_int_equal(w.first, 0x2000 - 16);
    assert_int_equal(w.bytes, PTO_PES * 5 * 24);
    driver_free(d);
}

static const char whole[] = "BSTART.TPREFETCH U32\nC.B.DIMI 4, ->lb0\n"
                            "C.B.DIMI 2, ->lb1\n"
                            "B.IOR [a0, a1, zero], ->zero\nBSTOP";

/* What is wrong with one PE's memory is wrong with all four's. */
TEST(one_footprint_of_four)
{
    UNUSED_STATE;
    for (unsigned pes = 1; pes <= PTO_PES; pes += 3) {
        watch w = {0};
        driver *d = driver_new("0.58.4", pes);
        driver_gpr(d, 2, 0x2000);
        driver_gpr(d, 3, 4);
        d->core.pe[3].gpr[2] = 0x2002; /* misaligned, but later */
        d->core.pe[2].gpr[2] = DRIVER_MEMORY - 16;
        d->core.memory.reads = note;
        d->core.memory.user = &w;
        driver_program(d, whole);
        driver_run(d);
        for (unsigned pe = 0; pe < pes; pe++)
            CHECK(d->outcome[pe] == PTO_FAULTED &&
                      d->fault[pe].code == PTO_FAULT_DataPage &&
                      d->fault[pe].address == DRIVER_MEMORY,
                  "PE%u: %s", pe, d->fault[pe].text);
        assert_int_equal(w.bytes, 0);
        driver_free(d);
    }
}

/* A PE that does not prefetch is waited for. */
TEST(prefetch_is_of_all_four)
{
    UNUSED_STATE;
    watch w = {0};
    driver *d = driver_new("0.58.4", 4);
    driver_gpr(d, 3, 4);
    d->core.memory.reads = note;
    d->core.memory.user = &w;
    driver_program(d, whole);
    for (unsigned pe = 0; pe < 3; pe++)
        while (driver_step(d, pe))
            continue;
    assert_int_equal(d->outcome[0], PTO_WAITING);
    assert_int_equal(w.bytes, 0);
    driver_run(d);
    assert_int_equal(d->outcome[0], PTO_DONE);
    assert_int_equal(w.pes, PTO_ALL_PES);
    driver_free(d);
}

/* The largest shape that dimensions can name costs rows, not elements. */
TEST(largest_shape)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    watch w = prefetch(d, "U8", 0, 0,
                       "B.DIM zero, 32768, ->lb0\n"
                       "B.DIM zero, 65535, ->lb1\n");
    assert_int_equal(w.bytes, PTO_PES * UINT64_C(32768) * 65535);
    driver_free(d);
}

TEST_MAIN(CASE(each_pe_gets_its_peers_tile), CASE(no_register_means_pe0),
          CASE(a_mask_selects_who_gets_a_tile), CASE(preflight_is_of_all_four),
          CASE(different_masks_never_meet),
          CASE(mask_0000_is_nothing_and_meets_nobody), CASE(single_stream_gmov),
          CASE(footprint), CASE(prefetch_defaults), CASE(negative_strides),
          CASE(one_footprint_of_four), CASE(prefetch_is_of_all_four),
          CASE(largest_shape))
