/* Stretches of a row: views of the payload, or copies run by run. */
#include "tile/row.h"

#include "base/bits.h"
#include "tile/tile.h"

#include <string.h>

bool pto_span_next(const pto_tile *t, pto_span *s)
{
    return pto_span_next_of(t, s, PTO_STRETCH);
}

bool pto_span_next_of(const pto_tile *t, pto_span *s, uint32_t most)
{
    s->first += s->n;
    if (s->first == t->valid_columns) {
        s->row += s->n != 0;
        s->first = 0;
    }
    uint32_t left = t->valid_columns - s->first;
    s->n = left < most ? left : most;
    return s->n && s->row < t->valid_rows;
}

/* `bytes` is a constant where these are called, so that they unroll. */
static inline void load(const uint8_t *from, unsigned bytes, uint32_t n,
                        uint64_t *out)
{
    for (uint32_t i = 0; i < n; i++)
        out[i] = pto_load_le(from + (size_t)i * bytes, bytes);
}

static inline void store(uint8_t *to, unsigned bytes, uint32_t n,
                         const uint64_t *in)
{
    for (uint32_t i = 0; i < n; i++)
        pto_store_le(to + (size_t)i * bytes, bytes, in[i]);
}

/* Bits of an element as they are packed: predicates have one. */
static unsigned packed_bits(const pto_tile *t)
{
    return t->storage == PTO_TILE_PREDICATE ? 1
                                            : pto_tile_element_bits(t->dtype);
}

static void load_run(const pto_tile *t, uint32_t index, uint32_t n,
                     uint64_t *out)
{
    const uint8_t *from = t->bytes;
    switch (packed_bits(t)) {
    case 8: load(from + index, 1, n, out); return;
    case 16: load(from + (size_t)index * 2, 2, n, out); return;
    case 32: load(from + (size_t)index * 4, 4, n, out); return;
    case 64: load(from + (size_t)index * 8, 8, n, out); return;
    }
    for (uint32_t i = 0; i < n; i++)
        out[i] = pto_tile_read_at(t, index + i);
}

static void store_run(pto_tile *t, uint32_t index, uint32_t n,
                      const uint64_t *in)
{
    uint8_t *to = pto_tile_payload(t);
    switch (packed_bits(t)) {
    case 8: store(to + index, 1, n, in); return;
    case 16: store(to + (size_t)index * 2, 2, n, in); return;
    case 32: store(to + (size_t)index * 4, 4, n, in); return;
    case 64: store(to + (size_t)index * 8, 8, n, in); return;
    }
    for (uint32_t i = 0; i < n; i++)
        pto_tile_store_at(t, index + i, in[i]);
}

static uint32_t run_of(const pto_tile *t, uint32_t row, uint32_t column,
                       uint32_t most)
{
    uint32_t run = pto_tile_run(t, row, column);
    return run < most ? run : most;
}

void pto_row_read(const pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                  uint64_t *out)
{
    for (uint32_t i = 0, run; i < n; i += run) {
        run = run_of(t, row, first + i, n - i);
        load_run(t, pto_tile_index(t, row, first + i), run, out + i);
    }
}

void pto_row_write(pto_tile *t, uint32_t row, uint32_t first, uint32_t n,
                   const uint64_t *in)
{
    for (uint32_t i = 0, run; i < n; i += run) {
        run = run_of(t, row, first + i, n - i);
        uint32_t index = pto_tile_index(t, row, first + i);
        store_run(t, index, run, in + i);
        pto_tile_define_range(t, index, run, true);
    }
}

/* The stretch's first byte in the payload; NULL where it is not an array. */
static const uint8_t *array_of(const pto_tile *t, const pto_span *s)
{
    unsigned bits = pto_tile_element_bits(t->dtype);
    size_t first = (size_t)s->row * t->columns + s->first;
    if (t->layout != PTO_TILE_RowMajor || t->storage != PTO_TILE_NUMERIC ||
        first * bits % 8)
        return NULL;
    return t->bytes + first * bits / 8;
}

