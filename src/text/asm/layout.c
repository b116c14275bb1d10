/* Addresses for sections, final values for what waited for them. */
#include "text/asm/asm.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* GAP stays free below writable data: public programs keep their stack there,
 * with sp at the start of .result. */
enum { PAGE = 0x1000, BASE = 0x10000, GAP = 0x10000 };

typedef enum rank { CODE, CONSTANTS, DATA, ZEROS, UNLOADED } rank;

static rank rank_of(const pto_asm *as, const asm_section *x)
{
    if (!(x->flags & PTO_SECTION_ALLOC))
        return UNLOADED;
    if (x->type == PTO_SECTION_ZEROS)
        return ZEROS;
    if (as->options->raw)
        return x == as->sections[0] ? CODE : DATA;
    if (x->flags & PTO_SECTION_X)
        return CODE;
    return x->flags & PTO_SECTION_W ? DATA : CONSTANTS;
}

/* *next: where the last one ended; 0 behind one that ended at 2^64. */
static bool place(pto_asm *as, asm_section *x, uint64_t align, bool full,
                  uint64_t *next)
{
    uint64_t skip = (align - *next % align) % align, room = UINT64_MAX - *next;
    static const asm_line nowhere = {"", "", "<layout>", NULL, 1, 0};
    asm_stmt s = {.as = as, .line = &nowhere};
    if (x->size && (full || skip > room || x->size - 1 > room - skip))
        return pto_asm_error(&s, NULL,
                             "section '%s' does not fit below 2^64, "
                             "expected a lower address",
                             x->name);
    if (as->options->raw && rank_of(as, x) == CODE && skip)
        return pto_asm_error(&s, NULL,
                             "flat bytes begin at 0x%" PRIx64
                             ", expected a multiple of %" PRIu64
                             ", the alignment of .text",
                             *next, align);
    x->address = *next + skip;
    *next = x->address + x->size;
    return true;
}

/* Sections by rank, then in order; a new page where permissions change. */
static bool place_all(pto_asm *as)
{
    const pto_asm_options *o = as->options;
    uint64_t next = o->has_address ? o->address : o->raw ? 0 : BASE;
    bool full = false;
    for (int r = CODE; r < UNLOADED; r++) {
        bool is_first = true;
        for (size_t i = 0; i < as->section_count; i++) {
            asm_section *x = as->sections[i];
            if (x->placed || rank_of(as, x) != (rank)r)
                continue;
            bool new_page = is_first && x->size && r != CODE && r != ZEROS;
            uint64_t align = x->align;
            if (new_page && !o->raw && align < PAGE)
                align = PAGE;
            if (new_page && !o->raw && r == DATA && next <= UINT64_MAX - GAP)
                next += GAP;
            is_first &= !x->size;
            if (!place(as, x, align, full, &next))
                return false;
            full |= x->size && !next;
        }
    }
    return true;
}

static asm_stmt option(pto_asm *as, const char *text)
{
    asm_line *line = pto_asm_alloc(as, sizeof *line);
    if (line)
        *line = (asm_line){text, text, "--section", NULL, 1, 0};
    return (asm_stmt){.as = as, .line = line, .p = text, .order = as->order};
}

/* NAME=EXPRESSION says where a section begins. */
static bool fix(pto_asm *as, const char *text)
{
    size_t n = strcspn(text, "=");
    asm_section *x = pto_asm_named(&as->section_names, text, n);
    asm_stmt s = option(as, text);
    int64_t address;
    if (!s.line)
        return false;
    if (!text[n])
        return pto_asm_error(&s, text, "expected NAME=ADDRESS");
    if (!x || !(x->flags & PTO_SECTION_ALLOC))
        return pto_asm_error(&s, text,
                             "the program loads no section '%.*s', expected "
                             "one of its own",
                             (int)n, text);
    s.p = text + n + 1;
    asm_stmt *where = pto_asm_alloc(as, sizeof *where);
    if (!where || !pto_asm_known(&s, "the address", &address) ||
        !pto_asm_end(&s))
        return false;
    *where = s;
    x->where = where;
    x->placed = true;
    x->address = (uint64_t)address;
    return true;
}

