/* The assembler as a whole: work in proportion to the source, several sources.
 */
#include "base/buf.h"
#include "pto_test.h"
#include "text/asm/asm.h"

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

TEST_MAIN(CASE(twice_the_source_takes_twice_the_work))
