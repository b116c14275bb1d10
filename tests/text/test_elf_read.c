/* ELF in: what is accepted, and one line for every malformed file. */
#include <elf.h>
#include "asm_test.h"
#include "base/buf.h"

static const char program[] =
    ".globl _start, table\n"
    "_start: addi zero, 1, ->a0\nC.BSTOP\n"
    ".rodata\nro: .quad 1\n"
    ".data\n.type table, @object\ntable: .long 1, 2, 3\n.size table, 12\n"
    ".bss\nspace: .zero 64\n"
    ".section .notes,\"\"\n.ascii \"hello\"\n"
    ".set answer, 42\n";

/* The program as ELF bytes; free with pto_free. */
static uint8_t *elf(size_t *n)
{
    asm_test t = {0};
    uint8_t *bytes;
    assert_int_equal(asm_test_run(&t, program), PTO_OK);
    assert_int_equal(pto_image_to_elf(t.image, &bytes, n, NULL), PTO_OK);
    asm_test_end(&t);
    return bytes;
}

TEST(what_was_written_is_read_back)
{
    UNUSED_STATE;
    asm_test t = {0};
    size_t n, m;
    uint8_t *bytes, *again;
    pto_image *image;
    pto_error e = {0};
    assert_int_equal(asm_test_run(&t, program), PTO_OK);
    assert_int_equal(pto_image_to_elf(t.image, &bytes, &n, &e), PTO_OK);
    assert_int_equal(pto_image_from_elf(bytes, n, "x", 0, &image, &e), PTO_OK);
    assert_int_equal(image->entry, t.image->entry);
    assert_int_equal(image->segment_count, t.image->segment_count);
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const pto_segment *a = &image->segments[i], *b = &t.image->segments[i];
        assert_int_equal(a->address, b->address);
        assert_int_equal(a->file_size, b->file_size);
        assert_int_equal(a->memory_size, b->memory_size);
        assert_int_equal(a->flags, b->flags);
        if (a->file_size)
            assert_memory_equal(a->bytes, b->bytes, a->file_size);
    }
    assert_int_equal(image->section_count, t.image->section_count);
    assert_int_equal(image->symbol_count, t.image->symbol_count);
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const pto_symbol *a = &image->symbols[i], *b = &t.image->symbols[i];
        assert_string_equal(a->name, b->name);
        assert_int_equal(a->value, b->value);
        assert_int_equal(a->size, b->size);
        assert_int_equal(a->section, b->section);
        assert_int_equal(a->type, b->type);
        assert_int_equal(a->binding, b->binding);
    }
    assert_string_equal(image->identity.release, "0.58.4");
    assert_int_equal(pto_image_to_elf(image, &again, &m, &e), PTO_OK);
    assert_int_equal(m, n);
    assert_memory_equal(again, bytes, n);
    pto_free(again);
    pto_free(bytes);
    pto_image_free(image);
    asm_test_end(&t);
}

/* Read n bytes: a refusal must name the file and an offset inside it. */
static pto_status hostile(const uint8_t *bytes, size_t n)
{
    pto_image *image;
    pto_error e = {0};
    pto_status s = pto_image_from_elf(bytes, n, "bad.elf", 0, &image, &e);
    if (s == PTO_OK) {
        uint64_t sum = 0;
        for (uint32_t i = 0; i < image->segment_count; i++)
            for (uint64_t k = 0; k < image->segments[i].file_size; k++)
                sum += image->segments[i].bytes[k];
        for (uint32_t i = 0; i < image->symbol_count; i++)
            sum += strlen(image->symbols[i].name);
        assert_true(sum > 0);
        pto_image_free(image);
        return s;
    }
    assert_int_equal(s, PTO_BAD_INPUT);
    assert_null(image);
    assert_string_equal(e.file, "bad.elf");
    assert_true(e.has_address);
    assert_non_null(strstr(e.message, "offset 0x"));
    assert_null(strchr(e.message, '\n'));
    return s;
}

TEST(every_truncation_is_refused)
{
    UNUSED_STATE;
    size_t n;
    uint8_t *bytes = elf(&n);
    for (size_t k = 0; k < n; k++) {
        uint8_t *cut = malloc(k ? k : 1); /* so that a sanitizer sees the end */
        memcpy(cut, bytes, k);
        CHECK(hostile(cut, k) == PTO_BAD_INPUT, "%zu bytes", k);
        free(cut);
    }
    pto_free(bytes);
}

TEST(no_flipped_bit_is_fatal)
{
    UNUSED_STATE;
    size_t n;
    uint8_t *bytes = elf(&n);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
        (void)hostile(bytes, n);
        bytes[bit / 8] ^= (uint8_t)(1 << bit % 8);
    }
    pto_free(bytes);
}

TEST(random_damage_is_not_fatal)
{
    UNUSED_STATE;
    size_t n;
    uint64_t seed = 7;
    uint8_t *bytes = elf(&n), *copy = malloc(n);
    for (uint64_t i = test_scaled(20000); i > 0; i--) {
        memcpy(copy, bytes, n);
        for (uint64_t k = test_random(&seed) % 8 + 1; k > 0; k--) {
            uint64_t r = test_random(&seed);
            size_t at = r % 3 ? (r >> 8) % 240 : (r >> 8) % n;
            copy[at] = (uint8_t)(r >> 56);
        }
        (void)hostile(copy, n);
    }
    free(copy);
    pto_free(bytes);
}

