/* Instructions in sources: symbols as operands, places, messages. */
#include "asm_test.h"
#include "text/image/image.h"

/* The source's .text, from address 0x10000, is `hex`. */
static void code(const char *source, const char *hex)
{
    asm_test t = {0};
    pto_status s = asm_test_run(&t, source);
    CHECK(s == PTO_OK, "%s: %s", source, t.text.data ? t.text.data : "?");
    asm_test_bytes(&t, source, ".text", hex);
    asm_test_end(&t);
}

/* Two spellings mean the same bytes. */
static void same(const char *source, const char *plain)
{
    asm_test t = {0}, u = {0};
    pto_status s = asm_test_run(&t, source);
    CHECK(s == PTO_OK, "%s: %s", source, t.text.data ? t.text.data : "?");
    s = asm_test_run(&u, plain);
    CHECK(s == PTO_OK, "%s: %s", plain, u.text.data ? u.text.data : "?");
    const pto_section *x = pto_image_section(t.image, ".text");
    const pto_section *y = pto_image_section(u.image, ".text");
    CHECK(x->size == y->size && x->size && !memcmp(x->bytes, y->bytes, x->size),
          "%s is not %s", source, plain);
    asm_test_end(&t);
    asm_test_end(&u);
}

TEST(published_words)
{
    UNUSED_STATE;
    code("C.BSTOP", "0000");
    code("L.BSTOP", "0f00000001000000");
    code("FENTRY [ra ~ ra], sp!, 16", "4100a504");
    code("BSTART.TLOAD U32", "811101c8");
    code("addi zero, 94, ->a7", "9504e005");
}

TEST(symbols_are_operands)
{
    UNUSED_STATE;
    same(".set n, 3\naddi a0, n * 2 + 1, ->a0", "addi a0, 7, ->a0");
    same("addi a0, n, ->a0\n.set n, 3", "addi a0, 3, ->a0");
    same("i = 1\naddi a0, i, ->a0\ni = 2\naddi a0, i, ->a0",
         "addi a0, 1, ->a0\naddi a0, 2, ->a0");
    same("addi zero, b - a, ->a0\na: .zero 6\nb:", "addi zero, 6, ->a0\n"
                                                   ".zero 6");
    same("addi zero, 'A', ->a0", "addi zero, 65, ->a0");
    same("B.DIM zero, N * (M + 1), ->lb1\n.equ N, 4\n.equ M, 2",
         "B.DIM zero, 12, ->lb1");
    same("hl.lis there, ->a0\nthere:", "hl.lis 0x10006, ->a0");
}

TEST(labels_are_targets)
{
    UNUSED_STATE;
    same("1: C.BSTOP\nj 1b\nj 1f\n1: C.BSTOP", "C.BSTOP\nj 0x10000\n"
                                               "j 0x1000a\nC.BSTOP");
    same("a : j a\n b :c: j b", "j 0x10000\nj 0x10004");
    same("a: j a + 4\nj . - 4", "j 0x10004\nj 0x10000");
    same(".macro loop\nl\\@: j l\\@\n.endm\nloop\nloop", "j 0x10000\n"
                                                         "j 0x10004");
}

TEST(parts_of_addresses)
{
    UNUSED_STATE;
    same("lui %hi(x), ->t\naddi t#1, %lo(x), ->a0\n.set x, 0x12345678",
         "lui 0x12345, ->t\naddi t#1, 0x678, ->a0");
    same("addtpc %tpcrel_hi(x), ->t\naddi t#1, %tpcrel_lo(x), ->a0\n"
         ".data\n.zero 0x80\nx:",
         "addtpc 18, ->t\naddi t#1, 0x80, ->a0\n.data\n.zero 0x80");
    same("p: addtpc %tpcrel_hi(x), ->t\nC.BSTOP\naddi t#1, %tpcrel_lo(p), ->a0"
         "\n.data\n.zero 0x80\nx:",
         "addtpc 18, ->t\nC.BSTOP\naddi t#1, 0x80, ->a0\n.data\n.zero 0x80");
    asm_test_error("addi zero, %tpcrel_lo(x), ->a0\nx:", 1, 12,
                   "no %tpcrel_hi above takes the upper part, expected one");
    asm_test_error("lui %zz(1), ->t", 1, 5, "unknown part of an address");
}

