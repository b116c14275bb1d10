/* Text that grows: a buffer of any size, and a line with an end. */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool reserve(pto_buf *b, size_t n)
{
    if (b->failed || n > SIZE_MAX / 4 - b->size)
        b->failed = true;
    if (b->failed || b->size + n < b->capacity)
        return !b->failed;
    size_t capacity = b->capacity ? b->capacity : 256;
    while (capacity <= b->size + n)
        capacity *= 2;
    char *data = realloc(b->data, capacity);
    if (!data) {
        b->failed = true;
        return false;
    }
    b->data = data;
    b->capacity = capacity;
    return true;
}

void pto_buf_add(pto_buf *b, const void *bytes, size_t n)
{
    if (!reserve(b, n))
        return;
    if (n)
        memcpy(b->data + b->size, bytes, n);
    b->size += n;
    b->data[b->size] = 0;
}

void pto_buf_fill(pto_buf *b, uint8_t byte, size_t n)
{
    if (!reserve(b, n))
        return;
    memset(b->data + b->size, byte, n);
    b->size += n;
    b->data[b->size] = 0;
}

void pto_buf_puts(pto_buf *b, const char *s)
{
    pto_buf_add(b, s, strlen(s));
}

void pto_buf_printf(pto_buf *b, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (n < 0)
        b->failed = true;
    else if (reserve(b, (size_t)n)) {
        (void)vsnprintf(b->data + b->size, (size_t)n + 1, format, again);
        b->size += (size_t)n;
    }
    va_end(again);
}

void pto_buf_clear(pto_buf *b)
{
    b->size = 0;
    b->failed = false;
    if (b->data)
        b->data[0] = 0;
}

void pto_buf_free(pto_buf *b)
{
    free(b->data);
    *b = (pto_buf){0};
}

void pto_line_put(pto_line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->at + l->used, l->size - l->used, format, args);
    va_end(args);
    l->used += n > 0 ? (size_t)n : 0;
    if (l->used >= l->size)
        l->used = l->size - 1;
}
