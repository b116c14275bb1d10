/* What quantizing says of an array: counts, and errors to the last bit. */
#include <math.h>
#include <mpfr.h>

#include "pto/numeric.h"
#include "pto_test.h"
#include "slow/slow.h"

static pto_quantize_report quantize(pto_dtype t, const double *x, uint64_t n,
                                    bool saturate)
{
    uint64_t codes[64];
    pto_fenv env = {.round = PTO_RNE, .saturate = saturate};
    pto_quantize_report report;
    pto_quantized q = {t, PTO_SCALING_NONE, 1, n, 1, codes, NULL};
    assert_int_equal(pto_quantize(&q, x, &env, &report, NULL), PTO_OK);
    return report;
}

TEST(what_does_not_fit_is_counted)
{
    UNUSED_STATE;
    static const double x[6] = {1e6, -470, 1e-9, 0.01, -0.0, 448};
    pto_quantize_report r = quantize(PTO_E4M3, x, 6, false);
    assert_int_equal(r.clipped, 2);
    assert_int_equal(r.lost, 2);
    assert_int_equal(r.flushed, 1);
    assert_int_equal(r.zeros, 2);
    assert_int_equal(r.subnormals, 1);
    r = quantize(PTO_E4M3, x, 6, true);
    assert_int_equal(r.clipped, 2);
    assert_int_equal(r.lost, 0);
    assert_true(r.max_error == 1e6 - 448);
    assert_int_equal(r.worst, 0);
    assert_true(r.above_value == 448 && r.below_value == 448);
}

/* Beyond the largest number counts, whatever it is rounded to. */
static void check_clipped(pto_dtype t, bool saturate, uint64_t *seed)
{
    const slow_format *f = slow_format_of((int)t);
    bool is_unsigned = f->family == SLOW_UNSIGNED;
    double top = slow_is_integer(f)
                     ? ldexp(1, f->bits - (f->family == SLOW_SIGNED))
                     : f->largest;
    double most = slow_is_integer(f) ? top - 1 : top;
    double least = is_unsigned ? 0 : -top;
    uint64_t clipped = 0;
    double x[64];
    for (int i = 0; i < 64; i++) {
        x[i] = top * (double)(int64_t)test_random(seed) * 0x1.1p-63;
        clipped += x[i] > most || x[i] < least;
    }
    pto_quantize_report r = quantize(t, x, 64, saturate);
    CHECK(r.clipped == clipped, "%s: %u clipped, not %u", f->name,
          (unsigned)r.clipped, (unsigned)clipped);
}

TEST(what_is_beyond_the_largest_number_is_clipped)
{
    UNUSED_STATE;
    static const pto_dtype types[] = {
        PTO_FP32,   PTO_FP16, PTO_BF16, PTO_HiF8,   PTO_E4M3,
        PTO_E5M2,   PTO_E3M2, PTO_E2M3, PTO_E2M1X2, PTO_E1M2X2,
        PTO_HiF4X2, PTO_S32,  PTO_S16,  PTO_S8,     PTO_S4X2,
        PTO_U32,    PTO_U16,  PTO_U8,   PTO_U4X2,
    };
    uint64_t seed = 7;
    for (uint64_t i = test_scaled(200); i--;)
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            check_clipped(types[t], i & 1, &seed);
    static const double x[3] = {449, 463, 465};
    assert_int_equal(quantize(PTO_E4M3, x, 3, true).clipped, 3);
}

/* Code times scale has more bits than any floating type of the host. */
TEST(errors_of_wide_codes_are_exact)
{
    UNUSED_STATE;
    uint64_t seed = 8;
    MPFR_DECL_INIT(product, 128);
    for (uint64_t i = test_scaled(4000); i--;) {
        uint64_t r = test_random(&seed);
        double code, x = 1e300;
        float scale;
        pto_fenv env = {.round = PTO_RNE};
        pto_quantize_report report;
        pto_quantized q = {PTO_FP64, PTO_SCALING_TENSOR, 1, 1, 1, &code,
                           &scale};
        if (i)
            x = ldexp((double)(r >> 8 | 1), (int)(r & 0xff) - 100);
        assert_int_equal(pto_quantize(&q, &x, &env, &report, NULL), PTO_OK);
        mpfr_set_d(product, code, MPFR_RNDN);
        mpfr_mul_d(product, product, (double)scale, MPFR_RNDN);
        mpfr_d_sub(product, x, product, MPFR_RNDN);
        double want = fabs(mpfr_get_d(product, MPFR_RNDN));
        CHECK(report.max_error == want, "%a: %a, not %a", x, report.max_error,
              want);
    }
}

TEST_MAIN(CASE(what_does_not_fit_is_counted),
          CASE(what_is_beyond_the_largest_number_is_clipped),
          CASE(errors_of_wide_codes_are_exact))
