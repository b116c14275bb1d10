/* Symbols: labels, .set values, local number labels, and how they resolve. */
#include "text/asm/asm.h"

#include <string.h>
#include "text/insn/text.h"

static asm_names *table(const pto_asm *as, uint32_t unit)
{
    return &as->symbols[unit];
}

asm_symbol *pto_asm_find(pto_asm *as, const char *name, size_t n)
{
    return pto_asm_named(table(as, as->unit), name, n);
}

static asm_symbol *symbol(pto_asm *as, uint32_t unit, const char *name,
                          size_t n)
{
    asm_name *x = pto_asm_name_add(as, table(as, unit), name, n);
    if (!x || x->value)
        return x ? x->value : NULL;
    asm_symbol *y = pto_asm_alloc(as, sizeof *y);
    x->value = y;
    if (y)
        y->name = x->text;
    return y;
}

asm_symbol *pto_asm_symbol(pto_asm *as, const char *name, size_t n)
{
    return symbol(as, as->unit, name, n);
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
    asm_symbol *y = pto_asm_symbol(s->as, name, strlen(name));
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
    pto_asm_use(s->as, s->section);
    return true;
}

bool pto_asm_set(asm_stmt *s, const char *at, const char *name, bool again)
{
    pto_asm_skip(s);
    asm_symbol *y = pto_asm_symbol(s->as, name, strlen(name));
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
    bool good = pto_asm_nest(s, at);
    if (good) {
        d->busy = true;
        good = pto_asm_expr(&there, out);
        d->busy = false;
        d->failed = !good;
    }
    s->as->nesting--;
    if (good && !out->late)
        d->value = *out;
    return good;
}

/*
 * What is late waits until all is read. Then it is looked at once as a place in
 * its section, and once with addresses if that is not enough: a chain of
 * symbols that name the next one twice takes no longer than its text.
 */
static bool value_of(const asm_stmt *s, const char *at, asm_definition *d,
                     asm_value *out)
{
    if (d->failed)
        return false; /* and that has been said */
    *out = d->value;
    if (out->late && !s->as->complete)
        return true;
    if (out->late && !d->tried) {
        if (!resolve(s, at, d, false, out))
            return false;
        d->tried = true;
    }
    if (out->late && s->final && !resolve(s, at, d, true, out))
        return false;
    if (s->final && out->base) {
        out->number += out->base->address;
        out->base = NULL;
    }
    return true;
}

bool pto_asm_value(const asm_symbol *y, bool final, asm_value *out)
{
    asm_definition *d = &y->definitions[y->count - 1];
    asm_stmt s = d->at;
    s.final = final;
    *out = (asm_value){0};
    return value_of(&s, s.p, d, out);
}

void pto_asm_settle_definition(asm_definition *d)
{
    asm_value v;
    asm_stmt s = d->at;
    s.final = true;
    if (d->value.late)
        (void)value_of(&s, s.p, d, &v);
}

static const asm_symbol *alike(const asm_names *all, const char *name)
{
    for (const asm_name *x = all->first; x; x = x->next) {
        const asm_symbol *y = x->value;
        if (y && y->count && pto_text_are_alike(y->name, name))
            return y;
    }
    return NULL;
}

/* Another source has the name, but keeps it for itself. */
static const asm_symbol *hidden(const pto_asm *as, const char *name)
{
    for (uint32_t i = 0; i < as->unit_count; i++) {
        const asm_symbol *y = pto_asm_named(table(as, i), name, strlen(name));
        if (y && y->count)
            return y;
    }
    return NULL;
}

static bool undefined(const asm_stmt *s, const char *at, const char *name)
{
    const asm_symbol *y = hidden(s->as, name);
    if (y)
        return pto_asm_error(s, at,
                             "undefined symbol '%s', expected .globl %s where "
                             "it is defined (%s:%u)",
                             name, name, y->definitions[0].at.line->file,
                             y->definitions[0].at.line->number);
    y = strlen(name) > 2 ? alike(table(s->as, s->unit), name) : NULL;
    if (y)
        return pto_asm_error(s, at, "undefined symbol '%s', expected '%s'?",
                             name, y->name);
    return pto_asm_error(s, at,
                         "undefined symbol '%s', expected a label or a "
                         ".set of that name",
                         name);
}

static bool wait(const asm_symbol *y, asm_value *out)
{
    *out = (asm_value){.late = true, .why = y->name};
    return true;
}

