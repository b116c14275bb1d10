/* Rearranging: windows, the transpose, filling. */
#include "tile/kernel/rearrange.h"
#include "tile/tile.h"

#include <string.h>

/* n elements that lie together in both payloads. */
static void copy_run(pto_tile *dst, uint32_t to, const pto_tile *src,
                     uint32_t from, uint32_t n)
{
    size_t bits = pto_tile_element_bits(src->dtype), bytes = n * bits / 8;
    if ((to * bits | from * bits) % 8)
        bytes = 0;
    memcpy(pto_tile_payload(dst) + to * bits / 8, src->bytes + from * bits / 8,
           bytes);
    for (uint32_t i = (uint32_t)(bytes * 8 / bits); i < n; i++)
        pto_tile_store_at(dst, to + i, pto_tile_read_at(src, from + i));
}

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static void copy_row(pto_tile *dst, pto_tile_place to, const pto_tile *src,
                     pto_tile_place from, uint32_t columns)
{
    for (uint32_t c = 0, n; c < columns; c += n) {
        n = least(columns - c,
                  least(pto_tile_run(src, from.row, from.column + c),
                        pto_tile_run(dst, to.row, to.column + c)));
        copy_run(dst, pto_tile_index(dst, to.row, to.column + c), src,
                 pto_tile_index(src, from.row, from.column + c), n);
    }
    pto_tile_define_row(dst, to.row, to.column, columns);
}

void pto_tile_copy_window(pto_tile *dst, pto_tile_place to, const pto_tile *src,
                          pto_tile_place from, uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++, to.row++, from.row++)
        copy_row(dst, to, src, from, columns);
}

void pto_tile_transpose(pto_tile *dst, const pto_tile *src)
{
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c++)
            pto_tile_write(dst, c, r, pto_tile_read(src, r, c));
}

void pto_tile_fill_all(pto_tile *t, uint64_t bits)
{
    for (uint32_t i = 0; i < t->rows * t->columns; i++)
        pto_tile_store_at(t, i, bits);
    pto_tile_define_range(t, 0, t->rows * t->columns, true);
}

bool pto_tile_window_defined(const pto_tile *t, pto_tile_place from,
                             uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            if (!pto_tile_defined(t, from.row + r, from.column + c))
                return false;
    return true;
}
