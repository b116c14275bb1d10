/* Internal to src/text: building program images. */
#ifndef PTO_SRC_TEXT_IMAGE_IMAGE_H
#define PTO_SRC_TEXT_IMAGE_IMAGE_H

#include "base/arena.h"
#include "base/buf.h"
#include "pto/image.h"
#include "pto/isa.h"

enum { PTO_IDENTITY_NOTE = 1, PTO_IDENTITY_ALIGN = 4 };
#define PTO_IDENTITY_SECTION ".note.pto.isa"

/* An empty image for PTO_ELF_MACHINE, or NULL. */
pto_image *pto_image_new(void);

/* Memory that lives as long as the image, or NULL. */
pto_arena *pto_image_arena(pto_image *image);

/*
 * Make the segments from the loaded sections, which are in address order:
 * one for each run of equal permissions without a gap of 1 MiB. Bytes are
 * copied.
 */
pto_status pto_image_join(pto_image *image, pto_error *e);

/* Bytes of code; `name` is NULL where no section has them. */
typedef struct pto_code_range {
    const char *name;
    const uint8_t *bytes;
    uint64_t address, size;
} pto_code_range;

typedef void pto_code_fn(void *context, const pto_code_range *r);

/* Executable sections; of an image without any, its executable segments. */
void pto_image_each_code(const pto_image *image, pto_code_fn *visit,
                         void *context);

/* The identity of a revision, and its note as ELF stores it. */
void pto_identity_of(const pto_isa *isa, pto_identity *out);
void pto_identity_note(const pto_identity *identity, pto_buf *out);

/* Read a note section; false, and why, where it is none of ours. */
bool pto_identity_read(const uint8_t *note, size_t n, pto_identity *out,
                       const char **why);

/* The image as an ELF file. */
void pto_elf_build(const pto_image *image, pto_buf *out);

/* Flat bytes, as pto_image_write_raw writes them; free *out. */
pto_status pto_image_to_raw(const pto_image *image, uint8_t **out, size_t *n,
                            pto_error *e);

/* The section of that name, or NULL. */
const pto_section *pto_image_section(const pto_image *image, const char *name);

#endif
