/* Arrays to codes and back: every type and scaling, both directions of lines */
#include <gmp.h>
#include <math.h>

#include "pto/numeric.h"
#include "pto_test.h"
#include "slow/slow.h"

enum { MOST = 6000 };

/* One array with room for everything that comes of it. */
typedef struct array {
    pto_quantized q;
    double x[MOST], back[MOST];
    uint8_t codes[8 * MOST], again[8 * MOST], scales[4 * MOST];
    pto_quantize_report report;
} array;

static array a;

static uint64_t elements(void)
{
    return a.q.outer * a.q.extent * a.q.inner;
}

static void shape(pto_dtype t, pto_scaling s, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    a.q = (pto_quantized){.type = t,
                          .scaling = s,
                          .outer = r % 5,
                          .extent = (r >> 8) % 150,
                          .inner = (r >> 20) % 8,
                          .codes = a.codes,
                          .scales = a.scales};
    memset(a.codes, 0, sizeof a.codes);
    memset(a.scales, 0, sizeof a.scales);
}

/* Numbers of like size with a few far away, and specials. */
static void fill(uint64_t *seed, bool special)
{
    int exp = (int)(test_random(seed) % 20) - 10;
    for (uint64_t i = 0; i < elements(); i++) {
        uint64_t r = test_random(seed);
        int far = r % 50 ? 0 : (int)(r >> 8) % 40 - 20;
        a.x[i] = ldexp((double)(int64_t)r, exp - 63 + far);
        if (r % 3 == 0)
            a.x[i] = ldexp(rint(ldexp(a.x[i], 4 - exp)), exp - 4);
        if (special && r % 61 == 0)
            a.x[i] = r % 2 ? NAN : r % 4 ? INFINITY : -INFINITY;
    }
}

static double scale_of(uint64_t i)
{
    uint64_t inner = i % a.q.inner, at = i / a.q.inner % a.q.extent;
    uint64_t line = i / a.q.inner / a.q.extent;
    uint64_t groups = pto_scaling_groups((pto_scaling)a.q.scaling, a.q.extent);
    uint64_t size = a.q.scaling == PTO_SCALING_MX ? 32 : 64;
    uint64_t g = (line * groups + at / size) * a.q.inner + inner;
    uint32_t word;
    float f;
    pto_scale h;
    switch (a.q.scaling) {
    case PTO_SCALING_MX: return ldexp(1, a.scales[g] - 127);
    case PTO_SCALING_HIF4:
        memcpy(&word, a.scales + 4 * g, 4);
        h = pto_scale_hif4(word, (unsigned)(at % 64));
        return ldexp(h.quarters, h.exp - 2);
    case PTO_SCALING_TENSOR: memcpy(&f, a.scales, 4); return (double)f;
    }
    return 1;
}

