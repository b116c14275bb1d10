/* The section table of an ELF file: sections, symbols, the identity note. */
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include "text/image/elf.h"

static pto_status check_table(const elf_file *f)
{
    const Elf64_Ehdr *h = &f->header;
    if (h->e_shentsize != sizeof(Elf64_Shdr))
        return pto_elf_fail(f, offsetof(Elf64_Ehdr, e_shentsize),
                            "section headers of %u bytes, expected %zu",
                            h->e_shentsize, sizeof(Elf64_Shdr));
    if (!pto_elf_inside(f, h->e_shoff, h->e_shnum * sizeof(Elf64_Shdr)))
        return pto_elf_fail(f, offsetof(Elf64_Ehdr, e_shoff),
                            "section headers at 0x%" PRIx64 " reach beyond the "
                            "file's %zu bytes",
                            h->e_shoff, f->size);
    if (h->e_shstrndx >= h->e_shnum)
        return pto_elf_fail(f, offsetof(Elf64_Ehdr, e_shstrndx),
                            "section names in section %u of %u, expected one "
                            "that exists",
                            h->e_shstrndx, h->e_shnum);
    return PTO_OK;
}

static pto_status read_headers(elf_table *t)
{
    elf_file *f = t->f;
    t->count = f->header.e_shnum;
    t->headers = pto_arena_alloc(f->arena, t->count * sizeof *t->headers);
    t->place = pto_arena_alloc(f->arena, t->count * sizeof *t->place);
    if (!t->headers || !t->place)
        return pto_fail(f->error, PTO_NO_MEMORY, "out of memory");
    for (uint32_t i = 0; i < t->count; i++) {
        Elf64_Shdr *h = &t->headers[i];
        t->place[i] = UINT32_MAX;
        if (!pto_elf_get(f, pto_elf_offset_of(t, i), ELF_T_SHDR, h, sizeof *h))
            return pto_elf_fail(f, pto_elf_offset_of(t, i),
                                "unreadable section header");
        if (i && h->sh_size && h->sh_type != SHT_NOBITS &&
            h->sh_type != SHT_NULL &&
            !pto_elf_inside(f, h->sh_offset, h->sh_size))
            return pto_elf_fail(f, pto_elf_offset_of(t, i),
                                "section %u at 0x%" PRIx64 "+0x%" PRIx64
                                " reaches beyond the file's %zu "
                                "bytes",
                                i, h->sh_offset, h->sh_size, f->size);
    }
    return PTO_OK;
}

/* Of an object, relocations and groups are its linker's and not its contents.
 */
static bool is_kept(const elf_table *t, const Elf64_Shdr *h)
{
    bool links = h->sh_type == SHT_GROUP || h->sh_type == SHT_RELA ||
                 h->sh_type == SHT_REL;
    return h->sh_type != SHT_NULL && h->sh_type != SHT_SYMTAB &&
           h->sh_type != SHT_STRTAB &&
           !(links && t->f->header.e_type == ET_REL);
}

/* Loaded bytes must be the ones that the segment loads there. */
static bool agrees(const elf_file *f, const Elf64_Shdr *h)
{
    if (!(h->sh_flags & SHF_ALLOC) || h->sh_type == SHT_NOBITS || !h->sh_size)
        return true;
    uint32_t low = 0, high = f->image->segment_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (f->segments[middle].address <= h->sh_addr)
            low = middle + 1;
        else
            high = middle;
    }
    const pto_segment *g = low ? &f->segments[low - 1] : NULL;
    uint64_t at = g ? h->sh_addr - g->address : 0;
    return !g || at >= g->memory_size ||
           (at < g->file_size && h->sh_size <= g->file_size - at &&
            g->bytes + at == f->bytes + h->sh_offset);
}

static pto_status add_section(elf_table *t, uint32_t i, pto_section *out)
{
    const Elf64_Shdr *h = &t->headers[i];
    const char *name = pto_elf_name(t, t->f->header.e_shstrndx, h->sh_name);
    if (!name)
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                            "section %u has its name "
                            "outside the names of sections",
                            i);
    if (!agrees(t->f, h))
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                            "section '%.40s' at address "
                            "0x%" PRIx64 " is not what its segment loads there",
                            name, h->sh_addr);
    if ((h->sh_flags & SHF_ALLOC) && h->sh_addr &&
        h->sh_size > UINT64_MAX - h->sh_addr + 1)
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                            "section '%.40s' ends beyond "
                            "2^64",
                            name);
    *out = (pto_section){.name = name,
                         .address = h->sh_addr,
                         .size = h->sh_size,
                         .align = h->sh_addralign ? h->sh_addralign : 1,
                         .type = h->sh_type,
                         .flags = (uint32_t)h->sh_flags};
    if (h->sh_type != SHT_NOBITS && h->sh_size)
        out->bytes = t->f->bytes + h->sh_offset;
    return PTO_OK;
}

/* Sorting moves a section away from its index: keep it beside. */
typedef struct numbered {
    pto_section section;
    uint32_t index;
} numbered;

static int by_address(const void *a, const void *b)
{
    const numbered *x = a, *y = b;
    bool u = !(x->section.flags & SHF_ALLOC),
         v = !(y->section.flags & SHF_ALLOC);
    if (u != v)
        return u ? 1 : -1;
    if (!u && x->section.address != y->section.address)
        return x->section.address < y->section.address ? -1 : 1;
    if (!u && !x->section.size != !y->section.size)
        return x->section.size ? 1 : -1; /* an empty one before its neighbour */
    return x->index < y->index ? -1 : 1;
}

