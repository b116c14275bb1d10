/*
 * Reasons that were untrue once: each names the field, the value that the
 * program has there, and what would be legal.
 */
#include "bundle/world.h"

typedef struct reason {
    const char *name, *rule, *says, *program;
} reason;

static const reason reasons[] = {
    {"stored columns", "element_shape", "LB2=6, wanted a power of two",
     "BSTART.VEC TADD, FP32;C.B.DIMI 4, ->lb0;C.B.DIMI 2, ->lb1;"
     "C.B.DIMI 6, ->lb2;B.IOT m#5, m#5, mask=1111, last, ->m<128B>"},
    {"valid columns", "element_shape", "LB0=9, wanted 1 to 8",
     "BSTART.VEC TEXPANDS, U16;C.B.DIMI 9, ->lb0;C.B.DIMI 2, ->lb1;"
     "C.B.DIMI 8, ->lb2;B.IOR [a2, zero, zero], ->zero;"
     "B.IOT mask=1111, last, ->u<128B>"},
    {"rows of the old destination", "old_matches",
     "B.IOT 0 source 0 t#1 stored rows=32, wanted 8",
     "BSTART.SFU TINSERT, U32;C.B.DIMI 4, ->lb0;C.B.DIMI 2, ->lb1;"
     "C.B.DIMI 4, ->lb2;B.IOR [zero, zero, zero], ->zero;"
     "B.IOT t#1, t#2, mask=1111, last, ->m<128B>"},
    {"rows of one source", "sources_named",
     "B.IOT 0 source 1 u#2 stored rows=32, wanted 8",
     "BSTART.VEC TCMP, S16;B.DATR NORM, DTYPE_NONE, Zero, LT;"
     "C.B.DIMI 8, ->lb0;C.B.DIMI 1, ->lb1;C.B.DIMI 8, ->lb2;"
     "B.IOT u#1, u#2, mask=1111, last, ->m<128B>"},
    {"an index of 64 bits", "gather_rows",
     "[0,1] is 9223372036854775808, wanted 0 to 3",
     "BSTART.SFU TGATHER, FP32;C.B.DIMI 2, ->lb0;C.B.DIMI 1, ->lb1;"
     "C.B.DIMI 2, ->lb2;B.IOT m#5, t#3, mask=1111, last, ->m<128B>"},
    {"no LB0", "element_dimensions", "LB0 is not given, wanted 1 to 65535",
     "BSTART.VEC TADD, FP32;C.B.DIMI 2, ->lb1;C.B.DIMI 4, ->lb2;"
     "B.IOT m#5, m#5, mask=1111, last, ->m<128B>"},
    {"columns of lanes", "lane_dimensions", "LB0=3, wanted a power of two",
     "BSTART.MGATHER FP32;C.B.DIMI 3, ->lb0;C.B.DIMI 1, ->lb1;"
     "B.IOT n#15, mask=1111, last, ->u<128B>;"
     "B.IOR [a0, zero, zero], ->zero"},
    {"LB1 of a sort", "sort_dimensions", "LB1=1, ",
     "BSTART.SFU TSORT, FP32;C.B.DIMI 8, ->lb0;C.B.DIMI 1, ->lb1;"
     "B.IOT m#5, mask=1111, ->u<256B>;B.IOT mask=1111, last, ->n<256B>"},
    {"two sources of three", "memory_binders",
     "B.IOT 0 source 1 is not given (MGATHER_CAS takes 3 sources",
     "BSTART.MGATHER.CAS FP32;C.B.DIMI 16, ->lb0;C.B.DIMI 4, ->lb1;"
     "B.IOT n#15, mask=1111;B.IOT m#5, mask=1111, last, ->u<256B>;"
     "B.IOR [a0, zero, zero], ->zero"},
    {"an element that is no TF32", "sources_valid",
     "[0,2] is 0x40000fff, wanted no bit of 0x1fff",
     "BSTART.VEC TABS, TF32;C.B.DIMI 16, ->lb0;C.B.DIMI 4, ->lb1;"
     "B.IOT m#6, mask=1111, last, ->u<256B>"},
    {"an element out of order", "sources_sorted",
     "[0,2] is 0x40c00000 (6 behind 9, not ascending)",
     "BSTART.SFU TMRGSORT, FP32;B.IOT u#14, m#3, mask=1111, last, ->t<512B>;"
     "B.IOR [zero, zero, zero], ->zero"},
    {"no base", "lane_base", "B.IOR is not given (MSCATTER reads the base",
     "BSTART.MSCATTER FP32;C.B.DIMI 16, ->lb0;C.B.DIMI 4, ->lb1;"
     "B.IOT m#5, n#15, mask=1111, last"},
};

static driver *driver_of_reasons(void)
{
    static const uint32_t row[] = {0x3f800000, 0x41100000, 0x40c00000};
    driver *d = driver_new("0.58.4", 4);
    world_sources(d);
    world_tile(d, "t#1", PTO_U32, PTO_TILE_RowMajor, 2, 4, 512);
    world_tile(d, "t#2", PTO_U32, PTO_TILE_RowMajor, 1, 2, 128);
    world_tile(d, "t#3", PTO_U64, PTO_TILE_RowMajor, 1, 2, 128);
    world_tile(d, "u#1", PTO_S16, PTO_TILE_RowMajor, 1, 8, 128);
    world_tile(d, "u#2", PTO_S16, PTO_TILE_RowMajor, 1, 8, 512);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        pto_tile_write(driver_edit(d, pe, "t#3"), 0, 1, UINT64_C(1) << 63);
        pto_tile_store_at(driver_edit(d, pe, "m#6"), 2, 0x40000fff);
        for (uint32_t c = 0; c < 3; c++)
            pto_tile_write(driver_edit(d, pe, "m#3"), 0, c, row[c]);
    }
    return d;
}

TEST(they_name_the_field_its_value_and_what_is_legal)
{
    UNUSED_STATE;
    for (unsigned i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        const reason *r = &reasons[i];
        char text[512];
        driver *d = driver_of_reasons();
        snprintf(text, sizeof text, "%s;C.BSTOP", r->program);
        uint64_t before = driver_digest(d);
        driver_fail(d, 0, r->rule, text);
        CHECK(strstr(d->fault[0].text, r->says), "%s: %s", r->name,
              d->fault[0].text);
        CHECK(driver_digest(d) == before, "%s", r->name);
        driver_free(d);
    }
}

TEST_MAIN(CASE(they_name_the_field_its_value_and_what_is_legal))
