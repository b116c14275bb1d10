/* An image as a source that assembles to the same image again. */
#include "text/program.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/code_writer.h"
#include "text/image/image.h"

typedef struct program {
    const pto_image *image;
    pto_code_writer w;
    pto_symbol *copies;         /* `reserved`: another has the name */
    const pto_symbol **symbols; /* by section and address */
    size_t at;                  /* of the next symbol to be said */
} program;

static int by_place(const void *a, const void *b)
{
    const pto_symbol *x = *(const pto_symbol *const *)a;
    const pto_symbol *y = *(const pto_symbol *const *)b;
    if (x->section != y->section)
        return x->section < y->section ? -1 : 1;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x < y ? -1 : x > y;
}

static int by_name(const void *a, const void *b)
{
    const pto_symbol *x = *(const pto_symbol *const *)a;
    const pto_symbol *y = *(const pto_symbol *const *)b;
    return strcmp(x->name, y->name);
}

/* Flat bytes have no symbols: the instructions alone. */
static void add_flat(void *context, const pto_code_range *r)
{
    program *p = context;
    pto_code_item x;
    for (uint64_t at = 0; at < r->size && !p->w.out->failed; at += x.length) {
        pto_code_next(&p->w.map, r, at, &x);
        pto_code_write(&p->w, &x, "");
    }
}

static void add_quoted(pto_buf *out, const char *s)
{
    pto_buf_puts(out, "\"");
    for (; *s; s++)
        if (*s >= ' ' && *s <= '~' && *s != '"' && *s != '\\')
            pto_buf_add(out, s, 1);
        else
            pto_buf_printf(out, "\\%03o", (unsigned)(uint8_t)*s);
    pto_buf_puts(out, "\"");
}

/* What can be written as NAME: in a source, and be exported. */
static bool is_label(const pto_symbol *y)
{
    const char *s = y->name;
    if (!strncmp(s, ".L", 2) || !strcmp(s, ".") || isdigit((unsigned char)*s))
        return false;
    for (; *s; s++)
        if (!isalnum((unsigned char)*s) && !strchr("_.$", *s))
            return false;
    return y->type <= PTO_SYMBOL_FUNCTION && y->binding <= PTO_SYMBOL_WEAK;
}

/* A row of the symbol table that no label can say; `offset` from here. */
static void add_row(program *p, const pto_symbol *y, const char *base,
                    uint64_t offset)
{
    pto_buf_puts(p->w.out, "    .symbol ");
    add_quoted(p->w.out, y->name);
    pto_buf_printf(p->w.out, ", %s0x%" PRIx64 ", 0x%" PRIx64 ", %u, %u\n", base,
                   offset, y->size, y->type, y->binding);
}

static void add_attributes(program *p, const pto_symbol *y)
{
    static const char *const types[] = {"notype", "object", "function"};
    if (y->binding != PTO_SYMBOL_LOCAL)
        pto_buf_printf(p->w.out, "    %s %s\n",
                       y->binding == PTO_SYMBOL_WEAK ? ".weak" : ".globl",
                       y->name);
    if (y->type)
        pto_buf_printf(p->w.out, "    .type %s, @%s\n", y->name,
                       types[y->type]);
    if (y->size)
        pto_buf_printf(p->w.out, "    .size %s, 0x%" PRIx64 "\n", y->name,
                       y->size);
}

/* Symbols of section `i` up to and at an address, which is where we are. */
static void add_symbols(program *p, uint32_t i, uint64_t address, bool all)
{
    for (; p->at < p->image->symbol_count; p->at++) {
        const pto_symbol *y = p->symbols[p->at];
        if (y->section != i || (!all && y->value > address))
            break;
        if (y->value != address || y->reserved || !is_label(y)) {
            add_row(p, y, ". + ", y->value - address);
            continue;
        }
        add_attributes(p, y);
        pto_buf_printf(p->w.out, "%s:\n", y->name);
    }
}

/* How far it is to the next symbol of the section, `left` at most. */
static uint64_t to_next(const program *p, uint32_t i, uint64_t address,
                        uint64_t left)
{
    if (p->at == p->image->symbol_count || p->symbols[p->at]->section != i)
        return left;
    uint64_t n = p->symbols[p->at]->value - address;
    return n && n < left ? n : left;
}

