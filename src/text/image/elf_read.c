/* ELF64 files to program images; nothing in the file is trusted. */
#include <inttypes.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include "text/image/elf.h"

static pto_status check_ident(const elf_file *f)
{
    if (f->size < sizeof(Elf64_Ehdr))
        return pto_elf_fail(f, f->size,
                            "the file ends inside the ELF header, "
                            "expected %zu bytes",
                            sizeof(Elf64_Ehdr));
    if (memcmp(f->bytes, ELFMAG, SELFMAG))
        return pto_elf_fail(f, 0, "not an ELF file, expected 7f 45 4c 46");
    if (f->bytes[EI_CLASS] != ELFCLASS64)
        return pto_elf_fail(f, EI_CLASS, "ELF class %u, expected 2 (64-bit)",
                            f->bytes[EI_CLASS]);
    if (f->bytes[EI_DATA] != ELFDATA2LSB)
        return pto_elf_fail(f, EI_DATA,
                            "byte order %u, expected 1 "
                            "(little-endian)",
                            f->bytes[EI_DATA]);
    if (f->bytes[EI_VERSION] != EV_CURRENT)
        return pto_elf_fail(f, EI_VERSION, "ELF version %u, expected 1",
                            f->bytes[EI_VERSION]);
    return PTO_OK;
}

#define AT(record, field) offsetof(record, field)

static pto_status check_header(const elf_file *f, uint32_t machine)
{
    const Elf64_Ehdr *h = &f->header;
    if (h->e_machine != machine)
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_machine),
                            "machine 0x%x, expected 0x%x", h->e_machine,
                            machine);
    if (h->e_type == ET_REL && f->objects)
        return PTO_OK;
    if (h->e_type == ET_REL)
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_type),
                            "a relocatable object, "
                            "expected a linked executable");
    if (h->e_type != ET_EXEC && h->e_type != ET_DYN)
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_type),
                            "ELF type %u, expected "
                            "2 (executable)",
                            h->e_type);
    if (!h->e_phnum)
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_phnum),
                            "no program headers, "
                            "expected a PT_LOAD");
    if (h->e_phnum == PN_XNUM)
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_phnum),
                            "65535 or more program "
                            "headers, expected fewer");
    if (h->e_phentsize != sizeof(Elf64_Phdr))
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_phentsize),
                            "program headers of "
                            "%u bytes, expected %zu",
                            h->e_phentsize, sizeof(Elf64_Phdr));
    if (!pto_elf_inside(f, h->e_phoff, h->e_phnum * sizeof(Elf64_Phdr)))
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_phoff),
                            "program headers at "
                            "0x%" PRIx64 " reach beyond the file's %zu bytes",
                            h->e_phoff, f->size);
    return PTO_OK;
}

static pto_status check_load(const elf_file *f, uint64_t at,
                             const Elf64_Phdr *p)
{
    if (p->p_filesz > p->p_memsz)
        return pto_elf_fail(f, at,
                            "segment has 0x%" PRIx64 " bytes in the file "
                            "but 0x%" PRIx64 " in memory, expected no more",
                            p->p_filesz, p->p_memsz);
    if (p->p_filesz && !pto_elf_inside(f, p->p_offset, p->p_filesz))
        return pto_elf_fail(f, at,
                            "segment bytes 0x%" PRIx64 "+0x%" PRIx64
                            " reach beyond the file's %zu bytes",
                            p->p_offset, p->p_filesz, f->size);
    if (p->p_vaddr && p->p_memsz > UINT64_MAX - p->p_vaddr + 1)
        return pto_elf_fail(f, at,
                            "segment at 0x%" PRIx64 " with 0x%" PRIx64
                            " bytes ends beyond 2^64",
                            p->p_vaddr, p->p_memsz);
    return PTO_OK;
}

static pto_status add_segment(elf_file *f, uint64_t at)
{
    Elf64_Phdr p;
    if (!pto_elf_get(f, at, ELF_T_PHDR, &p, sizeof p))
        return pto_elf_fail(f, at, "unreadable program header");
    if (p.p_type == PT_INTERP || p.p_type == PT_DYNAMIC)
        return pto_elf_fail(f, at,
                            "needs a dynamic loader, expected a static "
                            "executable");
    if (p.p_type == PT_NOTE && !f->has_identity &&
        pto_elf_inside(f, p.p_offset, p.p_filesz)) {
        const char *why;
        pto_identity identity;
        f->has_identity = pto_identity_read(
            f->bytes + p.p_offset, (size_t)p.p_filesz, &identity, &why);
        if (f->has_identity)
            f->image->identity = identity;
    }
    if (p.p_type != PT_LOAD || !p.p_memsz)
        return PTO_OK;
    PTO_TRY(check_load(f, at, &p));
    f->segments[f->image->segment_count++] =
        (pto_segment){.address = p.p_vaddr,
                      .file_size = p.p_filesz,
                      .memory_size = p.p_memsz,
                      .bytes = p.p_filesz ? f->bytes + p.p_offset : NULL,
                      .flags = p.p_flags & (PF_R | PF_W | PF_X)};
    return PTO_OK;
}

