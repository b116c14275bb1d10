/* A program image as an ELF64 file. */
#include <libelf.h>
#include <string.h>
#include "text/image/image.h"

enum { PAGE = 0x1000, EXTRA_SECTIONS = 4 /* null, symbols, two of names */ };

/* The file so far. `at`: where the bytes of each segment and section stand. */
typedef struct writer {
    const pto_image *image;
    pto_buf *out, names, strings;
    uint64_t *segment_at, *section_at;
    Elf64_Shdr symbols;
} writer;

/* Append one structure in the file's byte order. */
static void add(pto_buf *out, Elf_Type type, void *record, size_t n)
{
    uint8_t bytes[sizeof(Elf64_Ehdr)];
    Elf_Data from = {.d_buf = record, .d_type = type, .d_size = n};
    Elf_Data to = {.d_buf = bytes, .d_type = type, .d_size = sizeof bytes};
    from.d_version = to.d_version = EV_CURRENT;
    if (elf_version(EV_CURRENT) == EV_NONE ||
        !elf64_xlatetof(&to, &from, ELFDATA2LSB))
        out->failed = true;
    else
        pto_buf_add(out, bytes, to.d_size);
}

static void pad(pto_buf *out, uint64_t align)
{
    pto_buf_fill(out, 0, (size_t)((align - out->size % align) % align));
}

static uint32_t add_name(pto_buf *names, const char *name)
{
    uint32_t at = (uint32_t)names->size;
    pto_buf_add(names, name, strlen(name) + 1);
    return at;
}

static const pto_section *note(const pto_image *image)
{
    const pto_section *x = pto_image_section(image, PTO_IDENTITY_SECTION);
    return x && x->bytes && (x->flags & PTO_SECTION_ALLOC) ? x : NULL;
}

static uint32_t header_count(const pto_image *image)
{
    return image->segment_count + (note(image) != NULL);
}

/* File offsets are congruent to addresses, so that a file can be mapped. */
static void choose_offsets(writer *w)
{
    const pto_image *image = w->image;
    uint64_t at = sizeof(Elf64_Ehdr) + header_count(image) * sizeof(Elf64_Phdr);
    for (uint32_t i = 0; i < image->segment_count; i++) {
        at += (image->segments[i].address - at) % PAGE;
        w->segment_at[i] = at;
        at += image->segments[i].file_size;
    }
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *x = &image->sections[i];
        for (uint32_t k = 0; k < image->segment_count; k++) {
            const pto_segment *g = &image->segments[k];
            uint64_t inside = x->address - g->address;
            if ((x->flags & PTO_SECTION_ALLOC) && x->address >= g->address &&
                inside <= g->memory_size)
                w->section_at[i] =
                    w->segment_at[k] +
                    (inside < g->file_size ? inside : g->file_size);
        }
    }
}

static void add_headers(writer *w)
{
    for (uint32_t i = 0; i < w->image->segment_count; i++) {
        const pto_segment *g = &w->image->segments[i];
        Elf64_Phdr h = {.p_type = PT_LOAD,
                        .p_flags = g->flags,
                        .p_offset = w->segment_at[i],
                        .p_vaddr = g->address,
                        .p_paddr = g->address,
                        .p_filesz = g->file_size,
                        .p_memsz = g->memory_size,
                        .p_align = PAGE};
        add(w->out, ELF_T_PHDR, &h, sizeof h);
    }
    const pto_section *x = note(w->image);
    if (!x)
        return;
    Elf64_Phdr h = {.p_type = PT_NOTE,
                    .p_flags = PF_R,
                    .p_offset = w->section_at[x - w->image->sections],
                    .p_vaddr = x->address,
                    .p_paddr = x->address,
                    .p_filesz = x->size,
                    .p_memsz = x->size,
                    .p_align = PTO_IDENTITY_ALIGN};
    add(w->out, ELF_T_PHDR, &h, sizeof h);
}

static void add_contents(writer *w)
{
    const pto_image *image = w->image;
    for (uint32_t i = 0; i < image->segment_count; i++) {
        const pto_segment *g = &image->segments[i];
        if (!g->file_size)
            continue;
        pto_buf_fill(w->out, 0, (size_t)(w->segment_at[i] - w->out->size));
        pto_buf_add(w->out, g->bytes, (size_t)g->file_size);
    }
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *x = &image->sections[i];
        if (x->flags & PTO_SECTION_ALLOC)
            continue;
        pad(w->out, x->align && x->align <= PAGE ? x->align : 1);
        w->section_at[i] = w->out->size;
        if (x->bytes)
            pto_buf_add(w->out, x->bytes, (size_t)x->size);
    }
}

static void add_symbol(writer *w, const pto_symbol *y)
{
    Elf64_Sym s = {.st_name = add_name(&w->strings, y->name),
                   .st_info = (unsigned char)ELF64_ST_INFO(y->binding, y->type),
                   .st_shndx = (Elf64_Section)(y->section >= SHN_LORESERVE
                                                   ? y->section
                                                   : y->section + 1),
                   .st_value = y->value,
                   .st_size = y->size};
    add(w->out, ELF_T_SYM, &s, sizeof s);
}

