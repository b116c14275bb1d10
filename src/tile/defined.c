/* Definedness: one bit for every element index of a payload. */
#include "pto/tile.h"

#include "base/bits.h"
#include "tile/tile.h"

#include <string.h>

uint32_t pto_tile_indices(const pto_tile *t)
{
    if (t->storage == PTO_TILE_PREDICATE)
        return t->rows * t->columns;
    return pto_tile_element_capacity(t->capacity_bytes, t->dtype);
}

static size_t bitmap_words(const pto_tile *t)
{
    return ((size_t)pto_tile_indices(t) + 63) / 64;
}

bool pto_tile_defined_at(const pto_tile *t, uint32_t index)
{
    uint32_t bit = t->first_defined + index;
    return t->defined[bit / 64] >> bit % 64 & 1;
}

bool pto_tile_defined(const pto_tile *t, uint32_t row, uint32_t column)
{
    return pto_tile_defined_at(t, pto_tile_index(t, row, column));
}

/* The bits of word `w` that [first, end) covers. */
static uint64_t word_mask(uint32_t w, uint32_t first, uint32_t end)
{
    uint32_t base = w * 64;
    uint64_t mask = UINT64_MAX;
    if (first > base)
        mask <<= first - base;
    if (end - base < 64)
        mask &= pto_low_bits(end - base);
    return mask;
}

bool pto_tile_range_defined(const pto_tile *t, uint32_t first, uint32_t count)
{
    first += t->first_defined;
    uint32_t end = first + count;
    for (uint32_t w = first / 64; w * 64 < end; w++) {
        uint64_t mask = word_mask(w, first, end);
        if ((t->defined[w] & mask) != mask)
            return false;
    }
    return true;
}

void pto_tile_define_range(pto_tile *t, uint32_t first, uint32_t count,
                           bool defined)
{
    uint64_t *map = pto_tile_bitmap(t);
    uint32_t end = first + count;
    for (uint32_t w = first / 64; w * 64 < end; w++) {
        uint64_t mask = word_mask(w, first, end);
        map[w] = defined ? map[w] | mask : map[w] & ~mask;
    }
}

/* The valid region that fills its storage lies in the payload in one piece. */
static bool valid_is_whole(const pto_tile *t)
{
    return t->valid_rows == t->rows && t->valid_columns == t->columns;
}

typedef bool visitor(void *context, uint32_t first, uint32_t count);

/* Runs of one row. */
static bool each_run_of_row(const pto_tile *t, uint32_t row, uint32_t first,
                            uint32_t n, visitor *visit, void *context)
{
    for (uint32_t i = 0, run; i < n; i += run) {
        run = pto_tile_run(t, row, first + i);
        run = run < n - i ? run : n - i;
        if (!visit(context, pto_tile_index(t, row, first + i), run))
            return false;
    }
    return true;
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Rows [row, row + rows) and columns of one cell of an M layout. */
static bool each_run_of_m_cell(const pto_tile *t, uint32_t row, uint32_t rows,
                               uint32_t column, uint32_t columns, bool whole,
                               visitor *visit, void *context)
{
    if (whole)
        return visit(context, pto_tile_index(t, row, column), rows * columns);
    for (uint32_t r = row; r < row + rows; r++)
        if (!each_run_of_row(t, r, column, columns, visit, context))
            return false;
    return true;
}

/* Columns of one CUBE_N8 cell: its rows follow one another. */
static bool each_run_of_n_cell(const pto_tile *t, uint32_t row, uint32_t rows,
                               uint32_t column, uint32_t columns, bool whole,
                               visitor *visit, void *context)
{
    if (whole)
        return visit(context, pto_tile_index(t, row, column), rows * columns);
    for (uint32_t c = column; c < column + columns; c++)
        if (!visit(context, pto_tile_index(t, row, c), rows))
            return false;
    return true;
}

static bool each_run_of_cells(const pto_tile *t, visitor *visit, void *context)
{
    pto_cube_shape s =
        pto_cube_shape_of(t->layout, t->dtype, 1, 1, PTO_CUBE_HIF4);
    bool by_column = t->layout == PTO_TILE_CUBE_N8;
    for (uint32_t r = 0; r < t->valid_rows; r += s.cell_rows) {
        for (uint32_t c = 0; c < t->valid_columns; c += s.cell_columns) {
            uint32_t rows = least(s.cell_rows, t->valid_rows - r);
            uint32_t columns = least(s.cell_columns, t->valid_columns - c);
            bool whole =
                by_column ? rows == s.cell_rows : columns == s.cell_columns;
            if (!(by_column ? each_run_of_n_cell : each_run_of_m_cell)(
                    t, r, rows, c, columns, whole, visit, context))
                return false;
        }
    }
    return true;
}

/* Calls `visit` on runs that cover the valid region; stops on false. */
static bool each_run(const pto_tile *t, visitor *visit, void *context)
{
    if (valid_is_whole(t))
        return visit(context, 0, t->rows * t->columns);
    if (pto_tile_layout_is_cube(t->layout))
        return each_run_of_cells(t, visit, context);
    for (uint32_t row = 0; row < t->valid_rows; row++)
        if (!each_run_of_row(t, row, 0, t->valid_columns, visit, context))
            return false;
    return true;
}

static bool run_is_defined(void *tile, uint32_t first, uint32_t count)
{
    return pto_tile_range_defined(tile, first, count);
}

bool pto_tile_row_defined(const pto_tile *t, uint32_t row, uint32_t first,
                          uint32_t n)
{
    pto_tile copy = *t;
    return each_run_of_row(t, row, first, n, run_is_defined, &copy);
}

static bool define_run(void *tile, uint32_t first, uint32_t count)
{
    pto_tile_define_range(tile, first, count, true);
    return true;
}

/*
 * An M layout has a few columns of a row in each cell, at the same place of
 * every cell; together they never cross a word of the bitmap.
 */
static void define_pieces(pto_tile *t, uint32_t at, uint32_t columns,
                          uint32_t cell, uint32_t cells)
{
    for (uint32_t i = 0; i < cells; i++, at += cell)
        pto_tile_bitmap(t)[at / 64] |= pto_low_bits(columns) << at % 64;
}

void pto_tile_define_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n)
{
    uint32_t done = 0;
    if (t->layout == PTO_TILE_CUBE_M16 || t->layout == PTO_TILE_CUBE_M32) {
        uint32_t cell = PTO_CELL_BYTES * 8 / pto_tile_element_bits(t->dtype);
        uint32_t columns = cell / (t->layout == PTO_TILE_CUBE_M16 ? 16 : 32);
        uint32_t cells = first % columns ? 0 : n / columns;
        if (cells)
            define_pieces(t, pto_tile_index(t, row, first), columns, cell,
                          cells);
        done = cells * columns;
    }
    each_run_of_row(t, row, first + done, n - done, define_run, t);
}

bool pto_tile_contents_defined(const pto_tile *t)
{
    if (!t->defined || t->valid_rows == 0 || t->valid_columns == 0)
        return false;
    pto_tile copy = *t;
    return each_run(t, run_is_defined, &copy);
}

void pto_tile_define_all(pto_tile *t, bool defined)
{
    memset(pto_tile_bitmap(t), defined ? 0xff : 0, bitmap_words(t) * 8);
}

void pto_tile_define_valid(pto_tile *t)
{
    pto_tile_define_all(t, false);
    each_run(t, define_run, t);
}
