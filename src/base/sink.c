/* The one way to write a file; sink.h says how. */
#include "base/sink.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"

enum { MOST_LINKS = 40, MOST_NAMES = 1000 };

static pto_status fail(const pto_sink *o, const char *verb, int error,
                       pto_error *e)
{
    bool out = pto_sink_stream(o->path) == STDOUT_FILENO;
    return pto_fail(e, error == ENOMEM ? PTO_NO_MEMORY : PTO_IO,
                    "cannot %s %s: %s", verb, out ? "standard output" : o->path,
                    strerror(error));
}

int pto_sink_stream(const char *path)
{
    int number = 0, length = 0;
    if (!strcmp(path, "-") || !strcmp(path, "/dev/stdout"))
        return STDOUT_FILENO;
    if (!strcmp(path, "/dev/stderr"))
        return STDERR_FILENO;
    if (!strcmp(path, "/dev/stdin"))
        return STDIN_FILENO;
    if (sscanf(path, "/dev/fd/%9d%n", &number, &length) == 1 && number >= 0 &&
        !path[length])
        return number;
    return -1;
}

/* `name` as a link in `from` means it. */
static char *beside(const char *from, const char *name)
{
    const char *slash = strrchr(from, '/');
    pto_buf b = {0};
    if (name[0] != '/' && slash)
        pto_buf_add(&b, from, (size_t)(slash + 1 - from));
    pto_buf_puts(&b, name);
    if (b.failed)
        pto_buf_free(&b);
    return b.data;
}

static char *copy(const char *text)
{
    return beside("", text);
}

char *pto_sink_target(const char *path)
{
    char *now = copy(path);
    for (int i = 0; now && i < MOST_LINKS; i++) {
        char text[PATH_MAX];
        ssize_t n = readlink(now, text, sizeof text);
        if (n < 0)
            return now;
        if ((size_t)n == sizeof text)
            break;
        text[n] = '\0';
        char *next = beside(now, text);
        free(now);
        now = next;
    }
    free(now);
    return NULL;
}

/* A file that is also standard output, as `> FILE` makes it. */
static int stream_of(const struct stat *st)
{
    for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++) {
        struct stat own;
        if (fstat(i, &own) == 0 && own.st_dev == st->st_dev &&
            own.st_ino == st->st_ino)
            return i;
    }
    return -1;
}

/* Nobody else has the name; umask applies. */
static int make_temporary(pto_sink *o)
{
    static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyz";
    uint64_t seed = (uint64_t)getpid() << 20 ^ (uintptr_t)o;
    o->temporary = beside(o->target, ".pto-00000000");
    if (!o->temporary)
        return ENOMEM;
    char *tail = o->temporary + strlen(o->temporary) - 8;
    for (int i = 0; i < MOST_NAMES; i++) {
        for (unsigned k = 0; k < 8; k++) {
            seed = seed * UINT64_C(6364136223846793005) + 1;
            tail[k] = digits[(seed >> 33) % 36];
        }
        o->descriptor =
            open(o->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (o->descriptor >= 0)
            return 0;
        if (errno != EEXIST)
            break;
    }
    int error = errno;
    free(o->temporary);
    o->temporary = NULL;
    return error;
}

/* A new file, or one in place of a regular file that may be written to. */
static int open_regular(pto_sink *o, const struct stat *old)
{
    if (old && access(o->path, W_OK) != 0)
        return errno;
    o->target = pto_sink_target(o->path);
    if (!o->target)
        return errno == ENOMEM ? ENOMEM : ELOOP;
    int error = make_temporary(o);
    if (!error && old)
        (void)fchmod(o->descriptor, old->st_mode & 0777);
    return error;
}

static int open_any(pto_sink *o)
{
    struct stat st;
    int stream = pto_sink_stream(o->path);
    bool there = stat(o->path, &st) == 0;
    if (stream < 0 && there && S_ISREG(st.st_mode))
        stream = stream_of(&st);
    if (stream >= 0)
        o->descriptor = fcntl(stream, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
    else if (there && !S_ISREG(st.st_mode))
        o->descriptor = open(o->path, O_WRONLY | O_CLOEXEC);
    else
        return open_regular(o, there ? &st : NULL);
    return o->descriptor < 0 ? errno : 0;
}

static void release(pto_sink *o)
{
    free(o->path);
    free(o->target);
    free(o->temporary);
    *o = (pto_sink){.descriptor = -1, .error = o->error};
}

pto_status pto_sink_open(pto_sink *o, const char *path, pto_error *e)
{
    *o = (pto_sink){.descriptor = -1};
    o->path = copy(path);
    if (!o->path)
        return pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path);
    o->error = open_any(o);
    if (!o->error)
        return PTO_OK;
    pto_status s = fail(o, "create", o->error, e);
    release(o);
    return s;
}

/* A signal ends a wait for a reader, but no write to a disk. */
bool pto_sink_write(pto_sink *o, const void *bytes, size_t n)
{
    const char *at = bytes;
    while (n && !o->error) {
        size_t most = n < INT_MAX ? n : INT_MAX;
        ssize_t done = write(o->descriptor, at, most);
        if (done < 0 && !(errno == EINTR && o->temporary))
            o->error = errno;
        if (done > 0) {
            at += done;
            n -= (size_t)done;
        }
    }
    return !o->error;
}

void pto_sink_drop(pto_sink *o)
{
    if (o->descriptor >= 0)
        (void)close(o->descriptor);
    if (o->temporary)
        (void)unlink(o->temporary);
    release(o);
}

pto_status pto_sink_commit(pto_sink *o, pto_error *e)
{
    int closed = close(o->descriptor);
    o->descriptor = -1;
    if (closed != 0 && !o->error)
        o->error = errno;
    if (!o->error && o->temporary && rename(o->temporary, o->target) != 0)
        o->error = errno;
    if (!o->error) {
        release(o);
        return PTO_OK;
    }
    pto_status s = fail(o, "write", o->error, e);
    pto_sink_drop(o);
    return s;
}
