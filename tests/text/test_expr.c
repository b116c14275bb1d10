/* Expressions: operators, precedence, numbers, symbols, and their errors. */
#include "asm_test.h"

static void value(const char *expression, int64_t want)
{
    char source[256], hex[17];
    (void)snprintf(source, sizeof source, ".quad %s", expression);
    for (int i = 0; i < 8; i++)
        (void)snprintf(hex + 2 * i, 3, "%02x",
                       (unsigned)((uint64_t)want >> (8 * i)) & 255);
    asm_test_data(source, hex);
}

TEST(numbers_in_every_base)
{
    UNUSED_STATE;
    value("10", 10);
    value("0x1F", 31);
    value("0b101", 5);
    value("0o17", 15);
    value("017", 15);
    value("0", 0);
    value("18446744073709551615", -1);
    value("'A'", 65);
    value("'\\\\'", 92);
    value("'#'", 35);
}

TEST(operators_compute_as_in_c)
{
    UNUSED_STATE;
    value("-5", -5);
    value("~0", -1);
    value("!3 + !0", 1);
    value("- -3", 3);
    value("7 / 2", 3);
    value("-7 / 2", -3);
    value("-7 % 3", -1);
    value("1 << 40", INT64_C(1) << 40);
    value("1 << 64", 0);
    value("-1 >> 60", 15);
    value("6 & 3", 2);
    value("6 | 3", 7);
    value("6 ^ 3", 5);
    value("2 * (3 + 4)", 14);
    value("10 - 3 - 2", 5);
    value("2 + 3 * 4", 14);
    value("1 && 2", 1);
    value("0 || 0", 0);
    value("(-9223372036854775807 - 1) / -1", INT64_MIN);
    value("(-9223372036854775807 - 1) % -1", 0);
}

TEST(comparisons_are_all_ones_when_true)
{
    UNUSED_STATE;
    value("1 == 1", -1);
    value("1 != 1", 0);
    value("1 <> 2", -1);
    value("-1 < 0", -1);
    value("2 <= 1", 0);
    value("2 > 1", -1);
    value("2 >= 3", 0);
}

TEST(gnu_precedence_with_a_warning_where_c_differs)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, ".data\n.byte 1 << 4 - 1\n"), PTO_OK);
    asm_test_bytes(&t, "shift", ".data", "0f");
    assert_int_equal(t.warnings, 1);
    assert_non_null(strstr(t.text.data, "test.s:2:7: warning: this is 15 here "
                                        "but 8 in C, expected parentheses"));
    asm_test_end(&t);
    assert_int_equal(asm_test_run(&t, ".data\n.byte (1 << 4) - 1\n"), PTO_OK);
    assert_int_equal(t.warnings, 0);
    asm_test_end(&t);
}

TEST(symbols_and_differences)
{
    UNUSED_STATE;
    asm_test_data(".set a, 3\n.byte a * 2", "06");
    asm_test_data(".byte a * 2\n.set a, 3", "06");
    asm_test_data("a = 1\n.byte a\na = 2\n.byte a", "0102");
    asm_test_data(".equ a, b + 1\n.equ b, 4\n.byte a", "05");
    asm_test_data("x: .byte 0\n.byte . - x, . - x", "000102");
    asm_test_data("x: .zero 5\ny: .set n, y - x\n.byte n", "000000000005");
    asm_test_data("1: .byte 2f - 1b\n2: .byte 2b - 1b", "0101");
    asm_test_data("1:1: .byte 1\n1: .byte 1b - 2f\n2:", "01ff");
    asm_test_data("x: .quad x - .", "0000000000000000");
    asm_test_data(".weak w\n.byte w", "00");
}

TEST(addresses_are_known_in_data)
{
    UNUSED_STATE;
    asm_test t = {.options = {.address = 0x400, .has_address = 1}};
    assert_int_equal(asm_test_run(&t, ".byte 1\n.data\n.long d + 4\nd:\n"
                                      ".long _t\n.set _t, .text_end\n"
                                      ".text\n.text_end:"),
                     PTO_OK);
    asm_test_bytes(&t, "d", ".data", "0820010001040000");
    asm_test_end(&t);
}

TEST(expression_errors_say_what_was_expected)
{
    UNUSED_STATE;
    asm_test_error(".long 1 / 0", 1, 9, "division by zero");
    asm_test_error(".long 1 % (2 - 2)", 1, 9, "division by zero");
    asm_test_error(".long (1", 1, 9, "the line ends here, expected ')'");
    asm_test_error(".long 1 +", 1, 10, "the line ends here, expected a number");
    asm_test_error(".long 0x", 1, 9, "the line ends here, expected a hexa");
    asm_test_error(".long 09", 1, 8, "unexpected '9', expected an octal digit");
    asm_test_error(".long 12x", 1, 9, "unexpected 'x', expected a decimal");
    asm_test_error(".quad 0x10000000000000000", 1, 9,
                   "the number does not fit");
    asm_test_error(".long nope", 1, 7, "undefined symbol 'nope', expected a ");
    asm_test_error(".long strat\nstart:", 1, 7,
                   "undefined symbol 'strat', expected 'start'?");
    asm_test_error(".long 1b", 1, 7, "no label '1:' above this line");
    asm_test_error("a: .long 3f", 1, 10, "no label '3:' below this line");
    asm_test_error(".set a, b\n.set b, a\n.long a", 2, 9,
                   "the symbol is defined in terms of itself");
    asm_test_error(".set a, a + 1", 1, 9,
                   "the symbol is defined in terms of itself");
    asm_test_error("a:\na: .byte 1", 2, 1,
                   "'a' is defined twice, expected a "
                   "new name (first at test.s:1)");
    asm_test_error(".equiv a, 1\n.equiv a, 2", 2, 8, "'a' is defined twice");
    asm_test_error("a:\n.set a, 2", 2, 6, "'a' is defined twice");
    asm_test_error(".set ., 2", 1, 6, "'.' cannot be set, expected .org");
}

TEST(deep_nesting_is_an_error_and_no_crash)
{
    UNUSED_STATE;
    pto_buf b = {0};
    pto_buf_puts(&b, ".long ");
    pto_buf_fill(&b, '(', 100000);
    asm_test_error(b.data, 1, 107, "the expression nests too deeply");
    pto_buf_clear(&b);
    pto_buf_puts(&b, ".long ");
    pto_buf_fill(&b, '-', 100000);
    asm_test_error(b.data, 1, 107, "the expression nests too deeply");
    pto_buf_clear(&b);
    for (int i = 0; i < 5000; i++)
        pto_buf_printf(&b, ".set s%d, s%d\n", i, i + 1);
    pto_buf_puts(&b, ".set s5000, 1\n.long s0\n");
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, b.data), PTO_BAD_INPUT);
    assert_non_null(strstr(t.text.data, "the expression nests too deeply"));
    asm_test_end(&t);
    pto_buf_free(&b);
}

TEST_MAIN(CASE(numbers_in_every_base), CASE(operators_compute_as_in_c),
          CASE(comparisons_are_all_ones_when_true),
          CASE(gnu_precedence_with_a_warning_where_c_differs),
          CASE(symbols_and_differences), CASE(addresses_are_known_in_data),
          CASE(expression_errors_say_what_was_expected),
          CASE(deep_nesting_is_an_error_and_no_crash))
