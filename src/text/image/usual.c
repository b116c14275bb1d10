/* What public programs leave to their loader. */
#include "pto/image.h"
#include "text/image/image.h"

bool pto_image_usual_stop(const pto_image *image, uint64_t *address)
{
    static const char *const usual[] = {"cross_model_stop", "_stop"};
    for (unsigned i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        const pto_symbol *s = pto_image_symbol(image, usual[i]);
        if (s) {
            *address = s->value;
            return true;
        }
    }
    return false;
}

bool pto_image_usual_stack(const pto_image *image, uint64_t *address)
{
    const pto_section *result = pto_image_section(image, ".result");
    if (!result)
        return false;
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *s = &image->sections[i];
        if (s->flags & PTO_SECTION_W && s->address < result->address)
            return false;
    }
    *address = result->address;
    return true;
}
