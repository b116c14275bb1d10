/*
 * Array arithmetic against the functions that it equals: every operation,
 * type, mode and level, on data with and without NaNs, at odd lengths.
 */
#include "num/num.h"
#include "num/vector/vector.h"
#include "pto_test.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { MOST = 1100, BYTES = 8 * MOST + 64, SORTS = 5 };

static uint64_t near(uint64_t value, uint64_t *seed)
{
    return value + test_random(seed) % 5 - 2;
}

/* Codes around which functions change their ways. */
static uint64_t special(const pto_format *f, uint64_t *seed)
{
    const uint64_t values[] = {
        0,
        f->max_finite,
        f->infinity,
        f->nan,
        f->min_normal,
        f->smallest,
        f->carrier_mask / 2,
        pto_pack((pto_dtype)f->code, num_one, &(pto_fenv){.flags = 0})};
    uint64_t r = test_random(seed);
    uint64_t sign = r & 1 ? f->sign_mask : 0;
    return near(values[r >> 8 & 7], seed) ^ sign;
}

/* Around one, so that little is out of range. */
static uint64_t tame(const pto_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed), binade = f->min_normal;
    uint64_t code =
        pto_pack((pto_dtype)f->code, num_one, &(pto_fenv){.flags = 0});
    if (f->kind == PTO_KIND_FLOAT && f->exp_bits > 4)
        code += (r >> 60) * binade - 8 * binade;
    if (binade)
        code += r % binade & ~f->must_be_zero;
    return code ^ (r >> 59 & 1 ? f->sign_mask : 0);
}

/* Small values whose products and differences are subnormal. */
static uint64_t little(const pto_format *f, uint64_t *seed)
{
    uint64_t r = test_random(seed) & ~f->must_be_zero;
    uint64_t range = f->min_normal ? f->min_normal * 4 : 1 << 4;
    return r % range ^ (r >> 63 ? f->sign_mask : 0);
}

static uint64_t element(const pto_format *f, unsigned sort, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    switch (sort) {
    case 0: return r;
    case 1: return special(f, seed);
    case 2: return tame(f, seed);
    case 3: return r & 1 ? little(f, seed) : tame(f, seed);
    }
    return r % 300 ? tame(f, seed) : r >> 16;
}

static void fill(pto_dtype t, uint8_t *array, unsigned sort, size_t n,
                 uint64_t *seed)
{
    for (size_t i = 0; i < n; i++)
        pto_lane_set(t, array, i, element(num_format(t), sort, seed));
}

typedef struct world {
    pto_dtype type;
    size_t n;
    uint8_t x[3][BYTES], got[BYTES];
    pto_fenv env;
} world;

static world make(pto_dtype t, unsigned round, unsigned sort, uint64_t *seed)
{
    world w = {.type = t, .env = {.round = (uint8_t)round}};
    w.n = test_random(seed) & 1 ? test_random(seed) % 70
                                : 1 + test_random(seed) % MOST;
    for (unsigned k = 0; k < 3; k++)
        fill(t, w.x[k], sort, w.n, seed);
    memset(w.got, 0xa5, sizeof w.got);
    return w;
}

static void call(world *w, const pto_arith *op, unsigned level)
{
    const void *const args[] = {w->x[0], w->x[1], w->x[2]};
    if (op->operands == 1)
        num_map1(level, op->one, w->type, w->got, w->x[0], w->n, &w->env);
    else if (op->operands == 2)
        num_map2(level, op->two, w->type, w->got, w->x[0], w->x[1], w->n,
                 &w->env);
    else
        num_map3(op->three, w->type, w->got, args, w->n, &w->env);
}

