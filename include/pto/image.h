/* A program as a machine loads it; ELF and flat files in and out. */
#ifndef PTO_IMAGE_H
#define PTO_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

/* ELF's own numbers, so that a reader of ELF needs no second vocabulary. */
enum {
    PTO_SEGMENT_X = 1,
    PTO_SEGMENT_W = 2,
    PTO_SEGMENT_R = 4,

    PTO_SECTION_BYTES = 1, /* SHT_PROGBITS */
    PTO_SECTION_NOTE = 7,  /* SHT_NOTE */
    PTO_SECTION_ZEROS = 8, /* SHT_NOBITS */
    PTO_SECTION_W = 1,     /* SHF_WRITE */
    PTO_SECTION_ALLOC = 2, /* SHF_ALLOC: occupies memory at run time */
    PTO_SECTION_X = 4,     /* SHF_EXECINSTR */

    PTO_SYMBOL_LOCAL = 0,
    PTO_SYMBOL_GLOBAL = 1,
    PTO_SYMBOL_WEAK = 2,

    PTO_SYMBOL_NOTYPE = 0,
    PTO_SYMBOL_OBJECT = 1,
    PTO_SYMBOL_FUNCTION = 2,

    PTO_SYMBOL_ABSOLUTE = 0xfff1, /* SHN_ABS */
    PTO_ELF_MACHINE = 0xe9,
};

/* Memory from `address`: `file_size` bytes, then zeros up to `memory_size`. */
typedef struct pto_segment {
    uint64_t address, file_size, memory_size;
    const uint8_t *bytes;
    uint32_t flags, reserved;
} pto_segment;

/* A named range; `bytes` is NULL for zeros. Addresses of sections without
 * PTO_SECTION_ALLOC mean nothing. */
typedef struct pto_section {
    const char *name;
    uint64_t address, size, align;
    const uint8_t *bytes;
    uint32_t type, flags;
} pto_section;

/* `section` is an index into the image's sections or PTO_SYMBOL_ABSOLUTE. */
typedef struct pto_symbol {
    const char *name;
    uint64_t value, size;
    uint32_t section;
    uint8_t type, binding;
    uint16_t reserved;
} pto_symbol;

/*
 * The source line of an instruction. One out of macros is where the outermost
 * was used, and `macro` its name; else NULL.
 */
typedef struct pto_source_line {
    uint64_t address;
    const char *file, *macro;
    uint32_t line, reserved;
} pto_source_line;

/*
 * What a linker would still put in at an address, of an object that is not
 * linked. `type` is a number of the machine's own; addend 0 where the bytes
 * have it.
 */
typedef struct pto_relocation {
    uint64_t address;
    const char *symbol;
    int64_t addend;
    uint32_t type, reserved;
} pto_relocation;

/* What a program was encoded for, from `.note.pto.isa`; empty: unknown. */
typedef struct pto_identity {
    char release[32], encoding_abi[64], projection_sha256[65];
} pto_identity;

/* A program as a machine loads it. Segments are in address order and never
 * overlap; sections that are loaded come first, in address order. */
typedef struct pto_image {
    uint64_t entry;
    const pto_segment *segments;
    const pto_section *sections;
    const pto_symbol *symbols;
    uint32_t segment_count, section_count, symbol_count;
    uint32_t machine; /* e_machine; 0: flat bytes, which do not say */
    pto_identity identity;
    const pto_source_line *lines; /* by address; of an assembled image only */
    uint32_t line_count, relocation_count;
    const pto_relocation *relocations; /* by address; of an object only */
    void *owner;
} pto_image;

/*
 * Read a static little-endian ELF64 executable for `machine` (0:
 * PTO_ELF_MACHINE). Errors name `name` and the file offset. The image keeps
 * its own copy of the bytes.
 */
PTO_API pto_status pto_image_from_elf(const void *bytes, size_t n,
                                      const char *name, uint32_t machine,
                                      pto_image **out, pto_error *e);

/* The same for a relocatable object as well, whose sections then lie one behind
 * the other from address 0: to look at, not to run. */
PTO_API pto_status pto_image_from_object(const void *bytes, size_t n,
                                         const char *name, uint32_t machine,
                                         pto_image **out, pto_error *e);

/* Flat bytes at `address`, which is the entry. */
PTO_API pto_status pto_image_from_raw(const void *bytes, size_t n,
                                      uint64_t address, pto_image **out,
                                      pto_error *e);

/* Read a file: ELF by its magic number, anything else as flat bytes at
 * `raw_address`. */
PTO_API pto_status pto_image_from_file(const char *path, uint32_t machine,
                                       uint64_t raw_address, pto_image **out,
                                       pto_error *e);

/* The image as ELF; free *out with pto_free. */
PTO_API pto_status pto_image_to_elf(const pto_image *image, uint8_t **out,
                                    size_t *n, pto_error *e);

/* Write a file whole or not at all: ELF, or flat bytes from the lowest address
 * without trailing segments that are only zeros. */
PTO_API pto_status pto_image_write_elf(const pto_image *image, const char *path,
                                       pto_error *e);
PTO_API pto_status pto_image_write_raw(const pto_image *image, const char *path,
                                       pto_error *e);

/* The symbol of that name, global before local, or NULL. */
PTO_API const pto_symbol *pto_image_symbol(const pto_image *image,
                                           const char *name);

/* The source line of the instruction at that address, or NULL. */
PTO_API const pto_source_line *pto_image_line(const pto_image *image,
                                              uint64_t address);

/*
 * Where programs usually end: cross_model_stop, else _stop. False where they
 * have neither.
 */
PTO_API bool pto_image_usual_stop(const pto_image *image, uint64_t *address);

/*
 * Where public programs look for their inputs and expect sp of PE0: section
 * .result, where no other writable section lies below it. Else false.
 */
PTO_API bool pto_image_usual_stack(const pto_image *image, uint64_t *address);

/*
 * PTO_OK when the image's identity is that of revision `isa` (NULL: the
 * default) or, unless `required`, when it has none; otherwise PTO_DIFFERS and
 * a sentence that names both.
 */
PTO_API pto_status pto_image_check_isa(const pto_image *image, const char *isa,
                                       uint32_t required, pto_error *e);

PTO_API void pto_image_free(pto_image *image);

PTO_C_END

#endif
