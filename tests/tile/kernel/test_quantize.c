/* src/tile/kernel/quantize.c: each profile's numbers; `ieee` against MPFR. */
#include "tile/kernel/quantize.h"

#include "num/judge.h"
#include "pto/profile.h"
#include "tile/kernel/kernel_test.h"

enum { ROUNDS = 40 };

/* Near the range of the integers as often as far from it. */
static uint64_t random_float(uint64_t *seed)
{
    uint64_t r = test_random(seed);
    float f =
        (float)((int)(r >> 40 & 0xfff) - 0x800) / (float)(1 << (r >> 60 & 7));
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return r & 1 ? bits : judge_corner(slow_format_named("FP32"), seed);
}

/* Positive and finite, often a power of two near one. */
static uint64_t random_scale(uint64_t *seed)
{
    uint64_t r = test_random(seed), bits = 0;
    if (r & 1)
        return (uint64_t)(120 + (r >> 8 & 15)) << 23;
    while (!bits || bits >= 0x7f800000)
        bits = judge_corner(slow_format_named("FP32"), seed) & 0x7fffffff;
    return bits;
}

typedef slow_answer judge(const slow_format *integer, uint64_t value,
                          uint64_t scale, uint64_t zero);

static void agree(const pto_tile *src, const pto_affine *a, unsigned result,
                  judge *slow, slow_mode mode, bool saturate)
{
    pto_tile dst = square_tile(result, PTO_TILE_RowMajor, src->valid_rows,
                               src->valid_columns);
    pto_fenv env = {.round = (uint8_t)judge_mode(mode), .saturate = saturate};
    unsigned flags = 0;
    pto_tile_affine(&dst, src, a, &env);
    for (uint32_t r = 0; r < dst.rows; r++)
        for (uint32_t c = 0; c < dst.columns; c++) {
            bool valid = r < dst.valid_rows && c < dst.valid_columns;
            assert_int_equal(pto_tile_defined(&dst, r, c), valid);
            if (!valid)
                continue;
            uint64_t x = pto_tile_read(src, r, c);
            slow_answer s =
                slow(slow_format_of((int)a->integer), x, a->scale, a->zero);
            uint64_t want = slow_settle(&s, mode, saturate, &flags);
            CHECK(pto_tile_read(&dst, r, c) == want,
                  "%" PRIx64 " scale %" PRIx64 " zero %" PRIx64
                  " %s sat %d: %" PRIx64 ", not %" PRIx64,
                  x, a->scale, a->zero, slow_mode_name(mode), saturate,
                  pto_tile_read(&dst, r, c), want);
        }
    CHECK(env.flags == flags, "flags %x, not %x", env.flags, flags);
    pto_tile_free(&dst);
}

static uint64_t random_zero(unsigned integer, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    if (r & 1)
        return 0;
    return integer == PTO_S8 ? (uint64_t)((int64_t)(r >> 8 & 255) - 128)
                             : r >> 8 & 255;
}

TEST(quantization)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        for (int k = 0; k < 4 * SLOW_MODES; k++) {
            unsigned integer = k & 1 ? PTO_S8 : PTO_U8;
            pto_affine a = {pto_profile_find("ieee")->quantize,
                            (pto_dtype)integer, random_scale(&seed),
                            random_zero(integer, &seed)};
            pto_tile src =
                square_tile(PTO_FP32, PTO_TILE_RowMajor, 1 + below(&seed, 6),
                            1 + below(&seed, SIDE));
            for (uint32_t r = 0; r < src.valid_rows; r++)
                for (uint32_t c = 0; c < src.valid_columns; c++)
                    pto_tile_write(&src, r, c, random_float(&seed));
            agree(&src, &a, integer, slow_quantize, (slow_mode)(k / 4), k & 2);
            pto_tile_free(&src);
        }
}

TEST(dequantization)
{
    UNUSED_STATE;
    uint64_t seed = 2;
    for (uint64_t n = test_scaled(ROUNDS); n--;)
        for (int k = 0; k < 2 * SLOW_MODES; k++) {
            unsigned integer = k & 1 ? PTO_S8 : PTO_U8;
            pto_affine a = {pto_profile_find("ieee")->dequantize,
                            (pto_dtype)integer, random_scale(&seed),
                            random_zero(integer, &seed)};
            pto_tile src =
                square_tile(integer, PTO_TILE_RowMajor, 1 + below(&seed, 6),
                            1 + below(&seed, SIDE));
            fill_randomly(&src, &seed);
            agree(&src, &a, PTO_FP32, slow_dequantize, (slow_mode)(k / 2),
                  false);
            pto_tile_free(&src);
        }
    slow_release();
}

/* docs/differences.md, TQUANT and TDEQUANT: the whole-tile side of it. */
TEST(the_raw_profile_wraps)
{
    UNUSED_STATE;
    const uint32_t beyond = 0x43480000; /* 200 */
    pto_affine a = {pto_profile_find("pto-v0")->quantize, PTO_S8, 0x3f800000,
                    0};
    pto_tile src = square_tile(PTO_FP32, PTO_TILE_RowMajor, 1, 1);
    pto_tile dst = square_tile(PTO_S8, PTO_TILE_RowMajor, 1, 1);
    pto_fenv env = {.round = PTO_RNE};
    pto_tile_write(&src, 0, 0, beyond);
    pto_tile_affine(&dst, &src, &a, &env);
    assert_int_equal(pto_tile_read(&dst, 0, 0), 0xc8);
    a.apply = pto_profile_find("ieee")->quantize;
    pto_tile_affine(&dst, &src, &a, &env);
    assert_int_equal(pto_tile_read(&dst, 0, 0), 0x80);
    assert_int_equal(env.flags, PTO_NV);
    pto_tile_free(&src);
    pto_tile_free(&dst);
}

TEST_MAIN(CASE(quantization), CASE(dequantization), CASE(the_raw_profile_wraps))
