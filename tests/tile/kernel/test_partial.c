/* src/tile/partial.c and histogram.c on random tiles, element by element. */
#include "tile/kernel/element.h"
#include "tile/kernel/reduce.h"

#include "tile/tile_test.h"

enum { ROUNDS = 40, BINS = 256 };

/* ---- Unions ------------------------------------------------------------- */

static const uint8_t types[] = {PTO_FP32, PTO_FP16, PTO_BF16, PTO_S32, PTO_S16,
                                PTO_S8,   PTO_U32,  PTO_U16,  PTO_U8};

static const slow_op ops[] = {SLOW_ADD, SLOW_MUL, SLOW_MIN, SLOW_MAX};

static bool covers(const pto_tile *t, uint32_t row, uint32_t column)
{
    return row < t->valid_rows && column < t->valid_columns;
}

static uint64_t united(slow_op op, const pto_tile *a, const pto_tile *b,
                       uint32_t r, uint32_t c, unsigned *flags)
{
    if (!covers(b, r, c))
        return pto_tile_read(a, r, c);
    if (!covers(a, r, c))
        return pto_tile_read(b, r, c);
    return slow(op, slow_format_of((int)a->dtype), pto_tile_read(a, r, c),
                pto_tile_read(b, r, c), flags);
}

/* One source is whole, the other a part of it, in columns of its own. */
static void check_union(slow_op op, unsigned type, uint64_t *seed)
{
    shape s = random_shape(seed);
    uint64_t q = test_random(seed);
    shape part = {.rows = 1 + (uint32_t)(q >> 8) % s.rows,
                  .columns = 1 + (uint32_t)(q >> 32) % s.columns};
    part.physical = power_from(part.columns) << (q & 1);
    pto_tile tile[2] = {
        random_tile(type, s.rows, s.columns, s.physical, seed),
        random_tile(type, part.rows, part.columns, part.physical, seed)};
    pto_tile d = random_tile(type, s.rows, s.columns, s.physical, NULL);
    const pto_tile *a = &tile[q >> 1 & 1], *b = &tile[~q >> 1 & 1];
    pto_fenv env = {.round = PTO_RNE};
    unsigned flags = 0;
    pto_tile_unite(&d, a, b, fast(op), &env);
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t c = 0; c < s.columns; c++)
            expect_element(&d, r, c, united(op, a, b, r, c, &flags),
                           slow_op_name(op));
    assert_int_equal(env.flags, flags);
    expect_definedness(&d);
    pto_tile_free(&d);
    pto_tile_free(&tile[0]);
    pto_tile_free(&tile[1]);
}

TEST(unions_equal_mpfr)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        for (size_t i = 0; i < 4 * sizeof types; i++)
            check_union(ops[i % 4], types[i / 4], &seed);
    slow_release();
}

/* ---- Histograms --------------------------------------------------------- */

/* Few values a byte, so that prefixes match often. */
static void fill_bytes(pto_tile *t, uint64_t *seed)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, test_random(seed) & 0x81018101);
}

/* Is an element counted? As the operation's text has it, byte by byte. */
static bool passes(const pto_tile *filter, unsigned type, uint64_t v,
                   uint32_t row, unsigned byte)
{
    if (type == PTO_U16)
        return byte == 1 || v >> 8 == pto_tile_read(filter, row, 0);
    for (unsigned i = 0; i < 3 - byte; i++)
        if ((v >> (24 - 8 * i) & 0xff) != pto_tile_read(filter, i, 0))
            return false;
    return true;
}

static void check_histogram(unsigned type, unsigned byte, unsigned layout,
                            uint64_t *seed)
{
    shape s = random_shape(seed);
    uint32_t rows = s.rows > 3 ? s.rows : 3;
    pto_tile a = random_tile(type, s.rows, s.columns, s.physical, NULL);
    pto_tile d = random_tile(PTO_U32, s.rows, BINS, BINS, NULL);
    pto_tile filter = random_tile(PTO_U8, rows, 2, 2, NULL);
    filter.layout = layout;
    fill_bytes(&a, seed);
    fill_bytes(&filter, seed);
    pto_tile_histogram(&d, &a, &filter, byte);
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t k = 0; k < BINS; k++) {
            uint64_t n = 0;
            for (uint32_t c = 0; c < s.columns; c++) {
                uint64_t v = pto_tile_read(&a, r, c);
                n += passes(&filter, type, v, r, byte) &&
                     (v >> 8 * byte & 0xff) <= k;
            }
            expect_element(&d, r, k, n, "histogram");
        }
    expect_definedness(&d);
    pto_tile_free(&a);
    pto_tile_free(&d);
    pto_tile_free(&filter);
}

TEST(histograms)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t n = test_scaled(ROUNDS / 4); n--;)
        for (unsigned byte = 0; byte < 4; byte++) {
            check_histogram(PTO_U32, byte, PTO_TILE_RowMajor, &seed);
            check_histogram(PTO_U16, byte / 2, PTO_TILE_ColumnMajor, &seed);
        }
}

TEST_MAIN(CASE(unions_equal_mpfr), CASE(histograms))
