/* Macros, loops, conditions and included files. */
#include <unistd.h>
#include "asm_test.h"
#include "text/image/image.h"

TEST(macros_substitute_their_parameters)
{
    UNUSED_STATE;
    asm_test_data(".macro m a, b\n.byte \\a, \\b\n.endm\nm 1, 2\nm 3 4",
                  "01020304");
    asm_test_data(".macro m a=7, b\n.byte \\a+0\n.endm\nm\nm b=1\nm a=2",
                  "070702");
    asm_test_data(".macro m x\nl\\@: .byte \\@, l\\@ - . + 1\n.endm\nm\nm",
                  "00000100");
    asm_test_data(".macro m n\n.byte v_\\n, v_\\()\\n\\()x\n.endm\n"
                  ".set v_a, 1\n.set v_ax, 2\nm a",
                  "0102");
    asm_test_data(".macro m r:vararg\n.byte \\r\n.endm\nm 1, 2, 3", "010203");
    asm_test_data(".macro m s\n.ascii \"\\s\"\n.endm\nm \"a, b\"", "612c2062");
    asm_test_data(".macro m a; .byte \\a; .byte 9; .endm; m 1; m 2",
                  "01090209");
}

TEST(macros_nest_and_end_early)
{
    UNUSED_STATE;
    asm_test_data(".macro in x\n.byte \\x\n.endm\n"
                  ".macro out x\nin \\x\nin \\x + 1\n.endm\nout 1\n.byte 9",
                  "010209");
    asm_test_data(".macro outer\n.macro made\n.byte 5\n.endm\n.endm\n"
                  "outer\nmade",
                  "05");
    asm_test_data(".macro m n\n.if \\n\n.byte \\n\nm \\n - 1\n.endif\n.endm\n"
                  "m 3",
                  "030201");
    asm_test_data(".macro m\n.byte 1\n.if 1\n.exitm\n.endif\n.byte 2\n.endm\n"
                  "m\n.byte 3",
                  "0103");
    asm_test_data(".macro m\n.byte 1\n.endm\n.purgem m\n.macro m\n.byte 2\n"
                  ".endm\nm",
                  "02");
}

TEST(loops_repeat_lines)
{
    UNUSED_STATE;
    asm_test_data(".rept 3\n.byte 7\n.endr", "070707");
    asm_test_data("i = 0\n.rept 3\n.byte i\ni = i + 1\n.endr", "000102");
    asm_test_data(".rept 2\n.rept 2\n.byte 1\n.endr\n.byte 2\n.endr",
                  "010102010102");
    asm_test_data(".rept 0\n.byte 1\n.endr", "");
    asm_test_data(".irp x, 1, 2 + 3, 4\n.byte \\x\n.endr", "010504");
    asm_test_data(".irpc x, 123\n.byte \\x\n.endr", "010203");
    asm_test_data(".macro m n\n.rept \\n\n.byte \\n\n.endr\n.endm\nm 2\nm 1",
                  "020201");
}

TEST(conditions_choose_lines)
{
    UNUSED_STATE;
    asm_test_data(".if 1\n.byte 1\n.else\n.byte 2\n.endif", "01");
    asm_test_data(".if 0\n.byte 1\n.elseif 1\n.byte 2\n.else\n.byte 3\n.endif",
                  "02");
    asm_test_data(".if 0\n.if 1\n.byte 1\n.endif\n.else\n.byte 2\n.endif",
                  "02");
    asm_test_data(".if 1\n.byte 1\n.elseif undefined_here\n.endif", "01");
    asm_test_data(".set a, 1\n.ifdef a\n.byte 1\n.endif\n.ifndef a\n.byte 2\n"
                  ".endif\n.ifdef b\n.byte 3\n.endif\n.set b, 1",
                  "01");
    asm_test_data(".ifeq 0\n.byte 1\n.endif\n.iflt -1\n.byte 2\n.endif\n"
                  ".ifle 0\n.byte 3\n.endif\n.ifgt 0\n.byte 4\n.endif\n"
                  ".ifge 0\n.byte 5\n.endif\n.ifne 2\n.byte 6\n.endif",
                  "0102030506");
    asm_test_data(".macro m a\n.ifb \\a\n.byte 1\n.else\n.byte 2\n.endif\n"
                  ".endm\nm\nm x",
                  "0102");
    asm_test_data(".ifc a b, a b\n.byte 1\n.endif\n.ifnc a,b\n.byte 2\n.endif",
                  "0102");
    asm_test_data("a: .zero 4\nb: .if b - a == 4\n.byte 1\n.endif",
                  "0000000001");
    asm_test_data(".if 0\n'garbage \" /\n.endif\n.byte 1", "01");
}

