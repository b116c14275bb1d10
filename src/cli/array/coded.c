/* Quantized arrays: made, measured, and written as NPY files. */
#include "cli/array/array.h"

#include <stdlib.h>
#include <string.h>

/* Fold the shape to [outer][extent][inner]. */
static pto_status fold(cli_coded *c, bool down, pto_error *e)
{
    const pto_npy *npy = &c->from->npy;
    unsigned n = npy->dimensions;
    c->q.outer = c->q.extent = c->q.inner = 1;
    if (down && n < 2)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--axis rows needs a matrix; %s has %u dimension%s",
                        c->from->path, n, n == 1 ? "" : "s");
    c->axis = n - (down ? 2 : n > 0);
    for (unsigned i = 0; i < n; i++) {
        uint64_t *to = i < c->axis   ? &c->q.outer
                       : i > c->axis ? &c->q.inner
                                     : &c->q.extent;
        *to *= npy->shape[i];
    }
    return PTO_OK;
}

static uint64_t scale_count(const cli_coded *c)
{
    uint64_t n = pto_scaling_groups((pto_scaling)c->q.scaling, c->q.extent);
    if (c->q.scaling == PTO_SCALING_TENSOR)
        return n;
    return n * c->q.outer * c->q.inner;
}

static size_t scale_bytes(const cli_coded *c)
{
    if (c->q.scaling == PTO_SCALING_NONE)
        return 0;
    pto_dtype t = (pto_dtype)pto_scaling_type((pto_scaling)c->q.scaling);
    return pto_array_bytes(t, (size_t)scale_count(c));
}

pto_status cli_coded_make(cli_coded *c, bool down, pto_error *e)
{
    PTO_TRY(fold(c, down, e));
    size_t bytes =
        pto_array_bytes((pto_dtype)c->q.type, (size_t)c->from->count);
    c->q.codes = calloc(bytes + 1, 1);
    c->q.scales = calloc(scale_bytes(c) + 1, 1);
    if (!c->q.codes || !c->q.scales)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    return pto_quantize(&c->q, c->from->x, &c->env, &c->report, e);
}

void cli_coded_free(cli_coded *c)
{
    free(c->q.codes);
    free(c->q.scales);
    c->q.codes = c->q.scales = NULL;
}

double cli_coded_bits(const cli_coded *c)
{
    double n = c->from->count ? (double)c->from->count : 1;
    return pto_format_get(c->q.type)->storage_bits +
           8 * (double)scale_bytes(c) / n;
}

pto_status cli_coded_write_codes(const cli_coded *c, const char *path,
                                 pto_error *e)
{
    return cli_array_write(path, &c->from->npy, (pto_dtype)c->q.type,
                           c->q.codes, false, e);
}

pto_status cli_coded_write_scales(const cli_coded *c, const char *path,
                                  pto_error *e)
{
    pto_npy a = c->from->npy;
    bool one = c->q.scaling == PTO_SCALING_TENSOR;
    pto_dtype t = (pto_dtype)pto_scaling_type((pto_scaling)c->q.scaling);
    a.kind = one ? 'f' : 'u';
    a.item_bytes = (uint8_t)pto_array_bytes(t, 1);
    a.size = scale_bytes(c);
    if (one)
        a.dimensions = 0;
    else if (a.dimensions)
        a.shape[c->axis] =
            pto_scaling_groups((pto_scaling)c->q.scaling, c->q.extent);
    return pto_npy_write(path, &a, c->q.scales, e);
}

pto_status cli_coded_write_back(const cli_coded *c, const char *path,
                                pto_error *e)
{
    pto_npy a = c->from->npy;
    pto_fenv env = {.round = PTO_RNE};
    a.kind = 'f';
    a.item_bytes = 4;
    a.size = 4 * c->from->count;
    float *back = malloc(a.size ? (size_t)a.size : 1);
    if (!back)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    pto_status s = pto_dequantize(&c->q, PTO_FP32, back, &env, e);
    if (s == PTO_OK)
        s = pto_npy_write(path, &a, back, e);
    free(back);
    return s;
}