static double value_of(uint64_t i)
{
    pto_fenv env = {0};
    uint64_t code = pto_lane_get((pto_dtype)a.q.type, a.codes, i);
    uint64_t bits = pto_convert(PTO_FP64, (pto_dtype)a.q.type, code, &env);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static void quantize(pto_round round, bool saturate)
{
    pto_fenv env = {.round = (uint8_t)round, .saturate = saturate};
    pto_error e = {0};
    CHECK(pto_quantize(&a.q, a.x, &env, &a.report, &e) == PTO_OK, "%s",
          e.message);
}

/* A power of two divides exactly: then it is the slow conversion's code. */
static void check_exact_quotient(uint64_t i, pto_round round, bool saturate)
{
    double scaled = a.x[i] / scale_of(i);
    uint64_t bits;
    unsigned flags;
    memcpy(&bits, &scaled, sizeof bits);
    bool clamped = a.q.scaling && isfinite(scaled);
    slow_answer s = slow_convert(slow_format_of((int)a.q.type),
                                 slow_format_of(PTO_FP64), bits, false);
    slow_mode mode = slow_mode_named(pto_round_name(round));
    uint64_t want = slow_settle(&s, mode, saturate || clamped, &flags);
    uint64_t got = pto_lane_get((pto_dtype)a.q.type, a.codes, i);
    const pto_format *f = pto_format_get(a.q.type);
    if (clamped && f->kind == PTO_KIND_SIGNED && want == f->min_finite)
        want++; /* scaled integers are symmetric */
    CHECK(got == want, "%s %s [%u] %a: %x, not %x", f->name,
          pto_round_name(round), (unsigned)i, scaled, (unsigned)got,
          (unsigned)want);
}

/* Otherwise no other code may be nearer, or none lie between. */
static void check_nearest(uint64_t i, pto_round round)
{
    const pto_format *f = pto_format_get(a.q.type);
    long double s = scale_of(i), x = a.x[i];
    long double error = x - value_of(i) * s;
    if (!isfinite(a.x[i]))
        return;
    if (round == PTO_RTZ)
        CHECK(fabsl(value_of(i) * s) <= fabsl(x), "%La away from zero", x);
    for (uint64_t c = 0; c <= f->carrier_mask; c++) {
        slow_value v = slow_decode(slow_format_of(f->code), c);
        long double other = ldexpl((long double)v.m, v.e);
        if (v.kind > SLOW_FINITE)
            continue;
        other = v.kind == SLOW_ZERO ? 0 : v.negative ? -other : other;
        bool allowed = round != PTO_RTZ || fabsl(other * s) <= fabsl(x);
        CHECK(!allowed || fabsl(x - other * s) >= fabsl(error),
              "%s [%u] %La by %La: %g, but %Lg is nearer", f->name, (unsigned)i,
              x, s, value_of(i), other);
    }
}

static void check_type(pto_dtype t, pto_scaling s, uint64_t *seed)
{
    pto_round round = (pto_round)(test_random(seed) % PTO_ROUND_COUNT);
    bool saturate = test_random(seed) & 1, power = s <= PTO_SCALING_MX;
    if (!power)
        round = round & 1 ? PTO_RTZ : PTO_RNE;
    shape(t, s, seed);
    fill(seed, true);
    quantize(round, saturate);
    for (uint64_t i = 0; i < elements(); i++)
        if (power)
            check_exact_quotient(i, round, saturate);
        else if (pto_format_get(t)->storage_bits <= 8)
            check_nearest(i, round);
}

typedef void type_fn(pto_dtype t, pto_scaling s, uint64_t *seed);

static void for_each_type(type_fn *run, uint64_t rounds, uint64_t seed)
{
    for (uint64_t i = 0; i < rounds; i++)
        for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
            for (unsigned s = 0; s < PTO_SCALINGS; s++)
                if (pto_scaling_check((pto_scaling)s, (pto_dtype)t, NULL) ==
                    PTO_OK)
                    run((pto_dtype)t, (pto_scaling)s, &seed);
}

TEST(codes_are_the_scaled_numbers_rounded_once)
{
    UNUSED_STATE;
    for_each_type(check_type, test_scaled(8), 1);
}

/* What came of codes and scales gives the same codes and scales again. */
static void check_again(pto_dtype t, pto_scaling s, uint64_t *seed)
{
    pto_fenv env = {0};
    bool wide = pto_dtype_is_integer(t) && pto_format_get(t)->storage_bits > 16;
    if (wide && s == PTO_SCALING_TENSOR)
        return; /* code * scale is more than FP64 holds */
    shape(t, s, seed);
    fill(seed, false);
    quantize(PTO_RNE, true);
    size_t n = pto_array_bytes(t, elements());
    for (int pass = 0; pass < 2; pass++) {
        memcpy(a.again, a.codes, n);
        assert_int_equal(pto_dequantize(&a.q, PTO_FP64, a.back, &env, NULL),
                         PTO_OK);
        memcpy(a.x, a.back, sizeof a.x);
        quantize(PTO_RNE, true);
        CHECK(a.report.max_error == 0 || t == PTO_E8M0, "%s %s: %g",
              pto_format_get(t)->name, pto_scaling_name(s), a.report.max_error);
        if (s != PTO_SCALING_HIF4 || pass) /* the first word is canonical */
            CHECK(!memcmp(a.again, a.codes, n), "%s %s: other codes",
                  pto_format_get(t)->name, pto_scaling_name(s));
    }
}

TEST(quantizing_again_changes_nothing)
{
    UNUSED_STATE;
    for_each_type(check_again, test_scaled(20), 2);
}

/* Numbers and the scale in FP32: an exact quotient comes back exactly. */
TEST(exact_elements_come_back)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    uint64_t seed = 3;
    for (uint64_t round = 0; round < test_scaled(200); round++) {
        shape(PTO_E2M1X2, PTO_SCALING_MX, &seed);
        fill(&seed, false);
        quantize(PTO_RNE, false);
        pto_dequantize(&a.q, PTO_FP64, a.back, &env, NULL);
        for (uint64_t i = 0; i < elements(); i++) {
            double scaled = fabs(a.x[i] / scale_of(i));
            bool exact = scaled <= 2
                             ? scaled * 2 == rint(scaled * 2)
                             : scaled == 3 || scaled == 4 || scaled == 6;
            CHECK((a.back[i] == a.x[i]) == exact, "%a by %a gives %a", a.x[i],
                  scale_of(i), a.back[i]);
        }
    }
}

