/* Every directive that puts bytes into a section. */
#include "asm_test.h"
#include "text/image/image.h"

TEST(data_directives_emit_their_bytes)
{
    UNUSED_STATE;
    static const struct {
        const char *source, *hex;
    } cases[] = {
        {".byte 1, 2, 0xff, -1, -128, 255", "0102ffff80ff"},
        {".byte", ""},
        {".2byte 0x1234, -2", "3412feff"},
        {".short 1", "0100"},
        {".half 1", "0100"},
        {".hword 0x8000", "0080"},
        {".4byte 0x12345678", "78563412"},
        {".long -1, 0xffffffff", "ffffffffffffffff"},
        {".word 0x04a50041", "4100a504"},
        {".int 7", "07000000"},
        {".8byte 0x0102030405060708", "0807060504030201"},
        {".quad -1", "ffffffffffffffff"},
        {".quad 0xffffffffffffffff", "ffffffffffffffff"},
        {".dword 1", "0100000000000000"},
        {".float 1, -2.5, 1e10", "0000803f000020c0f9021550"},
        {".single 0f0.5, inf", "0000003f0000807f"},
        {".double 1", "000000000000f03f"},
        {".double -0x1p-3", "000000000000c0bf"},
        {".float16 1, -2.5, 65504, 65519.99, 65520, -inf, nan, -0",
         "003c00c1ff7bff7b007c00fc007e0080"},
        {".float16 0x1p-24, 0x1p-25, 0x1.001p-25, -0x1.ffcp-15, 1e-400",
         "01000000010000840000"},
        /* ties, and decimals just above and below one */
        {".float16 2049, 2051, 2049.0000000000000000000000001", "0068026801"
                                                                "68"},
        {".float16 2048.9999999999999999999999999", "0068"},
        {".bfloat16 1, -2.5, 3.4e38, 0x1.ff8p127, inf, nan, 0x1p-133",
         "803f20c0807f807f807fc07f0100"},
        {".bfloat16 257, 259, 257.00000000000000000000001", "8043824381"
                                                            "43"},
        {".float 16777217.0000000000000000000000001, 1e-46, 0x1p-149",
         "0100804b0000000001000000"},
        {".ascii \"ab\", \"c\"", "616263"},
        {".ascii \"a\" \"b\"", "6162"},
        {".asciz \"a\", \"b\"", "61006200"},
        {".string \"hi\"", "686900"},
        {".ascii \"\\n\\t\\\\\\\"\\101\\x41\\0\"", "0a095c22414100"},
        {".ascii \"a;b#c//d\"", "613b6223632f2f64"},
        {".zero 3", "000000"},
        {".space 2, 0xaa", "aaaa"},
        {".skip 1 + 1", "0000"},
        {".fill 3, 2, 0x1234", "341234123412"},
        {".fill 2", "0000"},
        {".fill 2, 0, 1", ""},
        {".fill 3, 1, 7", "070707"},
        {".byte 1\n.balign 4\n.byte 2", "0100000002"},
        {".byte 1\n.p2align 1\n.byte 2", "010002"},
        {".byte 1\n.align 2, 0xee\n.byte 2", "01eeeeee02"},
        {".byte 1\n.balign 8, 0, 3\n.byte 2", "0102"},
        {".byte 1\n.balign 8,, 7\n.byte 2", "010000000000000002"},
        {".balign 0\n.byte 1", "01"},
        {".byte 1\n.org 4\n.byte 2", "0100000002"},
        {"a: .byte 1\n.org a + 2, 9\n.byte 2", "010902"},
        {".byte 'a', '\\n', 'b, ';'", "610a623b"},
        {".BYTE 1", "01"},
        {".byte 1 ; .byte 2", "0102"},
        {".byte b - a\na: .byte 0\nb:", "0100"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        asm_test_data(cases[i].source, cases[i].hex);
}

/* Single numbers as the C library rounds them; every 16-bit number is itself.
 */
TEST(numbers_are_rounded_once)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t i = 0; i < test_scaled(4000); i++) {
        char source[96], hex[16];
        uint32_t bits = (uint32_t)test_random(&seed);
        int power = (int)(test_random(&seed) % 100) - 55;
        snprintf(source, sizeof source, ".float %u.%07ue%d", bits >> 8,
                 bits & 0xffffff, power);
        float f = strtof(source + 7, NULL);
        memcpy(&bits, &f, sizeof f);
        snprintf(hex, sizeof hex, "%02x%02x%02x%02x", bits & 255,
                 bits >> 8 & 255, bits >> 16 & 255, bits >> 24);
        asm_test_data(source, hex);
    }
    for (unsigned code = 0; code < 0x7f80; code += 13) {
        char source[96], hex[16];
        uint32_t wide = code << 16;
        float f;
        memcpy(&f, &wide, sizeof f);
        snprintf(source, sizeof source, ".bfloat16 %.20g", (double)f);
        snprintf(hex, sizeof hex, "%02x%02x", code & 255, code >> 8);
        asm_test_data(source, hex);
    }
}

