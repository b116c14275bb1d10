/* The assembler as a whole: work in proportion to the source, several sources.
 */
#include "base/buf.h"
#include "pto_test.h"
#include "text/asm/asm.h"
#include "text/image/image.h"

/* A kind of source: n times `each` (%u: the number) between two texts. */
static const struct shape {
    const char *name, *before, *each, *after;
    bool fails;
} shapes[] = {
    {"instructions", "", "addi a0, %u % 9, ->a1\n", "", 0},
    {"labels", "", "l%u: C.BSTOP\n", "", 0},
    {"late labels", ".set v, l1 - l0\n", "l%u: hl.lis v + l0, ->a0\n", "", 0},
    {"empty macros", "", ".macro m%u\n.endm\n", "", 0},
    {"macros used", ".macro m x\n.set y, \\x\n.endm\n", "m %u\n", "", 0},
    {"long words", ".macro m x\n.set y, \\x /* \\y", "aa%u",
     " */\n.endm\nm 1\n", 0},
    {"named arguments", ".macro m x\n.endm\nm 1", ", x=%u", "\n", 0},
    {"values", ".set x0, 0\n", ".set x, %u + x0\n.equ x0, x\n", "", 0},
    {"sums", ".data\n.quad late", " + %u", "\n.set late, 1\n", 0},
    {"late sums", ".set a, z\n.set b, a + a\n.set c, b + b\n.data\n",
     ".quad c, %u\n", ".set z, 1\n", 0},
    {"local labels", "", "1: C.BSTOP; hl.lis 1b, ->a0; hl.lis 1f, ->a0\n",
     "1:", 0},
    {"parts of addresses", "l:", "addtpc %tpcrel_hi(l), ->a0\n",
     "addi a0, %tpcrel_lo(l), ->a0\n", 0},
    {"comments", "", "/*", "*/\n", 1},
    {"open comments", "", "/*\n", "", 1},
    {"closed comments", "", "/* a */", "\n", 0},
    {"statements", "", ";", "\n", 0},
    {"conditions", "", ".if 0\nno %u\n.endif\n", "", 0},
    {"loops", ".data\n.irp x, 0", ", %u", "\n.long \\x\n.endr\n", 0},
    {"repetitions", "", ".rept 2; .rept 2; C.BSTOP; .endr; .endr\n", "", 0},
    {"undefined names", "", "hl.lis u%u, ->a0\n", "", 1},
    {"names twice", "", "l:\n", "", 1},
    {"words that are none", "", "word%u\n", "", 1},
    {"preprocessor", "", "#if %u\n", "", 0},
    {"sections", "", ".data\n.text\n.section .x,\"aw\"\n.previous\n", "", 0},
    {"a word", "", "a", "\n", 1},
    {"a string", ".data\n.ascii \"", "a", "\"\n", 0},
};

enum { DOUBLINGS = 4, BASE = 10000 };

static uint64_t work(const struct shape *x, unsigned n)
{
    pto_buf text = {0};
    pto_image *image;
    pto_error e = {0};
    uint64_t steps = 0;
    pto_asm_options options = {.max_lines = 16 << 20};
    pto_buf_puts(&text, x->before);
    for (unsigned i = 0; i < n; i++) {
        char one[128];
        (void)snprintf(one, sizeof one, "%s", x->each);
        char *mark = strstr(one, "%u");
        if (mark)
            pto_buf_printf(&text, "%.*s%u%s", (int)(mark - one), one, i,
                           mark + 2);
        else
            pto_buf_puts(&text, one);
    }
    pto_buf_puts(&text, x->after);
    CHECK(!text.failed, "%s: no memory", x->name);
    asm_source source = {"test.s", text.data, text.size};
    pto_status s = pto_asm_sources(&source, 1, &options, &steps, &image, &e);
    CHECK(!n || (s == PTO_OK) == !x->fails, "%s of %u: %u: %s", x->name, n,
          e.line, e.message);
    pto_image_free(image);
    pto_buf_free(&text);
    return steps;
}

TEST(twice_the_source_takes_twice_the_work)
{
    UNUSED_STATE;
    unsigned base = (unsigned)test_scaled(BASE);
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        uint64_t first = work(&shapes[i], 0);
        uint64_t before = work(&shapes[i], base) - first;
        for (unsigned n = 2 * base; n <= base << DOUBLINGS; n *= 2) {
            uint64_t now = work(&shapes[i], n) - first;
            CHECK(now <= before * 9 / 4 + 200,
                  "%s: %u take %" PRIu64 " steps, %u %" PRIu64, shapes[i].name,
                  n / 2, before, n, now);
            before = now;
        }
    }
}

/* Assemble sources that are named a.s, b.s, ...; the first error goes to e. */
static pto_image *program(const char *const *texts, uint32_t count,
                          const pto_asm_options *options, pto_error *e)
{
    static const char *const names[] = {"a.s", "b.s", "c.s"};
    asm_source sources[3];
    pto_image *image;
    *e = (pto_error){0};
    for (uint32_t i = 0; i < count; i++)
        sources[i] = (asm_source){names[i], texts[i], strlen(texts[i])};
    pto_status s = pto_asm_sources(sources, count, options, NULL, &image, e);
    CHECK((s == PTO_OK) == (image != NULL), "status %d", (int)s);
    return image;
}

static void check_error(const char *a, const char *b, const char *file,
                        unsigned line, const char *words)
{
    pto_error e;
    const char *const texts[] = {a, b};
    pto_image *image = program(texts, 2, NULL, &e);
    CHECK(!image && !strcmp(e.file, file) && e.line == line &&
              !strcmp(e.message, words),
          "%s:%u: %s", e.file, e.line, e.message);
}

