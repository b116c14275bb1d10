/* Plain listings assemble to the same bytes; the other view has its parts. */
#include "pto/assemble.h"
#include "pto/text.h"
#include "pto_test.h"
#include "text/image/image.h"

static pto_isa isa_of(const char *text)
{
    pto_isa isa;
    assert_int_equal(pto_isa_parse(text, &isa, NULL), PTO_OK);
    return isa;
}

/* Random parcels, most of them the start of some form. */
static void fill(uint8_t *bytes, size_t n, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++)
        bytes[i] = (uint8_t)test_random(seed);
    for (size_t i = 0; i + 8 < n; i += 2 + 2 * (test_random(seed) & 3)) {
        unsigned id = (unsigned)(test_random(seed) % PTO_FORM_COUNT);
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (unsigned k = 0; k < f->length / 8u; k++) {
            uint8_t mask = (uint8_t)(f->fixed >> 8 * k);
            uint8_t match = (uint8_t)(f->match >> 8 * k);
            bytes[i + k] = (uint8_t)((bytes[i + k] & ~mask) | match);
        }
    }
}

static void same_bytes(const char *isa_text, const uint8_t *bytes, size_t n,
                       uint64_t address)
{
    pto_isa isa = isa_of(isa_text);
    pto_asm_options options = {
        .isa = isa_text, .raw = 1, .address = address, .has_address = 1};
    pto_image *image, *again;
    pto_error e = {0};
    char *text;
    uint8_t *flat;
    size_t size, flat_size;
    assert_int_equal(pto_image_from_raw(bytes, n, address, &image, &e), PTO_OK);
    assert_int_equal(pto_disassemble(&isa, image, true, &text, &size), PTO_OK);
    pto_status s = pto_assemble(text, size, "listing", &options, &again, &e);
    CHECK(s == PTO_OK, "%u: %s", e.line, e.message);
    assert_int_equal(pto_image_to_raw(again, &flat, &flat_size, &e), PTO_OK);
    assert_int_equal(flat_size, n);
    assert_memory_equal(flat, bytes, n);
    pto_free(flat);
    pto_free(text);
    pto_image_free(image);
    pto_image_free(again);
}

TEST(plain_text_assembles_to_the_same_bytes)
{
    UNUSED_STATE;
    static uint8_t bytes[4096];
    uint64_t seed = 21;
    for (uint64_t k = 0; k < test_scaled(30); k++) {
        size_t n = 1 + test_random(&seed) % sizeof bytes;
        fill(bytes, n, &seed);
        /* anywhere, odd addresses too, where targets wrap past the last
         * address, and up to that one */
        uint64_t address = k % 4 == 0   ? 0
                           : k % 4 == 1 ? test_random(&seed)
                           : k % 4 == 2 ? UINT64_MAX - 2 * sizeof bytes - 1
                                        : 0 - (uint64_t)n;
        same_bytes("0.58.4", bytes, n, address);
        same_bytes("0.58.3", bytes, n, address);
    }
}

static const char source[] = ".text\n"
                             "_start:\n"
                             "  BSTART.STD FALL\n"
                             "  addi zero, 5, ->a0\n"
                             "  C.BSTART COND, done\n"
                             "  .2byte 0xffff\n"
                             "done: BSTOP\n";

static const char listing[] =
    "\n.text\n"
    "\n0000000000000100 <_start>:\n"
    "     100: 01 10 00 00              BSTART.STD FALL\n"
    "     104: 15 01 50 00                addi zero, 5, ->a0\n"
    "     108: 24 00                    C.BSTART COND, 0x10c"
    "  # 0x10c <done>\n"
    "     10a: ff ff                      .2byte 0xffff\n"
    "\n000000000000010c <done>:\n"
    "     10c: 01 00 00 00              BSTOP\n";

TEST(listings_have_addresses_bytes_symbols_and_indentation)
{
    UNUSED_STATE;
    pto_isa isa = isa_of(NULL);
    pto_asm_options options = {.address = 0x100, .has_address = 1};
    pto_image *image;
    pto_error e = {0};
    char *text;
    size_t size;
    pto_status s =
        pto_assemble(source, sizeof source - 1, "source", &options, &image, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    assert_int_equal(pto_disassemble(&isa, image, false, &text, &size), PTO_OK);
    assert_string_equal(text, listing);
    pto_free(text);
    pto_image_free(image);
}

/* The last bytes may be too few for what they begin. */
TEST(a_cut_instruction_is_data)
{
    UNUSED_STATE;
    static const uint8_t bytes[] = {0x0f, 0x00, 0x00, 0x00, 0x01};
    pto_isa isa = isa_of(NULL);
    pto_image *image;
    char *text;
    size_t size;
    assert_int_equal(pto_image_from_raw(bytes, 5, 0, &image, NULL), PTO_OK);
    assert_int_equal(pto_disassemble(&isa, image, true, &text, &size), PTO_OK);
    assert_string_equal(text, ".byte 0x0f, 0x00, 0x00, 0x00, 0x01\n");
    pto_free(text);
    pto_image_free(image);
}

/* A word that no form has is as long as its first bits say; an object is data,
 * whatever instructions it looks like. */
TEST(unknown_words_are_whole_and_objects_are_data)
{
    UNUSED_STATE;
    static const char text_[] =
        "BSTART.STD FALL\n.byte 0x81, 0x11, 0x91, 0x00\n"
        "C.B.DIMI 1, ->lb0\n.2byte 0x7e, 1, 0xffff\n.2byte 0xffff\n"
        "late: C.BSTOP\n.type tab, @object\n.size tab, 14\n"
        "tab: .ascii \"hello wo\"\n.long 0x00100195\n.2byte 0\nC.BSTOP\n";
    static const char want[] = "  .4byte 0x00911181\n"
                               "C.B.DIMI 1, ->lb0\n"
                               ".2byte 0x007e, 0x0001, 0xffff\n"
                               ".2byte 0xffff\n"
                               "C.BSTOP\n"
                               ".ascii \"hello wo\"\n"
                               ".byte 0x95, 0x01, 0x10, 0x00, 0x00, 0x00\n"
                               "C.BSTOP\n";
    pto_isa isa = isa_of(NULL);
    pto_image *image;
    pto_error e = {0};
    char *text, *p;
    size_t size;
    pto_status s =
        pto_assemble(text_, sizeof text_ - 1, "source", NULL, &image, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    assert_int_equal(pto_disassemble(&isa, image, false, &text, &size), PTO_OK);
    p = text;
    for (const char *line = want; *line;) {
        size_t n = strcspn(line, "\n");
        char one[80];
        (void)snprintf(one, sizeof one, "%.*s\n", (int)n, line);
        p = strstr(p, one);
        CHECK(p, "no '%.*s' in:\n%s", (int)n, line, text);
        line += n + 1;
    }
    pto_free(text);
    pto_image_free(image);
}

TEST_MAIN(CASE(plain_text_assembles_to_the_same_bytes),
          CASE(listings_have_addresses_bytes_symbols_and_indentation),
          CASE(a_cut_instruction_is_data),
          CASE(unknown_words_are_whole_and_objects_are_data))
