/* Scales: the MX rule and HiF4 words against slow searches over everything. */
#include <math.h>

#include "pto/numeric.h"
#include "pto_test.h"
#include "slow/slow.h"
#include "num/num.h"

enum { LANES = 64 };

static const pto_dtype mx_types[] = {PTO_E4M3, PTO_E5M2,   PTO_E3M2,
                                     PTO_E2M3, PTO_E2M1X2, PTO_E1M2X2,
                                     PTO_S8,   PTO_S4X2};

/* floor(log2(largest of the format)) out of its published constants. */
static int slow_top(const slow_format *f)
{
    double largest = f->largest;
    if (slow_is_integer(f))
        largest = ldexp(1, f->bits - 1) - 1;
    return (int)floor(log2(largest));
}

static int slow_mx_code(const slow_format *f, const double *x, size_t n)
{
    double largest = 0;
    int e;
    for (size_t i = 0; i < n; i++)
        if (isfinite(x[i]) && fabs(x[i]) > largest)
            largest = fabs(x[i]);
    if (largest == 0)
        return 127;
    (void)frexp(largest, &e);
    int code = e - 1 - slow_top(f) + 127;
    return code < 0 ? 0 : code > 254 ? 254 : code;
}

static void check_mx(const double *x, size_t n)
{
    for (size_t t = 0; t < sizeof mx_types / sizeof mx_types[0]; t++) {
        const slow_format *f = slow_format_of((int)mx_types[t]);
        int got = pto_mx_scale_choose(mx_types[t], x, n);
        CHECK(got == slow_mx_code(f, x, n), "%s: %d, not %d", f->name, got,
              slow_mx_code(f, x, n));
    }
}

TEST(mx_follows_the_largest_exponent)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (int e = -1074; e < 1024; e++) {
        double x[3] = {ldexp(1, e), -ldexp(1.75, e < 0 ? e : e - 1), 0};
        check_mx(x, 3);
    }
    for (uint64_t i = 0; i < test_scaled(20000); i++) {
        double x[32];
        for (int k = 0; k < 32; k++) {
            uint64_t bits = test_random(&seed);
            memcpy(&x[k], &bits, sizeof bits);
            if (i & 1)
                x[k] = (double)(int64_t)bits * 0x1p-60;
        }
        check_mx(x, 1 + i % 32);
    }
}

TEST(what_is_not_a_number_does_not_count)
{
    UNUSED_STATE;
    double x[4] = {NAN, INFINITY, -INFINITY, 3};
    double none[3] = {NAN, INFINITY, -0.0};
    check_mx(x, 4);
    assert_int_equal(pto_mx_scale_choose(PTO_E2M1X2, x, 4), 126);
    assert_int_equal(pto_mx_scale_choose(PTO_E4M3, none, 3), 127);
    assert_int_equal(pto_mx_scale_choose(PTO_E4M3, x, 0), 127);
    assert_int_equal(pto_hif4_word_choose(none, 3), 0xc0);
    assert_int_equal(pto_tensor_scale_choose(PTO_E4M3, none, 3), 0x3f800000);
    assert_int_equal(pto_hif4_word_choose(x, 4),
                     pto_hif4_word_choose((double[]){0, 0, 0, 3}, 4));
}

/* The E6M2 value, from ADR 0101's words. */
static double slow_base(unsigned code)
{
    return ldexp(1 + (code % 4) / 4.0, (int)(code / 4) - 48);
}

static double slow_error(double x, double scale)
{
    double least = INFINITY;
    for (int q = 0; q < 8; q++)
        least = fmin(least, fabs(fabs(x) - q * scale / 4));
    return least * least;
}

/* Of one base: try both bits of 8 lanes with all four of their quads. */
static double slow_eight(const double *x, double base, unsigned *bits)
{
    double least = INFINITY;
    for (unsigned b = 0; b < 8; b++) {
        double sum = 0;
        for (unsigned i = 0; i < 8; i++)
            sum += slow_error(
                x[i], ldexp(base, (int)((b >> 2) + (b >> (i / 4) & 1))));
        if (sum < least) {
            least = sum;
            *bits = b;
        }
    }
    return least;
}

static double slow_word(const double *x, unsigned base, uint32_t *word)
{
    double error = 0;
    *word = base;
    for (unsigned i = 0; i < 8; i++) {
        unsigned bits = 0;
        error += slow_eight(x + 8 * i, slow_base(base), &bits);
        *word |= (bits >> 2) << (8 + i) | (bits & 3) << (16 + 2 * i);
    }
    return error;
}