static void check(const world *w, const pto_arith *op, unsigned level)
{
    const pto_format *f = num_format(w->type);
    pto_fenv env = {.round = w->env.round};
    for (size_t i = 0; i < w->n; i++) {
        uint64_t a[3];
        for (unsigned k = 0; k < 3; k++)
            a[k] = pto_lane_get(w->type, w->x[k], i);
        uint64_t want = pto_arith_run(op, w->type, a, &env) & f->carrier_mask;
        uint64_t got = pto_lane_get(w->type, w->got, i);
        CHECK(got == want,
              "%s %s %s level %u: %" PRIx64 " %" PRIx64 " gave %" PRIx64
              ", not %" PRIx64,
              op->name, f->name, pto_round_name(env.round), level, a[0], a[1],
              got, want);
    }
    CHECK(w->env.flags == env.flags, "%s %s %s level %u: flags %x, not %x",
          op->name, f->name, pto_round_name(env.round), level, w->env.flags,
          env.flags);
    size_t end = pto_array_bytes(w->type, w->n);
    bool kept = w->got[end] == 0xa5 && w->got[end + 7] == 0xa5;
    CHECK(kept, "%s wrote on", op->name);
}

static void check_levels(const pto_arith *op, pto_dtype t, unsigned round,
                         unsigned sort, uint64_t *seed)
{
    for (unsigned level = PTO_LEVEL_PORTABLE; level < PTO_LEVELS; level++) {
        if (!pto_level_available(level))
            continue;
        world w = make(t, round, sort, seed);
        call(&w, op, level);
        check(&w, op, level);
    }
}

static bool is_slow(const pto_arith *op)
{
    return op->one == pto_num_exp || op->one == pto_num_log ||
           op->one == pto_num_rsqrt || op->two == pto_num_rem;
}

TEST(operations_are_those_of_the_elements)
{
    UNUSED_STATE;
    uint64_t seed = 7;
    for (uint64_t i = 0; i < test_scaled(16); i++)
        for (size_t k = 0; k < pto_arith_count(); k++)
            for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
                for (unsigned r = 0; r < PTO_ROUND_COUNT; r++)
                    if (pto_format_get(t) &&
                        !(is_slow(pto_arith_at(k)) && (i || r)))
                        check_levels(pto_arith_at(k), (pto_dtype)t, r,
                                     (unsigned)((i + r + k) % SORTS), &seed);
}

/* The mode of tiles, on every sort of data. */
TEST(nearest_results_are_those_of_the_elements)
{
    UNUSED_STATE;
    uint64_t seed = 8;
    for (uint64_t i = 0; i < test_scaled(32); i++)
        for (size_t k = 0; k < pto_arith_count(); k++)
            for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
                for (unsigned sort = 0; sort < SORTS; sort++)
                    if (pto_format_get(t) && !is_slow(pto_arith_at(k)))
                        check_levels(pto_arith_at(k), (pto_dtype)t, PTO_RNE,
                                     sort, &seed);
}

TEST(functions_are_those_of_the_elements)
{
    UNUSED_STATE;
    static const char *const names[] = {"exp", "log", "rsqrt"};
    uint64_t seed = 12;
    for (uint64_t i = 0; i < test_scaled(320) * SORTS; i++)
        for (size_t k = 0; k < 3; k++)
            check_levels(pto_arith_find(names[k]), PTO_FP32, PTO_RNE,
                         (unsigned)(i % SORTS), &seed);
}

