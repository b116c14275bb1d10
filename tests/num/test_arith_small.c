/*
 * Arithmetic of the 16-bit formats, and of those that only some operations
 * have, against MPFR; functions of one FP16 or BF16 operand on every code.
 */
#include "judge_arith.h"

TEST(sixteen_bit_arithmetic_equals_mpfr)
{
    UNUSED_STATE;
    judge_format("FP16", test_scaled(400000));
    judge_format("BF16", test_scaled(400000));
}

TEST(shortened_fp32_arithmetic_equals_mpfr)
{
    UNUSED_STATE;
    judge_format("TF32", test_scaled(200000));
    judge_format("HF32", test_scaled(200000));
}

TEST(one_operand_on_every_code)
{
    UNUSED_STATE;
    static const slow_op ops[] = {SLOW_EXP, SLOW_LOG, SLOW_SQRT, SLOW_RSQRT,
                                  SLOW_RECIP};
    for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
        judge_all_codes(ops[i], slow_format_named("FP16"));
        judge_all_codes(ops[i], slow_format_named("BF16"));
    }
}

/* Every pair of eight-bit codes; HiF8 rounds by its own value set. */
TEST(eight_bit_pairs)
{
    UNUSED_STATE;
    static const char *const names[] = {"HiF8", "E4M3", "E5M2"};
    static const slow_op ops[] = {SLOW_ADD, SLOW_MUL, SLOW_DIV, SLOW_MIN};
    uint8_t modes[SLOW_MODES];
    judge_modes(modes);
    uint64_t seed = 1, pairs = test_scaled(65536);
    for (size_t i = 0; i < 3 * 4 * pairs; i++) {
        const slow_format *f = slow_format_named(names[i / 4 % 3]);
        uint64_t pair = i / 12;
        if (pairs < 65536)
            pair = test_random(&seed);
        const uint64_t args[3] = {pair & 0xff, pair >> 8 & 0xff};
        judge_operands(ops[i % 4], f, args, modes);
    }
}

TEST_MAIN(CASE(sixteen_bit_arithmetic_equals_mpfr),
          CASE(shortened_fp32_arithmetic_equals_mpfr),
          CASE(one_operand_on_every_code), CASE(eight_bit_pairs))