/* The three bases on either side of the first that reaches the largest. */
static uint32_t slow_hif4(const double *x)
{
    double largest = 0, least = INFINITY;
    int middle = 0;
    uint32_t best = 0, word;
    for (int i = 0; i < LANES; i++)
        largest = fmax(largest, fabs(x[i]));
    while (middle < 254 && 7 * slow_base((unsigned)middle) < largest)
        middle++;
    for (int b = middle - 3; b <= middle + 3; b++) {
        if (b < 0 || b > 254)
            continue;
        double error = slow_word(x, (unsigned)b, &word);
        if (error < least) {
            least = error;
            best = word;
        }
    }
    return best;
}

static double error_of(const double *x, uint32_t word)
{
    double sum = 0;
    for (unsigned i = 0; i < LANES; i++) {
        pto_scale s = pto_scale_hif4(word, i);
        sum += slow_error(x[i], ldexp(s.quarters, s.exp - 2));
    }
    return sum;
}

/* Multiples of 2^-16 times a power of two: their squared errors are exact. */
static void random_block(double *x, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    int exp = (int)(r % 60) - 50;
    for (int i = 0; i < LANES; i++) {
        uint64_t v = test_random(seed);
        int small = (int)(v >> 58) % (1 + (int)(r >> 60));
        x[i] = ldexp((double)((int64_t)v >> 47), exp - 16 - small);
        x[i] = ldexp(rint(ldexp(x[i], 16 - exp)), exp - 16);
    }
}

TEST(hif4_words_have_the_least_error)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t i = 0; i < test_scaled(400); i++) {
        double x[LANES];
        random_block(x, &seed);
        uint32_t got = pto_hif4_word_choose(x, LANES), want = slow_hif4(x);
        CHECK(got == want, "%u: %08x (%g), not %08x (%g)", (unsigned)i, got,
              error_of(x, got), want, error_of(x, want));
    }
}

/* Everything that some word holds exactly is found to be exact. */
TEST(hif4_words_are_found_again)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t i = 0; i < test_scaled(20000); i++) {
        uint32_t word = (uint32_t)test_random(&seed);
        uint64_t sparse = i & 1 ? UINT64_MAX : test_random(&seed);
        double x[LANES];
        if ((word & 0xff) == 0xff)
            continue;
        for (unsigned q = 0; q < LANES; q++) {
            pto_scale s = pto_scale_hif4(word, q);
            int code = (int)(test_random(&seed) % 15) - 7;
            code = sparse >> q & 1 ? code : 0;
            x[q] = ldexp(code * s.quarters, s.exp - 4);
        }
        uint32_t got = pto_hif4_word_choose(x, LANES);
        CHECK(error_of(x, got) == 0, "%08x gives %08x: %g", word, got,
              error_of(x, got));
    }
}

/* Far outside of what words reach, and at both ends of FP64. */
TEST(hif4_words_end_where_e6m2_ends)
{
    UNUSED_STATE;
    double huge[2] = {1e300, 1}, tiny[2] = {0x1p-1074, -0x1p-1074};
    assert_int_equal(pto_hif4_word_choose(huge, 1), 0x000101fe);
    assert_int_equal(pto_hif4_word_choose(tiny, 2) & 0xff, 0);
    assert_int_equal(pto_hif4_word_choose((double[]){0x1p-50}, 1), 0);
}

/* The scale is the least FP32 that brings the largest into the format. */
TEST(tensor_scales_reach_the_largest)
{
    UNUSED_STATE;
    uint64_t seed = 4;
    for (uint64_t i = 0; i < test_scaled(20000); i++) {
        double x = fabs((double)(int64_t)test_random(&seed)) * 0x1p-62;
        uint32_t bits = pto_tensor_scale_choose(PTO_E4M3, &x, 1);
        float s, below;
        uint32_t less = bits - 1;
        memcpy(&s, &bits, sizeof s);
        memcpy(&below, &less, sizeof below);
        if (x > 0)
            CHECK((double)s * 448 >= x && (double)below * 448 < x, "%a: %a", x,
                  (double)s);
    }
}

TEST_MAIN(CASE(mx_follows_the_largest_exponent),
          CASE(what_is_not_a_number_does_not_count),
          CASE(hif4_words_have_the_least_error),
          CASE(hif4_words_are_found_again),
          CASE(hif4_words_end_where_e6m2_ends),
          CASE(tensor_scales_reach_the_largest))
