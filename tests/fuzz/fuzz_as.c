/* Any bytes as a source: an image or messages, never a crash or a hang. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/assemble.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* No file of this machine is read: the source itself is every file. */
static const uint8_t *source;
static size_t source_size;

static pto_status read_file(void *user, const char *path, pto_supply *s,
                            pto_error *e)
{
    (void)user;
    if (strcmp(path, "self"))
        return pto_fail(e, PTO_IO, "cannot open %s", path);
    return pto_supply_bytes(s, source, source_size);
}

static void diagnose(void *user, const pto_diagnostic *d)
{
    *(size_t *)user += strlen(d->text) + d->where->column;
}

static void check(pto_image *image)
{
    uint8_t *bytes = NULL;
    size_t n;
    pto_image *again;
    pto_error e;
    if (pto_image_to_elf(image, &bytes, &n, &e) != PTO_OK)
        abort();
    if (pto_image_from_elf(bytes, n, "fuzz", 0, &again, &e) != PTO_OK &&
        image->segment_count)
        abort();
    pto_image_free(again);
    pto_free(bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t seen = 0;
    pto_asm_options o = {.read_file = read_file,
                         .diagnose = diagnose,
                         .user = &seen,
                         .max_bytes = 1 << 16,
                         .max_lines = 2000};
    pto_image *image;
    pto_error e = {0};
    source = data;
    source_size = size;
    o.raw = size % 2;
    pto_status s =
        pto_assemble((const char *)data, size, "fuzz.s", &o, &image, &e);
    if (s == PTO_OK && !o.raw)
        check(image);
    else if (s != PTO_OK && !seen)
        abort();
    pto_image_free(image);
    return 0;
}
