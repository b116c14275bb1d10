/*
 * ADR 0101, Verification: each point decoded from machine words, or shown on
 * the tiles that such words make.
 */
#include "bundle/world.h"
#include "pto/cube.h"

/* ND2M32 of a grid whose element (r, c) is 8 * r + c, modulo the type. */
static const pto_tile *load_grid(driver *d, const char *type, unsigned rows,
                                 unsigned columns)
{
    char text[256];
    unsigned bytes = !strcmp(type, "U32") ? 4 : 1;
    for (unsigned r = 0; r < rows; r++)
        for (unsigned c = 0; c < columns; c++) {
            uint32_t v = 8 * r + c;
            assert_true(pto_memory_write(&d->core.memory,
                                         0x1000 + bytes * (r * columns + c), &v,
                                         bytes));
        }
    driver_gpr(d, 2, 0x1000);
    driver_gpr(d, 3, (uint64_t)bytes * columns);
    snprintf(text, sizeof text,
             "BSTART.TLOAD %s\n"
             "B.DATR ND2M32, DTYPE_NONE, Zero\n"
             "C.B.DIMI %u, ->lb0\n"
             "C.B.DIMI %u, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<8>\n"
             "BSTOP",
             type, columns, rows);
    driver_pass(d, text);
    return driver_tile(d, 0, "t#1");
}

/* Cells of [32, 4]: the column repeat is fast, the 32-row repeat is slow. */
TEST(mx_g5_n33_cell_order_and_tails)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    const pto_tile *t = load_grid(d, "E8M0", 33, 5);
    assert_int_equal(t->cell_count, 4);
    for (unsigned r = 0; r < 33; r++)
        for (unsigned c = 0; c < 5; c++) {
            unsigned cell = r / 32 * 2 + c / 4;
            unsigned at = cell * 128 + r % 32 * 4 + c % 4;
            CHECK(t->bytes[at] == (uint8_t)(8 * r + c), "[%u,%u]", r, c);
        }
    /* The tail of the last group and row block is storage, no operand. */
    assert_int_equal(t->valid_columns, 5);
    assert_int_equal(t->columns, 8);
    assert_int_equal(t->rows, 64);
    driver_free(d);
}

TEST(hif4_multi_repeat_cell_order)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    const pto_tile *t = load_grid(d, "U32", 40, 3);
    assert_int_equal(t->cell_count, 6);
    for (unsigned r = 0; r < 40; r++)
        for (unsigned c = 0; c < 3; c++) {
            unsigned at = ((r / 32 * 3 + c) * 32 + r % 32) * 4;
            uint32_t v;
            memcpy(&v, t->bytes + at, 4);
            CHECK(v == 8 * r + c, "[%u,%u]", r, c);
        }
    driver_free(d);
}

/* HiF4X2 [1,K] times [K,8], all elements one; scale words as given. */
static driver *hif4_product(const char *isa, const char *op, uint32_t a_scale,
                            uint32_t b_scale, bool scaled)
{
    char text[512];
    driver *d = driver_new(isa, 4);
    world_tile(d, "t#1", PTO_HiF4X2, PTO_TILE_CUBE_M16, 1, 64, 1024);
    world_tile(d, "t#2", PTO_HiF4X2, PTO_TILE_CUBE_N8, 64, 8, 1024);
    world_tile(d, "u#1", PTO_U32, PTO_TILE_CUBE_M32, 1, 1, 128);
    world_tile(d, "u#2", PTO_U32, PTO_TILE_CUBE_M32, 8, 1, 128);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        world_fill(&d->core.pe[pe].local[0].tile, 4); /* 1.0 */
        world_fill(&d->core.pe[pe].local[1].tile, 4);
        world_fill(&d->core.pe[pe].local[16].tile, a_scale);
        world_fill(&d->core.pe[pe].local[17].tile, b_scale);
    }
    snprintf(text, sizeof text,
             "BSTART.%s HiF4X2\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
             "C.B.DIMI 1, ->lb0\n"
             "C.B.DIMI 8, ->lb1\n"
             "C.B.DIMI 64, ->lb2\n"
             "%sBSTOP",
             op,
             scaled ? "B.IOT t#1, u#1, mask=1111\n"
                      "B.IOT t#2, u#2, mask=1111, last, ->m<1KB>\n"
                    : "B.IOT t#1, t#2, mask=1111, last, ->m<1KB>\n");
    driver_program(d, text);
    driver_run(d);
    return d;
}

/* E6M2 with no one-bit exponents: (1 + m/4) * 2^(e - 48), e above 2 bits. */
TEST(e6m2_00_fe_ff)
{
    UNUSED_STATE;
    const uint32_t one = 48 << 2;
    static const struct {
        uint32_t code, bits;
    } cases[] = {
        {0x00, 0x2a800000}, /* 64 * 2^-48 = 2^-42 at bias 127 */
        {0xfe, 0x4a400000}, /* 64 * 1.5 * 2^15 */
        {0xff, 0x7fc00000}, /* a quiet NaN */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d =
            hif4_product("0.58.4", "TMATMULMX", cases[i].code, one, true);
        CHECK(d->outcome[2] == PTO_DONE, "%s", d->fault[2].text);
        const pto_tile *t = driver_tile(d, 2, "m#1");
        CHECK(pto_tile_read(t, 0, 7) == cases[i].bits, "%02x: %08llx",
              cases[i].code, (unsigned long long)pto_tile_read(t, 0, 7));
        assert_int_equal(d->core.pe[2].core_state >> 32 & PTO_NV, 0);
        driver_free(d);
    }
}

