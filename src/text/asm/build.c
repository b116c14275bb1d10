/* From the assembler's sections and symbols to a program image. */
#include <stdlib.h>
#include <string.h>
#include "text/asm/asm.h"
#include "text/image/image.h"

bool pto_asm_add_identity(pto_asm *as)
{
    pto_identity identity;
    asm_section *x = pto_asm_section(as, PTO_IDENTITY_SECTION, PTO_SECTION_NOTE,
                                     PTO_SECTION_ALLOC);
    if (!x)
        return false;
    pto_identity_of(&as->isa, &identity);
    pto_identity_note(&identity, &x->bytes);
    x->size = x->bytes.size;
    x->align = PTO_IDENTITY_ALIGN;
    as->out_of_memory |= x->bytes.failed;
    return !x->bytes.failed;
}

int pto_asm_by_address(const void *a, const void *b)
{
    const asm_section *x = *(asm_section *const *)a;
    const asm_section *y = *(asm_section *const *)b;
    uint32_t u = ~x->flags & PTO_SECTION_ALLOC,
             v = ~y->flags & PTO_SECTION_ALLOC;
    if (u != v)
        return u < v ? -1 : 1;
    if (u == 0 && x->address != y->address)
        return x->address < y->address ? -1 : 1;
    if (u == 0 && !x->size != !y->size)
        return x->size ? 1 : -1; /* an empty one before its neighbour */
    return x->index < y->index ? -1 : 1;
}

/* Sections are in their order by now: an index is a place in the image. */
static bool add_sections(pto_asm *as, pto_image *image)
{
    pto_arena *arena = pto_image_arena(image);
    pto_section *all =
        pto_arena_alloc(arena, (as->section_count + 1) * sizeof *all);
    if (!all)
        return false;
    for (size_t i = 0; i < as->section_count; i++) {
        asm_section *x = as->sections[i];
        x->index = (uint32_t)i;
        bool is_loaded = x->flags & PTO_SECTION_ALLOC;
        const void *bytes = x->type == PTO_SECTION_ZEROS ? NULL : x->bytes.data;
        if (bytes && !is_loaded)
            bytes = pto_arena_text(arena, x->bytes.data, x->bytes.size);
        if (x->type != PTO_SECTION_ZEROS && x->size && !bytes)
            return false;
        all[i] = (pto_section){
            .name = pto_arena_text(arena, x->name, strlen(x->name)),
            .address = is_loaded ? x->address : 0,
            .size = x->size,
            .align = x->align,
            .bytes = bytes,
            .type = x->type,
            .flags = x->flags};
        if (!all[i].name)
            return false;
    }
    image->sections = all;
    image->section_count = (uint32_t)as->section_count;
    return true;
}

/* Of a name that several sources share one definition is the program's. */
static bool is_exported(const pto_asm *as, const asm_symbol *y)
{
    size_t n = strlen(y->name);
    const asm_symbol *g = pto_asm_named((asm_names *)&as->globals, y->name, n);
    return y->count && strncmp(y->name, ".L", 2) &&
           (y->name[0] < '0' || y->name[0] > '9') &&
           (y->binding == PTO_SYMBOL_LOCAL || !g || g == y);
}

/* Locals first, as ELF wants them, then in the order of the source. */
static int by_binding(const void *a, const void *b)
{
    const asm_symbol *x = *(asm_symbol *const *)a;
    const asm_symbol *y = *(asm_symbol *const *)b;
    if (!x->binding != !y->binding)
        return x->binding ? 1 : -1;
    uint32_t u = x->definitions[0].at.order, v = y->definitions[0].at.order;
    if (u != v)
        return u < v ? -1 : 1;
    return strcmp(x->name, y->name);
}

static uint64_t size_of(const asm_symbol *y)
{
    asm_value v = {0};
    asm_stmt s = y->size;
    s.final = true;
    return y->has_size && pto_asm_expr(&s, &v) ? v.number : 0;
}

