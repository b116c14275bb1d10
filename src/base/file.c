/* Whole files in and out. */
#include "base/file.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sink.h"

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
    struct stat st;
    size_t n, total = 0;
    if (!limit && (fstat(fileno(f), &st) != 0 || !S_ISREG(st.st_mode)))
        limit = PTO_STREAM_LIMIT;
    while ((n = fread(chunk, 1, sizeof chunk, f)) > 0) {
        total += n;
        if (limit && total > limit)
            return pto_fail(e, PTO_BAD_INPUT, "%s: larger than %zu bytes", path,
                            limit);
        pto_buf_add(out, chunk, n);
        if (out->failed)
            return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path);
    }
    return ferror(f) ? io_error(e, path, "read") : PTO_OK;
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

/* Go to byte `skip`, reading what cannot be jumped over and may never end. */
static uint64_t skip_bytes(FILE *f, uint64_t skip)
{
    uint64_t at = 0;
    if (skip <= INT64_MAX && fseeko(f, (off_t)skip, SEEK_SET) == 0)
        return skip;
    while (at < skip && at < PTO_STREAM_LIMIT && getc(f) != EOF)
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
    if (at < skip)
        most = 0;
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
        if (out->failed)
            return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path);
    }
    if (ferror(f))
        return io_error(e, path, "read");
    *size = at + total;
    if (fstat(fileno(f), &st) == 0 && S_ISREG(st.st_mode))
        *size = (uint64_t)st.st_size;
    return PTO_OK;
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

/* Only where a temporary file is made: what is written through may wait. */
static void hold_signals(const char *path, sigset_t *before)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    struct stat st;
    sigset_t held;
    (void)sigemptyset(&held);
    bool waits = pto_sink_stream(path) >= 0 ||
                 (stat(path, &st) == 0 && !S_ISREG(st.st_mode));
    for (size_t i = 0; !waits && i < sizeof ends / sizeof ends[0]; i++)
        (void)sigaddset(&held, ends[i]);
    (void)pthread_sigmask(SIG_BLOCK, &held, before);
}

pto_status pto_file_write(const char *path, const void *bytes, size_t n,
                          pto_error *e)
{
    pto_sink o;
    sigset_t before;
    hold_signals(path, &before);
    pto_status s = pto_sink_open(&o, path, e);
    if (s == PTO_OK) {
        (void)pto_sink_write(&o, bytes, n);
        s = pto_sink_commit(&o, e);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return s;
}
