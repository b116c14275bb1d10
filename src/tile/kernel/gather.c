/* Rows by index: gather, scatter and what they ask of the indices. */
#include "tile/kernel/gather.h"

#include "base/bits.h"

#include <string.h>

uint64_t pto_tile_row_of(const pto_tile *index, pto_tile_place at)
{
    uint64_t bits = pto_tile_read(index, at.row, at.column);
    const pto_format *f = pto_format_get(index->dtype);
    return f->kind == PTO_KIND_SIGNED
               ? (uint64_t)pto_sign_extend(bits, f->storage_bits)
               : bits;
}

/* The index where a row is known to exist. */
static uint32_t row_at(const pto_tile *index, uint32_t row, uint32_t column)
{
    return (uint32_t)pto_tile_read(index, row, column);
}

void pto_tile_gather(pto_tile *dst, const pto_tile *src, const pto_tile *index)
{
    for (uint32_t r = 0; r < dst->valid_rows; r++)
        for (uint32_t c = 0; c < dst->valid_columns; c++)
            pto_tile_write(dst, r, c,
                           pto_tile_read(src, row_at(index, r, c), c));
}

void pto_tile_scatter(pto_tile *dst, const pto_tile *src, const pto_tile *index)
{
    pto_tile_fill_all(dst, 0);
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c++)
            pto_tile_write(dst, row_at(index, r, c), c,
                           pto_tile_read(src, r, c));
}

bool pto_tile_rows_below(const pto_tile *index, uint32_t rows,
                         pto_tile_place *at)
{
    for (at->row = 0; at->row < index->valid_rows; at->row++)
        for (at->column = 0; at->column < index->valid_columns; at->column++)
            if (pto_tile_row_of(index, *at) >= rows)
                return false;
    return true;
}

bool pto_tile_gather_defined(const pto_tile *src, const pto_tile *index,
                             pto_tile_place *at)
{
    for (at->row = 0; at->row < index->valid_rows; at->row++)
        for (at->column = 0; at->column < index->valid_columns; at->column++)
            if (!pto_tile_defined(src, row_at(index, at->row, at->column),
                                  at->column))
                return false;
    return true;
}

bool pto_tile_rows_distinct(const pto_tile *index, pto_tile_place *at)
{
    uint64_t seen[PTO_TILE_MAX_EXTENT / 64 + 1];
    memset(seen, 0, sizeof seen);
    for (at->column = 0; at->column < index->valid_columns; at->column++) {
        for (at->row = 0; at->row < index->valid_rows; at->row++) {
            uint32_t k = row_at(index, at->row, at->column);
            if (seen[k / 64] >> k % 64 & 1)
                return false;
            seen[k / 64] |= UINT64_C(1) << k % 64;
        }
        for (uint32_t r = 0; r < index->valid_rows; r++)
            seen[row_at(index, r, at->column) / 64] = 0;
    }
    return true;
}