/* What the program means by a name that a source does not keep for itself. */
static asm_symbol *shared(const asm_stmt *s, asm_symbol *y)
{
    if (s->as->unit_count < 2 || (y->count && y->binding == PTO_SYMBOL_LOCAL))
        return y;
    asm_symbol *g = pto_asm_named(&s->as->globals, y->name, strlen(y->name));
    return g ? g : y;
}

bool pto_asm_lookup(const asm_stmt *s, const char *at, size_t n, asm_value *out)
{
    asm_symbol *y = symbol(s->as, s->unit, at, n);
    if (!y)
        return false;
    if (s->as->complete)
        y = shared(s, y);
    if (!y->count && !s->as->complete)
        return wait(y, out);
    *out = (asm_value){0};
    if (!y->count)
        return y->binding == PTO_SYMBOL_WEAK || undefined(s, at, y->name);
    uint32_t i = before(y, s->order);
    if (!i && !s->as->complete)
        return wait(y, out);
    if (y->definitions[0].at.unit != s->unit)
        i = y->count;
    return value_of(s, at, &y->definitions[i ? i - 1 : 0], out);
}

bool pto_asm_local(const asm_stmt *s, const char *at, size_t n, bool forward,
                   asm_value *out)
{
    asm_symbol *y = symbol(s->as, s->unit, at, n);
    if (!y)
        return false;
    uint32_t i = before(y, s->order);
    if (forward && i == y->count && !s->as->complete)
        return wait(y, out);
    if (forward ? i == y->count : !i)
        return pto_asm_error(s, at, "no label '%s:' %s this line, expected one",
                             y->name, forward ? "below" : "above");
    return value_of(s, at, &y->definitions[forward ? i : i - 1], out);
}

/* Room that goes with the arena: no table would free what has no name. */
static bool has_one_definition(pto_asm *as, asm_symbol *y)
{
    y->definitions = pto_asm_alloc(as, sizeof *y->definitions);
    y->capacity = y->definitions != NULL;
    return y->capacity;
}

/* .symbol "NAME", VALUE, SIZE, TYPE, BINDING: a row of the symbol table whose
 * name is known nowhere else, for what a label cannot say. */
bool pto_asm_do_symbol(asm_stmt *s, int argument)
{
    (void)argument;
    pto_buf name = {0};
    int64_t size, type, binding;
    asm_symbol *y = pto_asm_alloc(s->as, sizeof *y);
    bool good = y && has_one_definition(s->as, y) && pto_asm_string(s, &name) &&
                pto_asm_comma(s);
    pto_asm_skip(s);
    const char *at = s->p;
    asm_stmt start = *s;
    asm_value v;
    good = good && pto_asm_expr(s, &v) && pto_asm_comma(s) &&
           pto_asm_known(s, "the size", &size) && pto_asm_comma(s) &&
           pto_asm_known(s, "the type", &type) && pto_asm_comma(s) &&
           pto_asm_known(s, "the binding", &binding) && pto_asm_end(s);
    if (good && (!name.size || memchr(name.data, 0, name.size) ||
                 (type & ~15) || (binding & ~15)))
        good = pto_asm_error(s, at,
                             "expected a name, and a type and a binding of 0 "
                             "to 15");
    asm_definition *d = good ? define(y, &start) : NULL;
    if (d) {
        d->value = v;
        y->name = pto_asm_text(s->as, name.data, name.size);
        y->known_size = (uint64_t)size;
        y->type = (uint8_t)type;
        y->binding = (uint8_t)binding;
        y->next = s->as->extras;
        s->as->extras = y;
    }
    pto_buf_free(&name);
    return d && y->name;
}

/* Of two definitions in different sources the one that is meant, or NULL. */
static asm_symbol *stronger(asm_symbol *a, asm_symbol *b)
{
    if (a->is_common && b->is_common)
        return a->known_size < b->known_size ? b : a;
    if (b->is_common || b->binding == PTO_SYMBOL_WEAK)
        return a;
    return a->is_common || a->binding == PTO_SYMBOL_WEAK ? b : NULL;
}

bool pto_asm_share(pto_asm *as)
{
    for (uint32_t i = 0; i < as->unit_count; i++)
        for (const asm_name *x = table(as, i)->first; x; x = x->next) {
            asm_symbol *y = x->value, *winner = y;
            if (!y || !y->count || y->binding == PTO_SYMBOL_LOCAL)
                continue;
            asm_name *g =
                pto_asm_name_add(as, &as->globals, x->text, x->length);
            if (!g)
                return false;
            if (g->value)
                winner = stronger(g->value, y);
            if (winner)
                g->value = winner;
            else
                twice(&y->definitions[0].at, y->definitions[0].at.p, g->value);
        }
    return true;
}
