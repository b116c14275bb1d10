/* Operand views: elements and lines of arrays and tiles. */
#include "cube/cube.h"

#include "base/bits.h"

pto_view pto_view_none(void)
{
    return (pto_view){.dtype = PTO_DTYPE_NONE};
}

pto_view pto_view_array(unsigned dtype, const void *elements, uint64_t pitch)
{
    return (pto_view){.dtype = dtype, .bytes = elements, .pitch = pitch};
}

/* Linear tiles are arrays; the others are looked up element by element. */
pto_view pto_view_tile(const pto_tile *t, bool transposed, uint64_t row_offset)
{
    pto_view v = {.dtype = t->dtype,
                  .transposed = transposed,
                  .row_offset = row_offset,
                  .sign_extended = t->sign_extended};
    if (t->layout == PTO_TILE_RowMajor) {
        v.bytes = t->bytes;
        v.pitch = t->columns;
    } else if (t->layout == PTO_TILE_ColumnMajor) {
        v.bytes = t->bytes;
        v.pitch = t->rows;
        v.transposed = !transposed;
    } else {
        v.tile = t;
    }
    return v;
}

static bool storage_lines_are_rows(const pto_view *v)
{
    return !v->tile || (v->tile->layout != PTO_TILE_CUBE_N8 &&
                        v->tile->layout != PTO_TILE_ZN);
}

bool cube_view_lines_are_rows(const pto_view *v)
{
    return storage_lines_are_rows(v) != (v->transposed != 0);
}

static uint64_t read_packed(const uint8_t *bytes, unsigned bits, uint64_t i)
{
    if (bits == 4)
        return bytes[i / 2] >> (i % 2 * 4) & 15;
    return pto_load_le(bytes + i * (bits / 8), bits / 8);
}

uint64_t pto_view_read(const pto_view *v, uint64_t row, uint64_t column)
{
    uint64_t r = v->transposed ? column : row + v->row_offset;
    uint64_t c = v->transposed ? row + v->row_offset : column;
    if (v->tile)
        return pto_tile_read(v->tile, (uint32_t)r, (uint32_t)c);
    return read_packed(v->bytes, pto_tile_element_bits(v->dtype),
                       r * v->pitch + c);
}

static void copy_nibbles(uint8_t *dst, const uint8_t *src, uint64_t from,
                         uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        pto_lane_set(PTO_U4X2, dst, i, read_packed(src, 4, from + i));
}

const uint8_t *cube_view_line(const pto_view *v, uint64_t line, uint64_t first,
                              uint64_t n, uint8_t *scratch)
{
    bool rows = cube_view_lines_are_rows(v);
    uint64_t fixed = rows ? line + v->row_offset : line;
    uint64_t at = rows ? first : first + v->row_offset;
    unsigned bits = pto_tile_element_bits(v->dtype);
    if (v->tile) {
        pto_tile_read_line(v->tile, storage_lines_are_rows(v), (uint32_t)fixed,
                           (uint32_t)at, (uint32_t)n, scratch);
        return scratch;
    }
    uint64_t i = fixed * v->pitch + at;
    if (bits != 4)
        return v->bytes + i * (bits / 8);
    if (i % 2 == 0)
        return v->bytes + i / 2;
    copy_nibbles(scratch, v->bytes, i, n);
    return scratch;
}

bool cube_view_regular(const pto_view *v, uint64_t line, uint64_t first,
                       const uint8_t **raw, uint64_t *pitch)
{
    if (v->tile)
        return false;
    bool rows = cube_view_lines_are_rows(v);
    unsigned bits = pto_tile_element_bits(v->dtype);
    uint64_t start = (rows ? line + v->row_offset : line) * v->pitch +
                     (rows ? first : first + v->row_offset);
    if (bits == 4 && (start % 2 != 0 || v->pitch % 2 != 0))
        return false;
    *raw = v->bytes + start * bits / 8;
    *pitch = v->pitch * bits / 8;
    return true;
}
