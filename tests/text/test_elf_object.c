/* Relocatable objects: sections get addresses, relocations are shown. */
#include <elf.h>
#include "pto/lint.h"
#include "pto/text.h"
#include "pto_test.h"
#include "isa/isa.h"

/* hl.lis 0, ->a0; C.BSTOP, made by another assembler, and 16 bytes of data. */
typedef struct object {
    Elf64_Ehdr head;
    Elf64_Shdr sections[7];
    uint8_t text[8], data[16];
    Elf64_Rela relocations[3];
    Elf64_Sym symbols[4];
    char names[64], strings[32];
} object;

enum { TEXT = 1, DATA, RELA, RELA_DATA, SYMBOLS, STRINGS };

static Elf64_Shdr section(uint32_t name, uint32_t type, uint64_t flags,
                          size_t at, size_t size, uint64_t align)
{
    return (Elf64_Shdr){.sh_name = name,
                        .sh_type = type,
                        .sh_flags = flags,
                        .sh_offset = at,
                        .sh_size = size,
                        .sh_addralign = align};
}

#define AT(field) offsetof(object, field), sizeof((object *)0)->field

static object make(void)
{
    object o = {
        .head = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                             ELFDATA2LSB, EV_CURRENT},
                 .e_type = ET_REL,
                 .e_machine = PTO_ELF_MACHINE,
                 .e_version = EV_CURRENT,
                 .e_shoff = offsetof(object, sections),
                 .e_ehsize = sizeof(Elf64_Ehdr),
                 .e_shentsize = sizeof(Elf64_Shdr),
                 .e_shnum = 7,
                 .e_shstrndx = STRINGS},
        .text = {0x0e, 0x00, 0x0d, 0x01, 0x00, 0x00, 0x00, 0x00},
        .names = "\0.text\0.data\0.rela.text\0.rela.data\0.symtab\0.strtab",
        .relocations = {{2, ELF64_R_INFO(3, 7), 4},
                        {8, ELF64_R_INFO(1, 1), 0},
                        {0, ELF64_R_INFO(2, 1), -1}},
    };
    memcpy(o.strings, o.names, 13);
    memcpy(o.strings + 13, "far\0here", 9);
    o.sections[TEXT] =
        section(1, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, AT(text), 2);
    o.sections[DATA] =
        section(7, SHT_PROGBITS, SHF_ALLOC | SHF_WRITE, AT(data), 16);
    o.sections[RELA] = section(13, SHT_RELA, 0, offsetof(object, relocations),
                               sizeof(Elf64_Rela), 8);
    o.sections[RELA].sh_link = SYMBOLS;
    o.sections[RELA].sh_info = TEXT;
    o.sections[RELA_DATA] = o.sections[RELA];
    o.sections[RELA_DATA].sh_offset += sizeof(Elf64_Rela);
    o.sections[RELA_DATA].sh_size *= 2;
    o.sections[RELA_DATA].sh_info = DATA;
    o.sections[SYMBOLS] = section(35, SHT_SYMTAB, 0, AT(symbols), 8);
    o.sections[SYMBOLS].sh_entsize = sizeof(Elf64_Sym);
    o.sections[SYMBOLS].sh_link = STRINGS;
    o.sections[STRINGS] = section(43, SHT_STRTAB, 0, AT(names), 1);
    o.sections[STRINGS].sh_size += sizeof o.strings;
    o.symbols[1] = (Elf64_Sym){.st_info = ELF64_ST_INFO(STB_LOCAL, STT_SECTION),
                               .st_shndx = TEXT};
    o.symbols[2] = (Elf64_Sym){.st_name = 64 + 17,
                               .st_info = ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE),
                               .st_shndx = DATA,
                               .st_value = 8};
    o.symbols[3] = (Elf64_Sym){.st_name = 64 + 13,
                               .st_info = ELF64_ST_INFO(STB_GLOBAL, 0)};
    return o;
}

