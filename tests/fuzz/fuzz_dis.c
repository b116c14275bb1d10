/* Any bytes as a flat image: both listings, and static checks. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/lint.h"
#include "pto/text.h"
#include "isa/isa.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void note(void *user, const pto_finding *f)
{
    size_t *n = user;
    *n += strlen(f->text) + strlen(f->fault.text);
}

static void list(const pto_isa *isa, const pto_image *image, bool plain)
{
    char *text;
    size_t size;
    if (pto_disassemble(isa, image, plain, &text, &size) != PTO_OK ||
        strlen(text) != size)
        abort();
    pto_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    pto_image *image;
    pto_error e = {0};
    size_t seen = 0;
    uint32_t count;
    if (pto_image_from_raw(data, size, 0, &image, &e) != PTO_OK)
        return 0;
    list(&isa, image, true);
    list(&isa, image, false);
    if (pto_lint(&isa, image, note, &seen, &count, &e) != PTO_OK)
        abort();
    pto_image_free(image);
    return 0;
}
