/* Relocatable objects: addresses for their sections, and their relocations. */
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include "text/image/elf.h"

#define MAX_BYTES (UINT64_C(1) << 30)

pto_status pto_elf_place(const elf_table *t)
{
    uint64_t next = 0, bytes = 0;
    for (uint32_t i = 1; i < t->count; i++) {
        Elf64_Shdr *h = &t->headers[i];
        uint64_t align = h->sh_addralign ? h->sh_addralign : 1;
        if (!(h->sh_flags & SHF_ALLOC))
            continue;
        bytes += h->sh_type == SHT_NOBITS ? 0 : h->sh_size;
        if (align & (align - 1) || align > MAX_BYTES || bytes > MAX_BYTES ||
            h->sh_size > MAX_BYTES << 10)
            return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                                "section %u has 0x%" PRIx64 " bytes at "
                                "multiples of 0x%" PRIx64
                                ", expected less than 1 GiB of contents",
                                i, h->sh_size, align);
        h->sh_addr = (next + align - 1) / align * align;
        next = h->sh_addr + h->sh_size;
    }
    return PTO_OK;
}

/* What a relocation is about: a symbol's name, or its section's. */
static const char *symbol_name(const elf_table *t, const Elf64_Shdr *symbols,
                               uint64_t index)
{
    Elf64_Sym s;
    if (index >= symbols->sh_size / sizeof s ||
        !pto_elf_get(t->f, symbols->sh_offset + index * sizeof s, ELF_T_SYM, &s,
                     sizeof s))
        return NULL;
    if (ELF64_ST_TYPE(s.st_info) == STT_SECTION && s.st_shndx < t->count)
        return pto_elf_name(t, t->f->header.e_shstrndx,
                            t->headers[s.st_shndx].sh_name);
    return pto_elf_name(t, symbols->sh_link, s.st_name);
}

static pto_status read_one(const elf_table *t, const Elf64_Shdr *h, uint64_t at,
                           pto_relocation *out)
{
    bool has_addend = h->sh_type == SHT_RELA;
    Elf64_Rela r = {0};
    size_t n = has_addend ? sizeof r : sizeof(Elf64_Rel);
    if (!pto_elf_get(t->f, at, has_addend ? ELF_T_RELA : ELF_T_REL, &r, n))
        return pto_elf_fail(t->f, at, "unreadable relocation");
    const char *name =
        symbol_name(t, &t->headers[h->sh_link], ELF64_R_SYM(r.r_info));
    if (!name)
        return pto_elf_fail(t->f, at,
                            "a relocation names symbol %" PRIu64
                            ", expected one that exists",
                            (uint64_t)ELF64_R_SYM(r.r_info));
    *out =
        (pto_relocation){.address = t->headers[h->sh_info].sh_addr + r.r_offset,
                         .symbol = name,
                         .addend = has_addend ? r.r_addend : 0,
                         .type = (uint32_t)ELF64_R_TYPE(r.r_info)};
    return PTO_OK;
}

static size_t entry_size(const Elf64_Shdr *h)
{
    return h->sh_type == SHT_RELA  ? sizeof(Elf64_Rela)
           : h->sh_type == SHT_REL ? sizeof(Elf64_Rel)
                                   : 0;
}

/* Relocations of sections that are loaded. */
static bool is_wanted(const elf_table *t, const Elf64_Shdr *h)
{
    return entry_size(h) && h->sh_info < t->count &&
           t->headers[h->sh_info].sh_flags & SHF_ALLOC;
}

static int by_address(const void *a, const void *b)
{
    const pto_relocation *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static pto_status check(const elf_table *t, uint32_t i)
{
    const Elf64_Shdr *h = &t->headers[i];
    const Elf64_Shdr *s =
        h->sh_link < t->count ? &t->headers[h->sh_link] : NULL;
    if (h->sh_size % entry_size(h) || !s || s->sh_type != SHT_SYMTAB)
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i),
                            "section %u holds no relocations with symbols", i);
    return pto_elf_strings(t, s->sh_link, "symbols");
}

pto_status pto_elf_relocations(const elf_table *t)
{
    pto_image *image = t->f->image;
    uint64_t count = 0, n = 0;
    for (uint32_t i = 1; i < t->count; i++) {
        if (!is_wanted(t, &t->headers[i]))
            continue;
        PTO_TRY(check(t, i));
        count += t->headers[i].sh_size / entry_size(&t->headers[i]);
    }
    pto_relocation *all =
        pto_arena_alloc(t->f->arena, ((size_t)count + 1) * sizeof *all);
    if (!all || count > UINT32_MAX)
        return pto_fail(t->f->error, PTO_NO_MEMORY, "out of memory");
    for (uint32_t i = 1; i < t->count; i++) {
        const Elf64_Shdr *h = &t->headers[i];
        for (uint64_t at = 0; is_wanted(t, h) && at < h->sh_size;
             at += entry_size(h))
            PTO_TRY(read_one(t, h, h->sh_offset + at, &all[n++]));
    }
    qsort(all, (size_t)n, sizeof *all, by_address);
    image->relocations = all;
    image->relocation_count = (uint32_t)n;
    return PTO_OK;
}