static void add_symbols(writer *w)
{
    Elf64_Sym none = {0};
    pad(w->out, 8);
    w->symbols = (Elf64_Shdr){.sh_name = add_name(&w->names, ".symtab"),
                              .sh_type = SHT_SYMTAB,
                              .sh_offset = w->out->size,
                              .sh_link = w->image->section_count + 2,
                              .sh_addralign = 8,
                              .sh_entsize = sizeof none};
    (void)add_name(&w->strings, "");
    add(w->out, ELF_T_SYM, &none, sizeof none);
    for (int global = 0; global < 2; global++) {
        for (uint32_t i = 0; i < w->image->symbol_count; i++)
            if ((w->image->symbols[i].binding != PTO_SYMBOL_LOCAL) == global)
                add_symbol(w, &w->image->symbols[i]);
        if (!global)
            w->symbols.sh_info =
                (uint32_t)((w->out->size - w->symbols.sh_offset) / sizeof none);
    }
    w->symbols.sh_size = w->out->size - w->symbols.sh_offset;
}

static Elf64_Shdr add_strings(writer *w, uint32_t name_at,
                              const pto_buf *strings)
{
    Elf64_Shdr h = {.sh_name = name_at,
                    .sh_type = SHT_STRTAB,
                    .sh_offset = w->out->size,
                    .sh_size = strings->size,
                    .sh_addralign = 1};
    pto_buf_add(w->out, strings->data, strings->size);
    return h;
}

static void add_section_headers(writer *w)
{
    const pto_image *image = w->image;
    Elf64_Shdr none = {0};
    pto_buf headers = {0};
    add(&headers, ELF_T_SHDR, &none, sizeof none);
    for (uint32_t i = 0; i < image->section_count; i++) {
        const pto_section *x = &image->sections[i];
        Elf64_Shdr h = {.sh_name = add_name(&w->names, x->name),
                        .sh_type = x->type,
                        .sh_flags = x->flags,
                        .sh_addr = x->address,
                        .sh_offset = w->section_at[i],
                        .sh_size = x->size,
                        .sh_addralign = x->align};
        add(&headers, ELF_T_SHDR, &h, sizeof h);
    }
    uint32_t strings = add_name(&w->names, ".strtab");
    uint32_t names = add_name(&w->names, ".shstrtab");
    Elf64_Shdr s = add_strings(w, strings, &w->strings);
    Elf64_Shdr n = add_strings(w, names, &w->names);
    add(&headers, ELF_T_SHDR, &w->symbols, sizeof w->symbols);
    add(&headers, ELF_T_SHDR, &s, sizeof s);
    add(&headers, ELF_T_SHDR, &n, sizeof n);
    pad(w->out, 8);
    pto_buf_add(w->out, headers.data, headers.size);
    w->out->failed |= headers.failed;
    pto_buf_free(&headers);
}

static void finish(writer *w)
{
    const pto_image *image = w->image;
    uint32_t sections = image->section_count + EXTRA_SECTIONS;
    pto_buf head = {0};
    Elf64_Ehdr h = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
                                ELFDATA2LSB, EV_CURRENT},
                    .e_type = ET_EXEC,
                    .e_machine = (Elf64_Half)(image->machine ? image->machine
                                                             : PTO_ELF_MACHINE),
                    .e_version = EV_CURRENT,
                    .e_entry = image->entry,
                    .e_phoff = sizeof h,
                    .e_shoff = w->out->size - sections * sizeof(Elf64_Shdr),
                    .e_ehsize = sizeof h,
                    .e_phentsize = sizeof(Elf64_Phdr),
                    .e_phnum = (Elf64_Half)header_count(image),
                    .e_shentsize = sizeof(Elf64_Shdr),
                    .e_shnum = (Elf64_Half)sections,
                    .e_shstrndx = (Elf64_Half)(sections - 1)};
    add(&head, ELF_T_EHDR, &h, sizeof h);
    if (!head.failed && !w->out->failed)
        memcpy(w->out->data, head.data, sizeof h);
    w->out->failed |= head.failed || w->names.failed || w->strings.failed;
    pto_buf_free(&head);
}

void pto_elf_build(const pto_image *image, pto_buf *out)
{
    pto_arena arena = {0};
    writer w = {.image = image, .out = out};
    w.segment_at =
        pto_arena_alloc(&arena, image->segment_count * sizeof *w.segment_at);
    w.section_at =
        pto_arena_alloc(&arena, image->section_count * sizeof *w.section_at);
    out->failed |= !w.segment_at || !w.section_at;
    if (!out->failed) {
        choose_offsets(&w);
        pto_buf_fill(out, 0, sizeof(Elf64_Ehdr));
        add_headers(&w);
        add_contents(&w);
        (void)add_name(&w.names, "");
        add_symbols(&w);
        add_section_headers(&w);
        finish(&w);
    }
    pto_buf_free(&w.names);
    pto_buf_free(&w.strings);
    pto_arena_free(&arena);
}
