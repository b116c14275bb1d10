/* Arrays as NPY files, version 1, with the header that NumPy would write. */
#include "pto/io.h"

#include "base/buf.h"
#include "base/file.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { ALIGN = 64, PREFIX = 10, HEADER = 512 };

/* The dictionary with its padding; returns its length. */
static size_t dictionary(const pto_npy *a, char *out)
{
    int n = snprintf(out, HEADER,
                     "{'descr': '%c%c%u', 'fortran_order': False, 'shape': (",
                     a->item_bytes == 1 ? '|' : '<', a->kind, a->item_bytes);
    for (unsigned i = 0; i < a->dimensions; i++)
        n += snprintf(out + n, (size_t)(HEADER - n), "%s%llu%s", i ? ", " : "",
                      (unsigned long long)a->shape[i],
                      a->dimensions == 1 ? "," : "");
    n += snprintf(out + n, (size_t)(HEADER - n), "), }");
    while ((PREFIX + n + 1) % ALIGN)
        out[n++] = ' ';
    out[n++] = '\n';
    return (size_t)n;
}

static bool is_writable(const pto_npy *a)
{
    uint64_t size = a->item_bytes;
    if (!a->kind || !memchr("fiub", a->kind, 4) ||
        a->dimensions > PTO_NPY_DIMENSIONS)
        return false;
    for (unsigned i = 0; i < a->dimensions; i++)
        if (__builtin_mul_overflow(size, a->shape[i], &size))
            return false;
    bool is_item = a->item_bytes && a->item_bytes <= 8 &&
                   !(a->item_bytes & (a->item_bytes - 1));
    return is_item && size == a->size && size <= SIZE_MAX / 2;
}

pto_status pto_npy_write(const char *path, const pto_npy *array,
                         const void *elements, pto_error *e)
{
    char text[HEADER + ALIGN];
    if (!is_writable(array) || (array->size && !elements))
        return pto_fail(e, PTO_BAD_ARGUMENT, "%s: no such NPY array", path);
    size_t n = dictionary(array, text);
    uint8_t prefix[PREFIX] = "\x93NUMPY\x01";
    prefix[8] = (uint8_t)n;
    prefix[9] = (uint8_t)(n >> 8);
    pto_buf b = {0};
    pto_buf_add(&b, prefix, PREFIX);
    pto_buf_add(&b, text, n);
    pto_buf_add(&b, array->size ? elements : "", (size_t)array->size);
    pto_status s = b.failed
                       ? pto_fail(e, PTO_NO_MEMORY, "%s: out of memory", path)
                       : pto_file_write(path, b.data, b.size, e);
    pto_buf_free(&b);
    return s;
}
