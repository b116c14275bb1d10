/* NPY files to FP64 numbers, and elements of any type to NPY files. */
#include "cli/array/array.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const struct element {
    char kind;
    uint8_t bytes;
    pto_dtype type;
} elements[] = {{'f', 2, PTO_FP16}, {'f', 4, PTO_FP32}, {'f', 8, PTO_FP64},
                {'i', 1, PTO_S8},   {'i', 2, PTO_S16},  {'i', 4, PTO_S32},
                {'u', 1, PTO_U8},   {'u', 2, PTO_U16},  {'u', 4, PTO_U32},
                {'b', 1, PTO_U8}};

static pto_status find_type(cli_array *a, pto_error *e)
{
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (elements[i].kind == a->npy.kind &&
            elements[i].bytes == a->npy.item_bytes) {
            a->type = elements[i].type;
            return PTO_OK;
        }
    return pto_fail(e, PTO_BAD_INPUT,
                    "elements are '%c%u'; accepted: f2 f4 f8, integers up to "
                    "32 bits, b1",
                    a->npy.kind, a->npy.item_bytes);
}

static pto_status fail_in(const cli_array *a, pto_status s, pto_error *e)
{
    if (s != PTO_OK)
        (void)snprintf(e->file, sizeof e->file, "%s", a->path);
    return s;
}

static pto_status parse(cli_array *a, size_t size, pto_error *e)
{
    PTO_TRY(pto_npy_parse(a->file, size, &a->npy, e));
    PTO_TRY(find_type(a, e));
    a->count = a->npy.size / a->npy.item_bytes;
    return PTO_OK;
}

pto_status cli_array_open(const char *path, cli_array *out, pto_error *e)
{
    size_t size;
    *out = (cli_array){.path = path};
    PTO_TRY(pto_io_read(path, 0, &out->file, &size, e));
    pto_status s = parse(out, size, e);
    if (s != PTO_OK)
        cli_array_free(out);
    return fail_in(out, s, e);
}

pto_status cli_array_numbers(cli_array *a, pto_error *e)
{
    pto_fenv env = {0};
    if (a->x)
        return PTO_OK;
    if (a->count <= SIZE_MAX / sizeof *a->x)
        a->x = malloc(a->count ? (size_t)a->count * sizeof *a->x : 1);
    if (!a->x)
        return fail_in(a, pto_fail(e, PTO_NO_MEMORY, "out of memory"), e);
    return pto_convert_n(PTO_FP64, a->type, a->x, a->file + a->npy.offset,
                         (size_t)a->count, &env);
}

pto_status cli_array_read(const char *path, cli_array *out, pto_error *e)
{
    PTO_TRY(cli_array_open(path, out, e));
    pto_status s = cli_array_numbers(out, e);
    if (s != PTO_OK)
        cli_array_free(out);
    return s;
}

/* Two codes a byte: half the last axis, or bytes in a row where it is odd. */
static void halve(pto_npy *a, uint64_t count)
{
    uint64_t *last = a->dimensions ? &a->shape[a->dimensions - 1] : NULL;
    if (last && *last % 2 == 0) {
        *last /= 2;
        return;
    }
    a->dimensions = 1;
    a->shape[0] = count / 2 + count % 2;
}

pto_status cli_array_write(const char *path, const pto_npy *shape,
                           pto_dtype type, const void *codes, bool natural,
                           pto_error *e)
{
    unsigned bits = pto_format_get(type)->storage_bits;
    pto_npy a = *shape;
    uint64_t count = 1;
    for (unsigned i = 0; i < a.dimensions; i++)
        count *= a.shape[i];
    a.kind = 'u';
    for (size_t i = 0; i < sizeof elements / sizeof elements[0]; i++)
        if (natural && elements[i].type == type && elements[i].kind != 'b')
            a.kind = elements[i].kind;
    a.item_bytes = (uint8_t)(bits < 8 ? 1 : bits / 8);
    a.size = pto_array_bytes(type, (size_t)count);
    if (bits == 4)
        halve(&a, count);
    return pto_npy_write(path, &a, codes, e);
}

void cli_array_free(cli_array *a)
{
    pto_free(a->file);
    free(a->x);
    a->file = NULL;
    a->x = NULL;
}

cli_shape_text cli_array_text(const cli_array *a)
{
    cli_shape_text t;
    int n =
        snprintf(t.text, sizeof t.text, "%s [", pto_format_get(a->type)->name);
    for (unsigned i = 0; i < a->npy.dimensions; i++)
        n += snprintf(t.text + n, sizeof t.text - (size_t)n, "%s%" PRIu64,
                      i ? ", " : "", a->npy.shape[i]);
    (void)snprintf(t.text + n, sizeof t.text - (size_t)n, "]");
    return t;
}

pto_status cli_target_parse(const char *text, pto_scaling scaling,
                            pto_dtype *type, pto_scaling *out, pto_error *e)
{
    char name[32];
    const char *colon = strchr(text, ':');
    size_t n = colon ? (size_t)(colon - text) : strlen(text);
    (void)snprintf(name, sizeof name, "%.*s", n < 31 ? (int)n : 31, text);
    PTO_TRY(pto_dtype_named(name, type, e));
    *out = scaling;
    if (colon)
        PTO_TRY(pto_scaling_named(colon + 1, out, e));
    return pto_scaling_check(*out, *type, e);
}
