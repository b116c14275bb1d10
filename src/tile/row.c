/* Stretches of a row as carriers, run by run of the payload. */
#include "tile/row.h"

#include "base/bits.h"
#include "tile/tile.h"

bool pto_span_next(const pto_tile *t, pto_span *s)
{
    s->first += s->n;
    if (s->first == t->valid_columns) {
        s->row += s->n != 0;
        s->first = 0;
    }
    uint32_t left = t->valid_columns - s->first;
    s->n = left < PTO_STRETCH ? left : PTO_STRETCH;
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