TEST(sections_lie_behind_each_other_and_relocations_name_symbols)
{
    UNUSED_STATE;
    object o = make();
    pto_image *image;
    pto_error e = {0};
    pto_status s = pto_image_from_object(&o, sizeof o, "o", 0, &image, &e);
    CHECK(s == PTO_OK, "%s", e.message);
    assert_int_equal(image->section_count, 2);
    assert_int_equal(image->sections[0].address, 0);
    assert_int_equal(image->sections[1].address, 16);
    assert_int_equal(image->segment_count, 2);
    assert_int_equal(image->symbol_count, 1);
    assert_int_equal(pto_image_symbol(image, "here")->value, 24);
    static const pto_relocation want[] = {
        {2, "far", 4, 7, 0}, {16, "here", -1, 1, 0}, {24, ".text", 0, 1, 0}};
    assert_int_equal(image->relocation_count, 3);
    for (unsigned i = 0; i < 3; i++) {
        const pto_relocation *r = &image->relocations[i];
        CHECK(r->address == want[i].address && r->type == want[i].type &&
                  r->addend == want[i].addend &&
                  !strcmp(r->symbol, want[i].symbol),
              "%u: 0x%" PRIx64 " %s", i, r->address, r->symbol);
    }
    pto_image_free(image);
}

static void silent(void *user, const pto_finding *f)
{
    (void)user;
    fail_msg("%s", f->fault.text);
}

TEST(objects_are_listed_and_checked_but_not_run)
{
    UNUSED_STATE;
    object o = make();
    pto_image *image;
    pto_error e = {0};
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    char *text;
    size_t size;
    uint32_t count;
    assert_int_equal(pto_image_from_elf(&o, sizeof o, "o", 0, &image, &e),
                     PTO_BAD_INPUT);
    assert_non_null(strstr(e.message, "expected a linked executable"));
    assert_int_equal(pto_image_from_object(&o, sizeof o, "o", 0, &image, &e),
                     PTO_OK);
    assert_int_equal(pto_disassemble(&isa, image, false, &text, &size), PTO_OK);
    CHECK(strstr(text, "hl.lis 0, ->a0  # relocation 7: far+4\n"), "%s", text);
    pto_free(text);
    assert_int_equal(pto_disassemble(&isa, image, true, &text, &size), PTO_OK);
    CHECK(strstr(text, "    hl.lis 0, ->a0\n"), "%s", text);
    pto_free(text);
    assert_int_equal(pto_lint(&isa, image, silent, NULL, &count, &e), PTO_OK);
    pto_image_free(image);
}

static void refused(const object *o, const char *words)
{
    pto_image *image;
    pto_error e = {0};
    pto_status s = pto_image_from_object(o, sizeof *o, "o", 0, &image, &e);
    CHECK(s == PTO_BAD_INPUT && strstr(e.message, words), "%d: %s", (int)s,
          e.message);
}

TEST(malformed_objects_are_refused)
{
    UNUSED_STATE;
    object o = make();
    o.relocations[1].r_info = ELF64_R_INFO(4, 1);
    refused(&o, "a relocation names symbol 4, expected one that exists");
    o = make();
    o.sections[RELA].sh_link = DATA;
    refused(&o, "holds no relocations with symbols");
    o = make();
    o.sections[RELA].sh_size--;
    refused(&o, "holds no relocations with symbols");
    o = make();
    o.sections[DATA].sh_addralign = 3;
    refused(&o, "section 2 has 0x10 bytes at multiples of 0x3");
    o = make();
    o.sections[DATA].sh_type = SHT_NOBITS;
    o.sections[DATA].sh_size = UINT64_MAX;
    refused(&o, "expected less than 1 GiB");
    o = make();
    o.symbols[2].st_name = 500;
    refused(&o, "outside the names");
}

/* Whatever byte is damaged: a verdict. */
TEST(damaged_objects_never_crash)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t k = 0; k < test_scaled(20000); k++) {
        object o = make();
        pto_image *image;
        for (uint64_t i = 1 + test_random(&seed) % 3; i; i--)
            ((uint8_t *)&o)[test_random(&seed) % sizeof o] =
                (uint8_t)test_random(&seed);
        size_t n = k % 5 ? sizeof o : test_random(&seed) % sizeof o;
        if (pto_image_from_object(&o, n, "o", 0, &image, NULL) == PTO_OK)
            pto_image_free(image);
    }
}

TEST_MAIN(CASE(sections_lie_behind_each_other_and_relocations_name_symbols),
          CASE(objects_are_listed_and_checked_but_not_run),
          CASE(malformed_objects_are_refused),
          CASE(damaged_objects_never_crash))