TEST(files_are_included)
{
    UNUSED_STATE;
    static const asm_test_file files[] = {
        {"a.inc", ".byte 1\n.include \"sub/b.inc\"\n.byte 3"},
        {"sub/b.inc", ".byte 2\n.incbin \"c.bin\"\n"},
        {"sub/c.bin", "xyz"},
        {"lib/d.inc", ".byte 4\n"},
        {"loop.inc", ".include \"loop.inc\"\n"},
        {"bad.inc", "\n .byte 300\n"},
    };
    static const char *const paths[] = {"lib"};
    asm_test t = {.files = files,
                  .file_count = sizeof files / sizeof *files,
                  .options = {.include_paths = paths, .include_count = 1}};
    assert_int_equal(asm_test_run(&t, ".data\n.include \"a.inc\"\n"
                                      ".include \"d.inc\"\n"
                                      ".incbin \"sub/c.bin\", 1\n"
                                      ".incbin \"sub/c.bin\", 0, 1\n"
                                      ".incbin \"sub/c.bin\", 3\n"),
                     PTO_OK);
    asm_test_bytes(&t, "include", ".data", "010278797a0304797a78");
    asm_test_end(&t);
    static const struct {
        const char *source, *words;
    } errors[] = {
        {".include \"none\"", "test.s:1:10: error: cannot include 'none': "},
        {".include \"loop.inc\"", "including files goes deeper than 64"},
        {".include \"bad.inc\"", "bad.inc:2:8: error: 300 does not fit"},
        {".include x", "test.s:1:10: error: unexpected 'x', expected a str"},
        {".include \"\"", "test.s:1:10: error: no file has this name"},
        {".incbin \"none\"", "test.s:1:9: error: cannot include 'none'"},
        {".incbin \"sub/c.bin\", 4", "has 3 bytes, expected a range inside"},
        {".incbin \"sub/c.bin\", -1", "has 3 bytes, expected a range inside"},
    };
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        assert_int_equal(asm_test_run(&t, errors[i].source), PTO_BAD_INPUT);
        CHECK(strstr(t.text.data, errors[i].words), "%s: %s", errors[i].source,
              t.text.data);
        asm_test_end(&t);
    }
}

