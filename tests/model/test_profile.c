/*
 * The two profiles where they differ: every row of docs/differences.md with
 * the bits that show it.
 */
#include "pto/profile.h"
#include "pto_test.h"
#include "num/num.h"

static const pto_profile *ieee(void)
{
    return pto_profile_find("ieee");
}

static const pto_profile *v0(void)
{
    return pto_profile_find("pto-v0");
}

TEST(names)
{
    UNUSED_STATE;
    assert_ptr_equal(pto_profile_find(NULL), ieee());
    assert_string_equal(pto_profile_name(ieee()), "ieee");
    assert_string_equal(pto_profile_name(v0()), "pto-v0");
    assert_string_equal(ieee()->full_name,
                        "pto-hardware-numeric-0.58.3-ieee-v1");
    assert_null(pto_profile_find("IEEE"));
    assert_null(pto_profile_find(""));
}

/* B.FPATR of one element under both profiles. */
static const struct post_row {
    const char *what;
    uint8_t mode, relu, round, saturate;
    uint64_t acc, quant, alpha;
    uint64_t ieee, v0;
    uint8_t ieee_flags, v0_flags;
} posts[] = {
#define SCALE(fp32) ((uint64_t)((fp32) >> 13) << 13)
    {"449 rounds into E4M3 before the range check", 26, 0, PTO_RNE, 0,
     0x43e08000, SCALE(UINT64_C(0x3f800000)), 0, 0x7e, 0x7f, PTO_NX,
     PTO_OF | PTO_NX},
    {"449 toward zero is no overflow", 26, 0, PTO_RTZ, 0, 0x43e08000,
     SCALE(UINT64_C(0x3f800000)), 0, 0x7e, 0x7f, PTO_NX, PTO_OF | PTO_NX},
    {"1.125 * 2^15 rounds into HiF8", 25, 0, PTO_RHB, 0, 0x47100000,
     SCALE(UINT64_C(0x3f800000)), 0, 0x6e, 0x6f, PTO_NX, PTO_OF | PTO_NX},
    {"FP16 overflow toward zero stays finite", 5, 0, PTO_RTZ, 0, 0x7fffffff,
     SCALE(UINT64_C(0x3f800000)), 0, 0x7bff, 0x7c00, PTO_OF | PTO_NX,
     PTO_OF | PTO_NX},
    {"rounding up to the smallest normal is no underflow", 1, 0, PTO_RNE, 0,
     0x387fffff, 0, 0, 0x0400, 0x0400, PTO_NX, PTO_UF | PTO_NX},
    {"E4M3 underflow keeps its sign", 26, 0, PTO_RNE, 0, 0x80800000,
     SCALE(UINT64_C(0x3f800000)), 0, 0x80, 0x00, PTO_UF | PTO_NX,
     PTO_UF | PTO_NX},
    {"-0 is not negative to an activation", 1, 1, PTO_RNE, 0, 0x80000000, 0, 0,
     0x8000, 0x0000, 0, 0},
    {"both: ReLU of a negative is +0", 1, 1, PTO_RNE, 0, 0xbf800000, 0, 0, 0, 0,
     0, 0},
    {"both: -inf under a zero multiplier is +0", 1, 1, PTO_RNE, 0, 0xff800000,
     0, 0, 0, 0, 0, 0},
    {"both: a NaN ignores activation", 1, 1, PTO_RNE, 0, 0xffc00000, 0, 0,
     0x7e00, 0x7e00, 0, 0},
    {"both: alpha replaces the scale", 27, 2, PTO_RNE, 0, 0xc0000000,
     SCALE(UINT64_C(0x40800000)), 0x3f000000 >> 13, 0xbf800000, 0xbf800000, 0,
     0},
    {"both: -0 keeps its sign under a scale", 27, 0, PTO_RNE, 0, 0x80000000,
     SCALE(UINT64_C(0x40800000)), 0, 0x80000000, 0x80000000, 0, 0},
    {"both: mode 0 hands the accumulator on", 0, 0, PTO_RNE, 0, 0x7f800001, 0,
     0, 0x7f800001, 0x7f800001, 0, 0},
    {"both: a shift of S32 saturates to S16", 13, 0, PTO_RNE, 0, 0x80000000,
     UINT64_C(0) << 32, 0, 0x8000, 0x8000, PTO_OF | PTO_NX, PTO_OF | PTO_NX},
};

