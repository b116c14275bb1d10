/* Program images: building them, and looking into them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "text/image/image.h"

#define MAX_GAP (UINT64_C(1) << 20)

typedef struct owner {
    pto_image image;
    pto_arena arena;
} owner;

pto_image *pto_image_new(void)
{
    owner *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    o->image.machine = PTO_ELF_MACHINE;
    o->image.owner = o;
    return &o->image;
}

pto_arena *pto_image_arena(pto_image *image)
{
    return &((owner *)image->owner)->arena;
}

const pto_source_line *pto_image_line(const pto_image *image, uint64_t address)
{
    size_t low = 0, high = image->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (image->lines[middle].address < address)
            low = middle + 1;
        else
            high = middle;
    }
    bool found =
        low < image->line_count && image->lines[low].address == address;
    return found ? &image->lines[low] : NULL;
}

void pto_image_free(pto_image *image)
{
    if (!image)
        return;
    owner *o = image->owner;
    pto_arena_free(&o->arena);
    free(o);
}

static bool is_loaded(const pto_section *x)
{
    return (x->flags & PTO_SECTION_ALLOC) && x->size;
}

static uint32_t permissions(const pto_section *x)
{
    return PTO_SEGMENT_R | (x->flags & PTO_SECTION_W ? PTO_SEGMENT_W : 0u) |
           (x->flags & PTO_SECTION_X ? PTO_SEGMENT_X : 0u);
}

/* Extend the last segment by the section, or begin a new one. Bytes may not
 * follow zeros in a segment: a file could not say so. What lies far away has a
 * segment of its own, or the file would hold all that is between. */
static void cover(pto_segment *all, uint32_t *count, const pto_section *x)
{
    pto_segment *g = *count ? &all[*count - 1] : NULL;
    bool goes_on = g && g->flags == permissions(x) &&
                   x->address - g->address - g->memory_size <= MAX_GAP &&
                   (!x->bytes || g->file_size == g->memory_size);
    if (!goes_on) {
        g = &all[(*count)++];
        *g = (pto_segment){.address = x->address, .flags = permissions(x)};
    }
    g->memory_size = x->address + x->size - g->address;
    if (x->bytes)
        g->file_size = g->memory_size;
}

/* One block for the bytes of a segment; its sections, from *i on, point into
 * it. */
static bool fill(pto_image *image, pto_section *sections, pto_segment *g,
                 uint32_t *i)
{
    uint8_t *bytes = g->file_size ? pto_arena_alloc(pto_image_arena(image),
                                                    (size_t)g->file_size)
                                  : NULL;
    for (; *i < image->section_count; ++*i) {
        pto_section *x = &sections[*i];
        if (!is_loaded(x))
            continue;
        if (x->address - g->address >= g->memory_size)
            break;
        if (!x->bytes || !bytes)
            continue;
        memcpy(bytes + (x->address - g->address), x->bytes, (size_t)x->size);
        x->bytes = bytes + (x->address - g->address);
    }
    g->bytes = bytes;
    return bytes || !g->file_size;
}

pto_status pto_image_join(pto_image *image, pto_error *e)
{
    pto_section *sections = (pto_section *)image->sections;
    pto_segment *all = pto_arena_alloc(
        pto_image_arena(image), (image->section_count + 1) * sizeof *all);
    if (!all)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    image->segments = all;
    for (uint32_t i = 0; i < image->section_count; i++)
        if (is_loaded(&sections[i]))
            cover(all, &image->segment_count, &sections[i]);
    for (uint32_t i = 0, next = 0; i < image->segment_count; i++)
        if (!fill(image, sections, &all[i], &next))
            return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    return PTO_OK;
}

pto_status pto_image_from_raw(const void *bytes, size_t n, uint64_t address,
                              pto_image **out, pto_error *e)
{
    *out = NULL;
    if (address && n > UINT64_MAX - address + 1)
        return pto_fail(e, PTO_BAD_ARGUMENT,
                        "%zu bytes at 0x%" PRIx64 " end beyond 2^64", n,
                        address);
    pto_image *image = pto_image_new();
    pto_section *x =
        image ? pto_arena_alloc(pto_image_arena(image), sizeof *x) : NULL;
    if (!x) {
        pto_image_free(image);
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    }
    *x = (pto_section){.name = ".text",
                       .address = address,
                       .size = n,
                       .align = 1,
                       .bytes = bytes,
                       .type = PTO_SECTION_BYTES,
                       .flags =
                           PTO_SECTION_ALLOC | PTO_SECTION_W | PTO_SECTION_X};
    image->sections = x;
    image->section_count = 1;
    image->machine = 0;
    image->entry = address;
    pto_status s = pto_image_join(image, e);
    if (s != PTO_OK) {
        pto_image_free(image);
        return s;
    }
    *out = image;
    return PTO_OK;
}

const pto_symbol *pto_image_symbol(const pto_image *image, const char *name)
{
    const pto_symbol *found = NULL;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const pto_symbol *y = &image->symbols[i];
        if (strcmp(y->name, name))
            continue;
        if (y->binding != PTO_SYMBOL_LOCAL)
            return y;
        found = found ? found : y;
    }
    return found;
}

const pto_section *pto_image_section(const pto_image *image, const char *name)
{
    for (uint32_t i = 0; i < image->section_count; i++)
        if (!strcmp(image->sections[i].name, name))
            return &image->sections[i];
    return NULL;
}

void pto_image_each_code(const pto_image *image, pto_code_fn *visit,
                         void *context)
{
    bool any = false;
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *s = &image->sections[i];
        if (!(s->flags & PTO_SECTION_X) || !s->bytes)
            continue;
        visit(context,
              &(pto_code_range){s->name, s->bytes, s->address, s->size});
        any = true;
    }
    for (uint32_t i = 0; !any && i < image->segment_count; i++) {
        const pto_segment *s = &image->segments[i];
        if (s->flags & PTO_SEGMENT_X && s->file_size)
            visit(context,
                  &(pto_code_range){NULL, s->bytes, s->address, s->file_size});
    }
}