/* A file may be larger than what a program may hold. */
TEST(a_part_of_a_huge_file_is_included)
{
    UNUSED_STATE;
    char path[] = "/tmp/pto_incbin_XXXXXX";
    int f = mkstemp(path);
    pto_buf text = {0};
    pto_image *image;
    pto_error e = {0};
    assert_true(f >= 0 && ftruncate(f, 300 << 20) == 0);
    assert_int_equal(pwrite(f, "abcdef", 6, (300 << 20) - 6), 6);
    pto_buf_printf(&text, ".data\n.incbin \"%s\", 0, 2\n", path);
    pto_buf_printf(&text, ".incbin \"%s\", (300 << 20) - 4, 2\n", path);
    pto_buf_printf(&text, ".incbin \"%s\", (300 << 20) - 1\n", path);
    pto_status s =
        pto_assemble(text.data, text.size, "test.s", NULL, &image, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    const pto_section *data = pto_image_section(image, ".data");
    assert_int_equal(data->size, 5);
    assert_memory_equal(data->bytes, "\0\0cdf", 5);
    pto_image_free(image);
    pto_buf_clear(&text);
    pto_buf_printf(&text, ".data\n.incbin \"%s\", 1, (300 << 20)\n", path);
    s = pto_assemble(text.data, text.size, "test.s", NULL, &image, &e);
    CHECK(s == PTO_BAD_INPUT && strstr(e.message, "larger than 268435456"),
          "%s", e.message);
    pto_buf_free(&text);
    assert_true(close(f) == 0 && remove(path) == 0);
}

TEST(macro_errors_say_what_was_expected)
{
    UNUSED_STATE;
    asm_test_error(".macro m\n.byte 1", 1, 8,
                   "the body has no end, expected "
                   ".endm");
    asm_test_error(".rept 2\n.byte 1", 1, 7,
                   "the body has no end, expected "
                   ".endr");
    asm_test_error(".endm", 1, 1, "end without a beginning, expected .macro");
    asm_test_error(".endr", 1, 1, "end without a beginning, expected .rept");
    asm_test_error(".if 1\n.byte 1", 1, 1,
                   "this .if has no end, expected "
                   ".endif");
    asm_test_error(".else", 1, 6, ".else without .if");
    asm_test_error(".endif", 1, 7, ".endif without .if");
    asm_test_error(".if 1\n.else\n.else\n.endif", 3, 6, ".else after .else");
    asm_test_error(".if x\n.endif\nx:", 1, 5,
                   "the condition needs 'x', which "
                   "has no value yet");
    asm_test_error(".macro m a:req\n.endm\nm", 3, 1, "macro 'm' needs 'a'");
    asm_test_error(".macro m a\n.endm\nm 1, 2", 3, 6,
                   "too many arguments, expected at most 1 for macro 'm'");
    asm_test_error(".macro m a:zz\n.endm", 1, 10, "unknown kind of parameter");
    asm_test_error(".macro m\n.endm\n.macro m\n.endm", 3, 8,
                   "macro 'm' is defined twice");
    asm_test_error(".macro 1\n.endm", 1, 8, "unexpected '1', expected a macro");
    asm_test_error(".purgem m", 1, 9, "no such macro");
    asm_test_error(".exitm", 1, 7, ".exitm outside a macro");
    asm_test_error(".rept -1\n.endr", 1, 7, "the count is negative");
    asm_test_error(".rept 1 << 40\n.byte 1\n.endr", 1, 7,
                   "1099511627776 repetitions, expected at most");
    asm_test_error(".error \"stop here\"", 1, 8, "stop here");
    asm_test_error(".err", 1, 5, "the source asks for this");
}

TEST(an_error_in_a_macro_names_where_it_was_expanded)
{
    UNUSED_STATE;
    asm_test t = {0};
    assert_int_equal(asm_test_run(&t, ".macro in v\n.byte \\v\n.endm\n"
                                      ".macro out v\nin \\v\n.endm\n"
                                      "\n  out 300\n"),
                     PTO_BAD_INPUT);
    assert_string_equal(
        t.text.data,
        "test.s:2:7: error: 300 does not fit 1 byte, expected -128 to 255\n"
        ".byte 300\n"
        "      ^\n"
        "test.s:5:1: note: in the expansion of 'in'\n"
        "test.s:8:3: note: in the expansion of 'out'\n");
    asm_test_end(&t);
}

TEST(endless_expansion_is_one_error)
{
    UNUSED_STATE;
    static const char *const sources[] = {
        ".macro m\nm\n.endm\nm",
        ".macro m\n.rept 2\nm\n.endr\n.endm\nm",
        ".macro a\nb\n.endm\n.macro b\na\n.endm\na",
        ".rept 40000\n.rept 40000\n.endr\nx = 1\n.endr",
        ".macro m x\nm \\x\\x\\x\\x\n.endm\nm aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    };
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++) {
        asm_test t = {.options = {.max_lines = 50000}};
        (void)asm_test_run(&t, sources[i]);
        CHECK(t.errors == 1, "%s: %s", sources[i], t.text.data);
        asm_test_end(&t);
    }
}

TEST_MAIN(CASE(macros_substitute_their_parameters),
          CASE(macros_nest_and_end_early), CASE(loops_repeat_lines),
          CASE(conditions_choose_lines), CASE(files_are_included),
          CASE(a_part_of_a_huge_file_is_included),
          CASE(macro_errors_say_what_was_expected),
          CASE(an_error_in_a_macro_names_where_it_was_expanded),
          CASE(endless_expansion_is_one_error))
