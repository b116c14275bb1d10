/*
 * Every code of every format of at most 16 bits to every other format, in all
 * modes, saturating and not, canonicalizing and not. Sources of 16 bits are
 * taken one code in sixteen unless PTO_TEST_SCALE is 16 or more.
 */
#include "judge.h"

static void convert_to_all(const slow_format *src, uint64_t bits,
                           const uint8_t modes[SLOW_MODES])
{
    for (int d = 0; d < SLOW_FORMATS; d++) {
        judge_convert(&slow_formats[d], src, bits, false, modes);
        judge_convert(&slow_formats[d], src, bits, true, modes);
    }
}

/* `count` of the codes below `all`, one from each of as many equal parts. */
static void convert_codes(const slow_format *src, uint64_t all, uint64_t count,
                          const uint8_t modes[SLOW_MODES])
{
    uint64_t step = count < all ? all / count : 1, seed = (uint64_t)src->code;
    for (uint64_t first = 0; first < all; first += step)
        convert_to_all(src, first + test_random(&seed) % step, modes);
}

static void convert_sources(int bits, uint64_t count)
{
    uint8_t modes[SLOW_MODES];
    judge_modes(modes);
    for (int s = 0; s < SLOW_FORMATS; s++)
        if (slow_formats[s].bits == bits)
            convert_codes(&slow_formats[s], UINT64_C(1) << bits, count, modes);
}

TEST(four_bit_codes_convert_as_slow_does)
{
    UNUSED_STATE;
    convert_sources(4, 16);
}

TEST(eight_bit_codes_convert_as_slow_does)
{
    UNUSED_STATE;
    convert_sources(8, test_scaled(256));
}

TEST(sixteen_bit_codes_convert_as_slow_does)
{
    UNUSED_STATE;
    convert_sources(16, test_scaled(65536 / 16));
}

/* Wider ones by sample: corners of floats, widths and noise of integers. */
static uint64_t wide_code(const slow_format *src, uint64_t *seed)
{
    if (!slow_is_integer(src))
        return judge_corner(src, seed);
    uint64_t r = test_random(seed), ones = ~UINT64_C(0) >> (64 - src->bits);
    uint64_t bits = test_random(seed) >> (r & 63);
    if (r >> 6 & 1)
        bits = (UINT64_C(1) << (r & 63)) + (r >> 16 & 3) - 1;
    if (r >> 7 & 1)
        bits = 0 - bits;
    return bits & ones;
}

TEST(wider_samples_convert_as_slow_does)
{
    UNUSED_STATE;
    uint8_t modes[SLOW_MODES];
    judge_modes(modes);
    uint64_t seed = 1, cases = test_scaled(20000);
    for (int s = 0; s < SLOW_FORMATS; s++)
        for (uint64_t i = 0; slow_formats[s].bits > 16 && i < cases; i++)
            convert_to_all(&slow_formats[s], wide_code(&slow_formats[s], &seed),
                           modes);
}

static void classify_codes(const slow_format *f, uint64_t all)
{
    for (uint64_t bits = 0; bits < all; bits++) {
        pto_class c = pto_classify((pto_dtype)f->code, bits);
        CHECK(!strcmp(pto_class_text(c), slow_class(f, bits)),
              "%s %" PRIx64 ": %s, not %s", f->name, bits, pto_class_text(c),
              slow_class(f, bits));
    }
}

TEST(codes_have_the_class_slow_gives)
{
    UNUSED_STATE;
    for (int s = 0; s < SLOW_FORMATS; s++)
        if (slow_formats[s].bits <= 16)
            classify_codes(&slow_formats[s], UINT64_C(1)
                                                 << slow_formats[s].bits);
}

TEST_MAIN(CASE(four_bit_codes_convert_as_slow_does),
          CASE(eight_bit_codes_convert_as_slow_does),
          CASE(sixteen_bit_codes_convert_as_slow_does),
          CASE(wider_samples_convert_as_slow_does),
          CASE(codes_have_the_class_slow_gives))
