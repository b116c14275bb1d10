/* What stands in executable bytes: instructions, words that are none, data. */
#include "text/code.h"
#include "isa/isa.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int by_address(const void *a, const void *b)
{
    const pto_symbol *x = *(const pto_symbol *const *)a;
    const pto_symbol *y = *(const pto_symbol *const *)b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return strcmp(x->name, y->name);
}

static bool has_address(const pto_image *image, const pto_symbol *y)
{
    return y->section < image->section_count && y->name && *y->name &&
           image->sections[y->section].flags & PTO_SECTION_ALLOC;
}

/* Objects that overlap are one. */
static void add_object(pto_code_map *m, const pto_symbol *y)
{
    if (y->type != PTO_SYMBOL_OBJECT || !y->size)
        return;
    uint64_t last = y->value + (y->size - 1);
    if (last < y->value)
        last = UINT64_MAX;
    pto_code_object *o =
        m->object_count ? &m->objects[m->object_count - 1] : NULL;
    if (!o || y->value > o->last)
        m->objects[m->object_count++] = (pto_code_object){y->value, last};
    else if (last > o->last)
        o->last = last;
}

pto_status pto_code_map_init(pto_code_map *m, const pto_isa *isa,
                             const pto_image *image)
{
    size_t n = image->symbol_count + (size_t)1;
    *m = (pto_code_map){.symbols = calloc(n, sizeof *m->symbols),
                        .objects = calloc(n, sizeof *m->objects)};
    if (!m->symbols || !m->objects) {
        pto_code_map_free(m);
        return PTO_NO_MEMORY;
    }
    pto_decoder_init(&m->decoder, isa);
    for (uint32_t i = 0; i < image->symbol_count; i++)
        if (has_address(image, &image->symbols[i]))
            m->symbols[m->count++] = &image->symbols[i];
    qsort(m->symbols, m->count, sizeof *m->symbols, by_address);
    for (size_t i = 0; i < m->count; i++)
        add_object(m, m->symbols[i]);
    return PTO_OK;
}

void pto_code_map_free(pto_code_map *m)
{
    free(m->symbols);
    free(m->objects);
    m->symbols = NULL;
    m->objects = NULL;
}

size_t pto_code_symbol(const pto_code_map *m, uint64_t address)
{
    size_t low = 0, high = m->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->symbols[middle]->value < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The object that reaches the address or comes next; NULL: none. */
static const pto_code_object *object_from(const pto_code_map *m,
                                          uint64_t address)
{
    size_t low = 0, high = m->object_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (m->objects[middle].last < address)
            low = middle + 1;
        else
            high = middle;
    }
    return low < m->object_count ? &m->objects[low] : NULL;
}

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* How far it is to the next symbol, `left` at most. */
static uint64_t to_symbol(const pto_code_map *m, uint64_t address,
                          uint64_t left)
{
    size_t i =
        address == UINT64_MAX ? m->count : pto_code_symbol(m, address + 1);
    return i < m->count ? least(left, m->symbols[i]->value - address) : left;
}

void pto_code_next(const pto_code_map *m, const pto_code_range *r, uint64_t at,
                   pto_code_item *out)
{
    uint64_t address = r->address + at, left = r->size - at;
    const pto_code_object *o = object_from(m, address);
    unsigned length;
    *out = (pto_code_item){.kind = PTO_CODE_DATA,
                           .address = address,
                           .bytes = r->bytes + at,
                           .length = 1};
    if (o && o->start <= address) {
        uint64_t n = to_symbol(m, address, left);
        out->length = o->last - address < n ? o->last - address + 1 : n;
        return;
    }
    if (address % 2)
        return;
    if (o)
        left = least(left, o->start - address);
    bool good = pto_decode_bytes(&m->decoder, out->bytes, (size_t)left,
                                 &out->insn, &length) == PTO_OK;
    if (good)
        out->kind = PTO_CODE_INSN;
    else if (length <= to_symbol(m, address, left))
        out->kind = PTO_CODE_WORD;
    out->length = good ? length : least(length, to_symbol(m, address, left));
}

static bool is_printable(uint8_t c)
{
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

enum { SHORTEST_TEXT = 4, SHORTEST_ZEROS = 8, ROW = 8 };

static uint64_t run_of_text(const uint8_t *bytes, uint64_t n)
{
    uint64_t k = 0;
    while (k < n && is_printable(bytes[k]))
        k++;
    return k;
}

static uint64_t run_of_zeros(const uint8_t *bytes, uint64_t n)
{
    uint64_t k = 0;
    while (k < n && !bytes[k])
        k++;
    return k;
}

static void add_text(pto_buf *out, const uint8_t *bytes, uint64_t n)
{
    pto_buf_puts(out, ".ascii \"");
    for (uint64_t i = 0; i < n; i++) {
        char c = (char)bytes[i];
        if (c == '\n' || c == '\t' || c == '"' || c == '\\')
            pto_buf_puts(out, "\\");
        pto_buf_printf(out, "%c", c == '\n' ? 'n' : c == '\t' ? 't' : c);
    }
    pto_buf_puts(out, "\"");
}

uint64_t pto_code_data(pto_buf *out, const uint8_t *bytes, uint64_t n,
                       uint64_t most)
{
    uint64_t zeros = run_of_zeros(bytes, most > ROW ? n : least(n, most));
    uint64_t text = run_of_text(bytes, least(n, most));
    if (zeros >= SHORTEST_ZEROS) {
        pto_buf_printf(out, ".zero %" PRIu64, zeros);
        return zeros;
    }
    if (text >= SHORTEST_TEXT) {
        add_text(out, bytes, text);
        return text;
    }
    if (n == 2 || n == 4 || n == 8) {
        pto_code_word(out, bytes, (unsigned)n);
        return n;
    }
    uint64_t k = 0;
    for (; k < least(n, ROW); k++) {
        uint64_t rest = least(n - k, SHORTEST_ZEROS);
        if (k && (run_of_zeros(bytes + k, rest) >= SHORTEST_ZEROS ||
                  run_of_text(bytes + k, rest) >= SHORTEST_TEXT))
            break;
        pto_buf_printf(out, "%s0x%02x", k ? ", " : ".byte ", bytes[k]);
    }
    return k;
}

void pto_code_word(pto_buf *out, const uint8_t *bytes, unsigned length)
{
    static const char *const directives[] = {
        [2] = ".2byte", [4] = ".4byte", [8] = ".8byte"};
    unsigned unit = length == 6 ? 2 : length;
    pto_buf_puts(out, directives[unit]);
    for (unsigned i = 0; i < length; i += unit)
        pto_buf_printf(out, "%s0x%0*" PRIx64, i ? ", " : " ", (int)unit * 2,
                       pto_insn_word(bytes + i, unit));
}
