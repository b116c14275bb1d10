/* A disassembly is a program: it assembles to the image that it came from. */
#include <glob.h>
#include "base/file.h"
#include "pto/assemble.h"
#include "pto/text.h"
#include "pto_test.h"
#include "text/image/image.h"

static int by_row(const void *a, const void *b)
{
    const pto_symbol *x = a, *y = b;
    int names = strcmp(x->name, y->name);
    if (names)
        return names;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return (x->section > y->section) - (x->section < y->section);
}

static bool same_symbol(const pto_symbol *x, const pto_symbol *y)
{
    return !by_row(x, y) && x->size == y->size && x->type == y->type &&
           x->binding == y->binding;
}

static void check_symbols(const char *name, const pto_image *a,
                          const pto_image *b)
{
    uint32_t n = a->symbol_count;
    CHECK(n == b->symbol_count, "%s: %u symbols, now %u", name, n,
          b->symbol_count);
    qsort((pto_symbol *)a->symbols, n, sizeof *a->symbols, by_row);
    qsort((pto_symbol *)b->symbols, n, sizeof *b->symbols, by_row);
    for (uint32_t i = 0; i < n; i++)
        CHECK(same_symbol(&a->symbols[i], &b->symbols[i]),
              "%s: symbol '%s' 0x%" PRIx64 " and '%s' 0x%" PRIx64, name,
              a->symbols[i].name, a->symbols[i].value, b->symbols[i].name,
              b->symbols[i].value);
}

static void check_sections(const char *name, const pto_image *a,
                           const pto_image *b)
{
    CHECK(a->section_count == b->section_count, "%s: %u sections, now %u", name,
          a->section_count, b->section_count);
    for (uint32_t i = 0; i < a->section_count; i++) {
        const pto_section *x = &a->sections[i], *y = &b->sections[i];
        CHECK(!strcmp(x->name, y->name) && x->address == y->address &&
                  x->size == y->size && x->align == y->align &&
                  x->type == y->type && x->flags == y->flags,
              "%s: section %u: %s 0x%" PRIx64 "+0x%" PRIx64 " align %" PRIu64
              ", now %s 0x%" PRIx64 "+0x%" PRIx64 " align %" PRIu64,
              name, i, x->name, x->address, x->size, x->align, y->name,
              y->address, y->size, y->align);
        CHECK(!x->bytes == !y->bytes || !x->size, "%s: %s", name, x->name);
        CHECK(!x->bytes || !x->size || !memcmp(x->bytes, y->bytes, x->size),
              "%s: the bytes of %s", name, x->name);
    }
}

static void check_segments(const char *name, const pto_image *a,
                           const pto_image *b)
{
    CHECK(a->segment_count == b->segment_count, "%s: %u segments, now %u", name,
          a->segment_count, b->segment_count);
    for (uint32_t i = 0; i < a->segment_count; i++) {
        const pto_segment *x = &a->segments[i], *y = &b->segments[i];
        CHECK(x->address == y->address && x->file_size == y->file_size &&
                  x->memory_size == y->memory_size && x->flags == y->flags,
              "%s: segment %u", name, i);
        CHECK(!x->file_size || !memcmp(x->bytes, y->bytes, x->file_size),
              "%s: the bytes of segment %u", name, i);
    }
}

static pto_isa isa_of(const char *text)
{
    pto_isa isa;
    assert_int_equal(pto_isa_parse(text, &isa, NULL), PTO_OK);
    return isa;
}

/* Disassemble, assemble, compare; through an ELF file in between. */
static void goes_round(const char *name, const pto_image *image,
                       const char *isa_text)
{
    pto_isa isa = isa_of(isa_text);
    pto_asm_options options = {.isa = isa_text};
    pto_image *from, *again;
    pto_error e = {0};
    char *text;
    uint8_t *elf;
    size_t size, n;
    assert_int_equal(pto_image_to_elf(image, &elf, &n, &e), PTO_OK);
    pto_status s = pto_image_from_elf(elf, n, name, 0, &from, &e);
    CHECK(s == PTO_OK, "%s: %s", name, e.message);
    assert_int_equal(pto_disassemble(&isa, from, true, &text, &size), PTO_OK);
    s = pto_assemble(text, size, name, &options, &again, &e);
    CHECK(s == PTO_OK, "%s: %u: %s\n%s", name, e.line, e.message, text);
    CHECK(from->entry == again->entry, "%s: entry", name);
    CHECK(!memcmp(&from->identity, &again->identity, sizeof from->identity),
          "%s: identity", name);
    check_sections(name, from, again);
    check_segments(name, from, again);
    check_symbols(name, from, again);
    pto_image_free(from);
    pto_image_free(again);
    pto_free(text);
    pto_free(elf);
}

static void each_file(const char *pattern, const char *isa, unsigned least)
{
    glob_t g;
    unsigned n = 0;
    assert_int_equal(glob(pattern, 0, NULL, &g), 0);
    for (size_t i = 0; i < g.gl_pathc; i++) {
        pto_image *image;
        pto_asm_options options = {.isa = isa};
        /* Parts of a program, which another file includes, are none. */
        if (pto_assemble_file(g.gl_pathv[i], &options, &image, NULL) != PTO_OK)
            continue;
        goes_round(g.gl_pathv[i], image, isa);
        pto_image_free(image);
        n++;
    }
    globfree(&g);
    CHECK(n >= least, "%s: %u programs", pattern, n);
}

TEST(examples_and_test_programs_go_round)
{
    UNUSED_STATE;
    each_file(PTO_TESTS "/programs/*.s", "0.58.4", 10);
    each_file(PTO_TESTS "/../examples/*.s", "0.58.4", 2);
    each_file(PTO_TESTS "/../examples/*/*.s", "0.58.4", 5);
}

