/* Numbers as text: reading is correctly rounded, printing is exact. */
#include <mpfr.h>

#include "pto/numeric.h"
#include "pto_test.h"

static uint64_t parsed(pto_dtype t, const char *text, unsigned *flags)
{
    pto_fenv env = {.round = PTO_RNE};
    pto_error e = {0};
    uint64_t bits = 0;
    CHECK(pto_num_parse(t, text, &env, &bits, &e) == PTO_OK, "%s", e.message);
    *flags = env.flags;
    return bits;
}

/* Digits near the middle of two doubles are what goes wrong elsewhere. */
TEST(decimals_round_as_mpfr_reads_them)
{
    UNUSED_STATE;
    uint64_t seed = 10;
    mpfr_t x;
    mpfr_init2(x, 53);
    for (uint64_t i = 0; i < test_scaled(20000); i++) {
        char text[64];
        unsigned flags;
        uint64_t digits = test_random(&seed) >> test_random(&seed) % 60;
        int exponent = (int)(test_random(&seed) % 600) - 300;
        (void)snprintf(text, sizeof text, "%s%" PRIu64 "e%d", i & 1 ? "-" : "",
                       digits, exponent);
        mpfr_set_str(x, text, 10, MPFR_RNDN);
        double want = mpfr_get_d(x, MPFR_RNDN);
        uint64_t bits, got = parsed(PTO_FP64, text, &flags);
        memcpy(&bits, &want, sizeof bits);
        CHECK(got == bits, "%s: %" PRIx64 ", not %" PRIx64, text, got, bits);
    }
    mpfr_clear(x);
}

TEST(long_decimals_decide_by_their_last_digit)
{
    UNUSED_STATE;
    unsigned flags;
    char tie[1100];
    /* 1 + 2^-24, the middle of two FP32 values, exactly and then some */
    (void)pto_num_print(PTO_FP64, UINT64_C(0x3ff0000010000000), PTO_STYLE_EXACT,
                        tie, sizeof tie);
    assert_int_equal(parsed(PTO_FP32, tie, &flags), 0x3f800000);
    size_t n = strlen(tie);
    memset(tie + n, '0', 900);
    tie[n + 900] = '\0';
    assert_int_equal(parsed(PTO_FP32, tie, &flags), 0x3f800000);
    tie[n + 899] = '1';
    assert_int_equal(parsed(PTO_FP32, tie, &flags), 0x3f800001);
    assert_int_equal(flags, PTO_NX);
}

/* Integers of 64 bits and a fraction: no bit is left to tell where it lies. */
struct long_integer {
    uint64_t whole;
    unsigned quarters; /* of one, and with `trace` a little more */
    bool trace, minus;
};

