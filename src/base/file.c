/* Whole files in and out. */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static pto_status io_error(pto_error *e, const char *path, const char *verb)
{
    int number = errno;
    pto_fail(e, PTO_IO, "cannot %s %s: %s", verb, path, strerror(number));
    return PTO_IO;
}

static pto_status drain(FILE *f, const char *path, size_t limit, pto_buf *out,
                        pto_error *e)
{
    char chunk[65536];
    size_t n, total = 0;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        total += n;
        if (limit && total > limit)
            return pto_fail(e, PTO_BAD_INPUT, "%s: larger than %zu bytes", path,
                            limit);
        pto_buf_add(out, chunk, n);
    }
    if (ferror(f))
        return io_error(e, path, "read");
    if (out->failed)
        return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path);
    return PTO_OK;
}

pto_status pto_file_read(const char *path, size_t limit, pto_buf *out,
                         pto_error *e)
{
    if (!strcmp(path, "-"))
        return drain(stdin, "standard input", limit, out, e);
    FILE *f = fopen(path, "rb");
    if (!f)
        return io_error(e, path, "open");
    pto_status s = drain(f, path, limit, out, e);
    (void)fclose(f);
    return s;
}

/* Go to byte `skip`, reading what cannot be jumped over. */
static uint64_t skip_bytes(FILE *f, uint64_t skip)
{
    uint64_t at = 0;
    if (skip <= INT64_MAX && fseeko(f, (off_t)skip, SEEK_SET) == 0)
        return skip;
    while (at < skip && getc(f) != EOF)
        at++;
    return at;
}

static pto_status read_part(FILE *f, const char *path, uint64_t skip,
                            uint64_t most, size_t limit, uint64_t *size,
                            pto_buf *out, pto_error *e)
{
    char chunk[65536];
    struct stat st;
    uint64_t total = 0, at = skip_bytes(f, skip);
    while (total < most) {
        uint64_t left = most - total;
        size_t n =
            fread(chunk, 1, left < sizeof chunk ? left : sizeof chunk, f);
        total += n;
        if (!n)
            break;
        if (total > limit)
            return pto_fail(e, PTO_BAD_INPUT, "%s: larger than %zu bytes", path,
                            limit);
        pto_buf_add(out, chunk, n);
    }
    if (ferror(f))
        return io_error(e, path, "read");
    *size = at + total;
    if (fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode))
        *size = (uint64_t)st.st_size;
    return out->failed ? pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path)
                       : PTO_OK;
}

pto_status pto_file_read_part(const char *path, uint64_t skip, uint64_t most,
                              size_t limit, uint64_t *size, pto_buf *out,
                              pto_error *e)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return io_error(e, path, "open");
    pto_status s = read_part(f, path, skip, most, limit, size, out, e);
    (void)fclose(f);
    return s;
}

static bool is_stream(const struct stat *st, int descriptor)
{
    struct stat own;
    return fstat(descriptor, &own) == 0 && own.st_dev == st->st_dev &&
           own.st_ino == st->st_ino;
}

/* /dev/stdout is a link to what may be a regular file: the link must stay. */
void pto_file_discard(const char *path)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISREG(st.st_mode) &&
        !is_stream(&st, STDOUT_FILENO) && !is_stream(&st, STDERR_FILENO))
        (void)remove(path);
}

pto_status pto_file_write(const char *path, const void *bytes, size_t n,
                          pto_error *e)
{
    pto_file_discard(path);
    FILE *f = fopen(path, "wb");
    if (!f)
        return io_error(e, path, "create");
    bool whole = fwrite(bytes, 1, n, f) == n;
    if (fclose(f) != 0 || !whole) {
        pto_status s = io_error(e, path, "write");
        pto_file_discard(path);
        return s;
    }
    return PTO_OK;
}
