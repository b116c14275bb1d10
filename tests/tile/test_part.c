/* src/tile/part.c: a part is read as the elements that it lies over. */
#include "pto_test.h"
#include "tile/part.h"
#include "tile/tile.h"

enum { COLUMNS = 16, ROWS = 16, BYTES = COLUMNS * ROWS * 8 };

static pto_tile make(unsigned type, unsigned layout, uint32_t rows,
                     uint32_t columns)
{
    pto_tile t = {.allocated = 0};
    bool described =
        pto_tile_layout_is_cube(layout)
            ? pto_tile_describe_cube(&t, type, layout, rows, columns, BYTES,
                                     BYTES, PTO_CUBE_ROW_BLOCKS)
            : pto_tile_describe(&t, type, layout, columns, rows, columns, BYTES,
                                BYTES);
    assert_true(described);
    return t;
}

/* Every second element of the whole is defined. */
static pto_tile make_whole(unsigned type, unsigned layout)
{
    pto_tile t = make(type, layout, ROWS, COLUMNS);
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = r % 2; c < COLUMNS; c += 2)
            pto_tile_write(&t, r, c, r + c);
    return t;
}

/* `part` is what the whole has from (row, column) on. */
static void check_part(const pto_tile *whole, const pto_tile *part,
                       uint32_t row, uint32_t column)
{
    for (uint32_t r = 0; r < part->valid_rows; r++)
        for (uint32_t c = 0; c < part->valid_columns; c++) {
            uint32_t y = row + r, x = column + c;
            bool defined = pto_tile_defined(whole, y, x);
            CHECK(pto_tile_defined(part, r, c) == defined, "[%u,%u]", r, c);
            CHECK(!defined ||
                      pto_tile_read(part, r, c) == pto_tile_read(whole, y, x),
                  "[%u,%u]", r, c);
        }
}

static void check(unsigned type, unsigned layout, uint32_t row, uint32_t rows,
                  uint32_t column, uint32_t columns)
{
    pto_tile whole = make_whole(type, layout);
    pto_tile part = make(type, layout, rows, columns), copy = part;
    pto_tile_be_part(&part, &whole, pto_tile_index(&whole, row, column));
    check_part(&whole, &part, row, column);
    assert_false(pto_tile_contents_defined(&part));
    assert_int_equal(pto_tile_alloc(&copy), PTO_OK);
    pto_tile_copy_valid(&copy, &part);
    check_part(&whole, &copy, row, column);
    pto_tile_free(&copy);
    pto_tile_free(&whole);
}

/* Rows of 64-bit elements start inside a word of the bitmap. */
TEST(rows_of_a_tile)
{
    UNUSED_STATE;
    static const unsigned types[] = {PTO_U64, PTO_FP32, PTO_FP16, PTO_U8};
    for (unsigned i = 0; i < 4; i++)
        for (uint32_t row = 0; row < ROWS; row++)
            check(types[i], PTO_TILE_RowMajor, row, ROWS - row, 0, COLUMNS);
}

TEST(cells_of_a_tile)
{
    UNUSED_STATE;
    check(PTO_FP32, PTO_TILE_CUBE_M16, 0, ROWS, 4, 6);
    check(PTO_FP32, PTO_TILE_CUBE_N8, 8, 8, 8, 8);
    check(PTO_FP16, PTO_TILE_CUBE_N8, 8, 5, 0, 8);
}

/* What is whole in the part is defined, whatever else is not. */
TEST(a_defined_part)
{
    UNUSED_STATE;
    pto_tile whole = make(PTO_U64, PTO_TILE_RowMajor, ROWS, COLUMNS);
    pto_tile part = make(PTO_U64, PTO_TILE_RowMajor, 1, COLUMNS);
    assert_int_equal(pto_tile_alloc(&whole), PTO_OK);
    pto_tile_define_range(&whole, 3 * COLUMNS, COLUMNS, true);
    for (uint32_t row = 0; row < ROWS; row++) {
        pto_tile_be_part(&part, &whole, row * COLUMNS);
        CHECK(pto_tile_contents_defined(&part) == (row == 3), "%u", row);
    }
    pto_tile_free(&whole);
}

TEST_MAIN(CASE(rows_of_a_tile), CASE(cells_of_a_tile), CASE(a_defined_part))