TEST(fpatr_differs_where_the_list_says)
{
    UNUSED_STATE;
    for (size_t i = 0; i < sizeof posts / sizeof posts[0]; i++) {
        const struct post_row *r = &posts[i];
        const pto_pre_quant *mode = pto_pre_quant_get(r->mode);
        bool plain = mode->sum == PTO_DTYPE_NONE;
        pto_post p = {.pre_quant = r->mode,
                      .relu = r->relu,
                      .acc_type = plain ? PTO_FP32 : mode->sum,
                      .result_type = plain ? PTO_FP32 : mode->result,
                      .quant = r->quant,
                      .alpha = r->alpha};
        pto_fenv a = {.round = r->round, .saturate = r->saturate}, b = a;
        uint64_t x = ieee()->post(&p, r->acc, &a);
        uint64_t y = v0()->post(&p, r->acc, &b);
        CHECK(x == r->ieee && a.flags == r->ieee_flags,
              "%s: ieee %" PRIx64 " flags %x", r->what, x, a.flags);
        CHECK(y == r->v0 && b.flags == r->v0_flags,
              "%s: pto-v0 %" PRIx64 " flags %x", r->what, y, b.flags);
    }
}

TEST(fixed_modes_ignore_the_selected_rounding)
{
    UNUSED_STATE;
    static const uint8_t nearest[] = {1, 16, 26, 32, 33, 34, 36, 37};
    for (size_t i = 0; i < sizeof nearest; i++)
        assert_int_equal(pto_pre_quant_round(nearest[i], PTO_RTM), PTO_RNE);
    assert_int_equal(pto_pre_quant_round(25, PTO_RTM), PTO_RHB);
    assert_int_equal(pto_pre_quant_round(28, PTO_RNE), PTO_RHB);
    assert_int_equal(pto_pre_quant_round(3, PTO_RTM), PTO_RTM);
    assert_null(pto_pre_quant_get(6));
    assert_null(pto_pre_quant_get(63));
}

