/* Memory that is freed all at once. */
#ifndef PTO_SRC_BASE_ARENA_H
#define PTO_SRC_BASE_ARENA_H

#include <stddef.h>

struct pto_arena_block;

/* Zero-initialise, allocate, free. */
typedef struct pto_arena {
    struct pto_arena_block *blocks;
    char *next, *end;
} pto_arena;

/* n zero bytes aligned for any type, or NULL. */
void *pto_arena_alloc(pto_arena *a, size_t n);

/* The first n bytes of s and a zero byte, or NULL. */
char *pto_arena_text(pto_arena *a, const char *s, size_t n);

void pto_arena_free(pto_arena *a);

#endif