TEST(sources_share_what_is_global)
{
    UNUSED_STATE;
    static const char *const texts[] = {
        ".globl _start, a\n.weak w, none, o\n"
        "_start: C.BSTOP\nkept: C.BSTOP\nw: C.BSTOP\n"
        ".comm room, 8, 4\n.data\n.byte 1\n.quad b, none, w, kept, o\n"
        "o: .byte 1\n.set a, 7\n.macro m\n.endm\n1:",
        ".globl b, w, o\n.comm room, 16, 4\nw: C.BSTOP\nkept: C.BSTOP\n"
        ".data\n.balign 8\nb: .quad a, kept, w\n.macro m\n.endm\n"
        "o: .byte 2\n.set none_of_yours, 1\n"};
    pto_error e;
    pto_image *image = program(texts, 2, NULL, &e);
    CHECK(image, "%s:%u: %s", e.file, e.line, e.message);
    const pto_section *text = pto_image_section(image, ".text");
    const pto_section *data = pto_image_section(image, ".data");
    assert_int_equal(text->size, 10);
    uint64_t from = text->address, second = from + 6, at = data->address;
    const uint64_t first_words[] = {at + 48, 0, second, from + 2, at + 72};
    const uint64_t second_words[] = {7, second + 2, second};
    assert_memory_equal(data->bytes + 1, first_words, sizeof first_words);
    assert_memory_equal(data->bytes + 48, second_words, sizeof second_words);
    unsigned kept = 0;
    for (uint32_t i = 0; i < image->symbol_count; i++)
        kept += !strcmp(image->symbols[i].name, "kept");
    assert_int_equal(kept, 2);
    assert_int_equal(pto_image_symbol(image, "w")->value, second);
    assert_int_equal(pto_image_symbol(image, "w")->binding, PTO_SYMBOL_GLOBAL);
    assert_int_equal(pto_image_symbol(image, "room")->size, 16);
    assert_int_equal(image->entry, from);
    pto_image_free(image);
}

TEST(names_that_do_not_join_are_errors_with_both_places)
{
    UNUSED_STATE;
    check_error(".globl x\nx: C.BSTOP", "C.BSTOP\n.globl x\nx: C.BSTOP", "b.s",
                3,
                "'x' is defined twice, expected a new name (first at a.s:2)");
    check_error("C.BSTOP\nx: C.BSTOP", "hl.lis x, ->a0", "b.s", 1,
                "undefined symbol 'x', expected .globl x where it is defined "
                "(a.s:2)");
    check_error("C.BSTOP", "\nhl.lis x, ->a0", "b.s", 2,
                "undefined symbol 'x', expected a label or a .set of that "
                "name");
    check_error(".macro m\n.endm", "m", "b.s", 1,
                "unknown instruction 'm', expected 'm:' if this is a label");
    check_error("1:", "hl.lis 1b, ->a0", "b.s", 1,
                "no label '1:' above this line, expected one");
    check_error(".set x, 1\n", ".zero x\n", "b.s", 1,
                "the size needs 'x', which has no value yet, expected a "
                "definition above");
    check_error(".if 1\n", ".endif", "a.s", 1,
                "this .if has no end, expected .endif");
}

static pto_image *placed(const char *section, pto_error *e)
{
    static const char *const text =
        "_start: hl.lis r, ->a0\n.section .result,\"aw\"\n.balign 8\n"
        "r: .quad 1\n.set TOP, 0x1000\n.data\n.quad r\n";
    pto_asm_options o = {.sections = &section, .section_count = 1};
    return program(&text, 1, &o, e);
}

TEST(sections_go_where_the_options_say)
{
    UNUSED_STATE;
    static const struct {
        const char *section, *message;
    } wrong[] = {
        {".result", "expected NAME=ADDRESS"},
        {".none=1", "the program loads no section '.none', expected one of "
                    "its own"},
        {".result=4", "0x4, expected a multiple of 8, the alignment of "
                      "'.result'"},
        {".result=zero",
         "undefined symbol 'zero', expected a label or a .set of that name"},
        {".result=-4096 + 4095", "0xffffffffffffffff, expected a multiple of "
                                 "8, the alignment of '.result'"},
        {".result=0x10000", "section '.result' at 0x10000 overlaps '.text' "
                            "from 0x10000 to 0x10005, expected --section "
                            "elsewhere"},
    };
    pto_error e;
    pto_image *image = placed(".result=0x200", &e);
    uint64_t top;
    CHECK(image, "%s", e.message);
    assert_int_equal(pto_image_section(image, ".result")->address, 0x200);
    assert_int_equal(pto_image_section(image, ".text")->address, 0x10000);
    assert_int_equal(pto_image_symbol(image, "r")->value, 0x200);
    assert_int_equal(
        *(const uint16_t *)(const void *)pto_image_section(image, ".data")
             ->bytes,
        0x200);
    assert_true(pto_image_usual_stack(image, &top) && top == 0x200);
    pto_image_free(image);
    image = placed(".text=TOP * 2", &e);
    CHECK(image, "%s", e.message);
    assert_int_equal(image->entry, 0x2000);
    pto_image_free(image);
    image = placed(".result=-8", &e);
    CHECK(image, "%s", e.message);
    assert_int_equal(pto_image_symbol(image, "r")->value, UINT64_MAX - 7);
    pto_image_free(image);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        image = placed(wrong[i].section, &e);
        CHECK(!image && !strcmp(e.message, wrong[i].message), "%s: %s",
              wrong[i].section, e.message);
    }
}

TEST_MAIN(CASE(twice_the_source_takes_twice_the_work),
          CASE(sources_share_what_is_global),
          CASE(names_that_do_not_join_are_errors_with_both_places),
          CASE(sections_go_where_the_options_say))
