/* Where an element lies: (row, column) to payload element index. */
#include "pto/tile.h"

#include "base/bits.h"
#include "tile/tile.h"

enum { FRACTAL_ROWS = 16, FRACTAL_BITS = 256 };

static uint32_t fractal_index(const pto_tile *t, uint32_t row, uint32_t column)
{
    uint32_t inner = FRACTAL_BITS / pto_tile_element_bits(t->dtype);
    uint32_t block_rows = t->rows / FRACTAL_ROWS;
    uint32_t block_columns = t->columns / inner;
    uint32_t down = row / FRACTAL_ROWS, along = column / inner;
    uint32_t r = row % FRACTAL_ROWS, c = column % inner;
    uint32_t elements = FRACTAL_ROWS * inner;
    if (t->layout == PTO_TILE_ZN)
        return (down * block_columns + along) * elements + c * FRACTAL_ROWS + r;
    return (along * block_rows + down) * elements + r * inner + c;
}

/* CUBE_M16 stores the four-column groups of a 4-bit row as 0, 2, 1, 3. */
static uint32_t interleaved(uint32_t column)
{
    return (column & 3) | (column & 4) << 1 | (column & 8) >> 1;
}

static uint32_t m_index(const pto_tile *t, uint32_t row, uint32_t column)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    uint32_t lines = t->layout == PTO_TILE_CUBE_M16 ? 16 : 32;
    uint32_t elements = PTO_CELL_BYTES * 8 / bits, width = elements / lines;
    uint32_t cell = row / lines * t->k_repeat + column / width;
    uint32_t c = column % width;
    if (t->layout == PTO_TILE_CUBE_M16 && bits == 4)
        c = interleaved(c);
    return cell * elements + row % lines * width + c;
}

static uint32_t n_index(const pto_tile *t, uint32_t row, uint32_t column)
{
    uint32_t elements = PTO_CELL_BYTES * 8 / pto_tile_element_bits(t->dtype);
    uint32_t height = elements / 8;
    uint32_t cell = column / 8 * t->k_repeat + row / height;
    return cell * elements + column % 8 * height + row % height;
}

uint32_t pto_tile_index(const pto_tile *t, uint32_t row, uint32_t column)
{
    switch (t->layout) {
    case PTO_TILE_ColumnMajor: return column * t->rows + row;
    case PTO_TILE_ZN:
    case PTO_TILE_NZ: return fractal_index(t, row, column);
    case PTO_TILE_CUBE_M16:
    case PTO_TILE_CUBE_M32: return m_index(t, row, column);
    case PTO_TILE_CUBE_N8: return n_index(t, row, column);
    }
    return row * t->columns + column;
}

/* Elements that lie together along a row; every one divides the columns. */
static uint32_t run_length(const pto_tile *t)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    switch (t->layout) {
    case PTO_TILE_RowMajor: return t->columns;
    case PTO_TILE_NZ: return FRACTAL_BITS / bits;
    case PTO_TILE_CUBE_M16:
        return bits == 4 ? 4 : PTO_CELL_BYTES * 8 / bits / 16;
    case PTO_TILE_CUBE_M32: return PTO_CELL_BYTES * 8 / bits / 32;
    }
    return 1;
}

uint32_t pto_tile_run(const pto_tile *t, uint32_t row, uint32_t column)
{
    (void)row;
    uint32_t run = run_length(t);
    return run - column % run;
}

uint64_t pto_tile_read_at(const pto_tile *t, uint32_t index)
{
    if (t->storage == PTO_TILE_PREDICATE)
        return t->bytes[index / 8] >> (index % 8) & 1;
    unsigned bits = pto_tile_element_bits(t->dtype);
    if (bits == 4)
        return t->bytes[index / 2] >> (index % 2 * 4) & 15;
    return pto_load_le(t->bytes + (size_t)index * bits / 8, bits / 8);
}

static void store_part(uint8_t *byte, unsigned shift, unsigned mask,
                       uint64_t bits)
{
    unsigned kept = *byte & ~(mask << shift);
    *byte = (uint8_t)(kept | ((unsigned)bits & mask) << shift);
}

void pto_tile_store_at(pto_tile *t, uint32_t index, uint64_t bits)
{
    unsigned width = pto_tile_element_bits(t->dtype);
    if (t->storage == PTO_TILE_PREDICATE)
        store_part(pto_tile_payload(t) + index / 8, index % 8, 1, bits);
    else if (width == 4)
        store_part(pto_tile_payload(t) + index / 2, index % 2 * 4, 15, bits);
    else
        pto_store_le(pto_tile_payload(t) + (size_t)index * width / 8, width / 8,
                     bits);
}

void pto_tile_write_at(pto_tile *t, uint32_t index, uint64_t bits)
{
    pto_tile_store_at(t, index, bits);
    pto_tile_bitmap(t)[index / 64] |= UINT64_C(1) << index % 64;
}

uint64_t pto_tile_read(const pto_tile *t, uint32_t row, uint32_t column)
{
    return pto_tile_read_at(t, pto_tile_index(t, row, column));
}

void pto_tile_write(pto_tile *t, uint32_t row, uint32_t column, uint64_t bits)
{
    pto_tile_write_at(t, pto_tile_index(t, row, column), bits);
}
