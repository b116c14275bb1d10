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
} elf_file;

/* "offset 0x..: MESSAGE" with the file's name; PTO_BAD_INPUT. */
pto_status pto_elf_fail(const elf_file *f, uint64_t offset, const char *format,
                        ...) PTO_PRINTF(3, 4);

bool pto_elf_inside(const elf_file *f, uint64_t offset, uint64_t n);

/* One structure of n bytes in the host's byte order; false: out of bounds. */
bool pto_elf_get(const elf_file *f, uint64_t offset, int type, void *record,
                 size_t n);

/* Sections, symbols and the identity note, where there is a section table. */
pto_status pto_elf_sections(elf_file *f);

#endif
