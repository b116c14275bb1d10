/* A file of the target's own, for what reads files by name. */
#ifndef PTO_TESTS_FUZZ_SCRATCH_H
#define PTO_TESTS_FUZZ_SCRATCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

typedef struct scratch {
    char path[32];
    int file;
} scratch;

#define SCRATCH                    \
    {                              \
        "/tmp/pto-fuzz-XXXXXX", -1 \
    }

/* The path of a file that holds these bytes, and no others. */
static inline const char *scratch_hold(scratch *s, const uint8_t *bytes,
                                       size_t n)
{
    if (s->file < 0)
        s->file = mkstemp(s->path);
    if (s->file < 0 || ftruncate(s->file, 0) != 0 ||
        pwrite(s->file, bytes, n, 0) != (ssize_t)n)
        abort();
    return s->path;
}

static inline void scratch_remove(scratch *s)
{
    if (s->file >= 0) {
        (void)close(s->file);
        (void)unlink(s->path);
    }
    s->file = -1;
}

#endif
