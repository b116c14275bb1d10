/* Whole files and NumPy arrays, for programs that use the library. */
#ifndef PTO_IO_H
#define PTO_IO_H

#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

/*
 * Read all of `path` ("-" is standard input), at most `limit` bytes (0: no
 * limit). Free *out with pto_free.
 */
PTO_API pto_status pto_io_read(const char *path, uint64_t limit, uint8_t **out,
                               size_t *size, pto_error *e);

/* Write `path` whole or not at all; an older file is gone either way. */
PTO_API pto_status pto_io_write(const char *path, const void *bytes,
                                size_t size, pto_error *e);

/* Remove a file, so that work which may fail leaves no older result. A device
 * such as /dev/null stays, and so does what is standard output or error. */
PTO_API void pto_io_discard(const char *path);

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
