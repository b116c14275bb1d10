/* src/bundle/range: B.SUBVIEW and B.ASSEMBLE from machine words.
 */
#include "bundle/world.h"

enum { AT = 0x4000 };

/* Floats 0, 1, 2, ... at AT. */
static void count_up(driver *d, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        float v = (float)i;
        driver_floats(d, AT + 4UL * i, &v, 1);
    }
    driver_gpr(d, 2, AT);
}

static float value(const pto_tile *t, unsigned row, unsigned column)
{
    uint32_t bits = (uint32_t)pto_tile_read(t, row, column);
    float v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

/* t#1: CUBE_M16 FP32 [4, 16], eight cells of two columns. */
static driver *cells_of_m16(void)
{
    driver *d = driver_new("0.58.4", 4);
    count_up(d, 64);
    driver_gpr(d, 3, 64);
    driver_gpr(d, 4, 2);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "B.DATR ND2M16, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->t<1KB>\n"
                   "BSTOP");
    return d;
}

TEST(a_view_is_a_range_of_columns)
{
    UNUSED_STATE;
    driver *d = cells_of_m16();
    /* Cells 3 and 4 (register 2 + 1): columns 6..9. */
    driver_pass(d, "BSTART.TMOV FP32\n"
                   "B.IOT t#1, mask=1111, last, ->u<256B>\n"
                   "B.SUBVIEW 0, a2, 1, 2\n"
                   "BSTOP");
    const pto_tile *t = driver_tile(d, 1, "u#1");
    assert_int_equal(t->layout, PTO_TILE_CUBE_M16);
    assert_int_equal(t->valid_rows, 4);
    assert_int_equal(t->valid_columns, 4);
    for (unsigned r = 0; r < 4; r++)
        for (unsigned c = 0; c < 4; c++)
            assert_true(value(t, r, c) == (float)(r * 16 + 6 + c));
    driver_free(d);
}

TEST(a_view_is_clipped_at_its_parents_end)
{
    UNUSED_STATE;
    driver *d = cells_of_m16();
    driver_pass(d, "BSTART.TSTORE FP32\n"
                   "B.DATR M162ND, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOR [zero, a1, zero], ->zero\n"
                   "B.IOT t#1, mask=1111, last\n"
                   "B.SUBVIEW 0, zero, 6, 3\n" /* four cells asked, two left */
                   "BSTOP");
    float v;
    pto_memory_read(&d->core.memory, 64 + 12, &v, 4);
    assert_true(v == 16 + 15);
    driver_fail(d, 2, "view_range",
                "BSTART.TMOV FP32\n"
                "B.IOT t#1, mask=1111, last, ->u<256B>\n"
                "B.SUBVIEW 0, zero, 8, 1\n"
                "BSTOP");
    driver_free(d);
}

/* CUBE_N8 FP32 [8, 16]: two cells of four rows down, two blocks across. */
TEST(a_view_of_n8_ends_at_its_column_block)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    count_up(d, 128);
    driver_gpr(d, 3, 64);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "B.DATR ND2N8, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 8, ->lb1\n"
                   "B.IOR [a0, a1, zero], ->zero\n"
                   "B.IOT mask=1111, last, ->t<512B>\n"
                   "BSTART.TMOV FP32\n"
                   "B.IOT t#1, mask=1111, last, ->u<256B>\n"
                   "B.SUBVIEW 0, zero, 2, 3\n" /* block 1, both its cells */
                   "BSTART.TMOV FP32\n"
                   "B.IOT t#1, mask=1111, last, ->u<128B>\n"
                   "B.SUBVIEW 0, zero, 1, 3\n" /* block 0, its second cell */
                   "BSTOP");
    const pto_tile *t = driver_tile(d, 0, "u#2");
    assert_int_equal(t->valid_rows, 8);
    assert_int_equal(t->valid_columns, 8);
    assert_true(value(t, 5, 2) == 5 * 16 + 8 + 2);
    t = driver_tile(d, 0, "u#1");
    assert_int_equal(t->valid_rows, 4);
    assert_true(value(t, 1, 7) == 5 * 16 + 7);
    driver_free(d);
}

