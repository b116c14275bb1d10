/* Any bytes as an ELF file: an image or one line, never a crash. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "pto/image.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_everything(const pto_image *image)
{
    volatile uint8_t sum = 0;
    for (uint32_t i = 0; i < image->segment_count; i++)
        for (uint64_t k = 0; k < image->segments[i].file_size; k++)
            sum = (uint8_t)(sum + image->segments[i].bytes[k]);
    for (uint32_t i = 0; i < image->section_count; i++)
        for (uint64_t k = 0;
             image->sections[i].bytes && k < image->sections[i].size; k++)
            sum = (uint8_t)(sum + image->sections[i].bytes[k]);
    for (uint32_t i = 0; i < image->symbol_count; i++)
        sum = (uint8_t)(sum + strlen(image->symbols[i].name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    pto_image *image;
    pto_error e = {0};
    pto_status s = pto_image_from_elf(data, size, "fuzz", 0, &image, &e);
    if (s == PTO_OK) {
        read_everything(image);
        (void)pto_image_check_isa(image, NULL, 1, &e);
        (void)pto_image_symbol(image, "_start");
    } else if (!e.message[0] || !e.file[0]) {
        abort();
    }
    pto_image_free(image);
    if (pto_image_from_object(data, size, "fuzz", 0, &image, &e) == PTO_OK) {
        read_everything(image);
        pto_image_free(image);
    }
    return 0;
}