static void check_compare(pto_dtype t, pto_compare c, unsigned level,
                          unsigned sort, uint64_t *seed)
{
    world w = make(t, PTO_RNE, sort, seed);
    uint64_t bits[MOST / 64 + 2];
    pto_fenv env = {.round = PTO_RNE};
    memset(bits, 0xff, sizeof bits);
    num_compare_n(level, pto_num_compare, c, t, bits, w.x[0], w.x[1], w.n,
                  &w.env);
    for (size_t i = 0; i < (w.n + 63) / 64 * 64; i++) {
        bool want = false;
        if (i < w.n)
            want = pto_num_compare(c, t, pto_lane_get(t, w.x[0], i),
                                   pto_lane_get(t, w.x[1], i), &env);
        bool got = bits[i / 64] >> i % 64 & 1;
        CHECK(got == want, "%s, comparison %d, level %u, element %zu of %zu",
              num_format(t)->name, c, level, i, w.n);
    }
    assert_int_equal(w.env.flags, env.flags);
    num_select_n(level, t, w.got, bits, w.x[0], w.x[1], w.n);
    for (size_t i = 0; i < w.n; i++) {
        bool first = bits[i / 64] >> i % 64 & 1;
        CHECK(
            pto_lane_get(t, w.got, i) == pto_lane_get(t, w.x[first ? 0 : 1], i),
            "select %s, level %u, element %zu", num_format(t)->name, level, i);
    }
    assert_int_equal(w.got[pto_array_bytes(t, w.n)], 0xa5);
}

TEST(comparisons_and_selections_are_those_of_the_elements)
{
    UNUSED_STATE;
    uint64_t seed = 9;
    for (uint64_t i = 0; i < test_scaled(16) * PTO_COMPARE_COUNT; i++)
        for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
            for (unsigned level = 1; level < PTO_LEVELS; level++)
                for (unsigned sort = 0; sort < SORTS; sort++)
                    if (pto_format_get(t) && pto_level_available(level))
                        check_compare((pto_dtype)t,
                                      (pto_compare)(i % PTO_COMPARE_COUNT),
                                      level, sort, &seed);
}

/* Rows of up to 150 elements, with gaps between them. */
enum { FOLD_ROWS = 9, FOLD_MOST = 150, FOLD_STEP = 8 * FOLD_MOST + 5 };

typedef struct folded {
    uint8_t rows[FOLD_ROWS][FOLD_STEP];
    uint64_t acc[FOLD_MOST];
} folded;

static void fold_one_by_one(const pto_arith *op, pto_dtype t, folded *w,
                            size_t n, pto_fenv *env)
{
    for (size_t r = 0; r < FOLD_ROWS; r++)
        for (size_t i = 0; i < n; i++)
            w->acc[i] =
                op->two(t, w->acc[i], pto_lane_get(t, w->rows[r], i), env) &
                num_format(t)->carrier_mask;
}

static void check_fold(const pto_arith *op, pto_dtype t, unsigned level,
                       unsigned sort, uint64_t *seed)
{
    folded w;
    uint8_t acc[8 * FOLD_MOST];
    pto_fenv env = {.round = PTO_RNE}, wanted = env;
    size_t n = 1 + test_random(seed) % FOLD_MOST;
    for (size_t r = 0; r < FOLD_ROWS; r++)
        fill(t, w.rows[r], sort, n, seed);
    fill(t, acc, sort, n, seed);
    for (size_t i = 0; i < n; i++)
        w.acc[i] = pto_lane_get(t, acc, i);
    fold_one_by_one(op, t, &w, n, &wanted);
    num_fold_rows(level, op->two, t, acc, w.rows, FOLD_STEP, FOLD_ROWS, n,
                  &env);
    for (size_t i = 0; i < n; i++)
        CHECK(pto_lane_get(t, acc, i) == w.acc[i],
              "%s %s level %u, column %zu of %zu", op->name,
              num_format(t)->name, level, i, n);
    assert_int_equal(env.flags, wanted.flags);
}