static bool export(pto_arena *arena, const asm_symbol *y, pto_symbol *out)
{
    asm_value place = {0}, v = {0};
    asm_stmt s = y->definitions[0].at;
    s.order = UINT32_MAX;
    s.final = false;
    (void)pto_asm_lookup(&s, y->name, strlen(y->name), &place);
    s.final = true;
    (void)pto_asm_lookup(&s, y->name, strlen(y->name), &v);
    *out = (pto_symbol){.name = pto_arena_text(arena, y->name, strlen(y->name)),
                        .value = v.number,
                        .size = size_of(y),
                        .type = y->type,
                        .binding = y->binding};
    out->section = place.base ? place.base->index : PTO_SYMBOL_ABSOLUTE;
    return out->name;
}

static bool add_symbols(pto_asm *as, pto_image *image)
{
    pto_arena *arena = pto_image_arena(image);
    size_t most = 1, n = 0;
    for (uint32_t u = 0; u < as->unit_count; u++)
        most += as->symbols[u].count;
    const asm_symbol **sorted = pto_asm_alloc(as, most * sizeof *sorted);
    pto_symbol *all = pto_arena_alloc(arena, most * sizeof *all);
    if (!sorted || !all)
        return false;
    for (uint32_t u = 0; u < as->unit_count; u++)
        for (asm_name *x = as->symbols[u].first; x; x = x->next)
            if (x->value && is_exported(as, x->value))
                sorted[n++] = x->value;
    qsort(sorted, n, sizeof *sorted, by_binding);
    for (size_t i = 0; i < n; i++)
        if (!export(arena, sorted[i], &all[i]))
            return false;
    image->symbols = all;
    image->symbol_count = (uint32_t)n;
    return true;
}

static int by_place(const void *a, const void *b)
{
    const pto_source_line *x = a, *y = b;
    return (x->address > y->address) - (x->address < y->address);
}

/* A name of the source in the image's memory; lines in a row share one. */
static const char *keep(pto_arena *arena, const char *name, const char **last,
                        const char **kept)
{
    if (*kept && name == *last)
        return *kept;
    *last = name;
    *kept = pto_arena_text(arena, name, strlen(name));
    return *kept;
}

static bool add_lines(pto_asm *as, pto_image *image)
{
    pto_arena *arena = pto_image_arena(image);
    pto_source_line *all =
        pto_arena_alloc(arena, (as->item_count + 1) * sizeof *all);
    const char *last[2] = {NULL, NULL}, *kept[2] = {NULL, NULL};
    uint32_t n = 0;
    for (size_t i = 0; all && i < as->item_count; i++) {
        const asm_stmt *at = &as->items[i].at;
        const asm_line *line = at->line;
        if (!as->items[i].is_insn)
            continue;
        all[n] =
            (pto_source_line){.address = at->section->address + at->offset};
        for (const asm_expansion *x = line->from; x; x = line->from) {
            all[n].macro = x->name;
            line = x->site;
        }
        if (all[n].macro)
            all[n].macro = keep(arena, all[n].macro, &last[1], &kept[1]);
        all[n].line = line->number;
        all[n].file = keep(arena, line->file, &last[0], &kept[0]);
        if (!all[n++].file)
            return false;
    }
    if (!all)
        return false;
    qsort(all, n, sizeof *all, by_place);
    image->lines = all;
    image->line_count = n;
    return true;
}

static uint64_t entry(const pto_image *image)
{
    const pto_symbol *start = pto_image_symbol(image, "_start");
    const pto_section *text = pto_image_section(image, ".text");
    return start ? start->value : text && text->size ? text->address : 0;
}

pto_status pto_asm_image(pto_asm *as, pto_image **out, pto_error *e)
{
    pto_image *image = pto_image_new();
    if (!image || !add_sections(as, image) || !add_symbols(as, image) ||
        !add_lines(as, image)) {
        pto_image_free(image);
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    }
    image->entry = entry(image);
    if (!as->options->raw)
        pto_identity_of(&as->isa, &image->identity);
    pto_status s = pto_image_join(image, e);
    if (s == PTO_OK)
        *out = image;
    else
        pto_image_free(image);
    return s;
}
