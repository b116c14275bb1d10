/* Code as lines of a source, with labels where instructions lead. */
#include "text/code_writer.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text/insn/text.h"
#include "isa/isa.h"

static int by_address(const void *a, const void *b)
{
    const pto_code_target *x = a, *y = b;
    return x->address < y->address ? -1 : x->address > y->address;
}

static pto_code_target *find_target(const pto_code_writer *p, uint64_t address)
{
    pto_code_target key = {.address = address};
    return p->target_count ? bsearch(&key, p->targets, p->target_count,
                                     sizeof key, by_address)
                           : NULL;
}

/* The next hexadecimal number of a text, which is how addresses are printed. */
static const char *next_number(const char *text, uint64_t *value, size_t *n)
{
    for (const char *p = strstr(text, "0x"); p; p = strstr(p + 1, "0x")) {
        char *end;
        if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '-'))
            continue;
        *value = strtoull(p, &end, 16);
        *n = (size_t)(end - p);
        return p;
    }
    return NULL;
}

/* Two B.IOT forms ignore bits that their text cannot say: such words are data.
 */
static bool says_all(const pto_code_writer *p, const pto_code_item *x)
{
    uint64_t word;
    return x->kind == PTO_CODE_INSN &&
           pto_encode(&p->map.decoder.isa, &x->insn, &word, NULL) == PTO_OK &&
           word == pto_insn_word(x->bytes, (unsigned)x->length);
}

static bool add_target(pto_code_writer *p, uint64_t address)
{
    if (p->target_count == p->target_capacity) {
        size_t capacity = p->target_capacity ? p->target_capacity * 2 : 64;
        pto_code_target *more = realloc(p->targets, capacity * sizeof *more);
        if (!more)
            return false;
        p->targets = more;
        p->target_capacity = capacity;
    }
    p->targets[p->target_count++] = (pto_code_target){.address = address};
    return true;
}

static void collect(void *context, const pto_code_range *r)
{
    pto_code_writer *p = context;
    pto_code_item x;
    uint64_t value;
    size_t n;
    for (uint64_t at = 0; at < r->size && !p->failed; at += x.length) {
        pto_code_next(&p->map, r, at, &x);
        if (!says_all(p, &x) || !pto_insn_target(&x.insn, x.address, &value))
            continue;
        pto_buf_clear(&p->text);
        pto_text_print(&p->map.decoder.isa, &x.insn, x.address, &p->text);
        for (const char *t = p->text.data;
             t && (t = next_number(t, &value, &n)) && !p->failed; t += n)
            p->failed |= !add_target(p, value);
    }
}

static void mark(void *context, const pto_code_range *r)
{
    pto_code_writer *p = context;
    pto_code_item x;
    for (uint64_t at = 0; at < r->size; at += x.length) {
        pto_code_next(&p->map, r, at, &x);
        pto_code_target *t = find_target(p, x.address);
        if (t)
            t->stands = true;
    }
}

/* Sort the places that instructions name, each once, and number them. */
static void find_targets(pto_code_writer *p)
{
    size_t n = 0;
    pto_image_each_code(p->image, collect, p);
    if (p->target_count)
        qsort(p->targets, p->target_count, sizeof *p->targets, by_address);
    for (size_t i = 0; i < p->target_count; i++) {
        if (n && p->targets[n - 1].address == p->targets[i].address)
            continue;
        p->targets[n] = p->targets[i];
        (void)snprintf(p->targets[n].label, sizeof p->targets[n].label,
                       ".L%" PRIx64, p->targets[n].address);
        n++;
    }
    p->target_count = n;
    pto_image_each_code(p->image, mark, p);
}

/* Replace addresses that have a label by it. */
static bool add_insn_labels(pto_code_writer *p)
{
    bool any = false;
    const char *from = p->text.data, *t = from;
    uint64_t value;
    size_t n;
    pto_buf_clear(&p->labelled);
    for (; (t = next_number(t, &value, &n)); t += n) {
        const pto_code_target *to = find_target(p, value);
        if (!to || !to->stands)
            continue;
        pto_buf_add(&p->labelled, from, (size_t)(t - from));
        pto_buf_puts(&p->labelled, to->label);
        from = t + n;
        any = true;
    }
    pto_buf_puts(&p->labelled, from);
    return any;
}

static void add_insn(pto_code_writer *p, const pto_code_item *x)
{
    uint64_t ignored;
    pto_buf_clear(&p->text);
    pto_text_print(&p->map.decoder.isa, &x->insn, x->address, &p->text);
    bool labelled = p->text.data &&
                    pto_insn_target(&x->insn, x->address, &ignored) &&
                    add_insn_labels(p);
    pto_buf *said = labelled ? &p->labelled : &p->text;
    p->failed |= said->failed;
    pto_buf_puts(p->out, said->data ? said->data : "");
}

void pto_code_write(pto_code_writer *p, const pto_code_item *x,
                    const char *indent)
{
    const uint8_t *bytes = x->bytes;
    for (uint64_t left = x->length; left;) {
        uint64_t n = left;
        pto_buf_puts(p->out, indent);
        if (says_all(p, x))
            add_insn(p, x);
        else if (x->kind != PTO_CODE_DATA)
            pto_code_word(p->out, bytes, (unsigned)left);
        else
            n = pto_code_data(p->out, bytes, left, 64);
        pto_buf_puts(p->out, "\n");
        bytes += n;
        left -= n;
    }
}

pto_status pto_code_writer_init(pto_code_writer *p, const pto_isa *isa,
                                const pto_image *image, bool with_labels,
                                pto_buf *out)
{
    *p = (pto_code_writer){.image = image, .out = out};
    PTO_TRY(pto_code_map_init(&p->map, isa, image));
    if (with_labels)
        find_targets(p);
    return p->failed ? PTO_NO_MEMORY : PTO_OK;
}

void pto_code_writer_free(pto_code_writer *p)
{
    pto_code_map_free(&p->map);
    pto_buf_free(&p->text);
    pto_buf_free(&p->labelled);
    free(p->targets);
}

void pto_code_write_label(pto_code_writer *p, uint64_t address)
{
    const pto_code_target *t = find_target(p, address);
    if (t && t->stands)
        pto_buf_printf(p->out, "%s:\n", t->label);
}