/* One field of the ELF header or of program header `i`, changed. */
static void changed(size_t at, unsigned width, uint64_t value,
                    const char *words)
{
    size_t n;
    uint8_t *bytes = elf(&n);
    pto_image *image;
    pto_error e = {0};
    for (unsigned i = 0; i < width; i++)
        bytes[at + i] = (uint8_t)(value >> (8 * i));
    pto_status s = pto_image_from_elf(bytes, n, "bad.elf", 0, &image, &e);
    CHECK(s == PTO_BAD_INPUT, "%s: accepted", words);
    CHECK(strstr(e.message, words), "'%s', expected '%s'", e.message, words);
    pto_free(bytes);
}

#define EHDR(field, value, words)        \
    changed(offsetof(Elf64_Ehdr, field), \
            (unsigned)sizeof((Elf64_Ehdr *)0)->field, value, words)
#define PHDR(i, field, value, words)                        \
    changed(sizeof(Elf64_Ehdr) + (i) * sizeof(Elf64_Phdr) + \
                offsetof(Elf64_Phdr, field),                \
            (unsigned)sizeof((Elf64_Phdr *)0)->field, value, words)

TEST(each_wrong_field_has_its_sentence)
{
    UNUSED_STATE;
    changed(0, 1, 0, "not an ELF file");
    changed(EI_CLASS, 1, 1, "ELF class 1, expected 2 (64-bit)");
    changed(EI_DATA, 1, 2, "byte order 2, expected 1 (little-endian)");
    changed(EI_VERSION, 1, 0, "ELF version 0, expected 1");
    EHDR(e_machine, 0x3e, "machine 0x3e, expected 0xe9");
    EHDR(e_type, ET_REL, "a relocatable object, expected a linked executable");
    EHDR(e_type, ET_CORE, "ELF type 4, expected 2 (executable)");
    EHDR(e_phnum, 0, "no program headers");
    EHDR(e_phnum, 0xffff, "65535 or more program headers");
    EHDR(e_phnum, 0xfff0, "reach beyond the file");
    EHDR(e_phoff, UINT64_MAX - 8, "reach beyond the file");
    EHDR(e_phentsize, 32, "program headers of 32 bytes, expected 56");
    EHDR(e_entry, 0x666, "entry 0x666 lies in no segment");
    EHDR(e_shentsize, 40, "section headers of 40 bytes, expected 64");
    EHDR(e_shoff, UINT64_MAX, "section headers at 0xffffffffffffffff reach");
    EHDR(e_shstrndx, 99, "section names in section 99 of");
    EHDR(e_shstrndx, 1, "section 1 holds no strings");
    PHDR(0, p_type, PT_INTERP, "needs a dynamic loader");
    PHDR(0, p_type, PT_DYNAMIC, "needs a dynamic loader");
    PHDR(0, p_memsz, 1, "expected no more");
    PHDR(0, p_offset, UINT64_MAX, "reach beyond the file's");
    PHDR(0, p_filesz, 0x7fffffff, "in the file but");
    PHDR(0, p_vaddr, UINT64_MAX, "ends beyond 2^64");
    PHDR(1, p_vaddr, 0x10000, "overlap, expected separate ones");
    PHDR(1, p_memsz, 0x100000, "overlap, expected separate ones");
}

TEST(another_machine_can_be_expected)
{
    UNUSED_STATE;
    size_t n;
    uint8_t *bytes = elf(&n);
    pto_image *image;
    pto_error e = {0};
    bytes[offsetof(Elf64_Ehdr, e_machine)] = 0xf3;
    assert_int_equal(pto_image_from_elf(bytes, n, "x", 0, &image, &e),
                     PTO_BAD_INPUT);
    assert_int_equal(pto_image_from_elf(bytes, n, "x", 0xf3, &image, &e),
                     PTO_OK);
    assert_int_equal(image->machine, 0xf3);
    pto_image_free(image);
    pto_free(bytes);
}

TEST(a_file_without_sections_still_loads)
{
    UNUSED_STATE;
    size_t n;
    uint8_t *bytes = elf(&n);
    pto_image *image;
    pto_error e = {0};
    memset(bytes + offsetof(Elf64_Ehdr, e_shoff), 0, 8);
    memset(bytes + offsetof(Elf64_Ehdr, e_shnum), 0, 4);
    assert_int_equal(pto_image_from_elf(bytes, n, "x", 0, &image, &e), PTO_OK);
    assert_int_equal(image->section_count, 0);
    assert_int_equal(image->segment_count, 3);
    assert_string_equal(image->identity.release, "0.58.4");
    pto_image_free(image);
    pto_free(bytes);
}

TEST_MAIN(CASE(what_was_written_is_read_back),
          CASE(every_truncation_is_refused), CASE(no_flipped_bit_is_fatal),
          CASE(random_damage_is_not_fatal),
          CASE(each_wrong_field_has_its_sentence),
          CASE(another_machine_can_be_expected),
          CASE(a_file_without_sections_still_loads))
