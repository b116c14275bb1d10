/* Memory that is freed all at once. */
#include "base/arena.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, BLOCK = 65536 };

struct pto_arena_block {
    struct pto_arena_block *before;
    _Alignas(ALIGN) char data[];
};

static char *new_block(pto_arena *a, size_t n)
{
    struct pto_arena_block *b = calloc(1, sizeof *b + n);
    if (!b)
        return NULL;
    b->before = a->blocks;
    a->blocks = b;
    return b->data;
}

void *pto_arena_alloc(pto_arena *a, size_t n)
{
    if (n > SIZE_MAX / 2)
        return NULL;
    n = (n + ALIGN - 1) / ALIGN * ALIGN;
    if (n > BLOCK / 4)
        return new_block(a, n);
    if ((size_t)(a->end - a->next) < n) {
        char *data = new_block(a, BLOCK);
        if (!data)
            return NULL;
        a->next = data;
        a->end = data + BLOCK;
    }
    char *p = a->next;
    a->next += n;
    return p;
}

char *pto_arena_text(pto_arena *a, const char *s, size_t n)
{
    char *p = n < SIZE_MAX ? pto_arena_alloc(a, n + 1) : NULL;
    if (p && n)
        memcpy(p, s, n);
    return p;
}

void pto_arena_free(pto_arena *a)
{
    while (a->blocks) {
        struct pto_arena_block *b = a->blocks;
        a->blocks = b->before;
        free(b);
    }
    *a = (pto_arena){0};
}