static void add_contents(program *p, uint32_t i, const pto_section *x)
{
    bool is_code = x->flags & PTO_SECTION_X && x->flags & PTO_SECTION_ALLOC;
    const pto_code_range r = {x->name, x->bytes, x->address, x->size};
    pto_code_item item;
    for (uint64_t at = 0; at < x->size && !p->w.out->failed;
         at += item.length) {
        uint64_t address = x->address + at;
        add_symbols(p, i, address, false);
        if (!x->bytes) {
            item.length = to_next(p, i, address, x->size - at);
            pto_buf_printf(p->w.out, "    .zero %" PRIu64 "\n", item.length);
            continue;
        }
        item = (pto_code_item){
            .kind = PTO_CODE_DATA, .address = address, .bytes = x->bytes + at};
        if (is_code) {
            pto_code_write_label(&p->w, address);
            pto_code_next(&p->w.map, &r, at, &item);
        } else {
            item.length = to_next(p, i, address, x->size - at);
        }
        pto_code_write(&p->w, &item, "    ");
    }
    add_symbols(p, i, x->address + x->size, true);
}

static void add_flags(program *p, const pto_section *x)
{
    unsigned known = PTO_SECTION_ALLOC | PTO_SECTION_W | PTO_SECTION_X;
    if (x->flags & ~known)
        pto_buf_printf(p->w.out, ", \"0x%x\"", x->flags);
    else
        pto_buf_printf(p->w.out, ", \"%s%s%s\"",
                       x->flags & PTO_SECTION_ALLOC ? "a" : "",
                       x->flags & PTO_SECTION_W ? "w" : "",
                       x->flags & PTO_SECTION_X ? "x" : "");
    if (x->type == PTO_SECTION_BYTES)
        pto_buf_puts(p->w.out, ", @progbits");
    else if (x->type == PTO_SECTION_ZEROS)
        pto_buf_puts(p->w.out, ", @nobits");
    else if (x->type == PTO_SECTION_NOTE)
        pto_buf_puts(p->w.out, ", @note");
    else
        pto_buf_printf(p->w.out, ", @0x%x", x->type);
}

static void add_section(program *p, uint32_t i, const pto_section *x)
{
    uint64_t align = x->align;
    pto_buf_puts(p->w.out, "\n    .section ");
    add_quoted(p->w.out, x->name);
    add_flags(p, x);
    if (pto_image_section(p->image, x->name) != x &&
        i < p->image->section_count)
        pto_buf_printf(p->w.out, ", unique, %u", i);
    pto_buf_puts(p->w.out, "\n");
    if (x->flags & PTO_SECTION_ALLOC || x->address)
        pto_buf_printf(p->w.out, "    .address 0x%" PRIx64 "\n", x->address);
    if (align > 1 && align <= 1 << 30 && !(align & (align - 1)) &&
        x->address % align == 0)
        pto_buf_printf(p->w.out, "    .balign %" PRIu64 "\n", align);
    add_contents(p, i, x);
}

/* Mark all but the first of the symbols that share a name: it is the label. */
static bool sort_symbols(program *p)
{
    uint32_t n = p->image->symbol_count;
    pto_symbol *copies = calloc(n + 1u, sizeof *copies);
    p->symbols = calloc(n + 1u, sizeof *p->symbols);
    if (!copies || !p->symbols) {
        free(copies);
        return false;
    }
    for (uint32_t i = 0; i < n; i++) {
        copies[i] = p->image->symbols[i];
        copies[i].reserved = 0;
        p->symbols[i] = &copies[i];
    }
    qsort(p->symbols, n, sizeof *p->symbols, by_name);
    for (uint32_t i = 1; i < n; i++)
        if (!strcmp(p->symbols[i - 1]->name, p->symbols[i]->name))
            ((pto_symbol *)p->symbols[i])->reserved = 1;
    qsort(p->symbols, n, sizeof *p->symbols, by_place);
    p->copies = copies;
    return true;
}

static void add_absolutes(program *p)
{
    for (; p->at < p->image->symbol_count; p->at++) {
        const pto_symbol *y = p->symbols[p->at];
        if (y->reserved || !is_label(y)) {
            add_row(p, y, "", y->value);
            continue;
        }
        add_attributes(p, y);
        pto_buf_printf(p->w.out, "    .set %s, 0x%" PRIx64 "\n", y->name,
                       y->value);
    }
}

