/*
 * Loaded before the C library (LD_PRELOAD): the allocation number PTO_FAIL_AT
 * of the process, counted from main, finds no memory. How many there were goes
 * to the file PTO_FAIL_COUNT.
 */
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

static unsigned long count, fail_at;
static bool counts;

__attribute__((constructor)) static void begin(void)
{
    const char *text = getenv("PTO_FAIL_AT");
    fail_at = text ? strtoul(text, NULL, 10) : 0;
    counts = true;
}

__attribute__((destructor)) static void end(void)
{
    const char *path = getenv("PTO_FAIL_COUNT");
    counts = false;
    FILE *f = path ? fopen(path, "w") : NULL;
    if (f) {
        (void)fprintf(f, "%lu\n", count);
        (void)fclose(f);
    }
}

static bool fails(void)
{
    if (!counts || ++count != fail_at)
        return false;
    errno = ENOMEM;
    return true;
}

void *malloc(size_t size)
{
    return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
    return fails() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
    return fails() ? NULL : __libc_realloc(p, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    return fails() ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size)
{
    *out = fails() ? NULL : __libc_memalign(alignment, size);
    return *out ? 0 : ENOMEM;
}
