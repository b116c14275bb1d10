/* The product of plain arrays. */
#include "pto/cube.h"
#include "cube/cube.h"

static uint64_t groups(unsigned dtype, uint64_t k)
{
    uint64_t group = pto_scale_group(dtype);
    return (k + group - 1) / group;
}

static pto_view optional(unsigned dtype, const void *p, uint64_t pitch)
{
    return p ? pto_view_array(dtype, p, pitch) : pto_view_none();
}

static unsigned scale_type(unsigned dtype)
{
    return dtype == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0;
}

static pto_view scale_b_view(const pto_matmul_args *args)
{
    unsigned type = scale_type(args->type_b);
    if (args->scale_b_rows)
        return optional(type, args->scale_b, args->n);
    pto_view v = optional(type, args->scale_b, groups(args->type_b, args->k));
    v.transposed = 1;
    return v;
}

pto_status pto_matmul(const pto_matmul_args *args,
                      const pto_cube_options *options, uint32_t *flags,
                      pto_error *e)
{
    if (args->m == 0)
        return pto_fail(e, PTO_BAD_ARGUMENT, "a matrix extent is zero");
    if (!args->a || !args->b || !args->d)
        return pto_fail(e, PTO_BAD_ARGUMENT, "A, B and D are required");
    unsigned acc = pto_accumulator_type(args->type_a);
    pto_cube_rows rows = {.m = args->m,
                          .a = pto_view_array(args->type_a, args->a, args->k),
                          .a_scale =
                              optional(scale_type(args->type_a), args->scale_a,
                                       groups(args->type_a, args->k)),
                          .c = optional(acc, args->c, args->n),
                          .c_scale = optional(PTO_U8, args->c_scale, 1),
                          .bias = optional(acc, args->bias, args->n),
                          .d = args->d,
                          .d_pitch = args->n};
    pto_cube_op op = {.n = args->n,
                      .k = args->k,
                      .b = pto_view_array(args->type_b, args->b, args->n),
                      .b_scale = scale_b_view(args),
                      .rows = &rows,
                      .row_blocks = 1};
    return pto_cube_multiply(&op, options, flags, e);
}
