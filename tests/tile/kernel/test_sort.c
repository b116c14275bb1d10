/* src/tile/kernel/sort.c: against the host's own order of doubles. */
#include "tile/kernel/sort.h"

#include "num/judge.h"

#include <math.h>

static const uint8_t types[] = {PTO_FP32, PTO_FP16, PTO_BF16};
enum { COLUMNS = 256, ROWS = 3, ROUNDS = 300 };

static pto_tile row_major(unsigned type, uint32_t rows, uint32_t columns)
{
    pto_tile t;
    uint32_t bytes = 4 * COLUMNS * pto_tile_element_bits(type) / 8;
    assert_true(pto_tile_describe(&t, type, PTO_TILE_RowMajor, COLUMNS, rows,
                                  columns, bytes, PTO_TILE_MAX_BYTES));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    return t;
}

/* Numbers near corners, a NaN now and then, and many that are equal. */
static uint64_t element(unsigned type, uint64_t *seed)
{
    const pto_format *f = pto_format_get(type);
    uint64_t r = test_random(seed);
    switch (r & 7) {
    case 0: return f->sign_mask * (r >> 3 & 1);
    case 1: return f->infinity | f->sign_mask * (r >> 3 & 1);
    case 2: return f->nan | r >> 60;
    case 3: return f->infinity | (r >> 59 & 7);
    case 4: return f->min_normal * (r >> 60 & 3);
    default: return judge_corner(slow_format_of((int)type), seed);
    }
}

static double value_of(unsigned type, uint64_t bits)
{
    pto_fenv env = {.round = PTO_RNE};
    uint64_t wide = pto_convert(PTO_FP64, (pto_dtype)type, bits, &env);
    double d;
    memcpy(&d, &wide, sizeof d);
    return d;
}

/* Must `a` come after a later `b`? */
static bool behind(double a, double b, bool descending)
{
    if (isnan(a) || isnan(b))
        return isnan(a) && !isnan(b);
    return descending ? a < b : a > b;
}

/* A stable order by exchanging neighbours, as slow as can be. */
static void slow_sort(unsigned type, uint64_t *v, uint32_t *at, uint32_t n,
                      bool descending)
{
    for (uint32_t i = 0; i < n; i++)
        at[i] = i;
    for (uint32_t end = n; end > 1; end--)
        for (uint32_t i = 0; i + 1 < end; i++)
            if (behind(value_of(type, v[i]), value_of(type, v[i + 1]),
                       descending)) {
                uint64_t x = v[i];
                uint32_t k = at[i];
                v[i] = v[i + 1];
                v[i + 1] = x;
                at[i] = at[i + 1];
                at[i + 1] = k;
            }
}

static void expect_group(const pto_tile *src, const pto_tile *values,
                         const pto_tile *indices, uint32_t row, uint32_t first,
                         uint32_t n, bool descending)
{
    uint64_t v[PTO_SORT_WIDTH_MAX];
    uint32_t at[PTO_SORT_WIDTH_MAX];
    for (uint32_t i = 0; i < n; i++)
        v[i] = pto_tile_read(src, row, first + i);
    slow_sort(src->dtype, v, at, n, descending);
    for (uint32_t i = 0; i < n; i++) {
        CHECK(pto_tile_read(values, row, first + i) == v[i], "(%u, %u)", row,
              first + i);
        CHECK(pto_tile_read(indices, row, first + i) == at[i], "(%u, %u)", row,
              first + i);
    }
}

static void fill(pto_tile *t, uint64_t *seed)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, element(t->dtype, seed));
}

static void groups(unsigned type, uint32_t width, bool descending,
                   uint64_t *seed)
{
    uint32_t columns = 1 + (uint32_t)(test_random(seed) % COLUMNS);
    pto_tile src = row_major(type, ROWS, columns);
    pto_tile values = row_major(type, ROWS, columns);
    pto_tile indices = row_major(PTO_U32, ROWS, columns);
    fill(&src, seed);
    pto_tile_sort(&values, &indices, &src, width, descending);
    for (uint32_t r = 0; r < ROWS; r++)
        for (uint32_t c = 0; c < columns; c += width)
            expect_group(&src, &values, &indices, r, c,
                         columns - c < width ? columns - c : width, descending);
    for (uint32_t c = columns; c < COLUMNS; c++)
        assert_false(pto_tile_defined(&values, 0, c) ||
                     pto_tile_defined(&indices, 0, c));
    pto_tile_free(&src);
    pto_tile_free(&values);
    pto_tile_free(&indices);
}

TEST(groups_are_sorted_and_say_whence)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        groups(types[n % 3], 1 + (uint32_t)(n * 7 % PTO_SORT_WIDTH_MAX), n & 4,
               &seed);
}

/* A sorted row of at most one group. */
static pto_tile sorted(unsigned type, bool descending, uint64_t *seed)
{
    uint32_t n = 1 + (uint32_t)(test_random(seed) % PTO_SORT_WIDTH_MAX);
    pto_tile src = row_major(type, 1, n), indices = row_major(PTO_U32, 1, n);
    pto_tile values = row_major(type, 1, n);
    fill(&src, seed);
    pto_tile_sort(&values, &indices, &src, PTO_SORT_WIDTH_MAX, descending);
    pto_tile_free(&src);
    pto_tile_free(&indices);
    return values;
}

TEST(a_merge_is_a_stable_sort_of_both)
{
    UNUSED_STATE;
    uint64_t seed = 2, v[2 * PTO_SORT_WIDTH_MAX];
    uint32_t at[2 * PTO_SORT_WIDTH_MAX];
    for (uint64_t n = test_scaled(ROUNDS); n--;) {
        bool descending = n & 1;
        unsigned type = types[n % 3];
        pto_tile l = sorted(type, descending, &seed);
        pto_tile r = sorted(type, descending, &seed);
        uint32_t left = l.valid_columns, sum = left + r.valid_columns, column;
        pto_tile t = row_major(type, 1, sum);
        for (uint32_t i = 0; i < sum; i++)
            v[i] = i < left ? pto_tile_read(&l, 0, i)
                            : pto_tile_read(&r, 0, i - left);
        slow_sort(type, v, at, sum, descending);
        pto_tile_merge(&t, &l, &r, descending);
        for (uint32_t i = 0; i < sum; i++)
            CHECK(pto_tile_read(&t, 0, i) == v[i], "%u", i);
        assert_true(pto_tile_is_sorted(&t, descending, &column));
        pto_tile_free(&l);
        pto_tile_free(&r);
        pto_tile_free(&t);
    }
}

TEST(order_and_signaling_are_noticed)
{
    UNUSED_STATE;
    uint32_t column = 0;
    pto_tile t = row_major(PTO_FP16, 2, 4);
    const uint16_t rising[] = {0xfc00, 0x8000, 0x0000, 0x7e01};
    for (uint32_t c = 0; c < 8; c++)
        pto_tile_write(&t, c / 4, c % 4, rising[c % 4]);
    assert_true(pto_tile_is_sorted(&t, false, &column));
    assert_false(pto_tile_is_sorted(&t, true, &column));
    assert_int_equal(column, 1);
    assert_false(pto_tile_has_signaling(&t));
    pto_tile_write(&t, 0, 0, 0x7e00);
    assert_false(pto_tile_is_sorted(&t, false, &column));
    pto_tile_write(&t, 1, 2, 0x7c01);
    assert_true(pto_tile_has_signaling(&t));
    pto_tile_free(&t);
}

TEST_MAIN(CASE(groups_are_sorted_and_say_whence),
          CASE(a_merge_is_a_stable_sort_of_both),
          CASE(order_and_signaling_are_noticed))
