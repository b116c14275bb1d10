/*
 * src/tile/reduce.c and expand.c under profile ieee, on random tiles of every
 * type: each element and the flags.
 */
#include "tile/kernel/reduce.h"

#include "tile/tile_test.h"

enum { ROUNDS = 12 };

/* ---- Folds -------------------------------------------------------------- */

static const struct {
    slow_op op;
    bool from_zero, from_one;
} folds[] = {
    {SLOW_ADD, true, false},
    {SLOW_MUL, false, true},
    {SLOW_MIN, false, false},
    {SLOW_MAX, false, false},
};

static uint64_t at(const pto_tile *t, pto_axis axis, uint32_t line, uint32_t k)
{
    return axis == PTO_BY_ROW ? pto_tile_read(t, line, k)
                              : pto_tile_read(t, k, line);
}

static void check_fold(size_t i, unsigned type, pto_axis axis, uint64_t *seed)
{
    const slow_format *f = slow_format_of((int)type);
    shape s = random_shape(seed);
    bool rows = axis == PTO_BY_ROW;
    pto_tile a = random_tile(type, s.rows, s.columns, s.physical, seed);
    pto_tile d = random_tile(type, rows ? s.rows : 1, rows ? 1 : s.columns,
                             rows ? 1 : s.physical, NULL);
    bool given = folds[i].from_zero || folds[i].from_one;
    pto_fold fold = {.step = fast(folds[i].op),
                     .from = given ? PTO_FOLD_START : PTO_FOLD_FIRST,
                     .start = folds[i].from_one ? one(f) : 0};
    pto_fenv env = {.round = PTO_RNE};
    unsigned flags = 0;
    pto_tile_fold(&d, &a, axis, &fold, &env);
    uint32_t lines = rows ? s.rows : s.columns;
    uint32_t count = rows ? s.columns : s.rows;
    for (uint32_t l = 0; l < lines; l++) {
        uint64_t acc = given ? fold.start : at(&a, axis, l, 0);
        for (uint32_t k = 0; k < count; k++)
            acc = slow(folds[i].op, f, acc, at(&a, axis, l, k), &flags);
        expect_element(&d, rows ? l : 0, rows ? 0 : l, acc,
                       slow_op_name(folds[i].op));
    }
    assert_int_equal(env.flags, flags);
    expect_definedness(&d);
    pto_tile_free(&a);
    pto_tile_free(&d);
}

TEST(folds_equal_mpfr)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        for (size_t i = 0; i < 2 * NUMBERS * 4; i++)
            check_fold(i % 4, numbers[i / 8],
                       i & 4 ? PTO_BY_ROW : PTO_BY_COLUMN, &seed);
    slow_release();
}

/* ---- Places ------------------------------------------------------------- */

static bool nan_bits(const slow_format *f, uint64_t v)
{
    return !slow_is_integer(f) && slow_decode(f, v).kind >= SLOW_QNAN;
}

/* Is b a better extreme than a? Not for being as good. */
static bool better(const slow_format *f, bool maximum, uint64_t a, uint64_t b)
{
    unsigned flags = 0;
    if (slow_is_integer(f))
        return maximum ? below(f, a, b) : below(f, b, a);
    if (nan_bits(f, a) || nan_bits(f, b))
        return nan_bits(f, a) && !nan_bits(f, b);
    slow_order o = slow_compare(f, a, b, &flags);
    bool a_minus = slow_decode(f, a).negative;
    bool b_minus = slow_decode(f, b).negative;
    if (o == SLOW_EQUAL)
        return maximum ? a_minus && !b_minus : b_minus && !a_minus;
    return o == (maximum ? SLOW_LESS : SLOW_GREATER);
}

static void check_place(bool maximum, unsigned type, pto_axis axis,
                        uint64_t *seed)
{
    const slow_format *f = slow_format_of((int)type);
    shape s = random_shape(seed);
    bool rows = axis == PTO_BY_ROW, signaling = false;
    pto_tile a = random_tile(type, s.rows, s.columns, s.physical, seed);
    pto_tile d = random_tile(PTO_U32, rows ? s.rows : 1, rows ? 1 : s.columns,
                             rows ? 1 : s.physical, NULL);
    pto_fenv env = {.round = PTO_RNE};
    pto_fold fold = {fast(maximum ? SLOW_MAX : SLOW_MIN), PTO_FOLD_FIRST, 0};
    pto_tile_fold_place(&d, &a, axis, &fold, &env);
    uint32_t lines = rows ? s.rows : s.columns;
    uint32_t count = rows ? s.columns : s.rows;
    for (uint32_t l = 0; l < lines; l++) {
        uint32_t best = 0;
        for (uint32_t k = 0; k < count; k++) {
            uint64_t v = at(&a, axis, l, k);
            if (better(f, maximum, at(&a, axis, l, best), v))
                best = k;
            signaling |=
                !slow_is_integer(f) && slow_decode(f, v).kind == SLOW_SNAN;
        }
        expect_element(&d, rows ? l : 0, rows ? 0 : l, best,
                       maximum ? "argmax" : "argmin");
    }
    assert_int_equal(env.flags, signaling ? PTO_NV : 0);
    expect_definedness(&d);
    pto_tile_free(&a);
    pto_tile_free(&d);
}

