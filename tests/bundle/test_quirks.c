/* docs/differences.md, section "Bundles": each row with asl_quirks on and off.
 */
#include "bundle/world.h"

static void fp32_operands(driver *d)
{
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_CUBE_M16, 4, 8, 512);
    world_tile(d, "m#2", PTO_FP32, PTO_TILE_CUBE_N8, 8, 8, 256);
    world_tile(d, "m#3", PTO_FP32, PTO_TILE_RowMajor, 4, 16, 256);
    world_shared(d, 1, PTO_FP32, 8, 8, 256);
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 64);
}

/* A 4 x 8 product with these attributes. */
static void product(bool quirks, const char *rule, const char *datr,
                    const char *fpatr, const char *binders)
{
    char text[512];
    driver *d = driver_new_quirks(quirks);
    fp32_operands(d);
    snprintf(text, sizeof text,
             "BSTART.TMATMUL FP32\n"
             "%s"
             "B.FPATR %s\n"
             "C.B.DIMI 4, ->lb0\n"
             "C.B.DIMI 8, ->lb1\n"
             "C.B.DIMI 8, ->lb2\n"
             "%sBSTOP",
             datr, fpatr, binders);
    driver_expect(d, rule, text);
    driver_free(d);
}

static const char local[] = "B.IOT m#1, m#2, mask=1111, last, ->t<1KB>\n";

TEST(second_binder_with_another_mask)
{
    UNUSED_STATE;
    static const char two[] = "B.IOS S1, mask=1111\n"
                              "B.IOT m#1, mask=1100, last, ->t<1KB>\n";
    product(false, "iot_mask_agrees", "", "0, 0, 0, 0, 0, 0, 0, 0, 0", two);
    product(true, "binder_masks", "", "0, 0, 0, 0, 0, 0, 0, 0, 0", two);
}

TEST(rounding_and_saturation_of_fixed_modes)
{
    UNUSED_STATE;
    static const char rmode[] = "B.DATR rmode=RTZ, padvalue=Zero\n";
    static const char sat[] = "B.DATR sat=1, padvalue=Zero\n";
    product(false, "post_rounding", rmode, "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(true, "", rmode, "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(false, "post_rounding", rmode, "1, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(true, "", rmode, "1, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(false, "post_saturation", sat, "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(true, "", sat, "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
}

TEST(scalar_parameter_without_bior)
{
    UNUSED_STATE;
    product(false, "post_scalar_bound", "", "32, 0, 0, 0, 0, 0, 0, 0, 0",
            local);
    product(true, "", "", "32, 0, 0, 0, 0, 0, 0, 0, 0", local);
}

TEST(datr_without_a_type)
{
    UNUSED_STATE;
    product(false, "", "B.DATR NORM, DTYPE_NONE, Zero\n",
            "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
    product(true, "", "B.DATR NORM, DTYPE_NONE, Zero\n",
            "0, 0, 0, 0, 0, 0, 0, 0, 0", local);
}

TEST(valid_region_of_a_shared_source)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        fp32_operands(d);
        world_shared(d, 2, PTO_FP32, 16, 8, 512); /* K is 8, it has 16 rows */
        driver_expect(d, quirks ? "" : "shared_b",
                      "BSTART.TMATMUL FP32\n"
                      "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                      "C.B.DIMI 4, ->lb0\n"
                      "C.B.DIMI 8, ->lb1\n"
                      "C.B.DIMI 8, ->lb2\n"
                      "B.IOS S2, mask=1111\n"
                      "B.IOT m#1, mask=1111, last, ->t<1KB>\n"
                      "BSTOP");
        driver_free(d);
    }
}

static void load_with(bool quirks, const char *rule, const char *datr)
{
    char text[256];
    driver *d = driver_new_quirks(quirks);
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 64);
    snprintf(text, sizeof text,
             "BSTART.TLOAD FP16\n"
             "B.DATR %s\n"
             "C.B.DIMI 8, ->lb0\n"
             "C.B.DIMI 2, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<1KB>\n"
             "BSTOP",
             datr);
    driver_expect(d, rule, text);
    driver_free(d);
}

TEST(type_of_datr_in_ordinary_moves)
{
    UNUSED_STATE;
    load_with(false, "", "NORM, FP32, Zero");
    load_with(true, "move_datr", "NORM, FP32, Zero");
    load_with(false, "", "NORM, DTYPE_NONE, Zero");
    load_with(true, "move_datr", "NORM, DTYPE_NONE, Zero");
    load_with(true, "", "NORM, FP64, Zero");
}

TEST(type_of_datr_in_conversions)
{
    UNUSED_STATE;
    load_with(false, "", "ND2M16, FP16, Zero");
    load_with(true, "cube_datr", "ND2M16, FP16, Zero");
    load_with(false, "cube_datr", "ND2M16, FP32, Zero");
    load_with(true, "", "ND2M16, DTYPE_NONE, Zero");
}

TEST(type_of_a_shared_load)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        driver_pass(d, "BSTART.TLOAD FP32\n"
                       "B.DATR NORM, FP64, Zero\n" /* code 0 */
                       "C.B.DIMI 8, ->lb0\n"
                       "C.B.DIMI 2, ->lb1\n"
                       "C.B.DIMI 8, ->lb2\n"
                       "B.IOS mask=1111, ->S3<256B>\n"
                       "BSTOP");
        assert_int_equal(d->core.shared[3].tile.dtype,
                         quirks ? PTO_FP32 : PTO_FP64);
        driver_free(d);
    }
}