static void check_worst(long double most)
{
    const pto_quantize_report *r = &a.report;
    double s;
    assert_true(r->max_error == (double)most);
    if (!(most > 0))
        return;
    assert_in_range(r->worst, 0, elements() - 1);
    s = scale_of(r->worst);
    assert_true(r->worst_input == a.x[r->worst]);
    assert_int_equal(r->worst_code,
                     pto_lane_get((pto_dtype)a.q.type, a.codes, r->worst));
    assert_true(r->worst_value == value_of(r->worst) * s);
    assert_true(fabs(r->worst_input - r->worst_value) == r->max_error);
    assert_true(r->below == r->worst_code || r->above == r->worst_code);
    assert_true(r->below_value <= r->above_value);
}

static void check_report(pto_dtype t, pto_scaling s, uint64_t *seed)
{
    long double signal = 0, noise = 0, most = 0;
    uint64_t zeros = 0, nans = 0, compared = 0;
    shape(t, s, seed);
    fill(seed, true);
    quantize(PTO_RNE, true);
    for (uint64_t i = 0; i < elements(); i++) {
        double v = value_of(i);
        zeros += v == 0;
        nans += isnan(a.x[i]) != 0;
        if (!isfinite(a.x[i]) || !isfinite(v))
            continue;
        long double d =
            fabsl((long double)a.x[i] - v * (long double)scale_of(i));
        compared++;
        most = d > most ? d : most;
        signal += (long double)a.x[i] * a.x[i];
        noise += d * d;
    }
    const pto_quantize_report *r = &a.report;
    assert_int_equal(r->count, elements());
    assert_int_equal(r->zeros, zeros);
    assert_int_equal(r->nans, nans);
    check_worst(most);
    if (noise > 0) {
        double rms = (double)sqrtl(noise / (long double)compared);
        assert_true(fabs(r->rms_error - rms) <= 1e-12 * rms);
        double snr = 10 * (double)log10l(signal / noise);
        assert_true(fabs(r->snr - snr) <= 1e-9);
    }
}

TEST(reports_are_what_a_recount_gives)
{
    UNUSED_STATE;
    uint64_t seed = 4, rounds = test_scaled(20);
    for (uint64_t i = 0; i < rounds; i++) {
        check_report(PTO_E4M3, PTO_SCALING_MX, &seed);
        check_report(PTO_E2M1X2, PTO_SCALING_MX, &seed);
        check_report(PTO_HiF4X2, PTO_SCALING_HIF4, &seed);
        check_report(PTO_HiF8, PTO_SCALING_NONE, &seed);
        check_report(PTO_FP16, PTO_SCALING_NONE, &seed);
        check_report(PTO_S8, PTO_SCALING_TENSOR, &seed);
    }
}

/* num / den in units of an integer type, cut as its rounding wants it. */
static void check_whole(pto_dtype t, mpz_t num, mpz_t den, bool negative,
                        pto_round round, uint64_t got)
{
    mpz_t rest;
    mpz_init(rest);
    mpz_fdiv_qr(num, rest, num, den);
    mpz_mul_2exp(rest, rest, 1);
    int order = mpz_cmp(rest, den);
    slow_answer s = {.format = slow_format_of((int)t),
                     .how = SLOW_INTEGER,
                     .negative = negative,
                     .beyond = mpz_sizeinbase(num, 2) > 64};
    s.cut.count = mpz_get_ui(num);
    s.cut.rest = !mpz_sgn(rest) ? EXACT
                 : order < 0    ? BELOW_HALF
                 : order > 0    ? ABOVE_HALF
                                : HALF;
    unsigned flags = 0;
    uint64_t want =
        slow_settle(&s, slow_mode_named(pto_round_name(round)), true, &flags);
    CHECK(got == want, "%s %s: %" PRIu64 ", not %" PRIu64,
          pto_format_get(t)->name, pto_round_name(round), got, want);
    mpz_clear(rest);
}