/* U32 [70, 2], a scale grid: three row blocks of two cells. */
TEST(a_view_of_a_scale_grid_spans_row_blocks)
{
    UNUSED_STATE;
    static const struct {
        unsigned offset, size_code, row, rows, columns;
    } cases[] = {
        {0, 3, 0, 64, 2},   /* two whole blocks */
        {2, 12, 32, 38, 2}, /* to the parent's end */
        {0, 12, 0, 70, 2},  /* all of it */
        {0, 1, 0, 32, 1},   /* a column of the first block */
        {3, 12, 32, 32, 1}, /* the rest of the second one's row */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        driver *d = driver_new("0.58.4", 4);
        char text[512];
        count_up(d, 140);
        driver_gpr(d, 3, 8);
        snprintf(text, sizeof text,
                 "BSTART.TLOAD U32\n"
                 "B.DATR ND2M32, DTYPE_NONE, Zero\n"
                 "C.B.DIMI 2, ->lb0\n"
                 "B.DIM zero, 70, ->lb1\n"
                 "B.IOR [a0, a1, zero], ->zero\n"
                 "B.IOT mask=1111, last, ->t<1KB>\n"
                 "BSTART.TMOV U32\n"
                 "B.IOT t#1, mask=1111, last, ->u<1KB>\n"
                 "B.SUBVIEW 0, zero, %u, %u\n"
                 "BSTOP",
                 cases[i].offset, cases[i].size_code);
        driver_pass(d, text);
        const pto_tile *t = driver_tile(d, 0, "u#1");
        assert_int_equal(t->valid_rows, cases[i].rows);
        assert_int_equal(t->valid_columns, cases[i].columns);
        unsigned last = cases[i].rows - 1;
        unsigned column = cases[i].columns == 2 ? 1 : cases[i].offset % 2;
        assert_true(value(t, last, t->valid_columns - 1) ==
                    (float)((cases[i].row + last) * 2 + column));
        driver_free(d);
    }
}

TEST(matrix_operands_take_views)
{
    UNUSED_STATE;
    driver *d = cells_of_m16();
    world_tile(d, "m#1", PTO_FP32, PTO_TILE_CUBE_N8, 4, 8, 128);
    /* Rows of A are columns 6..9 of the parent; B is all ones. */
    driver_pass(d, "BSTART.TMATMUL FP32\n"
                   "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                   "C.B.DIMI 4, ->lb0\n"
                   "C.B.DIMI 8, ->lb1\n"
                   "C.B.DIMI 4, ->lb2\n"
                   "B.IOT t#1, m#1, mask=1111, last, ->n<512B>\n"
                   "B.SUBVIEW 0, zero, 3, 2\n"
                   "BSTOP");
    for (unsigned r = 0; r < 4; r++)
        assert_true(value(driver_tile(d, 3, "n#1"), r, 7) ==
                    (float)(4 * (r * 16) + 6 + 7 + 8 + 9));
    driver_free(d);
}

/* A Shared [8, 4] FP32: its rows 2..5 are the Shared B of a product. */
TEST(shared_operands_take_views_of_rows)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    world_shared(d, 5, PTO_FP32, 32, 4, 512);
    for (unsigned i = 0; i < 128; i++)
        pto_tile_write(&d->core.shared[5].tile, i / 4, i % 4,
                       float_bits((float)i));
    world_tile(d, "t#1", PTO_FP32, PTO_TILE_CUBE_M16, 2, 8, 512);
    const char *text = "BSTART.TMATMUL FP32\n"
                       "B.FPATR 0, 0, 0, 0, 0, 0, 0, 0, 0\n"
                       "C.B.DIMI 2, ->lb0\n"
                       "C.B.DIMI 4, ->lb1\n"
                       "C.B.DIMI 8, ->lb2\n"
                       "B.IOS S5, mask=1111\n"
                       "B.SUBVIEW 0, zero, 1, 1\n" /* rows 8..15 */
                       "B.IOT t#1, mask=1111, last, ->n<512B>\n"
                       "BSTOP";
    driver_pass(d, text);
    float sum = 0;
    for (unsigned r = 8; r < 16; r++)
        sum += (float)(4 * r + 3);
    assert_true(value(driver_tile(d, 0, "n#1"), 1, 3) == sum);
    driver_free(d);
}

