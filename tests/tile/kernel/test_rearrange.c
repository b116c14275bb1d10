/* src/tile/kernel/rearrange.c, gather.c: against single elements, every type
 * in every pair of ordinary layouts. */
#include "tile/kernel/gather.h"

#include "tile/kernel/kernel_test.h"
#include "tile/tile.h"

enum { ROUNDS = 24 };

static void expect(const pto_tile *t, uint32_t r, uint32_t c, bool defined,
                   uint64_t bits)
{
    CHECK(pto_tile_defined(t, r, c) == defined, "%s %s (%u, %u)",
          pto_format_get(t->dtype)->name, pto_tile_layout_name(t->layout), r,
          c);
    CHECK(!defined || pto_tile_read(t, r, c) == bits, "%s %s (%u, %u)",
          pto_format_get(t->dtype)->name, pto_tile_layout_name(t->layout), r,
          c);
}

static void window(unsigned type, uint64_t *seed)
{
    pto_tile src = random_square(type, seed);
    pto_tile dst = square_tile(type, layouts[below(seed, 4)], SIDE, SIDE);
    uint32_t rows = 1 + below(seed, src.valid_rows);
    uint32_t columns = 1 + below(seed, src.valid_columns);
    pto_tile_place from = {below(seed, src.valid_rows - rows + 1),
                           below(seed, src.valid_columns - columns + 1)};
    pto_tile_place to = {below(seed, SIDE - rows + 1),
                         below(seed, SIDE - columns + 1)};
    pto_tile_copy_window(&dst, to, &src, from, rows, columns);
    for (uint32_t r = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++) {
            uint32_t i = r - to.row, k = c - to.column;
            bool inside = i < rows && k < columns;
            expect(&dst, r, c, inside,
                   inside ? pto_tile_read(&src, from.row + i, from.column + k)
                          : 0);
        }
    pto_tile_free(&src);
    pto_tile_free(&dst);
}

static void transpose(unsigned type, uint64_t *seed)
{
    pto_tile src = random_square(type, seed);
    pto_tile dst = square_tile(type, layouts[below(seed, 4)], src.valid_columns,
                               src.valid_rows);
    pto_tile_transpose(&dst, &src);
    for (uint32_t r = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++) {
            bool inside = r < dst.valid_rows && c < dst.valid_columns;
            expect(&dst, r, c, inside, inside ? pto_tile_read(&src, c, r) : 0);
        }
    pto_tile_free(&src);
    pto_tile_free(&dst);
}

static void fill_all(unsigned type, uint64_t *seed)
{
    pto_tile t = random_square(type, seed);
    uint64_t bits = test_random(seed),
             mask = pto_format_get(type)->carrier_mask;
    pto_tile_fill_all(&t, bits);
    for (uint32_t r = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++)
            expect(&t, r, c, true, bits & mask);
    pto_tile_free(&t);
}

TEST(windows_transposes_and_filling)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    EACH_TYPE(type)
    for (uint64_t n = test_scaled(ROUNDS); n--;) {
        window(type, &seed);
        transpose(type, &seed);
        fill_all(type, &seed);
    }
}

TEST(a_hole_in_a_window_is_noticed)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t n = test_scaled(200); n--;) {
        pto_tile t = random_square(PTO_E4M3, &seed);
        pto_tile_place hole = {below(&seed, t.valid_rows),
                               below(&seed, t.valid_columns)};
        pto_tile_place from = {below(&seed, t.valid_rows),
                               below(&seed, t.valid_columns)};
        uint32_t rows = 1 + below(&seed, t.valid_rows - from.row);
        uint32_t columns = 1 + below(&seed, t.valid_columns - from.column);
        assert_true(pto_tile_window_defined(&t, from, rows, columns));
        pto_tile_define_range(&t, pto_tile_index(&t, hole.row, hole.column), 1,
                              false);
        bool inside =
            hole.row - from.row < rows && hole.column - from.column < columns;
        assert_int_equal(pto_tile_window_defined(&t, from, rows, columns),
                         !inside);
        pto_tile_free(&t);
    }
}

/* ---- Rows by index ------------------------------------------------------ */

static const uint8_t index_types[] = {PTO_S16, PTO_U16, PTO_S32,
                                      PTO_U32, PTO_S64, PTO_U64};