/* |x| = num * 2^exp */
static void set_parts(mpz_t num, long *exp, double x)
{
    int e;
    mpz_set_d(num, ldexp(frexp(fabs(x), &e), 53));
    *exp = e - 53;
}

static void scale_by(mpz_t num, mpz_t den, long exp)
{
    if (exp > 0)
        mpz_mul_2exp(num, num, (mp_bitcnt_t)exp);
    else
        mpz_mul_2exp(den, den, (mp_bitcnt_t)-exp);
}

static void check_quotients(pto_dtype t, uint64_t *seed)
{
    mpz_t num, den;
    long above, below;
    uint64_t r = test_random(seed);
    pto_round round = (pto_round)(r % PTO_ROUND_COUNT);
    a.q = (pto_quantized){t, PTO_SCALING_TENSOR, 1, 4, 1, a.codes, a.scales};
    for (int i = 0; i < 4; i++) {
        uint64_t x = test_random(seed) >> (i ? test_random(seed) % 4 : 0);
        a.x[i] = ldexp((double)(int64_t)x, (int)(r >> 10) % 20);
        if (t == PTO_U64)
            a.x[i] = fabs(a.x[i]);
    }
    quantize(round, true);
    mpz_inits(num, den, NULL);
    for (uint64_t i = 0; i < 4; i++) {
        uint64_t code = pto_lane_get(t, a.codes, (size_t)i);
        set_parts(num, &above, a.x[i]);
        set_parts(den, &below, scale_of(i));
        scale_by(num, den, above - below);
        check_whole(t, num, den, a.x[i] < 0, round, code);
    }
    mpz_clears(num, den, NULL);
}

TEST(quotients_of_64_bits_are_rounded_once)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (uint64_t i = test_scaled(20000); i--;)
        check_quotients(i & 1 ? PTO_S64 : PTO_U64, &seed);
    a.q = (pto_quantized){PTO_S64, PTO_SCALING_TENSOR, 1, 1, 1, a.codes,
                          a.scales};
    a.x[0] = 5;
    quantize(PTO_RNE, false);
    assert_int_equal(pto_lane_get(PTO_S64, a.codes, 0),
                     UINT64_C(9223371157245557473));
}

static void check_product(uint64_t bits, float scale, pto_dtype t,
                          pto_round round)
{
    double x;
    mpz_t num, den;
    long exp, other;
    uint64_t got;
    pto_fenv env = {.round = (uint8_t)round, .saturate = 1};
    memcpy(&x, &bits, 8);
    memcpy(a.codes, &bits, 8);
    memcpy(a.scales, &scale, 4);
    a.q = (pto_quantized){PTO_FP64, PTO_SCALING_TENSOR, 1, 1, 1, a.codes,
                          a.scales};
    assert_int_equal(pto_dequantize(&a.q, t, &got, &env, NULL), PTO_OK);
    mpz_inits(num, den, NULL);
    set_parts(num, &exp, x);
    set_parts(den, &other, (double)scale);
    mpz_mul(num, num, den);
    mpz_set_ui(den, 1);
    scale_by(num, den, exp + other);
    check_whole(t, num, den, (x < 0) != (scale < 0), round, got);
    mpz_clears(num, den, NULL);
}

TEST(products_of_64_bits_are_rounded_once)
{
    UNUSED_STATE;
    uint64_t seed = 6;
    for (uint64_t i = test_scaled(20000); i--;) {
        uint64_t r = test_random(&seed);
        uint64_t x = (test_random(&seed) & ~(UINT64_C(0x7ff) << 52)) |
                     (1020 + r % 70) << 52;
        float scale = ldexpf((float)((r >> 30 & 0xffffff) | 0x800000),
                             (int)(r >> 20) % 16 - 28);
        check_product(x, r >> 60 ? scale : -scale, r & 1 ? PTO_S64 : PTO_U64,
                      (pto_round)(r >> 10) % PTO_ROUND_COUNT);
    }
    double x = 0x1p62 + 0x1p23 + 0x1p10;
    uint64_t bits, got;
    float scale = 1 + 0x1p-23f;
    pto_fenv env = {.round = PTO_RNE};
    memcpy(&bits, &x, 8);
    check_product(bits, scale, PTO_S64, PTO_RNE);
    assert_int_equal(pto_dequantize(&a.q, PTO_S64, &got, &env, NULL), PTO_OK);
    assert_int_equal(got, UINT64_C(4611686568191591425));
}