static bool goes_away(const struct long_integer *x, pto_round round)
{
    bool inexact = x->quarters || x->trace, odd = x->whole & 1;
    bool above = x->quarters == 3 || (x->quarters == 2 && x->trace);
    bool tie = x->quarters == 2 && !x->trace;
    switch (round) {
    case PTO_RNE: return above || (tie && odd);
    case PTO_RNA: return above || tie;
    case PTO_RHB: return above || (tie && !x->minus);
    case PTO_RTP: return inexact && !x->minus;
    case PTO_RTM: return inexact && x->minus;
    case PTO_RTO: return inexact && !odd;
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return false;
}

static void check_long(pto_dtype t, const struct long_integer *x,
                       const char *text, pto_round round)
{
    uint64_t most = t == PTO_S64 ? (uint64_t)INT64_MAX + x->minus
                    : x->minus   ? 0
                                 : UINT64_MAX;
    bool away = goes_away(x, round);
    bool over = x->whole > most || (x->whole == most && away);
    uint64_t want = over ? most : x->whole + away, bits = 0;
    want = x->minus ? 0 - want : want;
    unsigned flags = over ? PTO_NV : x->quarters || x->trace ? PTO_NX : 0;
    pto_fenv env = {.round = (uint8_t)round, .saturate = 1};
    pto_error e = {0};
    CHECK(pto_num_parse(t, text, &env, &bits, &e) == PTO_OK, "%s", text);
    CHECK(bits == want && env.flags == flags,
          "%s %s: %" PRIx64 " %x, not %" PRIx64 " %x", text,
          pto_round_name(round), bits, env.flags, want, flags);
}

TEST(fractions_of_long_integers_round_once)
{
    UNUSED_STATE;
    uint64_t seed = 7;
    for (uint64_t i = 0; i < 2000; i++) {
        uint64_t r = test_random(&seed);
        struct long_integer x = {test_random(&seed) >> (r >> 32) % 5,
                                 r >> 1 & 3, r >> 3 & 1, r >> 4 & 1};
        if (r >> 40 & 1) /* next to an end */
            x.whole = (r >> 41 & 1 ? UINT64_MAX : (uint64_t)INT64_MAX) -
                      (r >> 42) % 3 + (r >> 44) % 2;
        char text[64];
        (void)snprintf(text, sizeof text, "%s%" PRIu64 ".%02u%s",
                       x.minus ? "-" : "", x.whole, 25 * x.quarters,
                       x.trace ? "00000000000000000001" : "");
        for (int m = 0; m < PTO_ROUND_COUNT; m++)
            check_long(r & 1 ? PTO_U64 : PTO_S64, &x, text, (pto_round)m);
    }
}

/* x with n zeros behind the point, as 0.000...xEm, is x / base^(n + 1). */
static void check_padded(const char *prefix, size_t zeros, const char *tail,
                         uint64_t want)
{
    char *text = malloc(zeros + 64);
    pto_fenv env = {.round = PTO_RNE};
    uint64_t bits = 0;
    assert_non_null(text);
    size_t n = (size_t)snprintf(text, 16, "%s", prefix);
    memset(text + n, '0', zeros);
    (void)snprintf(text + n + zeros, 48, "%s", tail);
    assert_int_equal(pto_num_parse(PTO_FP64, text, &env, &bits, NULL), PTO_OK);
    CHECK(bits == want && !env.flags, "%s...%s: %" PRIx64 " flags %x", prefix,
          tail, bits, env.flags);
    free(text);
}

TEST(zeros_and_exponents_of_any_size_cancel)
{
    UNUSED_STATE;
    const uint64_t one = UINT64_C(0x3ff0000000000000);
    check_padded("0.", 100000, "1e100001", one);
    check_padded("1", 100000, "e-100000", one);
    check_padded("0.", 65535, "1e65536", one);
    check_padded("0.", 1000, "125e1000", UINT64_C(0x3fc0000000000000));
    check_padded("0x0.", 20000, "1p80004", one);
    check_padded("0x1", 20000, "p-80000", one);
    check_padded("0x1", 20000, "p-80001", UINT64_C(0x3fe0000000000000));
    check_padded("0.", 100000, "0e99999999999999999999", 0);
}

TEST(every_exact_text_reads_back)
{
    UNUSED_STATE;
    static const pto_num_style styles[] = {PTO_STYLE_EXACT, PTO_STYLE_HEX};
    uint64_t seed = 11;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        for (int i = 0; f && i < 2000; i++) {
            uint64_t bits =
                (f->storage_bits <= 8 ? (uint64_t)i : test_random(&seed)) &
                f->carrier_mask & ~f->must_be_zero;
            pto_class c = pto_classify((pto_dtype)t, bits);
            if (c == PTO_CLASS_QNAN || c == PTO_CLASS_SNAN)
                continue;
            for (int s = 0; s < 2; s++) {
                char text[PTO_NUM_TEXT];
                unsigned flags;
                size_t n = pto_num_print((pto_dtype)t, bits, styles[s], text,
                                         sizeof text);
                assert_true(n > 0 && n < sizeof text);
                uint64_t got = parsed((pto_dtype)t, text, &flags);
                CHECK(got == bits && !flags, "%s %" PRIx64 ": %s", f->name,
                      bits, text);
            }
        }
    }
}

