/* Whole files in and out; "-" is standard input. */
#ifndef PTO_SRC_BASE_FILE_H
#define PTO_SRC_BASE_FILE_H

#include "base/buf.h"
#include "pto/status.h"

/* Append the whole of `path` to `out`; at most `limit` bytes, 0 is no limit. */
pto_status pto_file_read(const char *path, size_t limit, pto_buf *out,
                         pto_error *e);

/*
 * Append at most `most` bytes from byte `skip` on; *size: of the whole file, or
 * of what was read of one that is a stream. More than `limit` is PTO_BAD_INPUT.
 */
pto_status pto_file_read_part(const char *path, uint64_t skip, uint64_t most,
                              size_t limit, uint64_t *size, pto_buf *out,
                              pto_error *e);

/* Write `path` whole or not at all: a failure leaves no file behind. */
pto_status pto_file_write(const char *path, const void *bytes, size_t n,
                          pto_error *e);

/* Remove a file; a device such as /dev/null stays. */
void pto_file_discard(const char *path);

#endif