TEST(places_of_extremes)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t n = test_scaled(4 * ROUNDS); n--;)
        for (size_t i = 0; i < 4 * NUMBERS; i++)
            check_place(i & 1, numbers[i / 4],
                        i & 2 ? PTO_BY_ROW : PTO_BY_COLUMN, &seed);
}

/* A row of NaNs only: 0 in ieee; the model's fold moves to a canonical one. */
TEST(places_among_nans)
{
    UNUSED_STATE;
    static const struct {
        uint64_t row[3];
        uint64_t stays, moves;
    } rows[] = {
        {{0x7e01, 0x7e00, 0x7e02}, 0, 1},
        {{0x7e00, 0x7e01, 0x7e00}, 0, 0},
        {{0x7e01, 0x7e02, 0x3c00}, 2, 2},
        {{0x8000, 0x0000, 0x8000}, 1, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_tile a = random_tile(PTO_FP16, 1, 3, 4, NULL);
        pto_tile d = random_tile(PTO_U32, 1, 1, 1, NULL);
        pto_fenv env = {.round = PTO_RNE};
        for (uint32_t c = 0; c < 3; c++)
            pto_tile_write(&a, 0, c, rows[i].row[c]);
        pto_fold f = {ieee()->f2[PTO_ARITH2_max], PTO_FOLD_FIRST, 0};
        pto_tile_fold_place(&d, &a, PTO_BY_ROW, &f, &env);
        assert_int_equal(pto_tile_read(&d, 0, 0), rows[i].stays);
        f.from = PTO_FOLD_RAW_FIRST;
        pto_tile_fold_place(&d, &a, PTO_BY_ROW, &f, &env);
        assert_int_equal(pto_tile_read(&d, 0, 0), rows[i].moves);
        pto_tile_free(&a);
        pto_tile_free(&d);
    }
}

/* Lines of one NaN: canonical, with NV of a signaling one; raw, as it is. */
TEST(lone_nans)
{
    UNUSED_STATE;
    static const struct {
        uint64_t in;
        pto_fold_from from;
        uint64_t out;
        unsigned flags;
    } rows[] = {
        {0x7e01, PTO_FOLD_FIRST, 0x7e00, 0},
        {0x7d00, PTO_FOLD_FIRST, 0x7e00, PTO_NV},
        {0x7d00, PTO_FOLD_RAW_FIRST, 0x7d00, 0},
        {0x8000, PTO_FOLD_FIRST, 0x8000, 0},
    };
    for (size_t i = 0; i < 4 * sizeof rows / sizeof rows[0]; i++) {
        pto_axis axis = i & 1 ? PTO_BY_ROW : PTO_BY_COLUMN;
        pto_fold f = {ieee()->f2[i & 2 ? PTO_ARITH2_min : PTO_ARITH2_max],
                      rows[i / 4].from, 0};
        pto_tile a = random_tile(PTO_FP16, 1, 1, 1, NULL);
        pto_tile d = random_tile(PTO_FP16, 1, 1, 1, NULL);
        pto_fenv env = {.round = PTO_RNE}, place = env;
        pto_tile_write(&a, 0, 0, rows[i / 4].in);
        pto_tile_fold(&d, &a, axis, &f, &env);
        assert_int_equal(pto_tile_read(&d, 0, 0), rows[i / 4].out);
        assert_int_equal(env.flags, rows[i / 4].flags);
        pto_tile_fold_place(&d, &a, axis, &f, &place);
        assert_int_equal(pto_tile_read(&d, 0, 0), 0);
        assert_int_equal(place.flags, rows[i / 4].flags);
        pto_tile_free(&a);
        pto_tile_free(&d);
    }
}

/* ---- Expansions --------------------------------------------------------- */

static const slow_op pairs[] = {SLOW_ADD, SLOW_SUB, SLOW_MUL,
                                SLOW_DIV, SLOW_MIN, SLOW_MAX};

static pto_tile broadcast_tile(unsigned type, const shape *s, pto_axis axis,
                               uint64_t *seed)
{
    return axis == PTO_BY_ROW
               ? random_tile(type, s->rows, 1, 1, seed)
               : random_tile(type, 1, s->columns, s->physical, seed);
}

static void check_expand(slow_op op, unsigned type, pto_axis axis,
                         uint64_t *seed)
{
    const slow_format *f = slow_format_of((int)type);
    shape s = random_shape(seed);
    pto_tile a = random_tile(type, s.rows, s.columns, s.physical, seed);
    pto_tile b = broadcast_tile(type, &s, axis, seed);
    pto_tile d = random_tile(type, s.rows, s.columns, s.physical, NULL);
    pto_fenv env = {.round = PTO_RNE};
    unsigned flags = 0;
    pto_tile_expand(&d, &a, &b, axis, fast(op), &env);
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t c = 0; c < s.columns; c++) {
            uint64_t y = axis == PTO_BY_ROW ? pto_tile_read(&b, r, 0)
                                            : pto_tile_read(&b, 0, c);
            expect_element(&d, r, c,
                           slow(op, f, pto_tile_read(&a, r, c), y, &flags),
                           slow_op_name(op));
        }
    assert_int_equal(env.flags, flags);
    expect_definedness(&d);
    pto_tile_broadcast(&d, &b, axis);
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t c = 0; c < s.columns; c++)
            expect_element(&d, r, c,
                           axis == PTO_BY_ROW ? pto_tile_read(&b, r, 0)
                                              : pto_tile_read(&b, 0, c),
                           "copy");
    pto_tile_free(&a);
    pto_tile_free(&b);
    pto_tile_free(&d);
}