static pto_status read_sections(elf_table *t)
{
    elf_file *f = t->f;
    numbered *list = pto_arena_alloc(f->arena, t->count * sizeof *list);
    pto_section *all = pto_arena_alloc(f->arena, t->count * sizeof *all);
    uint32_t n = 0;
    if (!list || !all)
        return pto_fail(f->error, PTO_NO_MEMORY, "out of memory");
    for (uint32_t i = 1; i < t->count; i++) {
        if (!is_kept(t, &t->headers[i]))
            continue;
        PTO_TRY(add_section(t, i, &list[n].section));
        list[n++].index = i;
    }
    qsort(list, n, sizeof *list, by_address);
    for (uint32_t i = 0; i < n; i++) {
        all[i] = list[i].section;
        t->place[list[i].index] = i;
    }
    f->image->sections = all;
    f->image->section_count = n;
    return PTO_OK;
}

static pto_status add_symbol(elf_table *t, uint64_t at, uint32_t strings)
{
    Elf64_Sym s;
    if (!pto_elf_get(t->f, at, ELF_T_SYM, &s, sizeof s))
        return pto_elf_fail(t->f, at, "unreadable symbol");
    const char *name = pto_elf_name(t, strings, s.st_name);
    if (!name)
        return pto_elf_fail(t->f, at,
                            "a symbol has its name outside the names "
                            "of symbols");
    unsigned type = ELF64_ST_TYPE(s.st_info);
    if (!*name || type == STT_SECTION || type == STT_FILE ||
        s.st_shndx == SHN_UNDEF || s.st_shndx == SHN_COMMON)
        return PTO_OK;
    uint32_t place = PTO_SYMBOL_ABSOLUTE;
    if (s.st_shndx < SHN_LORESERVE) {
        if (s.st_shndx >= t->count)
            return pto_elf_fail(t->f, at,
                                "symbol '%.40s' is in section %u of "
                                "%u",
                                name, s.st_shndx, t->count);
        place = t->place[s.st_shndx];
        if (place == UINT32_MAX)
            return PTO_OK;
        if (t->f->header.e_type == ET_REL)
            s.st_value += t->headers[s.st_shndx].sh_addr;
    }
    unsigned binding = ELF64_ST_BIND(s.st_info);
    pto_symbol *y = (pto_symbol *)t->f->image->symbols;
    y[t->f->image->symbol_count++] = (pto_symbol){
        .name = name,
        .value = s.st_value,
        .size = s.st_size,
        .section = place,
        .type = (uint8_t)type,
        .binding = (uint8_t)(binding <= STB_WEAK ? binding : STB_GLOBAL)};
    return PTO_OK;
}

static pto_status read_symbols(elf_table *t, uint32_t i)
{
    const Elf64_Shdr *h = &t->headers[i];
    if (h->sh_entsize != sizeof(Elf64_Sym) || h->sh_size % sizeof(Elf64_Sym))
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                            "symbols of %" PRIu64 " bytes, expected %zu",
                            h->sh_entsize, sizeof(Elf64_Sym));
    PTO_TRY(pto_elf_strings(t, h->sh_link, "symbols"));
    uint64_t n = h->sh_size / sizeof(Elf64_Sym);
    t->f->image->symbols =
        pto_arena_alloc(t->f->arena, (size_t)n * sizeof(pto_symbol));
    if (!t->f->image->symbols)
        return pto_fail(t->f->error, PTO_NO_MEMORY, "out of memory");
    for (uint64_t k = 1; k < n; k++)
        PTO_TRY(
            add_symbol(t, h->sh_offset + k * sizeof(Elf64_Sym), h->sh_link));
    return PTO_OK;
}

static pto_status read_identity(elf_table *t)
{
    elf_file *f = t->f;
    const pto_section *found = NULL;
    for (uint32_t i = 0; i < f->image->section_count; i++) {
        const pto_section *x = &f->image->sections[i];
        if (strcmp(x->name, PTO_IDENTITY_SECTION))
            continue;
        if (found)
            return pto_elf_fail(f, f->header.e_shoff,
                                "two sections " PTO_IDENTITY_SECTION
                                ", expected one");
        found = x;
    }
    if (!found)
        return PTO_OK;
    const char *why = "the note is no SHT_NOTE section with bytes";
    if (found->type == SHT_NOTE && found->bytes &&
        pto_identity_read(found->bytes, (size_t)found->size,
                          &f->image->identity, &why))
        return PTO_OK;
    uint64_t at =
        found->bytes ? (uint64_t)(found->bytes - f->bytes) : f->header.e_shoff;
    return pto_elf_fail(f, at, PTO_IDENTITY_SECTION ": %s", why);
}

pto_status pto_elf_sections(elf_file *f)
{
    elf_table t = {.f = f};
    if (!f->header.e_shnum)
        return PTO_OK;
    PTO_TRY(check_table(f));
    PTO_TRY(read_headers(&t));
    PTO_TRY(pto_elf_strings(&t, f->header.e_shstrndx, "sections"));
    if (f->header.e_type == ET_REL)
        PTO_TRY(pto_elf_place(&t));
    PTO_TRY(read_sections(&t));
    for (uint32_t i = 1; i < t.count; i++) {
        if (t.headers[i].sh_type != SHT_SYMTAB)
            continue;
        PTO_TRY(read_symbols(&t, i));
        break;
    }
    if (f->header.e_type == ET_REL) {
        PTO_TRY(pto_image_join(f->image, f->error));
        PTO_TRY(pto_elf_relocations(&t));
    }
    return read_identity(&t);
}