/* The writer of columns 4*i .. 4*i+3 (two cells) of a Local [4, 16]. */
static void write_part(driver *d, unsigned i, unsigned init, unsigned last,
                       const char *rule)
{
    char text[400];
    driver_gpr(d, 2, AT + 16UL * i);
    snprintf(text, sizeof text,
             "BSTART.TLOAD FP32\n"
             "B.DATR ND2M16, DTYPE_NONE, Zero\n"
             "C.B.DIMI 4, ->lb0\n"
             "C.B.DIMI 4, ->lb1\n"
             "B.IOR [a0, a1, zero], ->zero\n"
             "B.IOT mask=1111, last, ->t<256B>\n"
             "B.ASSEMBLE %u, %u, zero, %u, %u\n"
             "BSTOP",
             init, last, 2 * i, init ? 4 : 0);
    if (rule)
        driver_fail(d, 0, rule, text);
    else
        driver_pass(d, text);
}

TEST(a_local_parent_appears_with_last)
{
    UNUSED_STATE;
    static const unsigned order[] = {2, 0, 3, 1};
    driver *d = driver_new("0.58.4", 4);
    count_up(d, 64);
    driver_gpr(d, 3, 64);
    for (unsigned i = 0; i < 4; i++) {
        write_part(d, order[i], i == 0, i == 3, NULL);
        assert_true(driver_tile(d, 0, "t#1")->allocated == (i == 3));
    }
    const pto_tile *t = driver_tile(d, 2, "t#1");
    assert_int_equal(t->valid_columns, 16);
    assert_int_equal(t->capacity_bytes, 1024);
    assert_true(pto_tile_contents_defined(t));
    for (unsigned i = 0; i < 64; i++)
        assert_true(value(t, i / 16, i % 16) == (float)i);
    /* It is a tile like any other. */
    driver_gpr(d, 4, 0x8000);
    driver_pass(d, "BSTART.TSTORE FP32\n"
                   "B.DATR M162ND, DTYPE_NONE, Zero\n"
                   "C.B.DIMI 16, ->lb0\n"
                   "C.B.DIMI 4, ->lb1\n"
                   "B.IOR [a2, a1, zero], ->zero\n"
                   "B.IOT t#1, mask=1111, last\n"
                   "BSTOP");
    driver_free(d);
}

TEST(local_writers_out_of_order)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    count_up(d, 64);
    driver_gpr(d, 3, 64);
    write_part(d, 0, 0, 0, "assemble_init"); /* MIDDLE without INIT */
    write_part(d, 0, 1, 0, NULL);
    uint64_t before = driver_digest(d);
    write_part(d, 1, 1, 0, "assemble_init"); /* a second INIT */
    driver_gpr(d, 2, AT);
    write_part(d, 0, 0, 0, "assemble_once");
    write_part(d, 4, 0, 0, "assemble_range");
    write_part(d, 1, 0, 1, "assemble_complete");
    driver_gpr(d, 2, AT);
    assert_true(driver_digest(d) == before);
    driver_fail(d, 0, "assemble_init", /* the hand has an open parent */
                "BSTART.TLOAD FP32\n"
                "B.DATR ND2M16, DTYPE_NONE, Zero\n"
                "C.B.DIMI 4, ->lb0\n"
                "C.B.DIMI 4, ->lb1\n"
                "B.IOT mask=1111, last, ->t<256B>\n"
                "BSTOP");
    driver_free(d);
}

/* Each PE writes two of the eight rows of S7; offset in s0, base in a0. */
static const char everybody[] = "BSTART.TLOAD FP32\n"
                                "C.B.DIMI 16, ->lb0\n"
                                "C.B.DIMI 2, ->lb1\n"
                                "C.B.DIMI 16, ->lb2\n"
                                "B.IOR [a0, a1, zero], ->zero\n"
                                "B.IOS mask=1111, ->S7<128B>\n"
                                "B.ASSEMBLE 1, 1, s0, 0, 3\n"
                                "BSTOP";

