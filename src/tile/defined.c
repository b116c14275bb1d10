/* Definedness: one bit for every element index of a payload. */
#include "pto/tile.h"

#include "base/bits.h"

#include <string.h>

uint32_t pto_tile_indices(const pto_tile *t)
{
    if (t->storage == PTO_TILE_PREDICATE)
        return t->rows * t->columns;
    return pto_tile_element_capacity(t->capacity_bytes, t->dtype);
}

static size_t bitmap_words(const pto_tile *t)
{
    return ((size_t)pto_tile_indices(t) + 63) / 64;
}

bool pto_tile_defined_at(const pto_tile *t, uint32_t index)
{
    return t->defined[index / 64] >> index % 64 & 1;
}

bool pto_tile_defined(const pto_tile *t, uint32_t row, uint32_t column)
{
    return pto_tile_defined_at(t, pto_tile_index(t, row, column));
}

/* The bits of word `w` that [first, end) covers. */
static uint64_t word_mask(uint32_t w, uint32_t first, uint32_t end)
{
    uint32_t base = w * 64;
    uint64_t mask = UINT64_MAX;
    if (first > base)
        mask <<= first - base;
    if (end - base < 64)
        mask &= pto_low_bits(end - base);
    return mask;
}

bool pto_tile_range_defined(const pto_tile *t, uint32_t first, uint32_t count)
{
    uint32_t end = first + count;
    for (uint32_t w = first / 64; w * 64 < end; w++) {
        uint64_t mask = word_mask(w, first, end);
        if ((t->defined[w] & mask) != mask)
            return false;
    }
    return true;
}

void pto_tile_define_range(pto_tile *t, uint32_t first, uint32_t count,
                           bool defined)
{
    uint32_t end = first + count;
    for (uint32_t w = first / 64; w * 64 < end; w++) {
        uint64_t mask = word_mask(w, first, end);
        t->defined[w] = defined ? t->defined[w] | mask : t->defined[w] & ~mask;
    }
}

/* The valid region that fills its storage lies in the payload in one piece. */
static bool valid_is_whole(const pto_tile *t)
{
    return t->valid_rows == t->rows && t->valid_columns == t->columns;
}

/* Calls `visit` on runs that cover the valid region; stops on false. */
static bool each_run(const pto_tile *t,
                     bool (*visit)(void *, uint32_t, uint32_t), void *context)
{
    if (valid_is_whole(t))
        return visit(context, 0, t->rows * t->columns);
    for (uint32_t row = 0; row < t->valid_rows; row++) {
        uint32_t run;
        for (uint32_t c = 0; c < t->valid_columns; c += run) {
            run = pto_tile_run(t, row, c);
            if (run > t->valid_columns - c)
                run = t->valid_columns - c;
            if (!visit(context, pto_tile_index(t, row, c), run))
                return false;
        }
    }
    return true;
}

static bool run_is_defined(void *tile, uint32_t first, uint32_t count)
{
    return pto_tile_range_defined(tile, first, count);
}

static bool define_run(void *tile, uint32_t first, uint32_t count)
{
    pto_tile_define_range(tile, first, count, true);
    return true;
}

void pto_tile_define_row(pto_tile *t, uint32_t row, uint32_t first, uint32_t n)
{
    for (uint32_t i = 0, run; i < n; i += run) {
        run = pto_tile_run(t, row, first + i);
        run = run < n - i ? run : n - i;
        pto_tile_define_range(t, pto_tile_index(t, row, first + i), run, true);
    }
}

bool pto_tile_contents_defined(const pto_tile *t)
{
    if (!t->defined || t->valid_rows == 0 || t->valid_columns == 0)
        return false;
    pto_tile copy = *t;
    return each_run(t, run_is_defined, &copy);
}

void pto_tile_define_all(pto_tile *t, bool defined)
{
    memset(t->defined, defined ? 0xff : 0, bitmap_words(t) * 8);
}

void pto_tile_define_valid(pto_tile *t)
{
    pto_tile_define_all(t, false);
    each_run(t, define_run, t);
}
