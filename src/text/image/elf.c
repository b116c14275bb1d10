/* Records and names of an ELF file, within its bounds; where it is wrong. */
#include <inttypes.h>
#include <libelf.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "text/image/elf.h"

pto_status pto_elf_fail(const elf_file *f, uint64_t offset, const char *format,
                        ...)
{
    char text[PTO_ERROR_TEXT / 2];
    va_list args;
    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    pto_fail(f->error, PTO_BAD_INPUT, "offset 0x%" PRIx64 ": %s", offset, text);
    if (f->error) {
        (void)snprintf(f->error->file, sizeof f->error->file, "%s", f->name);
        f->error->has_address = 1;
        f->error->address = offset;
    }
    return PTO_BAD_INPUT;
}

bool pto_elf_inside(const elf_file *f, uint64_t offset, uint64_t n)
{
    return offset <= f->size && n <= f->size - offset;
}

bool pto_elf_get(const elf_file *f, uint64_t offset, int type, void *record,
                 size_t n)
{
    if (!pto_elf_inside(f, offset, n) || elf_version(EV_CURRENT) == EV_NONE)
        return false;
    uint8_t bytes[sizeof(Elf64_Ehdr)];
    memcpy(bytes, f->bytes + offset, n);
    Elf_Data from = {.d_buf = bytes, .d_type = (Elf_Type)type, .d_size = n};
    Elf_Data to = {.d_buf = record, .d_type = (Elf_Type)type, .d_size = n};
    from.d_version = to.d_version = EV_CURRENT;
    return elf64_xlatetom(&to, &from, ELFDATA2LSB);
}

uint64_t pto_elf_offset_of(const elf_table *t, uint32_t i)
{
    return t->f->header.e_shoff + i * sizeof(Elf64_Shdr);
}

/* A string table that ends with a zero byte, so that every name in it does. */
pto_status pto_elf_strings(const elf_table *t, uint32_t i, const char *whose)
{
    const Elf64_Shdr *h = i && i < t->count ? &t->headers[i] : NULL;
    if (!h || h->sh_type != SHT_STRTAB)
        return pto_elf_fail(t->f, pto_elf_offset_of(t, i < t->count ? i : 0),
                            "section %u holds no strings, expected the names "
                            "of %s",
                            i, whose);
    if (!h->sh_size || t->f->bytes[h->sh_offset + h->sh_size - 1])
        return pto_elf_fail(t->f, h->sh_offset,
                            "the names of %s do not end "
                            "with a zero byte",
                            whose);
    return PTO_OK;
}

const char *pto_elf_name(const elf_table *t, uint32_t strings, uint32_t offset)
{
    const Elf64_Shdr *h = &t->headers[strings];
    return offset < h->sh_size
               ? (const char *)t->f->bytes + h->sh_offset + offset
               : NULL;
}
