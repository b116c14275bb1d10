/* Whole files for users of the library: base/file.h with plain pointers. */
#include "pto/io.h"

#include "base/file.h"

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

void pto_io_discard(const char *path)
{
    pto_file_discard(path);
}
