/* src/tile/index.c: every layout is a one-to-one map onto its payload. */
#include "pto/tile.h"

#include "pto_test.h"
#include "tile/tile.h"

enum { LIMIT = PTO_TILE_MAX_BYTES };

static void check_bijection(const pto_tile *t)
{
    uint32_t n = pto_tile_indices(t);
    uint8_t *seen = calloc(n, 1);
    assert_non_null(seen);
    for (uint32_t r = 0; r < t->rows; r++) {
        for (uint32_t c = 0; c < t->columns; c++) {
            uint32_t i = pto_tile_index(t, r, c);
            CHECK(i < n && !seen[i], "%s %s (%u, %u) is index %u twice",
                  pto_tile_layout_name(t->layout),
                  pto_format_get(t->dtype)->name, r, c, i);
            seen[i] = 1;
        }
    }
    free(seen);
}

static void check_runs(const pto_tile *t)
{
    for (uint32_t r = 0; r < t->rows; r++) {
        for (uint32_t c = 0; c < t->columns;) {
            uint32_t run = pto_tile_run(t, r, c), at = pto_tile_index(t, r, c);
            CHECK(run >= 1 && run <= t->columns - c, "run %u at %u", run, c);
            for (uint32_t i = 0; i < run; i++)
                assert_int_equal(pto_tile_index(t, r, c + i), at + i);
            c += run;
        }
    }
}

static bool random_tile(pto_tile *t, uint64_t *seed)
{
    unsigned dtype = (unsigned)(test_random(seed) % PTO_DTYPE_CODES);
    unsigned layout = (unsigned)(test_random(seed) % PTO_TILE_LAYOUTS);
    uint32_t capacity = 128u << test_random(seed) % 6;
    uint32_t rows = (uint32_t)(test_random(seed) % 70 + 1);
    uint32_t columns = (uint32_t)(test_random(seed) % 70 + 1);
    if (pto_tile_layout_is_cube(layout))
        return pto_tile_describe_cube(t, dtype, layout, rows, columns, capacity,
                                      LIMIT,
                                      PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
    uint32_t physical = 1u << test_random(seed) % 9;
    return pto_tile_describe(t, dtype, layout, physical, 1, 1, capacity, LIMIT);
}

TEST(index_is_one_to_one)
{
    UNUSED_STATE;
    uint64_t seed = 1, legal = 0, want = test_scaled(2000);
    while (legal < want) {
        pto_tile t;
        if (!random_tile(&t, &seed))
            continue;
        legal++;
        check_bijection(&t);
        check_runs(&t);
    }
}

TEST(written_elements_read_back)
{
    UNUSED_STATE;
    uint64_t seed = 2, legal = 0, want = test_scaled(300);
    while (legal < want) {
        pto_tile t;
        if (!random_tile(&t, &seed))
            continue;
        legal++;
        assert_int_equal(pto_tile_alloc(&t), PTO_OK);
        uint64_t mask = pto_format_get(t.dtype)->carrier_mask;
        uint64_t start = seed;
        for (uint32_t r = 0; r < t.rows; r++)
            for (uint32_t c = 0; c < t.columns; c++)
                pto_tile_write(&t, r, c, test_random(&seed));
        seed = start;
        for (uint32_t r = 0; r < t.rows; r++)
            for (uint32_t c = 0; c < t.columns; c++)
                assert_int_equal(pto_tile_read(&t, r, c),
                                 test_random(&seed) & mask);
        pto_tile_free(&t);
    }
}

TEST(four_bit_rows_of_m16_interleave)
{
    UNUSED_STATE;
    static const uint32_t index[16] = {0, 1, 2, 3, 8,  9,  10, 11,
                                       4, 5, 6, 7, 12, 13, 14, 15};
    pto_tile t;
    assert_true(pto_tile_describe_cube(&t, PTO_E2M1X2, PTO_TILE_CUBE_M16, 16,
                                       32, 256, LIMIT, 0));
    for (uint32_t c = 0; c < 16; c++) {
        assert_int_equal(pto_tile_index(&t, 0, c), index[c]);
        assert_int_equal(pto_tile_index(&t, 3, 16 + c), 256 + 48 + index[c]);
    }
}

TEST(scale_grids_stack_row_blocks)
{
    UNUSED_STATE;
    pto_tile t;
    assert_false(pto_tile_describe_cube(&t, PTO_E8M0, PTO_TILE_CUBE_M32, 33, 5,
                                        512, LIMIT, 0));
    assert_true(pto_tile_describe_cube(&t, PTO_E8M0, PTO_TILE_CUBE_M32, 33, 5,
                                       512, LIMIT, PTO_CUBE_ROW_BLOCKS));
    assert_int_equal(t.cell_count, 4);
    /* ADR 0101: cell = (row / 32) * column_repeats + column / cell_columns. */
    assert_int_equal(pto_tile_index(&t, 32, 4), 3 * 128);
    assert_int_equal(pto_tile_index(&t, 31, 4), 1 * 128 + 31 * 4);
    assert_true(pto_tile_describe_cube(&t, PTO_U32, PTO_TILE_CUBE_M32, 40, 3,
                                       1024, LIMIT, PTO_CUBE_ROW_BLOCKS));
    assert_int_equal(pto_tile_index(&t, 33, 2), (3 + 2) * 32 + 1);
}

/* Any part of a line, against single elements. */
static void check_line(pto_tile *t, bool along_row, uint64_t *seed)
{
    uint32_t lines = along_row ? t->rows : t->columns;
    uint32_t length = along_row ? t->columns : t->rows;
    uint32_t line = (uint32_t)(test_random(seed) % lines);
    uint32_t first = (uint32_t)(test_random(seed) % length);
    uint32_t n = (uint32_t)(test_random(seed) % (length - first)) + 1;
    if (n > 64)
        n = 64;
    uint8_t out[64 * 8];
    pto_tile_read_line(t, along_row, line, first, n, out);
    for (uint32_t i = 0; i < n; i++)
        assert_int_equal(pto_lane_get((pto_dtype)t->dtype, out, i),
                         along_row ? pto_tile_read(t, line, first + i)
                                   : pto_tile_read(t, first + i, line));
    if (!along_row)
        return;
    for (uint32_t i = 0; i < sizeof out; i++)
        out[i] = (uint8_t)test_random(seed);
    pto_tile_define_all(t, false);
    pto_tile_write_row(t, line, first, n, out);
    for (uint32_t i = 0; i < t->columns; i++) {
        bool inside = i >= first && i < first + n;
        assert_int_equal(pto_tile_defined(t, line, i), inside);
        if (inside)
            assert_int_equal(pto_lane_get((pto_dtype)t->dtype, out, i - first),
                             pto_tile_read(t, line, i));
    }
}

TEST(lines_are_their_elements)
{
    UNUSED_STATE;
    uint64_t seed = 9, legal = 0, want = test_scaled(1000);
    while (legal < want) {
        pto_tile t;
        if (!random_tile(&t, &seed))
            continue;
        legal++;
        assert_int_equal(pto_tile_alloc(&t), PTO_OK);
        for (uint32_t i = 0; i < t.capacity_bytes; i++)
            pto_tile_payload(&t)[i] = (uint8_t)test_random(&seed);
        for (int i = 0; i < 6; i++)
            check_line(&t, i & 1, &seed);
        pto_tile_free(&t);
    }
}

TEST_MAIN(CASE(index_is_one_to_one), CASE(written_elements_read_back),
          CASE(four_bit_rows_of_m16_interleave),
          CASE(scale_grids_stack_row_blocks), CASE(lines_are_their_elements))
