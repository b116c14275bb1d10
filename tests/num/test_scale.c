/* Scales of the matrix unit, its one step, and FP19. */
#include "pto/numeric.h"
#include "pto_test.h"
#include "num/num.h"

static double scale_value(pto_scale s)
{
    double v = s.quarters / 4.0;
    for (int e = s.exp; e > 0; e--)
        v *= 2;
    for (int e = s.exp; e < 0; e++)
        v /= 2;
    return v;
}

TEST(e8m0_is_a_power_of_two)
{
    UNUSED_STATE;
    for (unsigned code = 0; code < 255; code++) {
        pto_scale s = pto_scale_e8m0((uint8_t)code);
        assert_false(s.nan);
        assert_int_equal(s.quarters, 4);
        assert_int_equal(s.exp, (int)code - 127);
    }
    assert_true(pto_scale_e8m0(255).nan);
}

/* ADR 0101: 7:0 E6M2, bit 8 + q/8 and bit 16 + q/4 add to the exponent. */
TEST(hif4_words_scale_their_lanes)
{
    UNUSED_STATE;
    assert_true(scale_value(pto_scale_hif4(0x000000c0, 0)) == 1.0);
    assert_true(scale_value(pto_scale_hif4(0x000000c3, 0)) == 1.75);
    assert_int_equal(pto_scale_hif4(0x00000000, 0).exp, -48);
    assert_int_equal(pto_scale_hif4(0x000000fe, 0).exp, 15);
    assert_int_equal(pto_scale_hif4(0x000000fe, 0).quarters, 6);
    for (unsigned lane = 0; lane < 64; lane++) {
        assert_true(pto_scale_hif4(0x000000ff, lane).nan);
        for (unsigned bit = 8; bit < 32; bit++) {
            pto_scale s = pto_scale_hif4(0xc0u | 1u << bit, lane);
            bool mine = bit < 16 ? bit - 8 == lane / 8 : bit - 16 == lane / 4;
            assert_int_equal(s.exp, mine);
        }
        assert_int_equal(pto_scale_hif4(0xffffffc0, lane).exp, 2);
    }
}

TEST(scaling_is_exact)
{
    UNUSED_STATE;
    uint64_t seed = 101;
    for (uint64_t i = 0; i < test_scaled(100000); i++) {
        pto_parts v = pto_unpack(PTO_FP32, test_random(&seed));
        pto_scale s =
            pto_scale_hif4((uint32_t)test_random(&seed), (unsigned)i & 63);
        pto_parts r = pto_parts_scale(v, s);
        if (v.part != PTO_PART_FINITE || s.nan)
            continue;
        /* quarters / 4: four times the result is quarters times the value */
        pto_parts four = r, sum = {.part = PTO_PART_ZERO};
        four.exp += 2 - s.exp;
        for (unsigned n = 0; n < s.quarters; n++)
            sum = pto_parts_add(sum, v);
        assert_int_equal(four.exp, sum.exp);
        assert_true(four.sig == sum.sig && four.sign == sum.sign);
    }
}

TEST(a_nan_scale_hides_all_but_a_signaling_nan)
{
    UNUSED_STATE;
    pto_scale nan = pto_scale_e8m0(0xff);
    static const uint64_t bits[] = {0, 0x3f800000, 0x7f800000, 0x7fc00000};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(
            pto_parts_scale(pto_unpack(PTO_FP32, bits[i]), nan).part,
            PTO_PART_QNAN);
    pto_parts s = pto_unpack(PTO_FP32, 0x7f800001);
    assert_int_equal(pto_parts_scale(s, nan).part, PTO_PART_SNAN);
}

/* With scales of one a term is an ordinary FMA, whatever env asks for. */
TEST(a_term_is_a_nearest_fma)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (uint64_t i = 0; i < test_scaled(200000); i++) {
        uint64_t a = test_random(&seed), b = test_random(&seed);
        uint32_t c = (uint32_t)test_random(&seed);
        pto_fenv want = {.round = PTO_RNE};
        pto_fenv got = {.round = PTO_RTM, .saturate = 1};
        uint64_t x = pto_num_fma(PTO_FP32, a, b, c, &want);
        uint32_t y =
            pto_fma_f32_scaled(pto_unpack(PTO_FP32, a), PTO_SCALE_ONE,
                               pto_unpack(PTO_FP32, b), PTO_SCALE_ONE, c, &got);
        CHECK(x == y && want.flags == got.flags,
              "%" PRIx64 " %" PRIx64 " %" PRIx32, a, b, c);
    }
}

/* One rounding: 2^-149 * 1.25 * 2 rounds up only as a whole. */
TEST(scales_multiply_before_the_rounding)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    pto_parts tiny = pto_unpack(PTO_FP32, 1),
              one = pto_unpack(PTO_FP32, 0x3f800000);
    pto_scale quarter_more = pto_scale_hif4(0xc1, 0);
    pto_scale twice = pto_scale_e8m0(128);
    assert_int_equal(
        pto_fma_f32_scaled(tiny, quarter_more, one, twice, 0, &env), 2);
    assert_int_equal(env.flags, PTO_UF | PTO_NX);
}

TEST(fp19_parameters)
{
    UNUSED_STATE;
    assert_int_equal(pto_fp19_from_fp32(0x3f800000), 0x1fc00);
    assert_int_equal(pto_fp19_from_fp32(0x3f801000), 0x1fc00); /* tie, even */
    assert_int_equal(pto_fp19_from_fp32(0x3f803000), 0x1fc02);
    assert_int_equal(pto_fp19_from_fp32(0x7f7fffff), 0x3fc00);
    assert_int_equal(pto_fp19_from_fp32(0xffc00001), 0x3ff00);
    assert_true(pto_fp19_scale_legal(0x1fc00));
    assert_false(pto_fp19_scale_legal(0));
    assert_false(pto_fp19_scale_legal(1));
    assert_false(pto_fp19_scale_legal(0x5fc00));
    assert_false(pto_fp19_scale_legal(0x3fc00));
    assert_true(pto_fp19_activation_legal(0));
    assert_true(pto_fp19_activation_legal(0x1fc00));
    assert_false(pto_fp19_activation_legal(0x40000));
    assert_false(pto_fp19_activation_legal(1));
}

TEST_MAIN(CASE(e8m0_is_a_power_of_two), CASE(hif4_words_scale_their_lanes),
          CASE(scaling_is_exact),
          CASE(a_nan_scale_hides_all_but_a_signaling_nan),
          CASE(a_term_is_a_nearest_fma),
          CASE(scales_multiply_before_the_rounding), CASE(fp19_parameters))