TEST(macros_build_operands)
{
    UNUSED_STATE;
    same(".macro load hand, address\nBSTART.TLOAD U32\nC.B.DIMI 1, ->lb0\n"
         "B.IOT mask=1111, last, ->\\hand<128B> # store \\hand#1\n"
         "B.IOR [\\address, zero, zero], ->zero\nC.BSTOP\n.endm\n"
         ".macro store hand\nBSTART.TSTORE U32\nB.IOT \\hand#1, mask=1111, "
         "last\nC.BSTOP\n.endm\nload u, a1\nstore t // t#1\nstore u",
         "BSTART.TLOAD U32\nC.B.DIMI 1, ->lb0\nB.IOT mask=1111, last, ->u<128B>"
         "\nB.IOR [a1, zero, zero], ->zero\nC.BSTOP\nBSTART.TSTORE U32\n"
         "B.IOT t#1, mask=1111, last\nC.BSTOP\nBSTART.TSTORE U32\n"
         "B.IOT u#1, mask=1111, last\nC.BSTOP");
    same(".macro b k\nBSTART.\\k U32\n.endm\nb TLOAD", "BSTART.TLOAD U32");
}

TEST(comments_are_not_operands)
{
    UNUSED_STATE;
    same("add t#1, u#2, ->a0 #3\nadd t#1,/* u#1 */u#2,->a0//t\n#add",
         "add t#1, u#2, ->a0\nadd t#1, u#2, ->a0");
    same("C.BSTOP /* one\ntwo */ ; C.BSTOP", "C.BSTOP\nC.BSTOP");
    same("addi a0, 1, ->a0# c", "addi a0, 1, ->a0");
}

TEST(instruction_errors_say_what_was_expected)
{
    UNUSED_STATE;
    asm_test_error("addi a0, nope, ->a0", 1, 10, "undefined symbol 'nope'");
    asm_test_error("  addi a0, 1 / 0, ->a0", 1, 14, "division by zero");
    asm_test_error(".data\n  C.BSTOP", 2, 3,
                   "an instruction in section "
                   "'.data', expected .text");
    asm_test_error(".byte 1\nC.BSTOP", 2, 1,
                   "an instruction at an odd address,"
                   " expected .balign 2");
    asm_test_error("addi a0, a, ->a0\n.set a, b\n.set b, a", 3, 9,
                   "the symbol is defined in terms of itself");
    asm_test_error("C.BSTOP 1", 1, 9, "");
    asm_test_error("C.BSTP x", 1, 1,
                   "unknown instruction 'C.BSTP', "
                   "expected 'C.BSTOP'?");
    asm_test_error("c.bstp", 1, 1,
                   "unknown instruction 'c.bstp', expected "
                   "'C.BSTOP', or 'c.bstp:' if this");
    asm_test_error(".macro load\n.endm\nlod 1", 3, 1,
                   "unknown instruction 'lod'"
                   ", expected 'load'?");
    asm_test_error("begin\n", 1, 1,
                   "unknown instruction 'begin', expected "
                   "'begin:' if this is a label");
    asm_test_error(".data\nmsg .byte 1\n", 2, 1,
                   "unknown instruction 'msg', "
                   "expected 'msg:' if this");
    asm_test_error("nonsense a, b", 1, 1, "unknown instruction 'nonsense'");
    asm_test_error("\"text\"", 1, 1, "");
    asm_test_error("addi a0, 1, ->a0; bogus", 1, 19, "unknown instruction");
}

TEST(every_error_of_both_passes_in_source_order)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, "addi a0, x, ->a0\n"
                                      ".byte 300\n"
                                      "bogus\n"
                                      ".long y\n"),
                     PTO_BAD_INPUT);
    assert_int_equal(t.errors, 4);
    const char *at = t.text.data;
    static const char *const order[] = {
        ":1:10: error: undefined symbol 'x'", ":2:7: error: 300",
        ":3:1: error: ", ":4:7: error: undefined symbol 'y'"};
    for (int i = 0; i < 4; i++) {
        at = strstr(at, order[i]);
        CHECK(at, "%s in %s", order[i], t.text.data);
    }
    asm_test_end(&t);
}

TEST(at_most_twenty_errors)
{
    UNUSED_STATE;
    asm_test t = {0};
    pto_buf b = {0};
    for (int i = 0; i < 20; i++)
        pto_buf_printf(&b, ".long u%d\n", i);
    assert_int_equal(asm_test_run(&t, b.data), PTO_BAD_INPUT);
    assert_int_equal(t.errors, 20);
    assert_null(strstr(t.text.data, "too many errors"));
    asm_test_end(&t);
    pto_buf_puts(&b, ".byte 300\n.byte 300\n");
    assert_int_equal(asm_test_run(&t, b.data), PTO_BAD_INPUT);
    assert_int_equal(t.errors, 21);
    size_t n = t.text.size;
    assert_string_equal(t.text.data + n - 16, "too many errors\n");
    asm_test_end(&t);
    pto_buf_free(&b);
}

TEST_MAIN(CASE(published_words), CASE(symbols_are_operands),
          CASE(labels_are_targets), CASE(parts_of_addresses),
          CASE(macros_build_operands), CASE(comments_are_not_operands),
          CASE(instruction_errors_say_what_was_expected),
          CASE(every_error_of_both_passes_in_source_order),
          CASE(at_most_twenty_errors))