static int by_address(const void *a, const void *b)
{
    const pto_segment *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static pto_status check_overlap(const elf_file *f)
{
    for (uint32_t i = 1; i < f->image->segment_count; i++) {
        const pto_segment *x = &f->segments[i - 1], *y = &f->segments[i];
        if (y->address - x->address < x->memory_size)
            return pto_elf_fail(f, f->header.e_phoff,
                                "segments at 0x%" PRIx64 " (0x%" PRIx64
                                " bytes) and 0x%" PRIx64 " overlap, expected "
                                "separate ones",
                                x->address, x->memory_size, y->address);
    }
    return PTO_OK;
}

static bool is_loaded(const elf_file *f, uint64_t address)
{
    for (uint32_t i = 0; i < f->image->segment_count; i++)
        if (address >= f->segments[i].address &&
            address - f->segments[i].address < f->segments[i].memory_size)
            return true;
    return false;
}

static pto_status read_segments(elf_file *f)
{
    const Elf64_Ehdr *h = &f->header;
    f->segments = pto_arena_alloc(f->arena, h->e_phnum * sizeof *f->segments);
    if (!f->segments)
        return pto_fail(f->error, PTO_NO_MEMORY, "out of memory");
    f->image->segments = f->segments;
    for (unsigned i = 0; i < h->e_phnum; i++)
        PTO_TRY(add_segment(f, h->e_phoff + i * sizeof(Elf64_Phdr)));
    if (!f->image->segment_count)
        return pto_elf_fail(f, h->e_phoff,
                            "no PT_LOAD segment, expected at "
                            "least one");
    qsort(f->segments, f->image->segment_count, sizeof *f->segments,
          by_address);
    PTO_TRY(check_overlap(f));
    if (h->e_entry && !is_loaded(f, h->e_entry))
        return pto_elf_fail(f, AT(Elf64_Ehdr, e_entry),
                            "entry 0x%" PRIx64 " lies in no segment",
                            h->e_entry);
    f->image->entry = h->e_entry;
    return PTO_OK;
}

static pto_status read_all(elf_file *f, uint32_t machine)
{
    PTO_TRY(check_ident(f));
    if (!pto_elf_get(f, 0, ELF_T_EHDR, &f->header, sizeof f->header))
        return pto_elf_fail(f, 0, "unreadable ELF header");
    PTO_TRY(check_header(f, machine));
    f->image->machine = f->header.e_machine;
    if (f->header.e_type != ET_REL)
        PTO_TRY(read_segments(f));
    return pto_elf_sections(f);
}

static pto_status from_elf(const void *bytes, size_t n, const char *name,
                           uint32_t machine, bool objects, pto_image **out,
                           pto_error *e)
{
    *out = NULL;
    pto_image *image = pto_image_new();
    char *copy =
        image ? pto_arena_text(pto_image_arena(image), bytes, n) : NULL;
    if (!copy) {
        pto_image_free(image);
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    }
    elf_file f = {.name = name ? name : "ELF",
                  .bytes = (const uint8_t *)copy,
                  .size = n,
                  .image = image,
                  .arena = pto_image_arena(image),
                  .objects = objects,
                  .error = e};
    pto_status s = read_all(&f, machine ? machine : PTO_ELF_MACHINE);
    if (s == PTO_OK)
        *out = image;
    else
        pto_image_free(image);
    return s;
}

pto_status pto_image_from_elf(const void *bytes, size_t n, const char *name,
                              uint32_t machine, pto_image **out, pto_error *e)
{
    return from_elf(bytes, n, name, machine, false, out, e);
}

pto_status pto_image_from_object(const void *bytes, size_t n, const char *name,
                                 uint32_t machine, pto_image **out,
                                 pto_error *e)
{
    return from_elf(bytes, n, name, machine, true, out, e);
}
