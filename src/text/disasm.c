/* Listings: an image's executable bytes as instructions. */
#include "pto/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "isa/semantics.h"
#include "text/code.h"
#include "text/insn/text.h"
#include "text/program.h"

enum { ROW = 8 };

typedef struct listing {
    const pto_image *image;
    uint32_t relocation; /* the next one */
    pto_code_map map;
    pto_buf *out, text;
    bool in_bundle;
} listing;

/* <name+0x10>, where the address lies in what the name covers. */
static void add_symbol(listing *l, uint64_t address)
{
    size_t i = pto_code_symbol(&l->map, address);
    if (i < l->map.count && l->map.symbols[i]->value == address) {
        pto_buf_printf(l->out, " <%s>", l->map.symbols[i]->name);
        return;
    }
    if (i == 0)
        return;
    const pto_symbol *s = l->map.symbols[i - 1];
    uint64_t offset = address - s->value;
    if (!s->size || offset < s->size)
        pto_buf_printf(l->out, " <%s+0x%" PRIx64 ">", s->name, offset);
}

static void add_labels(listing *l, uint64_t address)
{
    for (size_t i = pto_code_symbol(&l->map, address);
         i < l->map.count && l->map.symbols[i]->value == address; i++)
        pto_buf_printf(l->out, "\n%016" PRIx64 " <%s>:\n", address,
                       l->map.symbols[i]->name);
}

static void add_bytes(pto_buf *out, const uint8_t *bytes, unsigned length)
{
    for (unsigned i = 0; i < ROW; i++)
        if (i < length)
            pto_buf_printf(out, "%02x ", bytes[i]);
        else
            pto_buf_puts(out, "   ");
}

/* Header and body stand two columns in from their block's start. */
static unsigned indentation(listing *l, const pto_insn *insn)
{
    bool starts = insn && pto_starts_block(insn->form);
    bool stops = insn && pto_stops_block(insn->form);
    unsigned columns = l->in_bundle && !starts && !stops ? 2 : 0;
    if (starts || stops)
        l->in_bundle = starts;
    return columns;
}

/* What a linker would put into n bytes at an address. */
static void add_relocations(listing *l, uint64_t address, uint64_t n)
{
    const pto_image *image = l->image;
    for (; l->relocation < image->relocation_count; l->relocation++) {
        const pto_relocation *r = &image->relocations[l->relocation];
        if (r->address >= address && r->address - address >= n)
            return;
        if (r->address < address)
            continue;
        pto_buf_printf(l->out, "  # relocation %" PRIu32 ": %s", r->type,
                       r->symbol);
        if (r->addend)
            pto_buf_printf(l->out, "%+" PRId64, r->addend);
    }
}

static void add_item(listing *l, const pto_code_item *x)
{
    const pto_insn *insn = x->kind == PTO_CODE_INSN ? &x->insn : NULL;
    uint64_t target;
    for (uint64_t at = 0, n; at < x->length; at += n) {
        pto_buf_clear(&l->text);
        n = x->length;
        if (insn)
            pto_text_print(&l->map.decoder.isa, insn, x->address, &l->text);
        else if (x->kind == PTO_CODE_WORD)
            pto_code_word(&l->text, x->bytes, (unsigned)n);
        else
            n = pto_code_data(&l->text, x->bytes + at, x->length - at, ROW);
        l->out->failed |= l->text.failed;
        pto_buf_printf(l->out, "%8" PRIx64 ": ", x->address + at);
        add_bytes(l->out, x->bytes + at, (unsigned)n);
        pto_buf_printf(l->out, " %*s%s", (int)indentation(l, insn), "",
                       l->text.data ? l->text.data : "");
        if (insn && pto_insn_target(insn, x->address, &target)) {
            pto_buf_printf(l->out, "  # 0x%" PRIx64, target);
            add_symbol(l, target);
        }
        add_relocations(l, x->address + at, n);
        pto_buf_puts(l->out, "\n");
    }
}

static void add_range(void *context, const pto_code_range *r)
{
    listing *l = context;
    pto_code_item x;
    if (r->name)
        pto_buf_printf(l->out, "\n%s\n", r->name);
    l->in_bundle = false;
    for (uint64_t at = 0; at < r->size && !l->out->failed; at += x.length) {
        pto_code_next(&l->map, r, at, &x);
        add_labels(l, x.address);
        add_item(l, &x);
    }
}

static pto_status list(const pto_isa *isa, const pto_image *image, pto_buf *out)
{
    listing *l = calloc(1, sizeof *l);
    if (!l)
        return PTO_NO_MEMORY;
    l->out = out;
    l->image = image;
    pto_status s = pto_code_map_init(&l->map, isa, image);
    if (s == PTO_OK)
        pto_image_each_code(image, add_range, l);
    pto_code_map_free(&l->map);
    pto_buf_free(&l->text);
    free(l);
    return s;
}

pto_status pto_disassemble(const pto_isa *isa, const pto_image *image,
                           bool plain, char **out, size_t *size)
{
    pto_buf text = {0};
    pto_buf_puts(&text, "");
    pto_status s =
        plain ? pto_text_program(isa, image, &text) : list(isa, image, &text);
    if (s != PTO_OK || text.failed) {
        pto_buf_free(&text);
        return PTO_NO_MEMORY;
    }
    *out = text.data;
    *size = text.size;
    return PTO_OK;
}