static bool check_placed(const asm_section *x)
{
    if (!x->placed || !(x->flags & PTO_SECTION_ALLOC))
        return true;
    if (x->address % x->align)
        return pto_asm_error(x->where, NULL,
                             "0x%" PRIx64 ", expected a multiple of %" PRIu64
                             ", the alignment of '%s'",
                             x->address, x->align, x->name);
    return !x->address || x->size <= UINT64_MAX - x->address + 1 ||
           pto_asm_error(x->where, NULL,
                         "section '%s' does not fit below 2^64, expected a "
                         "lower address",
                         x->name);
}

static bool fix_all(pto_asm *as)
{
    bool good = true;
    for (uint32_t i = 0; i < as->options->section_count; i++)
        good &= fix(as, as->options->sections[i]);
    for (size_t i = 0; i < as->section_count; i++)
        good &= check_placed(as->sections[i]);
    return good;
}

/* Only those whose addresses were given can meet another. */
static bool check_overlap(pto_asm *as)
{
    const asm_section *last = NULL;
    for (size_t i = 0; i < as->section_count; i++) {
        const asm_section *x = as->sections[i];
        if (!(x->flags & PTO_SECTION_ALLOC) || !x->size)
            continue;
        asm_stmt s = option(as, x->name);
        if (!s.line)
            return false;
        if (last && x->address - last->address < last->size)
            return pto_asm_error(&s, NULL,
                                 "section '%s' at 0x%" PRIx64 " overlaps '%s' "
                                 "from 0x%" PRIx64 " to 0x%" PRIx64
                                 ", expected --section elsewhere",
                                 x->name, x->address, last->name, last->address,
                                 last->address + last->size - 1);
        last = x;
    }
    return true;
}

static void settle(asm_item *item)
{
    asm_stmt *s = &item->at;
    uint8_t bytes[8];
    asm_value v;
    s->final = true;
    if (item->is_insn) {
        (void)pto_asm_insn_again(item);
        return;
    }
    const char *at = s->p;
    if (pto_asm_expr(s, &v) &&
        pto_asm_store(s, at, v.number, item->size, bytes))
        (void)pto_asm_patch(s, bytes, item->size);
}

/* A .set that nobody used must make sense all the same. */
static void settle_symbol(asm_symbol *y)
{
    asm_value v;
    for (uint32_t i = 0; i < y->count; i++)
        pto_asm_settle_definition(&y->definitions[i]);
    if (!y->has_size)
        return;
    asm_stmt s = y->size;
    s.final = true;
    (void)pto_asm_expr(&s, &v);
}

/* _start, where there is one, must stand before an instruction. */
static void check_entry(pto_asm *as)
{
    static const char start[] = "_start";
    size_t n = sizeof start - 1;
    asm_symbol *y = pto_asm_named(&as->globals, start, n);
    asm_value v;
    if (as->entry.p)
        return;
    for (uint32_t i = 0; i < as->unit_count && (!y || !y->count); i++)
        y = pto_asm_named(&as->symbols[i], start, n);
    if (!y || !y->count)
        return;
    asm_stmt s = y->definitions[y->count - 1].at;
    s.order = UINT32_MAX;
    if (!pto_asm_lookup(&s, start, n, &v))
        return;
    if (!v.base || !(v.base->flags & PTO_SECTION_X) || v.number >= v.base->size)
        pto_asm_error(&s, s.p,
                      "no instruction stands at '_start', expected "
                      "one in .text");
}

bool pto_asm_layout(pto_asm *as)
{
    if ((!as->options->raw && !pto_asm_add_identity(as)) ||
        (as->unit_count > 1 && !pto_asm_share(as)) || !fix_all(as) ||
        !place_all(as))
        return false;
    qsort(as->sections, as->section_count, sizeof *as->sections,
          pto_asm_by_address);
    if (!check_overlap(as))
        return false;
    for (size_t i = 0; i < as->item_count && !as->stopped; i++)
        if (!as->items[i].is_done)
            settle(&as->items[i]);
    for (uint32_t u = 0; u < as->unit_count; u++)
        for (asm_name *x = as->symbols[u].first; x && !as->stopped; x = x->next)
            if (x->value)
                settle_symbol(x->value);
    check_entry(as);
    return !as->error_count;
}
