/*
 * The one reader of lines: of a file, plain or gzip, or of a text in memory.
 *
 * A line ends with a newline, before which one carriage return is dropped; the
 * last one may lack it. A byte order mark before the first line is skipped.
 * PTO_BAD_INPUT names the line that is longer than INPUT_LINE_LIMIT, has a NUL
 * or another carriage return, or is no UTF-8.
 */
#ifndef PTO_SRC_INPUT_LINES_H
#define PTO_SRC_INPUT_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/status.h"

enum { INPUT_LINE_LIMIT = 1 << 20, INPUT_CHUNK = 1 << 16 };

typedef struct input_lines {
    const char *path; /* for messages; NULL: a text in memory */
    bool any;         /* bytes are compared, not understood: all are taken */
    char *line;       /* without its end, and a zero byte; may be changed */
    size_t size, room;
    uint64_t number; /* of the line, from 1 */
    struct gzFile_s *file;
    const char *at, *end; /* what is there and not yet taken */
    char chunk[INPUT_CHUNK];
} input_lines;

/* "-" is standard input. On failure there is nothing to close. */
pto_status input_lines_open(input_lines *l, const char *path, pto_error *e);

void input_lines_of_text(input_lines *l, const char *text, size_t n);

/* The next line; *more is false at the end. */
pto_status input_lines_next(input_lines *l, bool *more, pto_error *e);

void input_lines_close(input_lines *l);

/* How many of the n bytes are the UTF-8 character that they begin with; 0: it
 * is none. */
unsigned input_utf8(const char *bytes, size_t n);

#endif
