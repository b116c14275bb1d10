/*
 * Random tiles and bundles for the tests of operations on whole tiles, and
 * what padding has to hold.
 */
#ifndef PTO_TESTS_BUNDLE_WHOLE_H
#define PTO_TESTS_BUNDLE_WHOLE_H

#include "bundle/driver.h"
#include "num/judge.h"

enum { SCALAR_REGISTER = 6 }; /* a4 */

/* A valid region in the corner of a physical one. */
typedef struct shape {
    uint32_t rows, columns, valid_rows, valid_columns;
    unsigned size_code;
} shape;

static inline shape random_shape(const slow_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    unsigned bits = pto_tile_element_bits((unsigned)f->code);
    shape s = {.columns = 1u << (r & 3), .size_code = 1 + (r >> 8 & 1)};
    s.columns <<= r >> 10 & 1;
    s.rows = (64u << s.size_code) * 8 / bits / s.columns;
    s.valid_rows = 1 + (uint32_t)(r >> 16 & 0xffff) % s.rows;
    s.valid_columns = 1 + (uint32_t)(r >> 32 & 0xffff) % s.columns;
    s.valid_rows = s.valid_rows > 24 ? 24 : s.valid_rows;
    return s;
}

/* Any valid encoding; numbers near corners where there are some. */
static inline uint64_t random_element(const slow_format *f, uint64_t *seed)
{
    if (f->family == SLOW_BINARY && f->fraction > 1 && !f->unused)
        return judge_corner(f, seed);
    uint64_t r = test_random(seed), mask = ~UINT64_C(0) >> (64 - f->bits);
    int64_t small = (int64_t)(r >> 32 & 15) - 8;
    if (slow_is_integer(f) && !(r & 3))
        return (uint64_t)small & mask;
    return test_random(seed) & mask >> f->unused;
}

static inline pto_tile *local_tile(driver *d, unsigned pe, const char *name)
{
    return driver_edit(d, pe, name);
}

/* Make the tile `name` of a PE, undefined. */
static inline pto_tile *make_tile(driver *d, unsigned pe, const char *name,
                                  unsigned type, unsigned layout, shape s)
{
    pto_tile *t = local_tile(d, pe, name);
    pto_pool_give(&d->core.pool, t);
    uint32_t bits = pto_tile_element_bits(type);
    bool ok = pto_tile_describe(t, type, layout, s.columns, s.valid_rows,
                                s.valid_columns, s.rows * s.columns * bits / 8,
                                PTO_TILE_MAX_BYTES);
    CHECK(ok && t->rows == s.rows && pto_pool_take(&d->core.pool, t), "%s",
          name);
    ((pto_local *)(void *)t)->mask = 15; /* its first member */
    return t;
}

/* How a test asks for padding: B.DATR left out, or one of its four values. */
static const char *const pad_names[] = {"", "Zero", "Max", "Min", "Null"};
enum { PADS = sizeof pad_names / sizeof pad_names[0] };

/* Does this padding define elements? To what? */
static inline bool pad_value(const slow_format *f, unsigned pad,
                             uint64_t *value)
{
    static const uint64_t inf = UINT64_C(0x7ff) << 52;
    unsigned flags = 0;
    *value = 0;
    if (pad == 0 || pad == 4)
        return false;
    bool least = pad == 3 && f->family == SLOW_POWER; /* has no negatives */
    if (pad == 1 || least)
        return true;
    slow_answer a = slow_convert(f, slow_format_of(PTO_FP64),
                                 inf | (uint64_t)(pad == 3) << 63, false);
    *value = slow_settle(&a, SLOW_RNE, true, &flags);
    return true;
}

/* What lies outside the valid region. */
static inline void check_padding(const pto_tile *t, const slow_format *f,
                                 unsigned pad, const char *what)
{
    uint64_t want;
    bool defined = pad_value(f, pad, &want);
    if (t->storage == PTO_TILE_PREDICATE)
        want = pad == 2;
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++) {
            if (r < t->valid_rows && c < t->valid_columns)
                continue;
            CHECK(pto_tile_defined(t, r, c) == defined, "%s: (%u,%u)", what, r,
                  c);
            CHECK(!defined || pto_tile_read(t, r, c) == want,
                  "%s: (%u,%u) is %" PRIx64 ", not %" PRIx64, what, r, c,
                  pto_tile_read(t, r, c), want);
        }
}

static inline unsigned pe_flags(const driver *d, unsigned pe)
{
    return (unsigned)(d->core.pe[pe].core_state >> 32) & 31;
}

/* The dimensions of a shape, as lines of a bundle. */
static inline int shape_lines(char *out, size_t size, shape s)
{
    return snprintf(out, size,
                    "B.DIM zero, %u, ->lb0\n"
                    "B.DIM zero, %u, ->lb1\n"
                    "B.DIM zero, %u, ->lb2\n",
                    s.valid_columns, s.valid_rows, s.columns);
}

#endif
