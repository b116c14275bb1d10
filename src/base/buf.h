/* Text that grows: a buffer of any size, and a line with an end. */
#ifndef PTO_SRC_BASE_BUF_H
#define PTO_SRC_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"

/*
 * Zero-initialise, append, free. `data` always ends with a zero byte that
 * `size` does not count. A failed allocation sets `failed`, after which every
 * append is ignored: check once at the end.
 */
typedef struct pto_buf {
    char *data;
    size_t size, capacity;
    bool failed;
} pto_buf;

void pto_buf_add(pto_buf *b, const void *bytes, size_t n);
void pto_buf_fill(pto_buf *b, uint8_t byte, size_t n);
void pto_buf_puts(pto_buf *b, const char *s);
void pto_buf_printf(pto_buf *b, const char *format, ...) PTO_PRINTF(2, 3);
void pto_buf_clear(pto_buf *b);
void pto_buf_free(pto_buf *b);

/* A string of `size` bytes, at least 1, that is cut where its room ends. */
typedef struct pto_line {
    char *at;
    size_t size, used;
} pto_line;

void pto_line_put(pto_line *l, const char *format, ...) PTO_PRINTF(2, 3);

#endif
