/*
 * The one way to write a file: into a temporary one beside it, which takes its
 * name when all is there. Whatever happens before that, what stood under the
 * name still does.
 *
 * A link is followed, and stays. What is no regular file (a device, a FIFO, a
 * socket) is written to as it is, and so is an open descriptor: "-" and
 * /dev/stdout are standard output, /dev/stderr and /dev/fd/N the others.
 */
#ifndef PTO_SRC_BASE_SINK_H
#define PTO_SRC_BASE_SINK_H

#include <stdbool.h>
#include <stddef.h>
#include "pto/status.h"

typedef struct pto_sink {
    char *path;      /* as given, for messages */
    char *target;    /* the regular file, links followed; NULL: none */
    char *temporary; /* its bytes until they are complete */
    int descriptor;
    int error; /* errno of the first failure; nothing is written after it */
} pto_sink;

/* On failure there is nothing to close. */
pto_status pto_sink_open(pto_sink *o, const char *path, pto_error *e);

/* False, and o->error is set, where not all could be written. */
bool pto_sink_write(pto_sink *o, const void *bytes, size_t n);

/* Complete the file, or remove what there is of it. */
pto_status pto_sink_commit(pto_sink *o, pto_error *e);

/* Give up: the temporary file is removed, and nothing else. */
void pto_sink_drop(pto_sink *o);

/*
 * The file that a path names with all links followed, though it need not be
 * there: free it. NULL where it cannot be told, or memory runs out.
 */
char *pto_sink_target(const char *path);

/* The descriptor that a path means, or -1: "-", /dev/stdout, /dev/fd/3. */
int pto_sink_stream(const char *path);

#endif