/* An operation by name is the one that `ieee` computes in its place. */
TEST(names_and_places_agree)
{
    UNUSED_STATE;
    const pto_arithmetic *ieee_scalar = ieee()->scalar;
#define ARITH_1(name)                         \
    assert_true(pto_arith_find(#name)->one == \
                ieee_scalar->f1[PTO_ARITH1_##name]);
#define ARITH_2(name)                         \
    assert_true(pto_arith_find(#name)->two == \
                ieee_scalar->f2[PTO_ARITH2_##name]);
#define ARITH_3(name)                           \
    assert_true(pto_arith_find(#name)->three == \
                ieee_scalar->f3[PTO_ARITH3_##name]);
#include "pto/def/arith.def"
}

TEST(scalar_conversions_of_carriers_keep_low_bits)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    const uint64_t x = UINT64_C(0xfedcba9876543210);
    assert_int_equal(v0()->scalar->convert(PTO_TF32, PTO_FP64, x, &env),
                     0x43210);
    assert_int_equal(v0()->scalar->convert(PTO_FP64, PTO_S64, x, &env), x);
    assert_int_equal(v0()->to_integer(8, true, PTO_FP64, 0x1f0, &env),
                     (uint64_t)-16);
    assert_int_equal(v0()->to_integer(64, false, PTO_FP64, x, &env), x);
    assert_int_equal(env.flags, 0);
}

TEST(integers_of_any_width_are_checked)
{
    UNUSED_STATE;
    pto_fenv env = {.round = PTO_RNE};
    assert_int_equal(ieee()->to_integer(4, true, PTO_FP32, 0xc1000000, &env),
                     (uint64_t)-8);
    assert_int_equal(env.flags, 0);
    assert_int_equal(ieee()->to_integer(4, true, PTO_FP32, 0x41000000, &env),
                     (uint64_t)-8);
    assert_int_equal(ieee()->to_integer(2, false, PTO_FP32, 0xbf800000, &env),
                     3);
    assert_int_equal(env.flags, PTO_NV);
}

TEST(raw_arithmetic_is_integer_arithmetic)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    const pto_arithmetic *t = v0()->tile, *s = v0()->scalar;
    assert_int_equal(
        t->f2[PTO_ARITH2_add](PTO_FP32, 0x3f800000, 0x3f800000, &env),
        0x7f000000);
    assert_int_equal(ieee()->tile->f2[PTO_ARITH2_add](PTO_FP32, 0x3f800000,
                                                      0x3f800000, &env),
                     0x40000000);
    assert_int_equal(t->f2[PTO_ARITH2_mul](PTO_FP16, 0x1234, 0x10, &env),
                     0x2340);
    assert_int_equal(t->f2[PTO_ARITH2_sub](PTO_FP16, 0, 1, &env), 0xffff);
    assert_int_equal(t->f1[PTO_ARITH1_exp](PTO_FP32, 0x40000000, &env),
                     0x40000001);
    assert_int_equal(t->f1[PTO_ARITH1_log](PTO_FP32, 0x40000000, &env),
                     0x40000000);
    assert_int_equal(t->f2[PTO_ARITH2_rem](PTO_FP32, 17, 5, &env), 2);
    assert_int_equal(s->f3[PTO_ARITH3_nmadd](PTO_FP64, 2, 3, 1, &env),
                     UINT64_MAX - 6);
    assert_int_equal(env.flags, 0);
    assert_int_equal(t->convert(PTO_FP64, PTO_S4X2, 0xe, &env), 0xe);
    assert_int_equal(t->convert(PTO_FP32, PTO_S8, 0xfe, &env), 0xfffffffe);
    assert_int_equal(t->convert(PTO_S16, PTO_S4X2, 0xe, &env), 0xfffe);
    assert_int_equal(t->convert(PTO_HiF8, PTO_S32, 0xdc34a85b, &env), 0x5b);
    assert_int_equal(env.flags, 0);
    assert_int_equal(t->f2[PTO_ARITH2_div](PTO_FP32, 7, 0x80000000, &env),
                     UINT32_MAX);
    assert_int_equal(env.flags, PTO_DZ);
}

/* What the public model computes itself, in both profiles alike. */
TEST(special_values_are_shared)
{
    UNUSED_STATE;
    static const uint64_t specials[] = {0,          0x80000000, 0x7f800000,
                                        0xff800000, 0x7fc00000, 0x7f800001,
                                        0xbf800000};
    const pto_arithmetic *a = ieee()->tile, *b = v0()->tile;
    for (size_t i = 0; i < sizeof specials / sizeof specials[0]; i++) {
        uint64_t x = specials[i];
        bool negative = x == 0xbf800000;
        pto_fenv e[2] = {{0}, {0}};
        assert_int_equal(a->f1[PTO_ARITH1_log](PTO_FP32, x, &e[0]),
                         b->f1[PTO_ARITH1_log](PTO_FP32, x, &e[1]));
        assert_int_equal(a->f1[PTO_ARITH1_sqrt](PTO_FP32, x, &e[0]),
                         b->f1[PTO_ARITH1_sqrt](PTO_FP32, x, &e[1]));
        assert_int_equal(a->f1[PTO_ARITH1_rsqrt](PTO_FP32, x, &e[0]),
                         b->f1[PTO_ARITH1_rsqrt](PTO_FP32, x, &e[1]));
        assert_int_equal(a->f1[PTO_ARITH1_relu](PTO_FP32, x, &e[0]),
                         b->f1[PTO_ARITH1_relu](PTO_FP32, x, &e[1]));
        if (!negative) {
            assert_int_equal(a->f1[PTO_ARITH1_exp](PTO_FP32, x, &e[0]),
                             b->f1[PTO_ARITH1_exp](PTO_FP32, x, &e[1]));
            assert_int_equal(a->f1[PTO_ARITH1_recip](PTO_FP32, x, &e[0]),
                             b->f1[PTO_ARITH1_recip](PTO_FP32, x, &e[1]));
        }
        assert_int_equal(e[0].flags, e[1].flags);
    }
}

TEST(tfma_knows_its_invalid_cases)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    const pto_arithmetic *t = v0()->tile;
    assert_int_equal(t->f3[PTO_ARITH3_fma](PTO_FP32, 0, 0x7f800000, 5, &env),
                     0x7fc00000);
    assert_int_equal(env.flags, PTO_NV);
    env.flags = 0;
    assert_int_equal(t->f3[PTO_ARITH3_fma](PTO_FP32, 0x7fc00000, 2, 5, &env),
                     (0x7fc00000u * 2 + 5) & 0xffffffff);
    assert_int_equal(env.flags, 0);
    /* the scalar form has none */
    assert_int_equal(
        v0()->scalar->f3[PTO_ARITH3_fma](PTO_FP32, 0, 0x7f800000, 5, &env), 5);
    assert_int_equal(env.flags, 0);
}

TEST(quantization_differs_in_range_and_infinity)
{
    UNUSED_STATE;
    static const struct {
        uint64_t value, scale, zero;
        uint8_t saturate;
        uint64_t ieee, v0;
        uint8_t ieee_flags, v0_flags;
    } rows[] = {
        {0x43480000, 0x3f800000, 0, 1, 0x7f, 0x7f, PTO_NV, 0},
        {0x43480000, 0x3f800000, 0, 0, 0x80, 0xc8, PTO_NV, 0},
        {0x7f800000, 0x3f800000, 0, 0, 0x80, 0x7f, PTO_NV, PTO_OF | PTO_NX},
        {0x7fc00000, 0x3f800000, 0, 0, 0x80, 0x00, PTO_NV, PTO_NV},
        {0x3fc00000, 0x3f800000, 1, 0, 0x02, 0x02, PTO_NX, PTO_NX},
        {0x71800000, 0x3f800000, 5, 0, 0x80, 0x05, PTO_NV, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        pto_fenv a = {.saturate = rows[i].saturate}, b = a;
        uint64_t x = ieee()->quantize(PTO_S8, rows[i].value, rows[i].scale,
                                      rows[i].zero, &a);
        uint64_t y = v0()->quantize(PTO_S8, rows[i].value, rows[i].scale,
                                    rows[i].zero, &b);
        CHECK(x == rows[i].ieee && a.flags == rows[i].ieee_flags,
              "row %zu: ieee %" PRIx64 " flags %x", i, x, a.flags);
        CHECK(y == rows[i].v0 && b.flags == rows[i].v0_flags,
              "row %zu: pto-v0 %" PRIx64 " flags %x", i, y, b.flags);
    }
}

TEST(dequantization_differs_in_overflow)
{
    UNUSED_STATE;
    pto_fenv a = {.round = PTO_RTZ}, b = a;
    assert_int_equal(ieee()->dequantize(PTO_S8, 0x7f, 0x7f7fffff, 0, &a),
                     0x7f7fffff);
    assert_int_equal(v0()->dequantize(PTO_S8, 0x7f, 0x7f7fffff, 0, &b),
                     0x7f800000);
    assert_int_equal(ieee()->dequantize(PTO_S8, 5, 0x3f800000, 5, &a), 0);
    assert_int_equal(v0()->dequantize(PTO_S8, 5, 0x3f800000, 5, &b), 0);
}

TEST(magnitude_of_the_least_integer)
{
    UNUSED_STATE;
    pto_fenv a = {0}, b = {0};
    assert_int_equal(ieee()->max_step(PTO_S32, 0x80000000, 1, true, &a),
                     0x7fffffff);
    assert_int_equal(v0()->max_step(PTO_S32, 0x80000000, 1, true, &b),
                     0x7fffffff);
    assert_int_equal(a.flags, PTO_OF | PTO_NX);
    assert_int_equal(b.flags, PTO_OF);
}

TEST(raw_products_have_raw_scales)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    pto_matrix_term t = {.acc_type = PTO_FP32,
                         .a_type = PTO_E4M3,
                         .b_type = PTO_E4M3,
                         .a_scaled = 1,
                         .a = 2,
                         .b = 3,
                         .a_scale = 0x80};
    assert_int_equal(v0()->accumulate(10, &t, &env), 10 + 2 * 0x80 * 3);
    pto_matrix_term s = {.acc_type = PTO_S32,
                         .a_type = PTO_S8,
                         .b_type = PTO_U8,
                         .a = 0xff,
                         .b = 2};
    assert_int_equal(v0()->accumulate(0, &s, &env), (uint64_t)-2);
    assert_int_equal(ieee()->accumulate(0, &s, &env), 0xfffffffe);
    assert_int_equal(env.flags, 0);
}

/* 0 * inf beside a NaN scale is still invalid; the scale alone is not. */
TEST(nan_scales_are_quiet)
{
    UNUSED_STATE;
    pto_fenv env = {0};
    pto_matrix_term t = {.acc_type = PTO_FP32,
                         .a_type = PTO_E5M2,
                         .b_type = PTO_E5M2,
                         .a_scaled = 1,
                         .a = 0x3c,
                         .b = 0x3c,
                         .a_scale = 0xff};
    assert_int_equal(ieee()->accumulate(0, &t, &env), 0x7fc00000);
    assert_int_equal(env.flags, 0);
    t.a = 0;
    t.b = 0x7c;
    assert_int_equal(ieee()->accumulate(0, &t, &env), 0x7fc00000);
    assert_int_equal(env.flags, PTO_NV);
}

/* 02ec widens to 383b0000, whose fraction the model halves. */
TEST(widened_subnormals)
{
    UNUSED_STATE;
    pto_fenv a = {0}, b = {0};
    assert_int_equal(ieee()->expdif(PTO_FP32, PTO_FP16, 0x02ec, 0, &a),
                     0x3f800176);
    assert_int_equal(v0()->expdif(PTO_FP32, PTO_FP16, 0x02ec, 0, &b),
                     0x381d8001);
    assert_int_equal(a.flags, PTO_NX);
    assert_int_equal(b.flags, 0);
}

/* Arrays are their elements, packed ones too, and share the flags. */
static void convert_array(const pto_profile *p, pto_dtype to, pto_dtype from,
                          uint64_t *seed)
{
    enum { N = 33 };
    uint8_t in[N * 8], out[N * 8] = {0};
    uint64_t r = test_random(seed);
    pto_fenv all = {.round = (uint8_t)(r % PTO_ROUND_COUNT),
                    .saturate = (uint8_t)(r >> 63)};
    pto_fenv each = all;
    for (size_t i = 0; i < sizeof in; i++)
        in[i] = (uint8_t)test_random(seed);
    assert_int_equal(p->convert_n(to, from, out, in, N, &all), PTO_OK);
    uint64_t mask = pto_format_get(to)->carrier_mask;
    for (size_t i = 0; i < N; i++)
        assert_int_equal(
            pto_lane_get(to, out, i),
            p->tile->convert(to, from, pto_lane_get(from, in, i), &each) &
                mask);
    assert_int_equal(all.flags, each.flags);
}

TEST(conversion_of_arrays)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (unsigned i = 0; i < PTO_DTYPE_CODES * PTO_DTYPE_CODES; i++) {
        pto_dtype to = i % PTO_DTYPE_CODES, from = i / PTO_DTYPE_CODES;
        if (!pto_format_get(to) || !pto_format_get(from))
            continue;
        convert_array(ieee(), to, from, &seed);
        convert_array(v0(), to, from, &seed);
    }
    uint8_t byte = 0;
    pto_fenv env = {.round = PTO_RNE};
    assert_int_equal(
        v0()->convert_n(PTO_U8, PTO_DTYPE_NONE, &byte, &byte, 1, &env),
        PTO_BAD_ARGUMENT);
}

TEST_MAIN(CASE(names), CASE(names_and_places_agree),
          CASE(scalar_conversions_of_carriers_keep_low_bits),
          CASE(integers_of_any_width_are_checked),
          CASE(fpatr_differs_where_the_list_says),
          CASE(fixed_modes_ignore_the_selected_rounding),
          CASE(raw_arithmetic_is_integer_arithmetic),
          CASE(special_values_are_shared), CASE(tfma_knows_its_invalid_cases),
          CASE(quantization_differs_in_range_and_infinity),
          CASE(dequantization_differs_in_overflow),
          CASE(magnitude_of_the_least_integer),
          CASE(raw_products_have_raw_scales), CASE(nan_scales_are_quiet),
          CASE(widened_subnormals), CASE(conversion_of_arrays))