TEST(data_errors_say_what_was_expected)
{
    UNUSED_STATE;
    static const struct {
        const char *source;
        unsigned column;
        const char *words;
    } cases[] = {
        {".byte 256", 7, "256 does not fit 1 byte, expected -128 to 255"},
        {".byte 1, -129", 10, "-129 does not fit 1 byte"},
        {".2byte 65536", 8, "65536 does not fit 2 bytes"},
        {".long 1 2", 9, "unexpected '2', expected the end of the line"},
        {".long ,", 7, "unexpected ',', expected a number, a symbol or '('"},
        {".long 1,", 8, "the line ends here, expected a number"},
        {".float x", 8, "unexpected 'x', expected a floating-point number"},
        {".float 1.5q", 8, "unexpected '1.5q', expected a floating-point"},
        {".ascii abc", 8, "unexpected 'abc', expected a string in double"},
        {".ascii \"abc", 8, "the string has no end, expected a second '\"'"},
        {".ascii \"\\q\"", 10, "unexpected 'q', expected an escape"},
        {".ascii \"\\777\"", 13, "the escape is above 255"},
        {".zero -1", 7, "the size is negative, expected 0 or more"},
        {".zero later\nlater:", 7, "the size needs 'later', which has no"},
        {"x: .zero x", 10, "the size depends on an address, expected a number"},
        {".fill 1, 9, 1", 1, "size 9, expected 0 to 8"},
        {".balign 3", 9, "alignment 3, expected a power of two"},
        {".p2align 31", 10, "alignment 2^31, expected an exponent of 0 to 30"},
        {".p2align -1", 10, "alignment 2^-1, expected"},
        {".zero 4\n.org 2", 6, ".org goes back to 2, expected 4 or more"},
        {".org later\nlater:", 6, ".org needs a place in this section"},
        {".bss\n.byte 1", 1, "section '.bss' holds zeros only, expected"},
        {".bss\n.zero 1, 2", 1, "section '.bss' holds zeros only, expected"},
        {".bss\n.long later\nlater:", 1, "section '.bss' holds zeros only"},
        {".zero 0x20000000", 1, "the contents grow past 268435456 bytes"},
        {".bss\n.zero 1 << 41", 1, "section '.bss' grows past 2^40 bytes"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *newline = strchr(cases[i].source, '\n');
        bool second = newline && strncmp(cases[i].source, ".zero l", 7) &&
                      strncmp(cases[i].source, ".org l", 6);
        asm_test_error(".data\n.byte 1, ", 2, 8,
                       "the line ends here, expected a");
        asm_test_error(cases[i].source, second ? 2 : 1, cases[i].column,
                       cases[i].words);
    }
}

TEST(zeros_in_bss_take_no_file_bytes)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, ".bss\nbig: .zero 1 << 30\nend:"),
                     PTO_OK);
    const pto_section *x = pto_image_section(t.image, ".bss");
    assert_null(x->bytes);
    assert_int_equal(x->size, 1 << 30);
    assert_int_equal(pto_image_symbol(t.image, "end")->value -
                         pto_image_symbol(t.image, "big")->value,
                     1 << 30);
    asm_test_end(&t);
}

TEST(max_bytes_bounds_the_contents)
{
    UNUSED_STATE;
    asm_test t = {.options = {.max_bytes = 100}};
    assert_int_equal(asm_test_run(&t, ".data\n.zero 101"), PTO_BAD_INPUT);
    assert_non_null(strstr(t.text.data, "grow past 100 bytes"));
    asm_test_end(&t);
}

TEST_MAIN(CASE(numbers_are_rounded_once),
          CASE(data_directives_emit_their_bytes),
          CASE(data_errors_say_what_was_expected),
          CASE(zeros_in_bss_take_no_file_bytes),
          CASE(max_bytes_bounds_the_contents))