static void check_lines(const pto_arith *op, pto_dtype t, unsigned level,
                        unsigned sort, uint64_t *seed)
{
    folded w;
    uint64_t got[FOLD_ROWS];
    pto_fenv env = {.round = PTO_RNE};
    size_t n = 64 * (1 + test_random(seed) % 2);
    for (size_t r = 0; r < FOLD_ROWS; r++)
        fill(t, w.rows[r], sort, n, seed);
    if (!num_fold_lines(level, op->two, t, got, w.rows, FOLD_STEP, FOLD_ROWS,
                        n))
        return;
    for (size_t r = 0; r < FOLD_ROWS; r++) {
        uint64_t want = pto_lane_get(t, w.rows[r], 0);
        for (size_t i = 1; i < n; i++)
            want = op->two(t, want, pto_lane_get(t, w.rows[r], i), &env);
        CHECK(pto_lane_get(t, got, r) == (want & num_format(t)->carrier_mask),
              "%s %s level %u, line %zu of %zu", op->name, num_format(t)->name,
              level, r, n);
    }
    assert_int_equal(env.flags, 0);
}

TEST(folds_are_those_of_the_elements)
{
    UNUSED_STATE;
    uint64_t seed = 11;
    for (uint64_t i = 0; i < test_scaled(32); i++)
        for (size_t k = 0; k < pto_arith_count(); k++)
            for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
                for (unsigned level = 1; level < PTO_LEVELS; level++) {
                    const pto_arith *op = pto_arith_at(k);
                    unsigned sort = (unsigned)(i + k) % SORTS;
                    if (!pto_format_get(t) || !pto_level_available(level) ||
                        op->operands != 2 || is_slow(op))
                        continue;
                    check_fold(op, (pto_dtype)t, level, sort, &seed);
                    check_lines(op, (pto_dtype)t, level, sort, &seed);
                }
}

/* Without this the comparison above might compare nothing. */
TEST(sums_of_integers_and_extremes_of_numbers_are_folded_in_lines)
{
    UNUSED_STATE;
    const uint32_t words[64] = {0x3f800000, 0xc0000000, 0x40400000};
    uint32_t got = 0;
    assert_true(num_fold_lines(PTO_LEVEL_AUTO, pto_num_max, PTO_FP32, &got,
                               words, 0, 1, 64));
    assert_int_equal(got, 0x40400000);
    assert_true(num_fold_lines(PTO_LEVEL_AUTO, pto_num_add, PTO_U32, &got,
                               words, 0, 1, 64));
    assert_int_equal(got, 0x3f800000 + 0xc0000000 + 0x40400000);
    assert_false(num_fold_lines(PTO_LEVEL_AUTO, pto_num_add, PTO_FP32, &got,
                                words, 0, 1, 64));
}

#if defined(__x86_64__)
/* Rounding up, subnormals flushed both ways, all flags raised. */
TEST(the_hosts_state_changes_nothing_and_is_kept)
{
    UNUSED_STATE;
    const unsigned hostile = 0x1f80 | 0x4000 | 0x8040 | 0x3f;
    unsigned before = _mm_getcsr();
    uint64_t seed = 10;
    const char *const names[] = {"add", "mul", "div", "sqrt", "max"};
    const pto_dtype types[] = {PTO_FP32, PTO_FP64, PTO_FP16, PTO_BF16};
    for (unsigned i = 0; i < 20 * PTO_LEVELS; i++) {
        const pto_arith *op = pto_arith_find(names[i % 5]);
        world w = make(types[i / 5 % 4], PTO_RNE, 3, &seed);
        unsigned level = i / 20;
        if (!pto_level_available(level))
            continue;
        _mm_setcsr(hostile);
        call(&w, op, level);
        unsigned after = _mm_getcsr();
        _mm_setcsr(before);
        assert_int_equal(after, hostile);
        check(&w, op, level);
    }
}
#define HOST_CASES CASE(the_hosts_state_changes_nothing_and_is_kept),
#else
#define HOST_CASES
#endif

TEST_MAIN(HOST_CASES CASE(operations_are_those_of_the_elements),
          CASE(functions_are_those_of_the_elements),
          CASE(folds_are_those_of_the_elements),
          CASE(sums_of_integers_and_extremes_of_numbers_are_folded_in_lines),
          CASE(nearest_results_are_those_of_the_elements),
          CASE(comparisons_and_selections_are_those_of_the_elements))
