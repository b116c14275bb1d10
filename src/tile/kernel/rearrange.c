/* Rearranging: windows, the transpose, filling. */
#include "tile/kernel/rearrange.h"
#include "tile/tile.h"

#include "tile/row.h"
#include "tile/turn.h"

#include <string.h>

/* n packed elements from an even index on. */
static void store_run(pto_tile *t, uint32_t to, const pto_row_room *from,
                      uint32_t n)
{
    size_t bits = pto_tile_element_bits(t->dtype);
    memcpy(pto_tile_payload(t) + to * bits / 8, from, n * bits / 8);
    if (n * bits % 8)
        pto_tile_store_at(t, to + n - 1,
                          pto_lane_get((pto_dtype)t->dtype, from, n - 1));
}

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

/* Where both lie row by row. */
static bool turn_lines(pto_tile *dst, const pto_tile *src)
{
    const pto_span from = {0, 0, src->valid_columns};
    const pto_span to = {0, 0, src->valid_rows};
    size_t src_step, dst_step;
    const void *a = pto_row_lines(src, &from, &src_step);
    if (!a || !pto_row_lines(dst, &to, &dst_step))
        return false;
    pto_turn(pto_tile_element_bits(src->dtype) / 8, pto_tile_payload(dst),
             dst_step, a, src_step, src->valid_rows, src->valid_columns);
    for (uint32_t r = 0; r < src->valid_columns; r++)
        pto_tile_define_row(dst, r, 0, src->valid_rows);
    return true;
}

void pto_tile_transpose(pto_tile *dst, const pto_tile *src)
{
    if (turn_lines(dst, src))
        return;
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c++)
            pto_tile_write(dst, c, r, pto_tile_read(src, r, c));
}

void pto_tile_fill_all(pto_tile *t, uint64_t bits)
{
    pto_row_room room;
    uint32_t all = t->rows * t->columns;
    pto_row_repeat((pto_dtype)t->dtype, bits, PTO_STRETCH, &room);
    for (uint32_t i = 0, n; i < all; i += n) {
        n = least(all - i, PTO_STRETCH);
        store_run(t, i, &room, n);
    }
    pto_tile_define_range(t, 0, t->rows * t->columns, true);
}

bool pto_tile_window_defined(const pto_tile *t, pto_tile_place from,
                             uint32_t rows, uint32_t columns)
{
    for (uint32_t r = 0; r < rows; r++)
        if (!pto_tile_row_defined(t, from.row + r, from.column, columns))
            return false;
    return true;
}
