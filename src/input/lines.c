/* The one reader of lines; lines.h says which. */
#include "input/lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

static void start(input_lines *l, const char *path)
{
    l->path = path;
    l->any = false;
    l->line = NULL;
    l->size = l->room = 0;
    l->number = 0;
    l->file = NULL;
    l->at = l->end = l->chunk;
}

pto_status input_lines_open(input_lines *l, const char *path, pto_error *e)
{
    bool input = !strcmp(path, "-");
    start(l, path);
    errno = 0;
    l->file = input ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path, "rb");
    if (l->file)
        return PTO_OK;
    bool memory = !errno || errno == ENOMEM;
    return pto_fail(e, memory ? PTO_NO_MEMORY : PTO_IO, "cannot open %s: %s",
                    path, memory ? "out of memory" : strerror(errno));
}

void input_lines_of_text(input_lines *l, const char *text, size_t n)
{
    start(l, NULL);
    l->at = text;
    l->end = text + n;
}

void input_lines_close(input_lines *l)
{
    if (l->file)
        (void)gzclose(l->file);
    free(l->line);
    l->file = NULL;
    l->line = NULL;
}

static pto_status bad(const input_lines *l, const char *what, pto_error *e)
{
    pto_status s = pto_fail(e, PTO_BAD_INPUT, "%s", what);
    if (!e)
        return s;
    e->line = (uint32_t)l->number;
    if (l->path)
        (void)snprintf(e->file, sizeof e->file, "%s", l->path);
    return s;
}

/* Have a byte at l->at, unless all are read. */
static pto_status fill(input_lines *l, pto_error *e)
{
    int error = Z_OK;
    if (l->at < l->end || !l->file)
        return PTO_OK;
    int n = gzread(l->file, l->chunk, sizeof l->chunk);
    const char *text = gzerror(l->file, &error);
    if (n < 0 || (n == 0 && error != Z_OK))
        return pto_fail(e, error == Z_MEM_ERROR ? PTO_NO_MEMORY : PTO_IO,
                        "cannot read %s: %s", l->path,
                        error == Z_ERRNO ? strerror(errno) : text);
    l->at = l->chunk;
    l->end = l->chunk + n;
    return PTO_OK;
}

static pto_status append(input_lines *l, size_t n, pto_error *e)
{
    size_t room = l->room ? l->room : 256;
    if (n > INPUT_LINE_LIMIT - l->size)
        return bad(l, "the line is longer than 1 MiB", e);
    while (room < l->size + n + 1)
        room *= 2;
    if (room > l->room) {
        char *line = realloc(l->line, room);
        if (!line)
            return pto_fail(e, PTO_NO_MEMORY, "out of memory");
        l->line = line;
        l->room = room;
    }
    if (n)
        memcpy(l->line + l->size, l->at, n);
    l->at += n;
    l->size += n;
    l->line[l->size] = '\0';
    return PTO_OK;
}

static pto_status understand(input_lines *l, pto_error *e)
{
    static const char mark[] = "\xef\xbb\xbf";
    if (l->number == 1 && l->size >= 3 && !memcmp(l->line, mark, 3)) {
        l->size -= 3;
        memmove(l->line, l->line + 3, l->size + 1);
    }
    for (size_t i = 0; i < l->size;) {
        unsigned n = input_utf8(l->line + i, l->size - i);
        if (!l->line[i])
            return bad(l, "the line has a NUL byte", e);
        if (l->line[i] == '\r')
            return bad(l, "the line has a carriage return inside", e);
        if (!n)
            return bad(l, "the line is no UTF-8", e);
        i += n;
    }
    return PTO_OK;
}

pto_status input_lines_next(input_lines *l, bool *more, pto_error *e)
{
    const char *newline = NULL;
    l->size = 0;
    l->number++;
    *more = false;
    PTO_TRY(append(l, 0, e));
    while (!newline) {
        PTO_TRY(fill(l, e));
        if (l->at == l->end)
            break;
        newline = memchr(l->at, '\n', (size_t)(l->end - l->at));
        PTO_TRY(append(l, (size_t)((newline ? newline : l->end) - l->at), e));
        l->at += newline != NULL;
    }
    *more = newline || l->size;
    if (newline && l->size && l->line[l->size - 1] == '\r')
        l->line[--l->size] = '\0';
    return l->any ? PTO_OK : understand(l, e);
}

unsigned input_utf8(const char *bytes, size_t n)
{
    const uint8_t *p = (const uint8_t *)bytes;
    if (!n || p[0] < 0x80)
        return n > 0;
    unsigned size = p[0] < 0xe0 ? 2 : p[0] < 0xf0 ? 3 : 4;
    if (p[0] < 0xc2 || p[0] > 0xf4 || n < size)
        return 0;
    for (unsigned i = 1; i < size; i++)
        if ((p[i] & 0xc0) != 0x80)
            return 0;
    /* Longer than need be, a surrogate, or beyond U+10FFFF. */
    bool wrong = (p[0] == 0xe0 && p[1] < 0xa0) ||
                 (p[0] == 0xed && p[1] > 0x9f) ||
                 (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f);
    return wrong ? 0 : size;
}
