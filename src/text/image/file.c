/* Program images as files, ELF and flat. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "text/image/image.h"

#define MAX_FLAT (UINT64_C(1) << 30)

pto_status pto_image_from_file(const char *path, uint32_t machine,
                               uint64_t raw_address, pto_image **out,
                               pto_error *e)
{
    static const char magic[4] = "\177ELF";
    pto_buf bytes = {0};
    *out = NULL;
    pto_status s = pto_file_read(path, MAX_FLAT, &bytes, e);
    if (s == PTO_OK && bytes.size >= sizeof magic &&
        !memcmp(bytes.data, magic, sizeof magic))
        s = pto_image_from_elf(bytes.data, bytes.size, path, machine, out, e);
    else if (s == PTO_OK)
        s = pto_image_from_raw(bytes.data, bytes.size, raw_address, out, e);
    pto_buf_free(&bytes);
    return s;
}

static pto_status flatten(const pto_image *image, pto_buf *out, pto_error *e)
{
    const pto_segment *first = image->segments;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const pto_segment *g = &image->segments[i];
        if (!g->file_size)
            continue;
        uint64_t at = g->address - first->address;
        if (at > MAX_FLAT || g->file_size > MAX_FLAT - at)
            return pto_fail(e, PTO_BAD_INPUT,
                            "flat bytes from 0x%" PRIx64 " to 0x%" PRIx64
                            " exceed 1 GiB",
                            first->address, g->address + g->file_size);
        pto_buf_fill(out, 0, (size_t)at - out->size);
        pto_buf_add(out, g->bytes, (size_t)g->file_size);
    }
    return out->failed ? pto_fail(e, PTO_NO_MEMORY, "out of memory") : PTO_OK;
}

/* Hand the buffer's memory over, or free it. */
static pto_status give(pto_buf *b, pto_status s, uint8_t **out, size_t *n,
                       pto_error *e)
{
    if (s == PTO_OK && !b->data)
        pto_buf_add(b, "", 0);
    if (s == PTO_OK && b->failed)
        s = pto_fail(e, PTO_NO_MEMORY, "out of memory");
    if (s != PTO_OK)
        pto_buf_free(b);
    *out = (uint8_t *)b->data;
    *n = b->size;
    return s;
}

pto_status pto_image_to_raw(const pto_image *image, uint8_t **out, size_t *n,
                            pto_error *e)
{
    pto_buf b = {0};
    pto_status s = flatten(image, &b, e);
    return give(&b, s, out, n, e);
}

pto_status pto_image_to_elf(const pto_image *image, uint8_t **out, size_t *n,
                            pto_error *e)
{
    pto_buf b = {0};
    pto_elf_build(image, &b);
    return give(&b, PTO_OK, out, n, e);
}

typedef pto_status (*converter)(const pto_image *, uint8_t **, size_t *,
                                pto_error *);

static pto_status write_file(const pto_image *image, const char *path,
                             converter convert, pto_error *e)
{
    uint8_t *bytes;
    size_t n;
    PTO_TRY(convert(image, &bytes, &n, e));
    pto_status s = pto_file_write(path, bytes, n, e);
    free(bytes);
    return s;
}

pto_status pto_image_write_elf(const pto_image *image, const char *path,
                               pto_error *e)
{
    return write_file(image, path, pto_image_to_elf, e);
}

pto_status pto_image_write_raw(const pto_image *image, const char *path,
                               pto_error *e)
{
    return write_file(image, path, pto_image_to_raw, e);
}