/* Any rows below `rows`; with `distinct` those of a column differ. */
static pto_tile random_rows(uint32_t valid_rows, uint32_t columns,
                            uint32_t rows, bool distinct, uint64_t *seed)
{
    pto_tile t = square_tile(index_types[below(seed, 6)],
                             layouts[below(seed, 4)], valid_rows, columns);
    for (uint32_t c = 0; c < columns; c++) {
        uint32_t start = below(seed, rows), step = below(seed, rows) | 1;
        for (uint32_t r = 0; r < valid_rows; r++)
            pto_tile_write(&t, r, c,
                           distinct ? (start + r * step) % SIDE
                                    : below(seed, rows));
    }
    return t;
}

static void gather(unsigned type, uint64_t *seed)
{
    pto_tile_place at;
    pto_tile src = random_square(type, seed);
    uint32_t rows = 1 + below(seed, SIDE);
    uint32_t columns = 1 + below(seed, src.valid_columns);
    pto_tile index = random_rows(rows, columns, src.valid_rows, false, seed);
    pto_tile dst = square_tile(type, layouts[below(seed, 4)], rows, columns);
    assert_true(pto_tile_rows_below(&index, src.valid_rows, &at));
    assert_true(pto_tile_gather_defined(&src, &index, &at));
    pto_tile_gather(&dst, &src, &index);
    for (uint32_t r = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++) {
            bool inside = r < rows && c < columns;
            uint32_t k = inside ? (uint32_t)pto_tile_read(&index, r, c) : 0;
            expect(&dst, r, c, inside, inside ? pto_tile_read(&src, k, c) : 0);
        }
    uint32_t k = (uint32_t)pto_tile_read(&index, rows - 1, columns - 1);
    pto_tile_define_range(&src, pto_tile_index(&src, k, columns - 1), 1, false);
    assert_false(pto_tile_gather_defined(&src, &index, &at));
    assert_int_equal(pto_tile_read(&index, at.row, columns - 1), k);
    pto_tile_free(&src);
    pto_tile_free(&index);
    pto_tile_free(&dst);
}

/* Where the last element of a place in the source is; -1: nowhere. */
static int source_row(const pto_tile *index, uint32_t row, uint32_t column)
{
    for (uint32_t r = 0; r < index->valid_rows; r++)
        if (pto_tile_read(index, r, column) == row)
            return (int)r;
    return -1;
}

static void scatter(unsigned type, uint64_t *seed)
{
    pto_tile_place at;
    pto_tile src = random_square(type, seed);
    pto_tile index =
        random_rows(src.valid_rows, src.valid_columns, SIDE, true, seed);
    pto_tile dst =
        square_tile(type, layouts[below(seed, 4)], SIDE, src.valid_columns);
    assert_true(pto_tile_rows_distinct(&index, &at));
    pto_tile_scatter(&dst, &src, &index);
    for (uint32_t r = 0; r < SIDE; r++)
        for (uint32_t c = 0; c < SIDE; c++) {
            int k = c < src.valid_columns ? source_row(&index, r, c) : -1;
            expect(&dst, r, c, true,
                   k < 0 ? 0 : pto_tile_read(&src, (uint32_t)k, c));
        }
    pto_tile_free(&src);
    pto_tile_free(&index);
    pto_tile_free(&dst);
}

TEST(rows_by_index)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    EACH_TYPE(type)
    for (uint64_t n = test_scaled(ROUNDS / 2);
         n-- && pto_tile_element_bits(type) > 4;) {
        gather(type, &seed);
        scatter(type, &seed);
    }
}

TEST(bad_indices_are_named)
{
    UNUSED_STATE;
    uint64_t seed = 4;
    for (uint64_t n = test_scaled(200); n--;) {
        pto_tile_place bad = {1 + below(&seed, 9), below(&seed, 7)}, at;
        pto_tile index = random_rows(10, 7, SIDE, true, &seed);
        uint64_t same = pto_tile_read(&index, bad.row - 1, bad.column);
        assert_true(pto_tile_rows_below(&index, SIDE, &at));
        pto_tile_write(&index, bad.row, bad.column, same);
        assert_false(pto_tile_rows_distinct(&index, &at));
        assert_int_equal(at.column, bad.column);
        bool negative = pto_format_get(index.dtype)->kind == PTO_KIND_SIGNED;
        pto_tile_write(&index, bad.row, bad.column,
                       negative ? UINT64_MAX : SIDE);
        assert_false(pto_tile_rows_below(&index, SIDE, &at));
        assert_true(at.row == bad.row && at.column == bad.column);
        assert_int_equal((int64_t)pto_tile_row_of(&index, at),
                         negative ? -1 : SIDE);
        pto_tile_free(&index);
    }
}

TEST_MAIN(CASE(windows_transposes_and_filling),
          CASE(a_hole_in_a_window_is_noticed), CASE(rows_by_index),
          CASE(bad_indices_are_named))
