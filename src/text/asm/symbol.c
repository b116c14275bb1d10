/* Symbols: labels, .set values, local number labels, and how they resolve. */
#include "text/asm/asm.h"

#include <stdlib.h>
#include <string.h>
#include "text/insn_text.h"

static size_t hash(const char *name, size_t n)
{
    size_t h = 5381;
    for (size_t i = 0; i < n; i++)
        h = h * 33 ^ (uint8_t)name[i];
    return h;
}

/* The slot of that name, or the empty one where it would go. */
static asm_symbol **slot(pto_asm *as, const char *name, size_t n)
{
    size_t mask = as->symbol_capacity - 1, i = hash(name, n) & mask;
    while (as->symbols[i] &&
           (strncmp(as->symbols[i]->name, name, n) || as->symbols[i]->name[n]))
        i = (i + 1) & mask;
    return &as->symbols[i];
}

static bool make_room(pto_asm *as)
{
    if (as->symbol_count * 2 < as->symbol_capacity)
        return true;
    size_t old = as->symbol_capacity;
    asm_symbol **before = as->symbols;
    size_t capacity = old ? old * 2 : 256;
    asm_symbol **table = calloc(capacity, sizeof *table);
    if (!table) {
        as->out_of_memory = true;
        return false;
    }
    as->symbols = table;
    as->symbol_capacity = capacity;
    for (size_t i = 0; i < old; i++)
        if (before[i])
            *slot(as, before[i]->name, strlen(before[i]->name)) = before[i];
    free(before);
    return true;
}

asm_symbol *pto_asm_find(pto_asm *as, const char *name, size_t n)
{
    return as->symbol_capacity ? *slot(as, name, n) : NULL;
}

asm_symbol *pto_asm_symbol(pto_asm *as, const char *name)
{
    if (!make_room(as))
        return NULL;
    asm_symbol **at = slot(as, name, strlen(name));
    if (*at)
        return *at;
    *at = pto_asm_alloc(as, sizeof **at);
    if (!*at)
        return NULL;
    (*at)->name = name;
    as->symbol_count++;
    return *at;
}

static asm_definition *define(asm_symbol *y, const asm_stmt *s)
{
    pto_asm *as = s->as;
    size_t capacity = y->capacity;
    if (!pto_asm_grow(as, (void **)&y->definitions, y->count, &capacity,
                      sizeof *y->definitions))
        return NULL;
    y->capacity = (uint32_t)capacity;
    asm_definition *d = &y->definitions[y->count++];
    *d = (asm_definition){.at = *s};
    return d;
}

static bool twice(const asm_stmt *s, const char *at, const asm_symbol *y)
{
    const asm_stmt *first = &y->definitions[0].at;
    return pto_asm_error(s, at,
                         "'%s' is defined twice, expected a new name (first "
                         "at %s:%u)",
                         y->name, first->line->file, first->line->number);
}

bool pto_asm_label(asm_stmt *s, const char *at, const char *name)
{
    asm_symbol *y = pto_asm_symbol(s->as, name);
    if (!y)
        return false;
    bool is_local = name[0] >= '0' && name[0] <= '9';
    if (y->count && !is_local)
        return twice(s, at, y);
    asm_definition *d = define(y, s);
    if (!d)
        return false;
    d->at.p = at;
    d->value =
        (asm_value){.number = s->offset, .base = s->section, .is_place = true};
    y->is_label = true;
    return true;
}

bool pto_asm_set(asm_stmt *s, const char *at, const char *name, bool again)
{
    pto_asm_skip(s);
    asm_symbol *y = pto_asm_symbol(s->as, name);
    if (!y)
        return false;
    if (y->count && (y->is_label || !again))
        return twice(s, at, y);
    asm_stmt start = *s;
    asm_value v;
    bool good = pto_asm_expr(s, &v) && pto_asm_end(s);
    if (!good)
        v = (asm_value){0}; /* defined all the same: one error is enough */
    asm_definition *d = define(y, &start);
    if (d)
        d->value = v;
    return good && d;
}

bool pto_asm_is_defined(const asm_symbol *y, uint32_t order)
{
    return y && y->count && y->definitions[0].at.order <= order;
}

/* How many definitions stand at or before `order`. */
static uint32_t before(const asm_symbol *y, uint32_t order)
{
    uint32_t low = 0, high = y->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (y->definitions[middle].at.order <= order)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The expression of a late .set, in the place where it was written. */
static bool resolve(const asm_stmt *s, const char *at, asm_definition *d,
                    bool final, asm_value *out)
{
    if (d->busy)
        return pto_asm_error(s, at,
                             "the symbol is defined in terms of itself, "
                             "expected a value");
    asm_stmt there = d->at;
    there.final = final;
    d->busy = true;
    bool good = pto_asm_nest(s, at) && pto_asm_expr(&there, out);
    s->as->nesting--;
    d->busy = false;
    if (!good)
        *out = (asm_value){.late = !s->as->complete};
    if (s->as->complete && !out->late)
        d->value = *out;
    return good;
}

/* First as a place in its section, then with addresses if that is not enough.
 */
static bool value_of(const asm_stmt *s, const char *at, asm_definition *d,
                     asm_value *out)
{
    *out = d->value;
    if (out->late && !resolve(s, at, d, false, out))
        return false;
    if (out->late && s->final && !resolve(s, at, d, true, out))
        return false;
    if (s->final && out->base) {
        out->number += out->base->address;
        out->base = NULL;
    }
    return true;
}

static const char *alike(const pto_asm *as, const char *name)
{
    for (size_t i = 0; strlen(name) > 2 && i < as->symbol_capacity; i++) {
        const asm_symbol *y = as->symbols[i];
        if (y && y->count && pto_text_are_alike(y->name, name))
            return y->name;
    }
    return NULL;
}

static bool undefined(const asm_stmt *s, const char *at, const char *name)
{
    const char *near = alike(s->as, name);
    if (near)
        return pto_asm_error(s, at, "undefined symbol '%s', expected '%s'?",
                             name, near);
    return pto_asm_error(s, at,
                         "undefined symbol '%s', expected a label or a "
                         ".set of that name",
                         name);
}

bool pto_asm_lookup(const asm_stmt *s, const char *at, const char *name,
                    asm_value *out)
{
    asm_symbol *y = pto_asm_symbol(s->as, name);
    if (!y)
        return false;
    y->is_used = true;
    if (!y->count && !s->as->complete) {
        *out = (asm_value){.late = true, .why = name};
        return true;
    }
    if (!y->count && y->binding == PTO_SYMBOL_WEAK) {
        *out = (asm_value){0};
        return true;
    }
    if (!y->count)
        return undefined(s, at, name);
    uint32_t n = before(y, s->order);
    if (!n && !s->as->complete) {
        *out = (asm_value){.late = true, .why = name};
        return true;
    }
    return value_of(s, at, &y->definitions[n ? n - 1 : 0], out);
}

bool pto_asm_local(const asm_stmt *s, const char *at, const char *digits,
                   bool forward, asm_value *out)
{
    asm_symbol *y = pto_asm_symbol(s->as, digits);
    if (!y)
        return false;
    uint32_t n = before(y, s->order);
    if (forward && n == y->count && !s->as->complete) {
        *out = (asm_value){.late = true, .why = digits};
        return true;
    }
    if (forward ? n == y->count : !n)
        return pto_asm_error(s, at, "no label '%s:' %s this line, expected one",
                             digits, forward ? "below" : "above");
    return value_of(s, at, &y->definitions[forward ? n : n - 1], out);
}
