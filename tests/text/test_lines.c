/* Source lines of an assembled image: plain, in macros, in other files. */
#include "text/asm_test.h"

static void expect_line(const asm_test *t, const char *symbol, const char *file,
                        unsigned line, const char *macro)
{
    const pto_symbol *s = pto_image_symbol(t->image, symbol);
    assert_non_null(s);
    const pto_source_line *l = pto_image_line(t->image, s->value);
    CHECK(l != NULL, "%s has no line", symbol);
    CHECK(!strcmp(l->file, file) && l->line == line, "%s: %s:%u", symbol,
          l->file, l->line);
    CHECK(macro ? l->macro && !strcmp(l->macro, macro) : !l->macro, "%s: %s",
          symbol, l->macro ? l->macro : "no macro");
}

TEST(lines)
{
    UNUSED_STATE;
    static const asm_test_file files[] = {
        {"other.s", "\nother: addi zero, 1, ->a0\n"}};
    asm_test t = {.files = files, .file_count = 1};
    const char *source = "    .macro INNER\n"
                         "    addi zero, 2, ->a1\n"
                         "    .endm\n"
                         "    .macro OUTER\n"
                         "    INNER\n"
                         "    .endm\n"
                         "_start: addi zero, 3, ->a2\n"
                         "used: OUTER\n"
                         "    .include \"other.s\"\n"
                         "last: C.BSTOP; after: C.BSTOP\n"
                         "    .data\n"
                         "value: .word 1\n";
    assert_int_equal(asm_test_run(&t, source), PTO_OK);
    expect_line(&t, "_start", "test.s", 7, NULL);
    expect_line(&t, "used", "test.s", 8, "OUTER");
    expect_line(&t, "other", "other.s", 2, NULL);
    expect_line(&t, "last", "test.s", 10, NULL);
    expect_line(&t, "after", "test.s", 10, NULL);
    uint64_t start = pto_image_symbol(t.image, "_start")->value;
    assert_null(pto_image_line(t.image, start + 1));
    assert_null(pto_image_line(t.image, start - 2));
    assert_null(pto_image_line(t.image, UINT64_MAX));
    assert_null(
        pto_image_line(t.image, pto_image_symbol(t.image, "value")->value));
    asm_test_end(&t);
}

/* An ELF file has no lines. */
TEST(no_lines)
{
    UNUSED_STATE;
    asm_test t = {.files = NULL};
    uint8_t *bytes = NULL;
    size_t n = 0;
    pto_image *again = NULL;
    assert_int_equal(asm_test_run(&t, "_start: C.BSTOP\n"), PTO_OK);
    assert_int_equal(pto_image_to_elf(t.image, &bytes, &n, NULL), PTO_OK);
    assert_int_equal(pto_image_from_elf(bytes, n, "x.elf", 0, &again, NULL),
                     PTO_OK);
    assert_null(pto_image_line(again, again->entry));
    pto_image_free(again);
    pto_free(bytes);
    asm_test_end(&t);
}

TEST_MAIN(CASE(lines), CASE(no_lines))
