/*
 * Random tiles for tests of kernels, and the second opinion on elements: MPFR,
 * or C's own integers.
 */
#ifndef PTO_TESTS_TILE_TEST_H
#define PTO_TESTS_TILE_TEST_H

#include "num/judge.h"
#include "pto/profile.h"
#include "pto/tile.h"
#include "tile/tile.h"

static inline const pto_arithmetic *ieee(void)
{
    return pto_profile_find("ieee")->tile;
}

static const uint8_t numbers[] = {
    PTO_FP64, PTO_FP32, PTO_TF32, PTO_HF32, PTO_FP16, PTO_BF16,
    PTO_E4M3, PTO_E5M2, PTO_S64,  PTO_S32,  PTO_S16,  PTO_S8,
    PTO_U64,  PTO_U32,  PTO_U16,  PTO_U8,
};

enum { NUMBERS = sizeof numbers };

/* ---- The second opinion ------------------------------------------------- */

static inline uint64_t slow_float(slow_op op, const slow_format *f, uint64_t a,
                                  uint64_t b, unsigned *flags)
{
    const uint64_t args[3] = {a, b, 0};
    slow_answer x = slow_apply(op, f, args);
    return slow_settle(&x, SLOW_RNE, false, flags);
}

static inline int64_t signed_value(const slow_format *f, uint64_t v)
{
    unsigned left = 64 - (unsigned)f->bits;
    int64_t s;
    v <<= left;
    memcpy(&s, &v, sizeof s);
    return f->family == SLOW_SIGNED ? s / (INT64_C(1) << left) : 0;
}

static inline bool below(const slow_format *f, uint64_t a, uint64_t b)
{
    if (f->family == SLOW_SIGNED && f->bits < 64)
        return signed_value(f, a) < signed_value(f, b);
    uint64_t flip = f->family == SLOW_SIGNED ? UINT64_C(1) << 63 : 0;
    return (a ^ flip) < (b ^ flip);
}

static inline uint64_t integer(slow_op op, const slow_format *f, uint64_t a,
                               uint64_t b)
{
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits);
    switch (op) {
    case SLOW_ADD: return (a + b) & ones;
    case SLOW_SUB: return (a - b) & ones;
    case SLOW_MUL: return (a * b) & ones;
    case SLOW_MIN: return below(f, b, a) ? b : a;
    default: return below(f, a, b) ? b : a;
    }
}

static inline uint64_t slow(slow_op op, const slow_format *f, uint64_t a,
                            uint64_t b, unsigned *flags)
{
    return slow_is_integer(f) ? integer(op, f, a, b)
                              : slow_float(op, f, a, b, flags);
}

static inline uint64_t one(const slow_format *f)
{
    unsigned flags = 0;
    if (slow_is_integer(f))
        return 1;
    slow_answer x = slow_convert(f, slow_format_of(PTO_S32), 1, false);
    return slow_settle(&x, SLOW_RNE, false, &flags);
}

/* ---- Tiles -------------------------------------------------------------- */

static inline uint64_t element(const slow_format *f, uint64_t *seed)
{
    uint64_t ones = ~UINT64_C(0) >> (64 - f->bits);
    if (!slow_is_integer(f))
        return judge_corner(f, seed);
    uint64_t r = test_random(seed);
    return (r & 1 ? r >> 61 : r) & ones;
}

/* Of at most `rows` x `columns` in as many physical columns or more. */
static inline pto_tile random_tile(unsigned type, uint32_t rows,
                                   uint32_t columns, uint32_t physical,
                                   uint64_t *seed)
{
    pto_tile t;
    uint32_t bytes = pto_tile_minimum_capacity(physical, rows, columns, type);
    CHECK(bytes && pto_tile_describe(&t, type, PTO_TILE_RowMajor, physical,
                                     rows, columns, bytes, PTO_TILE_MAX_BYTES),
          "%u x %u", rows, columns);
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    for (uint32_t r = 0; seed && r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            pto_tile_write(&t, r, c, element(slow_format_of((int)type), seed));
    return t;
}

static inline uint32_t power_from(uint32_t n)
{
    uint32_t p = 1;
    while (p < n)
        p *= 2;
    return p;
}

typedef struct shape {
    uint32_t rows, columns, physical;
} shape;

/* Small ones, and some wider than the stretches that kernels take. */
static inline shape random_shape(uint64_t *seed)
{
    uint64_t r = test_random(seed);
    bool wide = !(r & 7);
    shape s = {.rows = 1 + (uint32_t)(r >> 8 & 15) / (wide ? 8 : 1),
               .columns = 1 + (uint32_t)(r >> 16) % (wide ? 600 : 20)};
    s.physical = power_from(s.columns) << (r >> 4 & 1);
    return s;
}

/* Exactly the valid region of a result is defined. */
static inline void expect_definedness(const pto_tile *t)
{
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++)
            CHECK(pto_tile_defined(t, r, c) ==
                      (r < t->valid_rows && c < t->valid_columns),
                  "(%u, %u)", r, c);
}

static inline void expect_element(const pto_tile *t, uint32_t r, uint32_t c,
                                  uint64_t want, const char *what)
{
    uint64_t got = pto_tile_read(t, r, c);
    CHECK(got == want, "%s %s (%u, %u): %" PRIx64 ", not %" PRIx64, what,
          pto_format_get(t->dtype)->name, r, c, got, want);
}

static inline pto_fn2 *fast(slow_op op)
{
    switch (op) {
    case SLOW_ADD: return ieee()->f2[PTO_ARITH2_add];
    case SLOW_SUB: return ieee()->f2[PTO_ARITH2_sub];
    case SLOW_MUL: return ieee()->f2[PTO_ARITH2_mul];
    case SLOW_DIV: return ieee()->f2[PTO_ARITH2_div];
    case SLOW_MIN: return ieee()->f2[PTO_ARITH2_min];
    default: return ieee()->f2[PTO_ARITH2_max];
    }
}

#endif