const void *pto_row_view(const pto_tile *t, const pto_span *s,
                         pto_row_room *room)
{
    const uint8_t *array = array_of(t, s);
    if (array)
        return array;
    pto_tile_read_line(t, true, s->row, s->first, s->n, room);
    return room;
}

const void *pto_row_lines(const pto_tile *t, const pto_span *s, size_t *step)
{
    *step = (size_t)t->columns * pto_tile_element_bits(t->dtype) / 8;
    return pto_tile_element_bits(t->dtype) < 8 ? NULL : array_of(t, s);
}

void *pto_row_place(pto_tile *t, const pto_span *s, pto_row_room *room)
{
    const uint8_t *array = array_of(t, s);
    return array ? pto_tile_payload(t) + (array - t->bytes) : (void *)room;
}

void pto_row_done(pto_tile *t, const pto_span *s, const void *array)
{
    if (array_of(t, s) == array)
        pto_tile_define_row(t, s->row, s->first, s->n);
    else
        pto_tile_write_row(t, s->row, s->first, s->n, array);
}

void pto_row_repeat(pto_dtype t, uint64_t bits, uint32_t n, pto_row_room *room)
{
    size_t bytes = pto_array_bytes(t, 2), all = pto_array_bytes(t, n);
    uint8_t *to = (uint8_t *)room->words;
    pto_lane_set(t, to, 0, bits);
    pto_lane_set(t, to, 1, bits);
    for (size_t done = bytes, more; done < all; done += more) {
        more = done < all - done ? done : all - done;
        memcpy(to + done, to, more);
    }
}

/* n bits of a row-major predicate, at most 64, from an index on. */
static uint64_t load_bits(const pto_tile *t, uint32_t first, uint32_t n)
{
    uint8_t bytes[9] = {0};
    uint32_t shift = first % 8;
    if (!shift && n == 64)
        return pto_load_le(t->bytes + first / 8, 8);
    memcpy(bytes, t->bytes + first / 8, (shift + n + 7) / 8);
    uint64_t low = pto_load_le(bytes, 8) >> shift;
    uint64_t high = shift ? (uint64_t)bytes[8] << (64 - shift) : 0;
    return (low | high) & pto_low_bits(n);
}

static void store_bits(pto_tile *t, uint32_t first, uint32_t n, uint64_t bits)
{
    uint8_t bytes[9] = {0}, *to = pto_tile_payload(t) + first / 8;
    uint32_t shift = first % 8, size = (shift + n + 7) / 8;
    uint64_t mask = pto_low_bits(n);
    if (!shift && n == 64) {
        pto_store_le(to, 8, bits);
        return;
    }
    memcpy(bytes, to, size);
    uint64_t low = pto_load_le(bytes, 8) & ~(mask << shift);
    pto_store_le(bytes, 8, low | (bits & mask) << shift);
    if (shift + n > 64) {
        unsigned kept = bytes[8] & ~(unsigned)(mask >> (64 - shift));
        bytes[8] = (uint8_t)(kept | (bits & mask) >> (64 - shift));
    }
    memcpy(to, bytes, size);
}

void pto_row_read_bits(const pto_tile *t, const pto_span *s, uint64_t *bits)
{
    uint32_t first = pto_tile_index(t, s->row, s->first);
    for (uint32_t i = 0, n; i < s->n; i += n) {
        n = s->n - i < 64 ? s->n - i : 64;
        bits[i / 64] = load_bits(t, first + i, n);
    }
}

void pto_row_write_bits(pto_tile *t, const pto_span *s, const uint64_t *bits)
{
    uint32_t first = pto_tile_index(t, s->row, s->first);
    for (uint32_t i = 0, n; i < s->n; i += n) {
        n = s->n - i < 64 ? s->n - i : 64;
        store_bits(t, first + i, n, bits[i / 64]);
    }
    pto_tile_define_range(t, first, s->n, true);
}
