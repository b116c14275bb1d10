/* Internal to src/text/image: an ELF file while it is read. */
#ifndef PTO_SRC_TEXT_IMAGE_ELF_H
#define PTO_SRC_TEXT_IMAGE_ELF_H

#include <elf.h>
#include <stdbool.h>
#include "text/image/image.h"

/* The bytes live in the image's arena; `error` may be NULL. */
typedef struct elf_file {
    const char *name;
    const uint8_t *bytes;
    size_t size;
    Elf64_Ehdr header;
    pto_image *image;
    pto_arena *arena;
    pto_segment *segments;
    pto_error *error;
    bool has_identity;
    bool objects; /* takes what is not linked yet, too */
} elf_file;

/* All section headers, and where each went in the image. */
typedef struct elf_table {
    elf_file *f;
    Elf64_Shdr *headers;
    uint32_t *place; /* index in the image, or UINT32_MAX */
    uint32_t count;
} elf_table;

/* "offset 0x..: MESSAGE" with the file's name; PTO_BAD_INPUT. */
pto_status pto_elf_fail(const elf_file *f, uint64_t offset, const char *format,
                        ...) PTO_PRINTF(3, 4);

bool pto_elf_inside(const elf_file *f, uint64_t offset, uint64_t n);

/* One structure of n bytes in the host's byte order; false: out of bounds. */
bool pto_elf_get(const elf_file *f, uint64_t offset, int type, void *record,
                 size_t n);

/* Of a header in the section table; of a name in a section of strings, NULL
 * behind its end; PTO_BAD_INPUT where section i holds no strings of `whose`. */
uint64_t pto_elf_offset_of(const elf_table *t, uint32_t i);
const char *pto_elf_name(const elf_table *t, uint32_t strings, uint32_t offset);
pto_status pto_elf_strings(const elf_table *t, uint32_t i, const char *whose);

/* elf_object.c: addresses for the sections of an object, in their order from 0,
 * and its relocations by address. */
pto_status pto_elf_place(const elf_table *t);
pto_status pto_elf_relocations(const elf_table *t);

/* Sections, symbols and the identity note, where there is a section table. */
pto_status pto_elf_sections(elf_file *f);

#endif
