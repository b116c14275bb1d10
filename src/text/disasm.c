/* Listings: an image's executable bytes as instructions. */
#include "pto/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "text/image/image.h"
#include "text/insn_text.h"

typedef struct listing {
    const pto_image *image;
    pto_decoder decoder;
    bool plain;
    const pto_symbol **symbols; /* by address */
    size_t symbol_count;
    pto_buf *out, text;
    bool in_bundle;
} listing;

static int by_address(const void *a, const void *b)
{
    const pto_symbol *x = *(const pto_symbol *const *)a;
    const pto_symbol *y = *(const pto_symbol *const *)b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool sort_symbols(listing *l)
{
    const pto_image *image = l->image;
    if (!image->symbol_count || l->plain)
        return true;
    l->symbols = calloc(image->symbol_count, sizeof *l->symbols);
    if (!l->symbols)
        return false;
    for (uint32_t i = 0; i < image->symbol_count; i++) {
        const pto_symbol *s = &image->symbols[i];
        if (s->section != PTO_SYMBOL_ABSOLUTE && s->name && *s->name)
            l->symbols[l->symbol_count++] = s;
    }
    qsort(l->symbols, l->symbol_count, sizeof *l->symbols, by_address);
    return true;
}

/* The first symbol at or behind an address. */
static size_t symbol_from(const listing *l, uint64_t address)
{
    size_t low = 0, high = l->symbol_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (l->symbols[middle]->value < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* <name+0x10>, where the address lies in what the name covers. */
static void add_symbol(listing *l, uint64_t address)
{
    size_t i = symbol_from(l, address);
    if (i < l->symbol_count && l->symbols[i]->value == address) {
        pto_buf_printf(l->out, " <%s>", l->symbols[i]->name);
        return;
    }
    if (i == 0)
        return;
    const pto_symbol *s = l->symbols[i - 1];
    uint64_t offset = address - s->value;
    if (!s->size || offset < s->size)
        pto_buf_printf(l->out, " <%s+0x%" PRIx64 ">", s->name, offset);
}

static void add_labels(listing *l, uint64_t address)
{
    for (size_t i = symbol_from(l, address);
         i < l->symbol_count && l->symbols[i]->value == address; i++)
        pto_buf_printf(l->out, "\n%016" PRIx64 " <%s>:\n", address,
                       l->symbols[i]->name);
}

/* A parcel, or an odd byte at the end, as `pto as` reads it. */
static void add_data(pto_buf *out, const uint8_t *bytes, unsigned length)
{
    pto_buf_printf(out, length < 2 ? ".byte 0x%02x" : ".2byte 0x%04x",
                   (unsigned)pto_insn_word(bytes, length));
}

static void add_bytes(pto_buf *out, const uint8_t *bytes, unsigned length)
{
    for (unsigned i = 0; i < 8; i++)
        if (i < length)
            pto_buf_printf(out, "%02x ", bytes[i]);
        else
            pto_buf_puts(out, "   ");
}

/* Header and body stand two columns in from their block's start. */
static unsigned indentation(listing *l, const pto_insn *insn)
{
    bool starts = insn && insn->form->handler == PTO_DO_ExecuteBundleStart;
    bool stops = insn && insn->form->handler == PTO_DO_ExecuteBundleStop;
    unsigned columns = l->in_bundle && !starts && !stops ? 2 : 0;
    if (starts || stops)
        l->in_bundle = starts;
    return columns;
}

/*
 * Two B.IOT forms ignore bits that their text cannot say. Plain text, which
 * has to assemble to the same bytes, gives such words as data.
 */
static bool says_all(const listing *l, const pto_insn *insn,
                     const uint8_t *bytes, unsigned length)
{
    uint64_t word;
    return pto_encode(&l->decoder.isa, insn, &word, NULL) == PTO_OK &&
           word == pto_insn_word(bytes, length);
}

static void add_line(listing *l, const pto_code_range *r, uint64_t at,
                     unsigned length, const pto_insn *insn)
{
    uint64_t address = r->address + at, target;
    const uint8_t *bytes = r->bytes + at;
    pto_buf_clear(&l->text);
    if (insn)
        pto_text_print(&l->decoder.isa, insn, address, &l->text);
    else
        add_data(&l->text, bytes, length);
    if (!l->plain) {
        add_labels(l, address);
        pto_buf_printf(l->out, "%8" PRIx64 ": ", address);
        add_bytes(l->out, bytes, length);
        pto_buf_printf(l->out, " %*s", (int)indentation(l, insn), "");
    }
    pto_buf_puts(l->out, l->text.data ? l->text.data : "");
    if (!l->plain && insn && pto_insn_target(insn, address, &target)) {
        pto_buf_printf(l->out, "  # 0x%" PRIx64, target);
        add_symbol(l, target);
    }
    pto_buf_puts(l->out, "\n");
}

static void add_range(void *context, const pto_code_range *r)
{
    listing *l = context;
    if (!l->plain && r->name)
        pto_buf_printf(l->out, "\n%s\n", r->name);
    l->in_bundle = false;
    for (uint64_t at = 0; at < r->size && !l->out->failed;) {
        pto_insn insn;
        unsigned length;
        size_t left = (size_t)(r->size - at);
        pto_status s =
            pto_decode_bytes(&l->decoder, r->bytes + at, left, &insn, &length);
        bool good = s == PTO_OK &&
                    (!l->plain || says_all(l, &insn, r->bytes + at, length));
        if (!good)
            length = left < 2 ? 1 : 2;
        add_line(l, r, at, length, good ? &insn : NULL);
        at += length;
    }
}

pto_status pto_disassemble(const pto_isa *isa, const pto_image *image,
                           bool plain, char **out, size_t *size)
{
    pto_buf text = {0};
    listing *l = calloc(1, sizeof *l);
    if (!l)
        return PTO_NO_MEMORY;
    l->image = image;
    l->plain = plain;
    l->out = &text;
    pto_decoder_init(&l->decoder, isa);
    pto_buf_puts(&text, "");
    bool sorted = sort_symbols(l);
    if (sorted)
        pto_image_each_code(image, add_range, l);
    bool failed = !sorted || text.failed || l->text.failed;
    free(l->symbols);
    pto_buf_free(&l->text);
    free(l);
    if (failed) {
        pto_buf_free(&text);
        return PTO_NO_MEMORY;
    }
    *out = text.data;
    *size = text.size;
    return PTO_OK;
}