TEST(type_of_a_store)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        uint32_t v = 0;
        fp32_operands(d);
        driver_expect(d, quirks ? "" : "store_type",
                      "BSTART.TSTORE U8\n"
                      "B.IOT m#3, mask=1111, last\n"
                      "BSTOP");
        driver_pass(d, quirks ? "BSTOP"
                              : "BSTART.TSTORE FP32\n"
                                "B.IOT m#3, mask=1111, last\n"
                                "BSTOP");
        /* 4 rows of 16 FP32: row 3 ends at 256, or at 3 * 16 + 64. */
        pto_memory_read(&d->core.memory, quirks ? 108 : 252, &v, 4);
        assert_int_equal(v, 0x3f800000);
        pto_memory_read(&d->core.memory, 112, &v, 4);
        assert_int_equal(v, quirks ? 0 : 0x3f800000);
        driver_free(d);
    }
}

TEST(shared_tiles_that_nobody_wrote)
{
    UNUSED_STATE;
    for (unsigned quirks = 0; quirks < 2; quirks++) {
        driver *d = driver_new_quirks(quirks);
        uint32_t v = 0;
        driver_pass(d, "BSTART.TSTORE U32\n"
                       "C.B.DIMI 4, ->lb0\n"
                       "C.B.DIMI 8, ->lb1\n"
                       "C.B.DIMI 4, ->lb2\n"
                       "B.IOS S9, mask=1111\n"
                       "BSTOP");
        pto_memory_read(&d->core.memory, 4 * 5, &v, 4);
        assert_int_equal(v, 9 ^ 5);
        driver_free(d);
    }
}

TEST(padding_of_types_without_a_row)
{
    UNUSED_STATE;
    static const struct {
        const char *type, *pad;
        uint64_t off, on;
    } cases[] = {
        {"HiF8", "Max", 0x6e, 0xff},     {"HiF8", "Min", 0xee, 0},
        {"E8M0", "Max", 0xfe, 0xff},     {"E2M3", "Max", 0x1f, 0xff},
        {"S4X2", "Max", 7, 15},          {"S4X2", "Min", 8, 0},
        {"U4X2", "Max", 15, 15},         {"E4M3", "Max", 0x7e, 0x7e},
        {"FP16", "Min", 0xfbff, 0xfbff},
    };
    char text[256];
    for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
        driver *d = driver_new_quirks(i & 1);
        snprintf(text, sizeof text,
                 "BSTART.TLOAD %s\n"
                 "B.DATR ND2M32, DTYPE_NONE, %s\n"
                 "C.B.DIMI 1, ->lb0\n"
                 "C.B.DIMI 1, ->lb1\n"
                 "B.IOT mask=1111, last, ->t<128B>\n"
                 "BSTOP",
                 cases[i / 2].type, cases[i / 2].pad);
        driver_pass(d, text);
        uint64_t got = pto_tile_read(driver_tile(d, 0, "t#1"), 31, 1);
        uint64_t want = i & 1 ? cases[i / 2].on : cases[i / 2].off;
        CHECK(got == want, "%s %s quirks=%u: %llx", cases[i / 2].type,
              cases[i / 2].pad, (unsigned)i & 1, (unsigned long long)got);
        driver_free(d);
    }
}

TEST(conversions_in_other_engines)
{
    UNUSED_STATE;
    static const char text[] = "BSTART.TGEMV FP32\n"
                               "B.DATR ND2M16, DTYPE_NONE, Zero\n"
                               "C.B.DIMI 4, ->lb0\n"
                               "C.B.DIMI 4, ->lb1\n"
                               "B.IOT mask=1111, last, ->t<256B>\n"
                               "BSTOP";
    driver *d = driver_new_quirks(false);
    driver_fail(d, 0, "cube_direction", text);
    driver_free(d);
    d = driver_new_quirks(true);
    driver_fail(d, 0, "cube_selector", text);
    assert_int_equal(d->fault[0].code, PTO_FAULT_IllegalInstruction);
    driver_free(d);
}

TEST(large_cube_shapes)
{
    UNUSED_STATE;
    driver *d = driver_new_quirks(true);
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, 1024);
    driver_pass(d, "BSTART.TLOAD S8\n"
                   "B.DATR ND2N8, DTYPE_NONE, Zero\n"
                   "B.DIM zero, 64, ->lb0\n"
                   "B.DIM zero, 1000, ->lb1\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->t<64KB>\n"
                   "BSTOP");
    driver_free(d);
}

TEST_MAIN(CASE(second_binder_with_another_mask),
          CASE(rounding_and_saturation_of_fixed_modes),
          CASE(scalar_parameter_without_bior), CASE(datr_without_a_type),
          CASE(valid_region_of_a_shared_source),
          CASE(type_of_datr_in_ordinary_moves),
          CASE(type_of_datr_in_conversions), CASE(type_of_a_shared_load),
          CASE(type_of_a_store), CASE(shared_tiles_that_nobody_wrote),
          CASE(padding_of_types_without_a_row),
          CASE(conversions_in_other_engines), CASE(large_cube_shapes))
