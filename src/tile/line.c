/* Lines of packed elements out of and into a payload. */
#include "pto/tile.h"

#include <string.h>

/*
 * A cell holds its lines one after another: rows of 8 or 4 bytes (CUBE_M16,
 * CUBE_M32), columns of 16 (CUBE_N8). The next piece of a line is one cell on.
 */
typedef struct pieces {
    size_t start;      /* byte of the line's first piece */
    uint32_t bytes;    /* of a piece */
    uint32_t elements; /* in a piece */
    bool interleaved;  /* 16-bit groups lie as 0, 2, 1, 3 */
} pieces;

static pieces pieces_of(const pto_tile *t, uint32_t line)
{
    uint32_t lines = t->layout == PTO_TILE_CUBE_M16   ? 16
                     : t->layout == PTO_TILE_CUBE_M32 ? 32
                                                      : 8;
    unsigned bits = pto_tile_element_bits(t->dtype);
    pieces p = {.bytes = PTO_CELL_BYTES / lines};
    p.start = (size_t)(line / lines) * t->k_repeat * PTO_CELL_BYTES +
              line % lines * p.bytes;
    p.elements = p.bytes * 8 / bits;
    p.interleaved = t->layout == PTO_TILE_CUBE_M16 && bits == 4;
    return p;
}

static bool lies_in_pieces(const pto_tile *t, bool along_row)
{
    return pto_tile_layout_is_cube(t->layout) &&
           along_row == (t->layout != PTO_TILE_CUBE_N8);
}

static void copy_piece(uint8_t *to, const uint8_t *from, uint32_t bytes,
                       bool interleaved)
{
    if (!interleaved) {
        memcpy(to, from, bytes);
        return;
    }
    memcpy(to, from, 2);
    memcpy(to + 2, from + 4, 2);
    memcpy(to + 4, from + 2, 2);
    memcpy(to + 6, from + 6, 2);
}

static uint32_t index_of(const pto_tile *t, bool along_row, uint32_t line,
                         uint32_t at)
{
    return along_row ? pto_tile_index(t, line, at)
                     : pto_tile_index(t, at, line);
}

/* Whole pieces from `first` on; returns how many elements they are. */
static uint32_t read_pieces(const pto_tile *t, uint32_t line, uint32_t first,
                            uint32_t n, uint8_t *out)
{
    pieces p = pieces_of(t, line);
    uint32_t count = first % p.elements ? 0 : n / p.elements;
    const uint8_t *from =
        t->bytes + p.start + (size_t)(first / p.elements) * PTO_CELL_BYTES;
    for (uint32_t i = 0; i < count; i++)
        copy_piece(out + (size_t)i * p.bytes, from + (size_t)i * PTO_CELL_BYTES,
                   p.bytes, p.interleaved);
    return count * p.elements;
}

void pto_tile_read_line(const pto_tile *t, bool along_row, uint32_t line,
                        uint32_t first, uint32_t n, void *out)
{
    uint32_t i = 0;
    if (lies_in_pieces(t, along_row))
        i = read_pieces(t, line, first, n, out);
    for (; i < n; i++)
        pto_lane_set(
            (pto_dtype)t->dtype, out, i,
            pto_tile_read_at(t, index_of(t, along_row, line, first + i)));
}

static uint32_t write_pieces(pto_tile *t, uint32_t line, uint32_t first,
                             uint32_t n, const uint8_t *in)
{
    pieces p = pieces_of(t, line);
    uint32_t count = first % p.elements ? 0 : n / p.elements;
    uint8_t *to =
        t->bytes + p.start + (size_t)(first / p.elements) * PTO_CELL_BYTES;
    for (uint32_t i = 0; i < count; i++)
        copy_piece(to + (size_t)i * PTO_CELL_BYTES, in + (size_t)i * p.bytes,
                   p.bytes, p.interleaved);
    return count * p.elements;
}

void pto_tile_write_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                        const void *in)
{
    uint32_t i = 0;
    if (lies_in_pieces(t, true))
        i = write_pieces(t, row, first, n, in);
    if (i)
        pto_tile_define_row(t, row, first, i);
    for (; i < n; i++)
        pto_tile_write(t, row, first + i,
                       pto_lane_get((pto_dtype)t->dtype, in, i));
}
