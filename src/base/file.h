/* Whole files in and out; "-" is a standard stream. */
#ifndef PTO_SRC_BASE_FILE_H
#define PTO_SRC_BASE_FILE_H

#include "base/buf.h"
#include "pto/status.h"

/* A device or a pipe may never end: so much of it is read where no limit is
 * given. */
#define PTO_STREAM_LIMIT (UINT64_C(1) << 30)

/*
 * Append the whole of `path` to `out`; at most `limit` bytes. 0 is no limit
 * for a regular file, and PTO_STREAM_LIMIT for what is none.
 */
pto_status pto_file_read(const char *path, size_t limit, pto_buf *out,
                         pto_error *e);

/*
 * Append at most `most` bytes from byte `skip` on; *size: of the whole file, or
 * of what was read of one that is a stream. More than `limit` is PTO_BAD_INPUT.
 */
pto_status pto_file_read_part(const char *path, uint64_t skip, uint64_t most,
                              size_t limit, uint64_t *size, pto_buf *out,
                              pto_error *e);

/* Write `path` whole or not at all (base/sink.h). A signal that would end
 * the process waits until no temporary file is left. */
pto_status pto_file_write(const char *path, const void *bytes, size_t n,
                          pto_error *e);

#endif