static driver *four_writers(unsigned pes)
{
    driver *d = driver_new("0.58.4", pes);
    count_up(d, 128);
    driver_gpr(d, 3, 64);
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        d->core.pe[pe].gpr[11] = pe;
        d->core.pe[pe].gpr[2] = AT + 128UL * pe;
    }
    return d;
}

static void check_s7(const driver *d)
{
    const pto_shared *s = &d->core.shared[7];
    assert_true(s->described && s->published);
    assert_int_equal(s->tile.valid_rows, 8);
    assert_int_equal(s->tile.valid_columns, 16);
    assert_int_equal(s->tile.capacity_bytes, 512);
    assert_true(pto_tile_contents_defined(&s->tile));
    for (unsigned i = 0; i < 128; i++)
        assert_true(value(&s->tile, i / 16, i % 16) == (float)i);
}

TEST(four_pes_assemble_a_shared_tile)
{
    UNUSED_STATE;
    driver *d = four_writers(4);
    driver_pass(d, everybody);
    check_s7(d);
    driver_free(d);
    d = four_writers(1); /* one stream stands for all four */
    driver_pass(d, everybody);
    check_s7(d);
    driver_free(d);
}

TEST(readers_wait_for_a_shared_parent)
{
    UNUSED_STATE;
    char how[128];
    driver *d = four_writers(4);
    driver_program(d, everybody);
    for (unsigned pe = 0; pe < 3; pe++)
        while (d->at[pe] < d->count)
            assert_true(driver_step(d, pe));
    assert_false(d->core.shared[7].published);
    driver_program(d, "BSTART.TSTORE FP32\n"
                      "B.IOR [zero, a1, zero], ->zero\n"
                      "B.IOS S7, mask=1000\n"
                      "BSTOP");
    while (driver_step(d, 0))
        ;
    assert_int_equal(d->outcome[0], PTO_WAITING);
    pto_bundle_describe_wait(&d->core, 0, 1, how, sizeof how);
    assert_string_equal(how, "TSTORE waits for S7: "
                             "writers 0001 have not done LAST");
    driver_program(d, everybody);
    while (d->at[3] < d->count)
        assert_true(driver_step(d, 3));
    check_s7(d);
    assert_int_equal(pto_bundle_execute(&d->core, 0, &d->fault[0]), PTO_DONE);
    driver_free(d);
}

TEST(several_pes_need_assemble)
{
    UNUSED_STATE;
    driver *d = four_writers(4);
    driver_fail(d, 1, "shared_assembled",
                "BSTART.TLOAD FP32\n"
                "C.B.DIMI 16, ->lb0\n"
                "C.B.DIMI 2, ->lb1\n"
                "C.B.DIMI 16, ->lb2\n"
                "B.IOS mask=1111, ->S7<128B>\n"
                "BSTOP");
    driver_free(d);
}

TEST(modifiers_after_a_zero_mask_are_skipped)
{
    UNUSED_STATE;
    driver *d = driver_new("0.58.4", 4);
    driver_pass(d, "BSTART.TLOAD FP32\n"
                   "B.IOT t#1, mask=0000, ->t<128B>\n"
                   "B.SUBVIEW 0, zero, 0, 1\n"
                   "B.SUBVIEW 1, zero, 0, 1\n"
                   "B.ASSEMBLE 1, 1, zero, 0, 1\n"
                   "BSTOP");
    driver_free(d);
}

TEST_MAIN(CASE(a_view_is_a_range_of_columns),
          CASE(a_view_is_clipped_at_its_parents_end),
          CASE(a_view_of_n8_ends_at_its_column_block),
          CASE(a_view_of_a_scale_grid_spans_row_blocks),
          CASE(matrix_operands_take_views),
          CASE(shared_operands_take_views_of_rows),
          CASE(a_local_parent_appears_with_last),
          CASE(local_writers_out_of_order),
          CASE(four_pes_assemble_a_shared_tile),
          CASE(readers_wait_for_a_shared_parent),
          CASE(several_pes_need_assemble),
          CASE(modifiers_after_a_zero_mask_are_skipped))
