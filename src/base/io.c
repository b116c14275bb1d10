/* Whole files for users of the library: base/file.h with plain pointers. */
#include "pto/io.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/sink.h"

pto_status pto_io_read(const char *path, uint64_t limit, uint8_t **out,
                       size_t *size, pto_error *e)
{
    pto_buf b = {0};
    pto_buf_add(&b, "", 0); /* an empty file still has a pointer to free */
    pto_status s = pto_file_read(path, (size_t)limit, &b, e);
    if (s == PTO_OK && b.failed)
        s = pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path);
    if (s != PTO_OK) {
        pto_buf_free(&b);
        return s;
    }
    *out = (uint8_t *)b.data;
    *size = b.size;
    return PTO_OK;
}

pto_status pto_io_write(const char *path, const void *bytes, size_t size,
                        pto_error *e)
{
    return pto_file_write(path, bytes, size, e);
}

static bool state_of(const char *path, struct stat *out)
{
    int stream = pto_sink_stream(path);
    return (stream < 0 ? stat(path, out) : fstat(stream, out)) == 0;
}

/* Two files that are to be: one folder and one name in it. */
static bool will_be_same(char *a, char *b)
{
    char *x = strrchr(a, '/'), *y = strrchr(b, '/');
    struct stat in_a, in_b;
    if (strcmp(x ? x + 1 : a, y ? y + 1 : b) != 0)
        return false;
    if (x)
        x[1] = '\0';
    if (y)
        y[1] = '\0';
    return stat(x ? a : ".", &in_a) == 0 && stat(y ? b : ".", &in_b) == 0 &&
           in_a.st_dev == in_b.st_dev && in_a.st_ino == in_b.st_ino;
}

bool pto_io_is_same(const char *a, const char *b)
{
    struct stat x, y;
    int stream = pto_sink_stream(a);
    bool has_a = state_of(a, &x), has_b = state_of(b, &y);
    if (stream >= 0 && stream == pto_sink_stream(b))
        return true;
    if (has_a && has_b)
        return !S_ISCHR(x.st_mode) && x.st_dev == y.st_dev &&
               x.st_ino == y.st_ino;
    if (has_a || has_b)
        return false;
    char *target_a = pto_sink_target(a), *target_b = pto_sink_target(b);
    bool same = target_a && target_b && will_be_same(target_a, target_b);
    free(target_a);
    free(target_b);
    return same;
}

static unsigned digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    char lower = (char)(c | 32);
    return lower >= 'a' && lower <= 'z' ? (unsigned)(lower - 'a') + 10 : 99;
}

bool pto_io_number(const char *text, uint64_t *out)
{
    unsigned base = 10;
    if (text[0] == '0' && text[1]) {
        char c = (char)(text[1] | 32);
        base = c == 'x' ? 16 : c == 'o' ? 8 : c == 'b' ? 2 : 10;
        text += base == 10 ? 0 : 2;
    }
    uint64_t v = 0;
    if (!*text)
        return false;
    for (; *text; text++) {
        unsigned d = digit_of(*text);
        if (d >= base || v > (UINT64_MAX - d) / base)
            return false;
        v = v * base + d;
    }
    *out = v;
    return true;
}
