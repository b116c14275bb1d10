/* Lines of packed elements out of and into a payload. */
#include "pto/tile.h"
#include "tile/tile.h"

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

static inline void copy_interleaved(uint8_t *to, const uint8_t *from)
{
    memcpy(to, from, 2);
    memcpy(to + 2, from + 4, 2);
    memcpy(to + 4, from + 2, 2);
    memcpy(to + 6, from + 6, 2);
}

/* `count` pieces, `to_step` and `from_step` bytes apart. */
static void copy_pieces(const pieces *p, uint32_t count, uint8_t *to,
                        size_t to_step, const uint8_t *from, size_t from_step)
{
    if (p->interleaved)
        for (uint32_t i = 0; i < count; i++)
            copy_interleaved(to + i * to_step, from + i * from_step);
    else if (p->bytes == 4)
        for (uint32_t i = 0; i < count; i++)
            memcpy(to + i * to_step, from + i * from_step, 4);
    else if (p->bytes == 8)
        for (uint32_t i = 0; i < count; i++)
            memcpy(to + i * to_step, from + i * from_step, 8);
    else
        for (uint32_t i = 0; i < count; i++)
            memcpy(to + i * to_step, from + i * from_step, 16);
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
    copy_pieces(&p, count, out, p.bytes, from, PTO_CELL_BYTES);
    return count * p.elements;
}

/*
 * The next run of a row from column `first` on, `done` elements behind the
 * start of an array, in whole bytes of both; 0 elements where it has none.
 */
static uint32_t whole_run(const pto_tile *t, uint32_t row, uint32_t first,
                          uint32_t done, uint32_t n)
{
    uint32_t run = pto_tile_run(t, row, first);
    run = run < n ? run : n;
    if (pto_tile_element_bits(t->dtype) > 4)
        return run;
    bool odd = (pto_tile_index(t, row, first) | done) & 1;
    return odd ? 0 : run & ~1U;
}

static size_t bytes_of(const pto_tile *t, uint32_t elements)
{
    return (size_t)elements * pto_tile_element_bits(t->dtype) / 8;
}

/* Whole runs of a row outside cells; returns how many elements they are. */
static uint32_t read_runs(const pto_tile *t, uint32_t row, uint32_t first,
                          uint32_t n, uint8_t *out)
{
    uint32_t i = 0, run;
    for (; i < n; i += run) {
        run = whole_run(t, row, first + i, i, n - i);
        if (!run)
            break;
        uint32_t index = pto_tile_index(t, row, first + i);
        memcpy(out + bytes_of(t, i), t->bytes + bytes_of(t, index),
               bytes_of(t, run));
    }
    return i;
}

static bool lies_in_runs(const pto_tile *t)
{
    return t->storage == PTO_TILE_NUMERIC &&
           (t->layout == PTO_TILE_RowMajor || t->layout == PTO_TILE_NZ);
}

void pto_tile_read_line(const pto_tile *t, bool along_row, uint32_t line,
                        uint32_t first, uint32_t n, void *out)
{
    uint32_t i = 0;
    if (lies_in_pieces(t, along_row))
        i = read_pieces(t, line, first, n, out);
    else if (along_row && lies_in_runs(t))
        i = read_runs(t, line, first, n, out);
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
    uint8_t *to = pto_tile_payload(t) + p.start +
                  (size_t)(first / p.elements) * PTO_CELL_BYTES;
    copy_pieces(&p, count, to, PTO_CELL_BYTES, in, p.bytes);
    return count * p.elements;
}

static uint32_t write_runs(pto_tile *t, uint32_t row, uint32_t first,
                           uint32_t n, const uint8_t *in)
{
    uint32_t i = 0, run;
    for (; i < n; i += run) {
        run = whole_run(t, row, first + i, i, n - i);
        if (!run)
            break;
        uint32_t index = pto_tile_index(t, row, first + i);
        memcpy(pto_tile_payload(t) + bytes_of(t, index), in + bytes_of(t, i),
               bytes_of(t, run));
    }
    return i;
}

void pto_tile_store_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                        const void *in)
{
    uint32_t i = 0;
    if (lies_in_pieces(t, true))
        i = write_pieces(t, row, first, n, in);
    else if (lies_in_runs(t))
        i = write_runs(t, row, first, n, in);
    for (; i < n; i++)
        pto_tile_store_at(t, pto_tile_index(t, row, first + i),
                          pto_lane_get((pto_dtype)t->dtype, in, i));
}

void pto_tile_write_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                        const void *in)
{
    pto_tile_store_row(t, row, first, n, in);
    pto_tile_define_row(t, row, first, n);
}
