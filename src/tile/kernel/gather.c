/* Rows by index: gather, scatter and what they ask of the indices. */
#include "tile/kernel/gather.h"

#include "base/bits.h"
#include "tile/row.h"
#include "tile/tile.h"

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

/* `bytes` is a constant where this is called. */
static inline void take(unsigned bytes, uint8_t *to, const uint8_t *lines,
                        size_t step, const uint64_t *rows, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        memcpy(to + (size_t)i * bytes,
               lines + (uint32_t)rows[i] * step + (size_t)i * bytes, bytes);
}

static void take_all(unsigned bytes, uint8_t *to, const uint8_t *lines,
                     size_t step, const uint64_t *rows, uint32_t n)
{
    switch (bytes) {
    case 1: take(1, to, lines, step, rows, n); return;
    case 2: take(2, to, lines, step, rows, n); return;
    case 4: take(4, to, lines, step, rows, n); return;
    case 8: take(8, to, lines, step, rows, n); return;
    }
}

void pto_tile_gather(pto_tile *dst, const pto_tile *src, const pto_tile *index)
{
    uint64_t rows[PTO_STRETCH];
    pto_row_room room;
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        const pto_span top = {0, s.first, s.n};
        size_t step;
        uint8_t *to = pto_row_place(dst, &s, &room);
        const void *lines = pto_row_lines(src, &top, &step);
        pto_row_read(index, s.row, s.first, s.n, rows);
        if (lines) {
            take_all(pto_tile_element_bits(src->dtype) / 8, to, lines, step,
                     rows, s.n);
            pto_row_done(dst, &s, to);
            continue;
        }
        for (uint32_t i = 0; i < s.n; i++)
            pto_tile_write(dst, s.row, s.first + i,
                           pto_tile_read(src, (uint32_t)rows[i], s.first + i));
    }
}

void pto_tile_scatter(pto_tile *dst, const pto_tile *src, const pto_tile *index)
{
    pto_tile_fill_all(dst, 0);
    for (uint32_t r = 0; r < src->valid_rows; r++)
        for (uint32_t c = 0; c < src->valid_columns; c++)
            pto_tile_write(dst, row_at(index, r, c), c,
                           pto_tile_read(src, r, c));
}

/* Are all rows of a stretch below `rows`, and none negative? */
static bool stretch_is_below(const pto_tile *index, const pto_span *s,
                             uint64_t rows)
{
    uint64_t x[PTO_STRETCH], most = 0;
    uint64_t sign = pto_format_get(index->dtype)->sign_mask;
    pto_row_read(index, s->row, s->first, s->n, x);
    for (uint32_t i = 0; i < s->n; i++)
        most |= (x[i] & sign) | (uint64_t)(x[i] >= rows);
    return !most;
}

bool pto_tile_rows_below(const pto_tile *index, uint32_t rows,
                         pto_tile_place *at)
{
    for (pto_span s = {0}; pto_span_next(index, &s);) {
        if (stretch_is_below(index, &s, rows))
            continue;
        *at = (pto_tile_place){s.row, s.first};
        while (pto_tile_row_of(index, *at) < rows)
            at->column++;
        return false;
    }
    return true;
}

bool pto_tile_gather_defined(const pto_tile *src, const pto_tile *index,
                             pto_tile_place *at)
{
    if (pto_tile_range_defined(src, 0, src->rows * src->columns))
        return true;
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