/* Integer division is judged by the rules of divisors, and by the vectors. */
TEST(expansions_equal_mpfr)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        for (size_t i = 0; i < 12 * NUMBERS; i++) {
            slow_op op = pairs[i % 6];
            unsigned type = numbers[i / 12];
            if (op != SLOW_DIV || !slow_is_integer(slow_format_of((int)type)))
                check_expand(op, type, i % 12 < 6 ? PTO_BY_ROW : PTO_BY_COLUMN,
                             &seed);
        }
    slow_release();
}

/* FP16 and BF16 to FP32 are exact, and quiet but for signaling NaNs. */
static uint64_t slow_expdif(const slow_format *to, const slow_format *from,
                            uint64_t a, uint64_t b, unsigned *flags)
{
    uint64_t wide[2] = {a, b};
    for (int i = 0; i < 2 && to != from; i++) {
        slow_answer x = slow_convert(to, from, wide[i], false);
        wide[i] = slow_settle(&x, SLOW_RNE, false, flags);
    }
    uint64_t difference = slow_float(SLOW_SUB, to, wide[0], wide[1], flags);
    return slow_float(SLOW_EXP, to, difference, 0, flags);
}

static void check_expdif(unsigned from, unsigned to, pto_axis axis,
                         uint64_t *seed)
{
    const slow_format *source = slow_format_of((int)from);
    shape s = random_shape(seed);
    pto_tile a = random_tile(from, s.rows, s.columns, s.physical, seed);
    pto_tile b = broadcast_tile(from, &s, axis, seed);
    pto_tile d = random_tile(to, s.rows, s.columns, s.physical, NULL);
    pto_fenv env = {.round = PTO_RNE};
    unsigned flags = 0;
    pto_tile_expand_expdif(&d, &a, &b, axis, pto_profile_find("ieee")->expdif,
                           &env);
    for (uint32_t r = 0; r < s.rows; r++)
        for (uint32_t c = 0; c < s.columns; c++) {
            uint64_t y = axis == PTO_BY_ROW ? pto_tile_read(&b, r, 0)
                                            : pto_tile_read(&b, 0, c);
            expect_element(&d, r, c,
                           slow_expdif(slow_format_of((int)to), source,
                                       pto_tile_read(&a, r, c), y, &flags),
                           "expdif");
        }
    assert_int_equal(env.flags, flags);
    pto_tile_free(&a);
    pto_tile_free(&b);
    pto_tile_free(&d);
}

TEST(expdif_equals_mpfr)
{
    UNUSED_STATE;
    static const uint8_t types[][2] = {{PTO_FP16, PTO_FP16},
                                       {PTO_BF16, PTO_BF16},
                                       {PTO_FP32, PTO_FP32},
                                       {PTO_FP16, PTO_FP32},
                                       {PTO_BF16, PTO_FP32}};
    uint64_t seed = 4;
    for (uint64_t n = test_scaled(2 * ROUNDS); n--;)
        for (size_t i = 0; i < 10; i++)
            check_expdif(types[i / 2][0], types[i / 2][1],
                         i & 1 ? PTO_BY_ROW : PTO_BY_COLUMN, &seed);
    slow_release();
}

TEST_MAIN(CASE(folds_equal_mpfr), CASE(places_of_extremes),
          CASE(places_among_nans), CASE(lone_nans), CASE(expansions_equal_mpfr),
          CASE(expdif_equals_mpfr))
