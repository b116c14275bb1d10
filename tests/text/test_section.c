/* Sections, where they go, and what is said of symbols. */
#include "asm_test.h"
#include "text/image/image.h"

static const pto_section *section(const asm_test *t, const char *name)
{
    const pto_section *x = pto_image_section(t->image, name);
    CHECK(x, "no section %s", name);
    return x;
}

static const pto_symbol *symbol(const asm_test *t, const char *name)
{
    const pto_symbol *y = pto_image_symbol(t->image, name);
    CHECK(y, "no symbol %s", name);
    return y;
}

/* Assemble or fail with the messages. */
static void run(asm_test *t, const char *source)
{
    pto_status s = asm_test_run(t, source);
    CHECK(s == PTO_OK, "%s", t->text.data ? t->text.data : "?");
}

TEST(switching_sections)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, ".data\n.byte 1\n.section .rodata\n.byte 2\n.data\n.byte 3\n"
            ".section .mine,\"aw\",@progbits\n.byte 4\n.previous\n.byte 5\n"
            ".pushsection .rodata\n.byte 6\n.popsection\n.byte 7\n"
            ".section \"quoted name\", \"a\"\n.byte 8\n"
            ".section .data.more\n.byte 9\n.rodata\n.byte 10\n");
    asm_test_bytes(&t, "data", ".data", "01030507");
    asm_test_bytes(&t, "rodata", ".rodata", "02060a");
    asm_test_bytes(&t, "mine", ".mine", "04");
    asm_test_bytes(&t, "quoted", "quoted name", "08");
    asm_test_bytes(&t, "data.more", ".data.more", "09");
    assert_int_equal(section(&t, ".data.more")->flags,
                     PTO_SECTION_ALLOC | PTO_SECTION_W);
    asm_test_end(&t);
}

TEST(sections_are_laid_out_as_a_linker_would)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t,
        ".bss\n.zero 100\n.data\n.byte 1\n.section .result,\"aw\"\n.byte 2\n"
        ".section .result.inputs,\"aw\"\n.balign 4\n.long 3\n"
        ".rodata\n.byte 4\n.text\n.long 0\n.section .init,\"ax\"\n.long 0\n");
    assert_int_equal(section(&t, ".text")->address, 0x10000);
    assert_int_equal(section(&t, ".init")->address, 0x10004);
    assert_int_equal(section(&t, ".rodata")->address, 0x11000);
    assert_int_equal(section(&t, ".data")->address, 0x22000);
    assert_int_equal(section(&t, ".result")->address, 0x22001);
    assert_int_equal(section(&t, ".result.inputs")->address, 0x22004);
    assert_int_equal(section(&t, ".bss")->address, 0x22008);
    assert_int_equal(t.image->segment_count, 3);
    const pto_segment *g = &t.image->segments[2];
    assert_int_equal(g->address, 0x22000);
    assert_int_equal(g->file_size, 8);
    assert_int_equal(g->memory_size, 108);
    assert_int_equal(g->flags, PTO_SEGMENT_R | PTO_SEGMENT_W);
    assert_memory_equal(g->bytes, "\1\2\0\0\3\0\0\0", 8);
    asm_test_end(&t);
}

TEST(raw_is_text_at_zero_and_the_rest_in_order)
{
    UNUSED_STATE;
    asm_test t = {.options = {.raw = 1}};
    uint8_t *bytes;
    size_t n;
    run(&t, ".bss\nz: .zero 4\n.data\n.byte 1\n.rodata\n.balign 4\n.byte 2\n"
            ".text\n.word z\n");
    assert_int_equal(pto_image_to_raw(t.image, &bytes, &n, NULL), PTO_OK);
    assert_int_equal(n, 9);
    assert_memory_equal(bytes, "\x09\0\0\0\1\0\0\0\2", 9);
    assert_int_equal(t.image->entry, 0);
    assert_null(pto_image_section(t.image, ".note.pto.isa"));
    pto_free(bytes);
    asm_test_end(&t);
}

TEST(sections_that_are_not_loaded_have_no_segment)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, ".section .note.GNU-stack,\"\",@progbits\n"
            ".section .comment,\"MS\",@progbits,1\n.ascii \"hi\"\n");
    assert_int_equal(t.image->segment_count, 1); /* the identity */
    asm_test_bytes(&t, "comment", ".comment", "6869");
    asm_test_end(&t);
}

