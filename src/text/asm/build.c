/* From the assembler's sections and symbols to a program image. */
#include <stdlib.h>
#include <string.h>
#include "text/asm/asm.h"
#include "text/image/image.h"

/* A source that comes from a disassembly brings the note along; an empty one
 * says that the program has none. */
static bool own_identity(pto_asm *as, const asm_section *x)
{
    const char *why = "the note is no SHT_NOTE section with bytes";
    if (!x->size)
        return true;
    return (x->type == PTO_SECTION_NOTE &&
            pto_identity_read((const uint8_t *)x->bytes.data, x->bytes.size,
                              &as->identity, &why)) ||
           pto_asm_error(x->where, NULL,
                         "%s, expected what the assembler writes by itself",
                         why);
}

bool pto_asm_add_identity(pto_asm *as)
{
    static const char name[] = PTO_IDENTITY_SECTION;
    const asm_section *own =
        pto_asm_named(&as->section_names, name, sizeof name - 1);
    if (own)
        return own_identity(as, own);
    asm_section *x =
        pto_asm_section(as, name, PTO_SECTION_NOTE, PTO_SECTION_ALLOC);
    if (!x)
        return false;
    pto_identity_of(&as->isa, &as->identity);
    pto_identity_note(&as->identity, &x->bytes);
    x->size = x->bytes.size;
    pto_asm_use(as, x);
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
    return x->order < y->order ? -1 : x->order > y->order;
}

/* What nobody named and nothing is in, such as .text of a source of data, and
 * the empty identity note. */
static void drop_unused(pto_asm *as)
{
    size_t n = 0;
    for (size_t i = 0; i < as->section_count; i++) {
        asm_section *x = as->sections[i];
        bool is_note = !strcmp(x->name, PTO_IDENTITY_SECTION);
        if (x->size || (x->used && !is_note))
            as->sections[n++] = x;
    }
    as->section_count = n;
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
            .address = x->address,
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
    return y->has_size && pto_asm_expr(&s, &v) ? v.number : y->known_size;
}

static bool export(pto_arena *arena, const asm_symbol *y, pto_symbol *out)
{
    asm_value place, v;
    (void)pto_asm_value(y, false, &place);
    (void)pto_asm_value(y, true, &v);
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
    for (const asm_symbol *y = as->extras; y; y = y->next)
        most++;
    const asm_symbol **sorted = pto_asm_alloc(as, most * sizeof *sorted);
    pto_symbol *all = pto_arena_alloc(arena, most * sizeof *all);
    if (!sorted || !all)
        return false;
    for (uint32_t u = 0; u < as->unit_count; u++)
        for (asm_name *x = as->symbols[u].first; x; x = x->next)
            if (x->value && is_exported(as, x->value))
                sorted[n++] = x->value;
    for (const asm_symbol *y = as->extras; y; y = y->next)
        sorted[n++] = y;
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

static uint64_t entry(pto_asm *as, const pto_image *image)
{
    asm_value v;
    as->entry.final = true;
    if (as->entry.p && pto_asm_expr(&as->entry, &v))
        return v.number;
    const pto_symbol *start = pto_image_symbol(image, "_start");
    const pto_section *text = pto_image_section(image, ".text");
    return start ? start->value : text && text->size ? text->address : 0;
}

pto_status pto_asm_image(pto_asm *as, pto_image **out, pto_error *e)
{
    pto_image *image = pto_image_new();
    drop_unused(as);
    if (!image || !add_sections(as, image) || !add_symbols(as, image) ||
        !add_lines(as, image)) {
        pto_image_free(image);
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    }
    image->entry = entry(as, image);
    image->identity = as->identity;
    pto_status s = pto_image_join(image, e);
    if (s == PTO_OK)
        *out = image;
    else
        pto_image_free(image);
    return s;
}