/* A random image. */
enum { SECTIONS = 6, SYMBOLS = 12, MOST_BYTES = 600 };

typedef struct world {
    pto_section sections[SECTIONS];
    pto_symbol symbols[SYMBOLS];
    uint8_t bytes[SECTIONS][MOST_BYTES];
    uint64_t seed, next;
} world;

static uint64_t pick(world *w, uint64_t n)
{
    return test_random(&w->seed) % n;
}

/* Random parcels, most of them the start of some form. */
static void fill(world *w, uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = pick(w, 3) ? (uint8_t)test_random(&w->seed) : 0;
    for (size_t i = 0; i + 8 < n; i += 2 + 2 * pick(w, 4)) {
        const pto_form *f = pto_form_get((pto_form_id)pick(w, PTO_FORM_COUNT));
        for (unsigned k = 0; k < f->length / 8u; k++) {
            uint8_t mask = (uint8_t)(f->fixed >> 8 * k);
            uint8_t match = (uint8_t)(f->match >> 8 * k);
            bytes[i + k] = (uint8_t)((bytes[i + k] & ~mask) | match);
        }
    }
}

static void add_section(world *w, uint32_t i)
{
    static const char *const names[] = {".text", ".data", ".x y\"", ".data",
                                        ".bss",  "odd;",  ".rodata"};
    static const uint32_t flags[] = {PTO_SECTION_X, PTO_SECTION_W, 0,
                                     PTO_SECTION_W | PTO_SECTION_X, 0x30};
    pto_section *x = &w->sections[i];
    x->name = names[pick(w, 7)];
    x->flags = flags[pick(w, 5)] | PTO_SECTION_ALLOC;
    x->type = pick(w, 4) ? PTO_SECTION_BYTES : PTO_SECTION_ZEROS;
    x->size = i ? pick(w, MOST_BYTES) : 1 + pick(w, MOST_BYTES - 1);
    x->align = UINT64_C(1) << pick(w, 6);
    bool is_code = x->flags & PTO_SECTION_X;
    if (is_code && pick(w, 4) == 0)
        w->next |= x->align = 1; /* odd: data, then code */
    else if (is_code && x->align < 2)
        x->align = 2;
    if (pick(w, 8) == 0) /* far away; the last one may end at 2^64 */
        w->next = i + 1 < SECTIONS ? w->next + (UINT64_C(3) << 20)
                                   : (0 - x->size) & (0 - x->align);
    w->next = (w->next + x->align - 1) / x->align * x->align;
    x->address = w->next;
    if (x->address > UINT64_MAX - x->size)
        x->size = x->address ? 0 - x->address : x->size;
    w->next += x->size + (pick(w, 2) ? pick(w, 40) : 0);
    if (x->type == PTO_SECTION_BYTES) {
        fill(w, w->bytes[i], x->size);
        x->bytes = w->bytes[i];
    }
}

static void add_symbol(world *w, uint32_t i, uint32_t sections)
{
    static const char *const names[] = {
        "a0",   "start", "_start", ".Lx", "1", "a b", "t#1",     "\\\"",
        "same", "same",  "same",   ".",   "$", "add", "\xc3\xa9"};
    pto_symbol *y = &w->symbols[i];
    y->name = names[pick(w, sizeof names / sizeof *names)];
    y->type = (uint8_t)(pick(w, 8) ? pick(w, 3) : pick(w, 16));
    if (y->type == 3 || y->type == 4) /* sections and files are no symbols */
        y->type = 0;
    y->binding = (uint8_t)pick(w, 3);
    y->size = pick(w, 2) ? pick(w, 40) : 0;
    y->section = (uint32_t)pick(w, sections + 1);
    if (y->section == sections) {
        y->section = PTO_SYMBOL_ABSOLUTE;
        y->value = test_random(&w->seed);
        return;
    }
    const pto_section *x = &w->sections[y->section];
    y->value = x->address + pick(w, x->size + 1);
    if (pick(w, 10) == 0)
        y->value = test_random(&w->seed);
}

static pto_image *random_image(world *w, uint64_t seed)
{
    static const uint64_t starts[] = {0, 0x10000, 0x10001, 0x7ffffffff000};
    pto_image *image = pto_image_new();
    memset(w, 0, sizeof *w);
    w->seed = seed;
    w->next = starts[pick(w, 4)];
    uint32_t sections = 1 + (uint32_t)pick(w, SECTIONS);
    uint32_t symbols = (uint32_t)pick(w, SYMBOLS + 1);
    assert_non_null(image);
    for (uint32_t i = 0; i < sections; i++)
        add_section(w, i);
    for (uint32_t i = 0; i < symbols; i++)
        add_symbol(w, i, sections);
    image->sections = w->sections;
    image->section_count = sections;
    image->symbols = w->symbols;
    image->symbol_count = symbols;
    assert_int_equal(pto_image_join(image, NULL), PTO_OK);
    image->entry = w->sections[0].address;
    return image;
}

TEST(random_images_go_round)
{
    UNUSED_STATE;
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    for (uint64_t k = 0; k < test_scaled(10000); k++) {
        char name[32];
        (void)snprintf(name, sizeof name, "image %" PRIu64, k);
        pto_image *image = random_image(w, k);
        goes_round(name, image, k % 3 ? "0.58.4" : "0.58.3");
        pto_image_free(image);
    }
    free(w);
}

TEST_MAIN(CASE(examples_and_test_programs_go_round),
          CASE(random_images_go_round))