TEST(known_texts)
{
    UNUSED_STATE;
    static const struct {
        pto_dtype t;
        uint64_t bits;
        pto_num_style style;
        const char *text;
    } rows[] = {
        {PTO_FP32, 0x3dcccccd, PTO_STYLE_EXACT,
         "0.100000001490116119384765625"},
        {PTO_FP32, 0x3dcccccd, PTO_STYLE_HEX, "0x1.99999ap-4"},
        {PTO_FP32, 0x3dcccccd, PTO_STYLE_FRACTION, "13421773/134217728"},
        {PTO_FP32, 0x00000001, PTO_STYLE_FRACTION, "1/2^149"},
        {PTO_FP32, 0x7f7fffff, PTO_STYLE_FRACTION, "16777215*2^104"},
        {PTO_FP32, 0x80000000, PTO_STYLE_EXACT, "-0"},
        {PTO_FP16, 0xfc00, PTO_STYLE_EXACT, "-inf"},
        {PTO_FP16, 0x7d00, PTO_STYLE_EXACT, "snan"},
        {PTO_E3M2, 0x40, PTO_STYLE_EXACT, "invalid"},
        {PTO_E4M3, 0x7e, PTO_STYLE_EXACT, "448"},
        {PTO_E8M0, 0xfe, PTO_STYLE_SHORT, "1.7014118346046923e+38"},
        {PTO_S64, UINT64_C(1) << 63, PTO_STYLE_EXACT, "-9223372036854775808"},
        {PTO_FP64, UINT64_C(0x46293e5939a08cea), PTO_STYLE_SHORT, "1e+30"},
        {PTO_FP64, UINT64_C(0x3eb0c6f7a0b5ed8d), PTO_STYLE_SHORT,
         "0.00000099999999999999995"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[PTO_NUM_TEXT];
        (void)pto_num_print(rows[i].t, rows[i].bits, rows[i].style, text,
                            sizeof text);
        assert_string_equal(text, rows[i].text);
    }
}

TEST(bits_and_floats_are_told_apart)
{
    UNUSED_STATE;
    unsigned flags;
    assert_int_equal(parsed(PTO_FP32, "0x3f800000", &flags), 0x3f800000);
    assert_int_equal(parsed(PTO_FP32, "0x1.8p1", &flags), 0x40400000);
    assert_int_equal(parsed(PTO_FP32, "0x1p-149", &flags), 1);
    assert_int_equal(parsed(PTO_FP32, "0x0.0000000000000000000001p100", &flags),
                     0x45800000);
    assert_int_equal(parsed(PTO_E2M1X2, "0xf", &flags), 0xf);
    assert_int_equal(parsed(PTO_FP32, "-INF", &flags), 0xff800000);
    assert_int_equal(parsed(PTO_FP32, "nan", &flags), 0x7fc00000);
    assert_int_equal(parsed(PTO_FP32, "1e999999999999", &flags), 0x7f800000);
    assert_int_equal(flags, PTO_OF | PTO_NX);
    assert_int_equal(parsed(PTO_FP32, "-1e-999999999999", &flags), 0x80000000);
    assert_int_equal(flags, PTO_UF | PTO_NX);
    assert_int_equal(parsed(PTO_FP32, "0e999999999999", &flags), 0);
    assert_int_equal(flags, 0);
    assert_int_equal(parsed(PTO_S8, "12.5", &flags), 12);
}

TEST(malformed_numbers_say_what_is_accepted)
{
    UNUSED_STATE;
    static const char *const bad[] = {
        "",      "-",    ".",   "1x",    "0x",   "1e",  "1e+", "--1",
        "1.2.3", "0x1p", "0xg", "infin", "nanx", "1 2", " 1",  "0x.p1"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pto_fenv env = {0};
        pto_error e = {0};
        uint64_t bits;
        CHECK(pto_num_parse(PTO_FP32, bad[i], &env, &bits, &e) == PTO_BAD_INPUT,
              "'%s'", bad[i]);
        CHECK(strstr(e.message, "accepted"), "%s", e.message);
    }
    pto_fenv env = {0};
    pto_error e = {0};
    uint64_t bits;
    assert_int_equal(pto_num_parse(PTO_FP16, "0x10000", &env, &bits, &e),
                     PTO_BAD_INPUT);
    assert_int_equal(
        pto_num_parse(PTO_U64, "0x10000000000000000", &env, &bits, &e),
        PTO_BAD_INPUT);
    assert_int_equal(pto_num_parse((pto_dtype)31, "1", &env, &bits, &e),
                     PTO_BAD_ARGUMENT);
}

TEST_MAIN(CASE(decimals_round_as_mpfr_reads_them),
          CASE(long_decimals_decide_by_their_last_digit),
          CASE(fractions_of_long_integers_round_once),
          CASE(zeros_and_exponents_of_any_size_cancel),
          CASE(every_exact_text_reads_back), CASE(known_texts),
          CASE(bits_and_floats_are_told_apart),
          CASE(malformed_numbers_say_what_is_accepted))