TEST(hif4x2_is_for_matrix_mx_of_0_58_4_alone)
{
    UNUSED_STATE;
    static const struct {
        const char *isa, *op;
        bool scaled, legal;
    } cases[] = {
        {"0.58.4", "TMATMULMX", true, true},
        {"0.58.4", "TMATMUL", false, false},
        {"0.58.4", "TGEMV", false, false},
        {"0.58.4", "TGEMVMX", true, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = hif4_product(cases[i].isa, cases[i].op, 48 << 2, 48 << 2,
                                 cases[i].scaled);
        if (cases[i].legal)
            CHECK(d->outcome[0] == PTO_DONE, "%s", d->fault[0].text);
        else
            CHECK(d->outcome[0] == PTO_FAULTED &&
                      !strcmp(d->fault[0].rule, "input_types"),
                  "%s: %s", cases[i].op, d->fault[0].rule);
        driver_free(d);
    }
}

/* TMATMUL.ACC with C = 96 and CScale; A is zero, so D = C * 2^-CScale. */
static driver *cscale_bundle(const char *op, const char *type, unsigned code,
                             bool enable, const char *sources)
{
    char text[512];
    bool fp = !strcmp(type, "FP32");
    unsigned dtype = fp ? PTO_FP32 : PTO_S8;
    driver *d = driver_new("0.58.4", 4);
    world_tile(d, "n#5", fp ? PTO_FP32 : PTO_S32, PTO_TILE_CUBE_M16, 2, 8,
               1024);
    world_tile(d, "m#1", dtype, PTO_TILE_CUBE_M16, 2, 4, 1024);
    world_tile(d, "m#2", dtype, PTO_TILE_CUBE_N8, 4, 8, 1024);
    world_tile(d, "u#9", PTO_U8, PTO_TILE_CUBE_M32, 2, 1, 128);
    world_tile(d, "t#4", PTO_U8, PTO_TILE_CUBE_M32, 2, 1, 128);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        world_fill(&d->core.pe[pe].local[52].tile, float_bits(96));
        world_fill(&d->core.pe[pe].local[32].tile, 0);
        world_fill(&d->core.pe[pe].local[24].tile, code);
    }
    snprintf(text, sizeof text,
             "BSTART.%s %s\n"
             "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0, %u\n"
             "C.B.DIMI 2, ->lb0\n"
             "C.B.DIMI 8, ->lb1\n"
             "C.B.DIMI 4, ->lb2\n"
             "%sBSTOP",
             op, type, enable, sources);
    driver_program(d, text);
    driver_run(d);
    return d;
}

static const char with_cscale[] = "B.IOT n#5, m#1, mask=1111\n"
                                  "B.IOT m#2, u#9, mask=1111, last, ->t<1KB>\n";
static const char without_cscale[] = "B.IOT n#5, m#1, mask=1111\n"
                                     "B.IOT m#2, mask=1111, last, ->t<1KB>\n";

TEST(cscale_success_at_both_ends)
{
    UNUSED_STATE;
    static const struct {
        unsigned code;
        uint32_t bits;
    } cases[] = {
        {0, 0x42c00000},   {1, 0x42400000},   {5, 0x40400000},
        {127, 0x03400000}, {255, 0x00000000}, /* 1.5 * 2^-249 rounds to 0 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = cscale_bundle("TMATMUL.ACC", "FP32", cases[i].code, true,
                                  with_cscale);
        CHECK(d->outcome[3] == PTO_DONE, "%s", d->fault[3].text);
        CHECK(
            pto_tile_read(driver_tile(d, 3, "t#1"), 1, 7) == cases[i].bits,
            "CScale %u: %08llx", cases[i].code,
            (unsigned long long)pto_tile_read(driver_tile(d, 3, "t#1"), 1, 7));
        driver_free(d);
    }
}

TEST(cscale_rejections_before_effects)
{
    UNUSED_STATE;
    static const struct {
        const char *point, *rule, *op, *type, *sources;
        bool enable;
    } cases[] = {
        {"missing", "source_count", "TMATMUL.ACC", "FP32", without_cscale,
         true},
        {"surplus", "source_count", "TMATMUL.ACC", "FP32", with_cscale, false},
        {"alias", "cscale_not_output", "TMATMUL.ACC", "FP32",
         "B.IOT n#5, m#1, mask=1111\n"
         "B.IOT m#2, t#4, mask=1111, last, ->n<1KB>\n",
         true},
        {"opcode", "cscale_form", "TMATMUL", "FP32",
         "B.IOT m#1, m#2, mask=1111, last, ->t<1KB>\n", true},
        {"opcode", "cscale_form", "TGEMV.ACC", "FP32", with_cscale, true},
        {"accumulator class", "cscale_form", "TMATMUL.ACC", "S8", with_cscale,
         true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = cscale_bundle(cases[i].op, cases[i].type, 1,
                                  cases[i].enable, cases[i].sources);
        CHECK(d->outcome[0] == PTO_FAULTED &&
                  !strcmp(d->fault[0].rule, cases[i].rule),
              "%s: %s: %s", cases[i].point, d->fault[0].rule, d->fault[0].text);
        CHECK(!d->core.pe[0].core_state, "%s", cases[i].point);
        driver_free(d);
    }
}

TEST_MAIN(CASE(mx_g5_n33_cell_order_and_tails),
          CASE(hif4_multi_repeat_cell_order), CASE(e6m2_00_fe_ff),
          CASE(hif4x2_is_for_matrix_mx_of_0_58_4_alone),
          CASE(cscale_success_at_both_ends),
          CASE(cscale_rejections_before_effects))