TEST(specials_multiply_as_numbers_do)
{
    UNUSED_STATE;
    static const struct {
        uint8_t type, scaling, code;
        uint32_t scale, result;
        unsigned flags;
    } rows[] = {
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x38, 0x7f800000, 0x7f800000, 0},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0xb8, 0x7f800000, 0xff800000, 0},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x00, 0x7f800000, 0x7fc00000, PTO_NV},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x00, 0xbf800000, 0x80000000, 0},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x80, 0xbf800000, 0x00000000, 0},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x38, 0x7fc00000, 0x7fc00000, 0},
        {PTO_E4M3, PTO_SCALING_TENSOR, 0x38, 0x7fa00000, 0x7fc00000, PTO_NV},
        {PTO_E5M2, PTO_SCALING_TENSOR, 0x7c, 0xbf800000, 0xff800000, 0},
        {PTO_E5M2, PTO_SCALING_TENSOR, 0x7c, 0x00000000, 0x7fc00000, PTO_NV},
        {PTO_E5M2, PTO_SCALING_MX, 0x7d, 0xff, 0x7fc00000, PTO_NV},
        {PTO_E5M2, PTO_SCALING_MX, 0x7e, 0xff, 0x7fc00000, 0},
        {PTO_E5M2, PTO_SCALING_MX, 0x80, 0x80, 0x80000000, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_fenv env = {.round = PTO_RNE};
        uint32_t got, scale = rows[i].scale;
        uint8_t code = rows[i].code;
        pto_quantized q = {rows[i].type, rows[i].scaling, 1, 1, 1,
                           &code,        &scale};
        assert_int_equal(pto_dequantize(&q, PTO_FP32, &got, &env, NULL),
                         PTO_OK);
        CHECK(got == rows[i].result && env.flags == rows[i].flags,
              "row %zu: %x flags %x", i, got, env.flags);
    }
}

TEST(nothing_to_do_and_bad_arguments)
{
    UNUSED_STATE;
    pto_fenv env = {0}, worse = {.round = PTO_ROUND_COUNT};
    pto_error e = {0};
    a.q = (pto_quantized){PTO_E4M3, PTO_SCALING_MX, 3, 0, 1, NULL, NULL};
    assert_int_equal(pto_quantize(&a.q, NULL, &env, &a.report, &e), PTO_OK);
    assert_int_equal(a.report.count, 0);
    assert_true(isnan(a.report.snr));
    assert_int_equal(pto_quantize(&a.q, NULL, &worse, NULL, &e),
                     PTO_BAD_ARGUMENT);
    a.q.extent = 1;
    assert_int_equal(pto_quantize(&a.q, a.x, &env, NULL, &e), PTO_BAD_ARGUMENT);
    a.q.extent = UINT64_MAX / 2;
    assert_int_equal(pto_quantize(&a.q, a.x, &env, NULL, &e), PTO_BAD_ARGUMENT);
    a.q.type = PTO_FP16;
    assert_int_equal(pto_quantize(&a.q, a.x, &env, NULL, &e), PTO_BAD_INPUT);
    assert_non_null(strstr(e.message, "FP16 takes no mx scales; accepted: "
                                      "none tensor"));
    a.q = (pto_quantized){31, PTO_SCALING_NONE, 1, 1, 1, a.codes, NULL};
    assert_int_equal(pto_quantize(&a.q, a.x, &env, NULL, &e), PTO_BAD_ARGUMENT);
}

TEST_MAIN(CASE(codes_are_the_scaled_numbers_rounded_once),
          CASE(quantizing_again_changes_nothing),
          CASE(exact_elements_come_back),
          CASE(reports_are_what_a_recount_gives),
          CASE(quotients_of_64_bits_are_rounded_once),
          CASE(products_of_64_bits_are_rounded_once),
          CASE(specials_multiply_as_numbers_do),
          CASE(nothing_to_do_and_bad_arguments))
