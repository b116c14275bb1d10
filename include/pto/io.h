/* Whole files and NumPy arrays, for programs that use the library. */
#ifndef PTO_IO_H
#define PTO_IO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

/*
 * Read all of `path` ("-" is standard input), at most `limit` bytes. 0: no
 * limit for a regular file, and 1 GiB for a device or a pipe, which may never
 * end. Free *out with pto_free.
 */
PTO_API pto_status pto_io_read(const char *path, uint64_t limit, uint8_t **out,
                               size_t *size, pto_error *e);

/*
 * Write `path` whole or not at all: into a temporary file beside it, which
 * then takes its name. On failure an older file is as it was. A link stays,
 * its target is written; a device or a FIFO is written to. "-" is standard
 * output, and /dev/fd/N an open descriptor.
 */
PTO_API pto_status pto_io_write(const char *path, const void *bytes,
                                size_t size, pto_error *e);

/*
 * Would writing one write or replace the other? Both may be files that are not
 * there yet. A character device, such as /dev/null, is shared freely.
 */
PTO_API bool pto_io_is_same(const char *a, const char *b);

/* A whole word as a number: decimal, 0x, 0o or 0b; false where it is none or
 * exceeds 64 bits. */
PTO_API bool pto_io_number(const char *text, uint64_t *out);

enum { PTO_NPY_DIMENSIONS = 8 };

/* What an NPY file says of its array; the elements are its last bytes. */
typedef struct pto_npy {
    char kind; /* NumPy's: f float, i signed, u unsigned, b boolean */
    uint8_t item_bytes;
    uint8_t dimensions;
    uint64_t shape[PTO_NPY_DIMENSIONS];
    uint64_t offset, size; /* of the elements, in bytes */
} pto_npy;

/*
 * Read the header of a C-ordered little-endian NPY file, version 1 to 3, whose
 * `size` bytes are in memory. PTO_BAD_INPUT says what is wrong and, in
 * e->address, at which offset.
 */
PTO_API pto_status pto_npy_parse(const uint8_t *bytes, size_t size,
                                 pto_npy *out, pto_error *e);

/*
 * Write such an array whole or not at all; `offset` is not read. `size` has to
 * be what kind, item and shape need.
 */
PTO_API pto_status pto_npy_write(const char *path, const pto_npy *array,
                                 const void *elements, pto_error *e);

PTO_C_END

#endif
