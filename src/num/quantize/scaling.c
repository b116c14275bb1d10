/* The ways to share scales, and which formats take them. */
#include "num/quantize/quantize.h"

static const struct scaling {
    const char *name;
    uint32_t group;
    unsigned type;
} rows[] = {
#define SCALING(name, text, group, type) {text, group, PTO_##type},
#include "pto/def/scaling.def"
#undef SCALING
};

const char *pto_scaling_name(pto_scaling s)
{
    return (unsigned)s < PTO_SCALINGS ? rows[s].name : "?";
}

unsigned pto_scaling_type(pto_scaling s)
{
    return (unsigned)s < PTO_SCALINGS ? rows[s].type : PTO_DTYPE_NONE;
}

uint64_t num_scaling_group(unsigned scaling)
{
    return scaling < PTO_SCALINGS ? rows[scaling].group : 0;
}

uint64_t pto_scaling_groups(pto_scaling s, uint64_t extent)
{
    uint64_t group = num_scaling_group(s);
    if (!group)
        return s == PTO_SCALING_TENSOR;
    return extent / group + (extent % group != 0);
}

/* The element formats of OCP MX 1.0 and their like: no 16 bits and more. */
static bool takes_mx(const pto_format *f)
{
    return (f->kind == PTO_KIND_FLOAT || f->kind == PTO_KIND_SIGNED) &&
           f->storage_bits <= 8 && f->code != PTO_HiF4X2;
}

pto_status pto_scaling_check(pto_scaling s, pto_dtype t, pto_error *e)
{
    const pto_format *f = pto_format_get(t);
    if (!f || (unsigned)s >= PTO_SCALINGS)
        return pto_fail(e, PTO_BAD_ARGUMENT, "no such type or scaling");
    bool fits = s == PTO_SCALING_NONE || (s == PTO_SCALING_MX && takes_mx(f)) ||
                (s == PTO_SCALING_HIF4 && t == PTO_HiF4X2) ||
                (s == PTO_SCALING_TENSOR && f->kind != PTO_KIND_SCALE);
    if (fits)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT,
                    "%s takes no %s scales; accepted: none%s%s%s", f->name,
                    rows[s].name, takes_mx(f) ? " mx" : "",
                    t == PTO_HiF4X2 ? " hif4" : "",
                    f->kind == PTO_KIND_SCALE ? "" : " tensor");
}

struct num_wide num_times_scale(pto_parts value, pto_parts scale, pto_fenv *env)
{
    if (value.part == PTO_PART_FINITE && scale.part == PTO_PART_FINITE)
        return num_mul_wide(value, scale);
    pto_parts zero = {.part = PTO_PART_ZERO, .sign = value.sign != scale.sign};
    return (struct num_wide){num_fma_parts(value, scale, zero, env), 0};
}