TEST(symbols_carry_what_directives_say)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, ".globl f, n\n.type f, @function\nf: .long 0, 0\n.size f, . - f\n"
            ".weak w\nw:\n.set n, 12\n.type o, %object\n.size o, n\n"
            ".local l\nl:\n.Lhidden:\n1:\n.type q, \"function\"\nq:\n"
            ".type s, STT_OBJECT\ns:\n.globl alias\n.set alias, g\n"
            ".comm c, 10, 8\n.lcomm d, 2\n.data\no:g:\n.extern elsewhere\n");
    assert_int_equal(symbol(&t, "f")->binding, PTO_SYMBOL_GLOBAL);
    assert_int_equal(symbol(&t, "f")->type, PTO_SYMBOL_FUNCTION);
    assert_int_equal(symbol(&t, "f")->size, 8);
    assert_int_equal(symbol(&t, "w")->binding, PTO_SYMBOL_WEAK);
    assert_int_equal(symbol(&t, "n")->section, PTO_SYMBOL_ABSOLUTE);
    assert_int_equal(symbol(&t, "n")->value, 12);
    assert_int_equal(symbol(&t, "o")->size, 12);
    assert_int_equal(symbol(&t, "l")->binding, PTO_SYMBOL_LOCAL);
    assert_int_equal(symbol(&t, "q")->type, PTO_SYMBOL_FUNCTION);
    assert_int_equal(symbol(&t, "s")->type, PTO_SYMBOL_OBJECT);
    assert_int_equal(symbol(&t, "alias")->value, symbol(&t, "g")->value);
    assert_int_equal(symbol(&t, "alias")->section, symbol(&t, "g")->section);
    assert_string_equal(t.image->sections[symbol(&t, "g")->section].name,
                        ".data");
    assert_int_equal(symbol(&t, "c")->binding, PTO_SYMBOL_GLOBAL);
    assert_int_equal(symbol(&t, "c")->size, 10);
    assert_int_equal(symbol(&t, "c")->value % 8, 0);
    assert_int_equal(symbol(&t, "d")->binding, PTO_SYMBOL_LOCAL);
    assert_null(pto_image_symbol(t.image, ".Lhidden"));
    assert_null(pto_image_symbol(t.image, "1"));
    assert_null(pto_image_symbol(t.image, "elsewhere"));
    asm_test_end(&t);
}

TEST(the_entry_is_start_or_the_first_text)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, "C.BSTOP\n_start: C.BSTOP");
    assert_int_equal(t.image->entry, 0x10002);
    asm_test_end(&t);
    run(&t, "C.BSTOP");
    assert_int_equal(t.image->entry, 0x10000);
    asm_test_end(&t);
    t.options.address = 0x400;
    t.options.has_address = 1;
    run(&t, "C.BSTOP");
    assert_int_equal(t.image->entry, 0x400);
    asm_test_end(&t);
    t.options.address = 0;
    run(&t, "C.BSTOP");
    assert_int_equal(t.image->entry, 0);
    asm_test_end(&t);
}

TEST(definitions_of_the_command_line)
{
    UNUSED_STATE;
    static const char *const defines[] = {"N=2 * 3", "DEBUG"};
    asm_test t = {.options = {.defines = defines, .define_count = 2}};
    run(&t, ".data\n.byte N\n.ifdef DEBUG\n.byte DEBUG\n.endif");
    asm_test_bytes(&t, "defines", ".data", "0601");
    asm_test_end(&t);
    static const char *const bad[] = {"N=(", "1=2"};
    t.options.defines = bad;
    assert_int_equal(asm_test_run(&t, ".byte 1"), PTO_BAD_INPUT);
    assert_non_null(strstr(t.text.data, "<defines>:1:"));
    assert_non_null(strstr(t.text.data, "<defines>:2:"));
    asm_test_end(&t);
}

TEST(directives_without_meaning_here_are_accepted)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, ".file \"x.c\"\n.ident \"cc; 1\"\n.option norelax\n.addrsig\n"
            ".attribute 4, 16\n.cfi_startproc\n.cfi_endproc\n.hidden x\n.end\n"
            "garbage after the end");
    asm_test_end(&t);
}

TEST(section_errors_say_what_was_expected)
{
    UNUSED_STATE;
    asm_test_error(".section", 1, 9, "the line ends here, expected a section");
    asm_test_error(".section .x,\"q\"", 1, 13, "unknown section flag 'q'");
    asm_test_error(".section .x,\"a\",progbits", 1, 17,
                   "unexpected 'progbits', expected @progbits");
    asm_test_error(".section .x,\"a\",@zz", 1, 18, "unknown section type 'zz'");
    asm_test_error(".section .x,\"a\"\n.section .x,\"aw\"", 2, 10,
                   "section '.x' changes its flags or type");
    asm_test_error("\n.section .note.pto.isa,\"a\"\n.zero 20", 2, 1,
                   "the note is no SHT_NOTE section with bytes, expected what "
                   "the assembler writes by itself");
    asm_test_error(".section \"\"", 1, 10, "no section has this name");
    asm_test_error(".section \"a\\0b\"", 1, 10, "no section has this name");
    asm_test_error(".section \"a", 1, 10, "the string has no end");
    asm_test_error(".type f, \"function", 1, 19, "the line ends here, expect");
    asm_test_error(".popsection", 1, 12, ".popsection without .pushsection");
    asm_test_error(".text x", 1, 7, "unexpected 'x', expected the end");
    asm_test_error(".globl", 1, 7, "the line ends here, expected a symbol");
    asm_test_error(".globl 1", 1, 8, "unexpected '1', expected a symbol name");
    asm_test_error(".globl a b", 1, 10, "unexpected 'b', expected the end");
    asm_test_error(".type f, @fun", 1, 11, "unknown symbol type, expected");
    asm_test_error(".size f", 1, 8, "the line ends here, expected ','");
    asm_test_error("f:\n.size f, g", 2, 10, "undefined symbol 'g'");
    asm_test_error(".comm c", 1, 8, "the line ends here, expected ','");
    asm_test_error(".comm c, 4, 3", 1, 10, "size 4, alignment 3, expected");
    asm_test_error(".set", 1, 5, "the line ends here, expected a symbol");
    asm_test_error(".set a 1", 1, 8, "unexpected '1', expected ','");
    asm_test_error(".gobl x", 1, 1,
                   "unknown directive '.gobl', expected "
                   "'.globl'?");
    asm_test_error(".frobnicate", 1, 1, "unknown directive '.frobnicate'");
    asm_test_error("1x: .byte 1", 1, 1, "'1x' cannot be a label");
    asm_test_error(".: .byte 1", 1, 1, "'.' cannot be a label");
    asm_test_error(".set _start, 5", 1, 14, "no instruction stands at '_st");
    asm_test_error("C.BSTOP\n_start:", 2, 1, "no instruction stands at '_st");
    asm_test_error(".data\n_start: .long 1", 2, 1, "no instruction stands");
    asm_test_error(".set a, nothing", 1, 9, "undefined symbol 'nothing'");
    asm_test_error(".byte 1\n/* open\n.byte 2", 2, 1,
                   "the comment has no end, expected '*/'");
    asm_test_error(".byte 1 \x02", 1, 9, "unexpected byte 0x02");
}

