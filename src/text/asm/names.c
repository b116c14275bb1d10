/* Names to what they stand for: a lookup takes no longer than its name, even
 * among names that were chosen to collide. */
#include "text/asm/asm.h"

#include <stdlib.h>
#include <string.h>

size_t pto_asm_hash(const char *text, size_t n)
{
    uint64_t h = n;
    for (size_t i = 0; i < n; i++)
        h = (h ^ (uint8_t)text[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (size_t)(h >> 32);
}

/* Behind its end a text goes on with zeros. */
static bool bit_of(const char *text, size_t n, uint32_t bit)
{
    size_t byte = bit / 8;
    return byte < n && (uint8_t)text[byte] >> (7 - bit % 8) & 1;
}

static bool is_name(const asm_name *x, const char *text, size_t n)
{
    return x->length == n && !memcmp(x->text, text, n);
}

/*
 * Each bucket is a PATRICIA tree: a node tests one bit, its links lead to nodes
 * that test a later one or back up to the only name that may be meant.
 */
static asm_name *nearest(asm_names *all, const char *text, size_t n)
{
    asm_name *x = all->buckets[pto_asm_hash(text, n) & (all->size - 1)];
    for (int64_t last = -1; x && x->bit > last; all->steps++) {
        last = x->bit;
        x = x->link[bit_of(text, n, x->bit)];
    }
    return x;
}

static uint32_t first_difference(const char *text, size_t n, const asm_name *x)
{
    uint32_t bit = 0;
    size_t m = x ? x->length : 0;
    while (bit / 8 < n && bit / 8 < m && text[bit / 8] == x->text[bit / 8])
        bit += 8;
    while (bit_of(text, n, bit) == (x && bit_of(x->text, m, bit)))
        bit++;
    return bit;
}

static void insert(asm_names *all, asm_name *x)
{
    x->bit =
        first_difference(x->text, x->length, nearest(all, x->text, x->length));
    asm_name **at =
        &all->buckets[pto_asm_hash(x->text, x->length) & (all->size - 1)];
    for (int64_t last = -1; *at && (*at)->bit > last && (*at)->bit < x->bit;) {
        last = (*at)->bit;
        at = &(*at)->link[bit_of(x->text, x->length, (*at)->bit)];
    }
    bool one = bit_of(x->text, x->length, x->bit);
    x->link[one] = x;
    x->link[!one] = *at;
    *at = x;
}

static bool make_room(pto_asm *as, asm_names *all)
{
    if (all->count < all->size)
        return true;
    size_t size = all->size ? all->size * 2 : 64;
    asm_name **buckets = calloc(size, sizeof *buckets);
    if (!buckets) {
        as->out_of_memory = true;
        return false;
    }
    free(all->buckets);
    all->buckets = buckets;
    all->size = size;
    for (asm_name *x = all->first; x; x = x->next)
        insert(all, x);
    return true;
}

void *pto_asm_named(asm_names *all, const char *text, size_t n)
{
    asm_name *x = all->size ? nearest(all, text, n) : NULL;
    return x && is_name(x, text, n) ? x->value : NULL;
}

asm_name *pto_asm_name_add(pto_asm *as, asm_names *all, const char *text,
                           size_t n)
{
    asm_name *x = all->size ? nearest(all, text, n) : NULL;
    if (x && is_name(x, text, n))
        return x;
    if (!make_room(as, all))
        return NULL;
    x = pto_asm_alloc(as, sizeof *x);
    char *copy = pto_asm_text(as, text, n);
    if (!x || !copy)
        return NULL;
    *x = (asm_name){.text = copy, .length = n};
    insert(all, x);
    *(all->last ? &all->last->next : &all->first) = x;
    all->last = x;
    all->count++;
    return x;
}

void pto_asm_names_free(asm_names *all)
{
    free(all->buckets);
    *all = (asm_names){.steps = all->steps};
}