/* Where nothing else says so: the entry, and that there is no identity. */
static void add_head(program *p, const char *isa)
{
    const pto_image *image = p->image;
    pto_buf_printf(p->w.out, "# pto as FILE -o OUT --isa %s\n", isa);
    pto_buf_printf(p->w.out, "    .entry 0x%" PRIx64 "\n", image->entry);
    if (!pto_image_section(image, PTO_IDENTITY_SECTION))
        pto_buf_puts(p->w.out, "    .section " PTO_IDENTITY_SECTION
                               ", \"a\", @note # none\n");
}

/* What segments load and no section covers becomes a section of its own. */
static void add_rest(program *p, const pto_segment *g, uint64_t from,
                     uint64_t to)
{
    char name[40];
    pto_section x = {.name = name,
                     .address = g->address + from,
                     .align = 1,
                     .type = PTO_SECTION_BYTES,
                     .flags = PTO_SECTION_ALLOC};
    x.flags |= g->flags & PTO_SEGMENT_W ? PTO_SECTION_W : 0u;
    x.flags |= g->flags & PTO_SEGMENT_X ? PTO_SECTION_X : 0u;
    (void)snprintf(name, sizeof name, ".load.%" PRIx64, x.address);
    x.size = to < g->file_size ? to - from : g->file_size - from;
    x.bytes = g->bytes + from;
    if (from < g->file_size)
        add_section(p, UINT32_MAX, &x);
    if (to <= g->file_size)
        return;
    uint64_t zeros = from > g->file_size ? from : g->file_size;
    x.address = g->address + zeros;
    (void)snprintf(name, sizeof name, ".zeros.%" PRIx64, x.address);
    x.size = to - zeros;
    x.bytes = NULL;
    x.type = PTO_SECTION_ZEROS;
    add_section(p, UINT32_MAX, &x);
}

static bool matters(const pto_segment *g, uint64_t from, uint64_t to)
{
    for (; from < to && from < g->file_size; from++)
        if (g->bytes[from])
            return true;
    return false;
}

static void add_uncovered(program *p)
{
    const pto_image *image = p->image;
    uint32_t s = 0;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const pto_segment *g = &image->segments[i];
        uint64_t at = 0;
        bool bare = true;
        for (; s < image->section_count; s++) {
            const pto_section *x = &image->sections[s];
            uint64_t from = x->address - g->address;
            if (!(x->flags & PTO_SECTION_ALLOC) ||
                (x->address >= g->address && from >= g->memory_size))
                break;
            if (!x->size || x->address < g->address)
                continue;
            bare = false;
            if (from > at && matters(g, at, from))
                add_rest(p, g, at, from);
            if (from + x->size > at)
                at = from + x->size;
        }
        if (at < g->memory_size && (bare || matters(g, at, g->memory_size)))
            add_rest(p, g, at, g->memory_size);
    }
}

static void add_all(program *p, const char *isa)
{
    const pto_image *image = p->image;
    uint64_t end = 0;
    bool any = false;
    add_head(p, isa);
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *x = &image->sections[i];
        bool loaded = x->flags & PTO_SECTION_ALLOC && x->size;
        if (loaded && any && x->address <= end) {
            pto_buf_puts(p->w.out, "\n# this section overlaps another: ");
            add_quoted(p->w.out, x->name);
            pto_buf_puts(p->w.out, "\n");
            while (p->at < image->symbol_count &&
                   p->symbols[p->at]->section == i)
                p->at++;
            continue;
        }
        if (loaded) {
            any = true;
            end = x->address + (x->size - 1);
        }
        add_section(p, i, x);
    }
    add_absolutes(p);
    add_uncovered(p);
}

pto_status pto_text_program(const pto_isa *isa, const pto_image *image,
                            pto_buf *out)
{
    program *p = calloc(1, sizeof *p);
    char name[PTO_ISA_TEXT];
    if (!p)
        return PTO_NO_MEMORY;
    p->image = image;
    pto_isa_print(isa, name, sizeof name);
    pto_status s =
        pto_code_writer_init(&p->w, isa, image, image->machine != 0, out);
    if (s == PTO_OK && !sort_symbols(p))
        s = PTO_NO_MEMORY;
    if (s == PTO_OK && image->machine == 0)
        pto_image_each_code(image, add_flat, p);
    else if (s == PTO_OK)
        add_all(p, name);
    pto_code_writer_free(&p->w);
    free(p->copies);
    free(p->symbols);
    out->failed |= p->w.failed;
    free(p);
    return s;
}