TEST(a_zero_byte_in_the_source_is_an_error)
{
    UNUSED_STATE;
    pto_image *image;
    pto_error e = {0};
    static const char source[] = ".byte 1\n\0.byte 2\n";
    assert_int_equal(
        pto_assemble(source, sizeof source - 1, "z.s", NULL, &image, &e),
        PTO_BAD_INPUT);
    assert_string_equal(e.message, "unexpected byte 0x00, expected text");
    assert_int_equal(e.line, 2);
    assert_int_equal(e.column, 1);
}

TEST(a_bad_revision_is_an_error)
{
    UNUSED_STATE;
    asm_test t = {.options = {.isa = "9.9"}};
    assert_int_equal(asm_test_run(&t, ""), PTO_BAD_INPUT);
    assert_non_null(strstr(t.error.message, "unknown revision '9.9'"));
    asm_test_end(&t);
}

TEST(a_message_shows_the_line_and_a_caret)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, "\t.byte\t1, 300 # \xc3\xa9\n"),
                     PTO_BAD_INPUT);
    assert_string_equal(t.text.data,
                        "test.s:1:11: error: 300 does not fit 1 byte, expected "
                        "-128 to 255\n\t.byte\t1, 300 # \xc3\xa9\n\t     \t   ^"
                        "\n");
    asm_test_end(&t);
    pto_buf b = {0};
    pto_buf_puts(&b, ".byte ");
    for (int i = 0; i < 1000; i++)
        pto_buf_puts(&b, "1, ");
    pto_buf_puts(&b, "300");
    assert_int_equal(asm_test_run(&t, b.data), PTO_BAD_INPUT);
    assert_true(t.text.size < 400);
    assert_non_null(strstr(t.text.data, "test.s:1:3007: error: 300"));
    assert_non_null(strstr(t.text.data, "1, 300\n"));
    asm_test_end(&t);
    pto_buf_free(&b);
}

TEST(many_warnings_do_not_stop_the_reading)
{
    UNUSED_STATE;
    asm_test t = {0};
    pto_buf b = {0};
    for (int i = 0; i < 500; i++)
        pto_buf_puts(&b, ".warning \"hm\"\n");
    pto_buf_puts(&b, ".data\n.byte 7\n");
    run(&t, b.data);
    asm_test_bytes(&t, "warnings", ".data", "07");
    assert_int_equal(t.warnings, 200);
    asm_test_end(&t);
    pto_buf_free(&b);
}

TEST(preprocessor_lines_are_pointed_out)
{
    UNUSED_STATE;
    asm_test t = {0};
    run(&t, "#define N 3\n# if a comment\n#if N\n#endif\n#comment");
    assert_int_equal(t.warnings, 3);
    assert_non_null(strstr(t.text.data, "test.s:1:1: warning: C preprocessor"));
    asm_test_end(&t);
}

TEST_MAIN(CASE(switching_sections),
          CASE(sections_are_laid_out_as_a_linker_would),
          CASE(raw_is_text_at_zero_and_the_rest_in_order),
          CASE(sections_that_are_not_loaded_have_no_segment),
          CASE(symbols_carry_what_directives_say),
          CASE(the_entry_is_start_or_the_first_text),
          CASE(definitions_of_the_command_line),
          CASE(directives_without_meaning_here_are_accepted),
          CASE(section_errors_say_what_was_expected),
          CASE(a_zero_byte_in_the_source_is_an_error),
          CASE(a_bad_revision_is_an_error),
          CASE(a_message_shows_the_line_and_a_caret),
          CASE(many_warnings_do_not_stop_the_reading),
          CASE(preprocessor_lines_are_pointed_out))
