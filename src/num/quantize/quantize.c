/* Arrays of numbers to codes under shared scales, and back. */
#include "num/quantize/quantize.h"
#include "num/num.h"

enum { MOST_IN_GROUP = 64 };

static struct num_wide over_scale(pto_parts value, pto_parts scale)
{
    if (value.part != PTO_PART_FINITE)
        return (struct num_wide){value, 0};
    if (scale.sig != PTO_HALF)
        return num_div_wide(value, scale);
    value.exp -= scale.exp;
    return (struct num_wide){value, 0};
}

static pto_parts parts_of(pto_scale s)
{
    if (s.nan)
        return (pto_parts){.part = PTO_PART_QNAN};
    return (pto_parts){.part = PTO_PART_FINITE,
                       .exp = s.exp,
                       .sig = (uint64_t)s.quarters << 61};
}

/* The factor of an element `lane` places into the group of scale `bits`. */
static pto_parts factor(pto_scaling s, uint64_t bits, uint64_t lane)
{
    switch (s) {
    case PTO_SCALING_MX: return parts_of(pto_scale_e8m0((uint8_t)bits));
    case PTO_SCALING_HIF4:
        return parts_of(pto_scale_hif4((uint32_t)bits, (unsigned)lane));
    case PTO_SCALING_TENSOR: return pto_unpack(PTO_FP32, bits);
    case PTO_SCALING_NONE:
    case PTO_SCALINGS: break;
    }
    return num_one;
}

/* A run of elements under one scale: x[first], x[first + step], ... */
typedef struct group {
    uint64_t first, step, count;
    uint64_t scale_at; /* index of the scale */
    uint64_t scale;    /* its bits */
} group;

typedef struct quantizer {
    const pto_quantized *q;
    const pto_format *format;
    const double *x; /* to quantize from, or NULL */
    pto_fenv *env;
    num_tally tally;
    pto_dtype dst; /* to dequantize to */
    void *out;
} quantizer;

static uint64_t choose_scale(const quantizer *z, const group *g)
{
    double near[MOST_IN_GROUP];
    pto_dtype t = (pto_dtype)z->q->type;
    for (uint64_t i = 0; i < g->count; i++)
        near[i] = z->x[g->first + i * g->step];
    if (z->q->scaling == PTO_SCALING_MX)
        return pto_mx_scale_choose(t, near, (size_t)g->count);
    return pto_hif4_word_choose(near, (size_t)g->count);
}

/* A scaled integer leaves its minimum unused: quantized again, -2^n would ask
 * for twice the scale. */
static uint64_t pack(const pto_format *f, bool scaled, struct num_wide w,
                     pto_fenv *env)
{
    uint64_t code = num_pack_wide(f, w, env);
    if (!scaled || f->kind != PTO_KIND_SIGNED || code != f->min_finite)
        return code;
    env->flags |= PTO_NV;
    return code + 1;
}

/* What has a scale is clamped, but NaN and infinity are as env says. */
static void encode(quantizer *z, const group *g, uint64_t i)
{
    const pto_quantized *q = z->q;
    num_element x = {.index = g->first + i * g->step};
    x.input = pto_unpack(PTO_FP64, num_double_bits(z->x[x.index]));
    x.scale = factor((pto_scaling)q->scaling, g->scale, i);
    x.scaled = over_scale(x.input, x.scale);
    bool clamped = q->scaling && x.scaled.parts.part == PTO_PART_FINITE;
    pto_fenv env = {.round = z->env->round,
                    .saturate = z->env->saturate || clamped};
    x.code = pack(z->format, clamped, x.scaled, &env);
    z->env->flags |= env.flags;
    pto_lane_set((pto_dtype)q->type, q->codes, (size_t)x.index, x.code);
    if (z->tally.report)
        num_tally_add(&z->tally, z->format, &x);
}

static void encode_group(quantizer *z, group *g)
{
    const pto_quantized *q = z->q;
    pto_dtype carrier = (pto_dtype)pto_scaling_type((pto_scaling)q->scaling);
    if (num_scaling_group(q->scaling)) {
        g->scale = choose_scale(z, g);
        pto_lane_set(carrier, q->scales, (size_t)g->scale_at, g->scale);
    }
    for (uint64_t i = 0; i < g->count; i++)
        encode(z, g, i);
}

static void decode_group(quantizer *z, group *g)
{
    const pto_quantized *q = z->q;
    pto_dtype type = (pto_dtype)q->type;
    pto_scaling s = (pto_scaling)q->scaling;
    if (num_scaling_group(s))
        g->scale = pto_lane_get((pto_dtype)pto_scaling_type(s), q->scales,
                                (size_t)g->scale_at);
    for (uint64_t i = 0; i < g->count; i++) {
        size_t at = (size_t)(g->first + i * g->step);
        pto_parts v = pto_unpack(type, pto_lane_get(type, q->codes, at));
        struct num_wide w = num_times_scale(v, factor(s, g->scale, i), z->env);
        pto_lane_set(z->dst, z->out, at,
                     num_pack_wide(num_format(z->dst), w, z->env));
    }
}

static void do_group(quantizer *z, group g)
{
    if (z->x)
        encode_group(z, &g);
    else
        decode_group(z, &g);
}

/* Every group; without groups the array is one. */
static void for_each_group(quantizer *z, uint64_t tensor_scale)
{
    const pto_quantized *q = z->q;
    uint64_t size = num_scaling_group(q->scaling), inner = q->inner;
    uint64_t count = pto_scaling_groups((pto_scaling)q->scaling, q->extent);
    if (!size)
        do_group(z, (group){.step = 1,
                            .count = q->outer * q->extent * inner,
                            .scale = tensor_scale});
    for (uint64_t i = 0; size && i < q->outer * count * inner; i++) {
        uint64_t line = i / inner / count * q->extent;
        uint64_t at = i / inner % count * size, left = q->extent - at;
        do_group(z, (group){.first = (line + at) * inner + i % inner,
                            .step = inner,
                            .count = left < size ? left : size,
                            .scale_at = i});
    }
}

static pto_status check(const pto_quantized *q, const void *other,
                        const pto_fenv *env, pto_error *e)
{
    uint64_t n;
    PTO_TRY(pto_scaling_check((pto_scaling)q->scaling, (pto_dtype)q->type, e));
    if (!env || env->round >= PTO_ROUND_COUNT)
        return pto_fail(e, PTO_BAD_ARGUMENT, "no such rounding mode");
    if (__builtin_mul_overflow(q->outer, q->extent, &n) ||
        __builtin_mul_overflow(n, q->inner, &n) || n > SIZE_MAX / 8)
        return pto_fail(e, PTO_BAD_ARGUMENT, "the array is too large");
    if (n && (!q->codes || !other || (q->scaling && !q->scales)))
        return pto_fail(e, PTO_BAD_ARGUMENT,
                        "elements, codes and scales are required");
    return PTO_OK;
}

pto_status pto_quantize(const pto_quantized *q, const double *x, pto_fenv *env,
                        pto_quantize_report *report, pto_error *e)
{
    PTO_TRY(check(q, x, env, e));
    quantizer z = {.q = q,
                   .format = num_format(q->type),
                   .x = x,
                   .env = env,
                   .tally = {.report = report, .symmetric = q->scaling != 0}};
    uint64_t scale = 0, n = q->outer * q->extent * q->inner;
    if (report)
        *report = (pto_quantize_report){0};
    if (n && q->scaling == PTO_SCALING_TENSOR) {
        scale = pto_tensor_scale_choose((pto_dtype)q->type, x, (size_t)n);
        pto_lane_set(PTO_FP32, q->scales, 0, scale);
    }
    if (n)
        for_each_group(&z, scale);
    if (report)
        num_tally_finish(&z.tally, z.format);
    return PTO_OK;
}

pto_status pto_dequantize(const pto_quantized *q, pto_dtype dst, void *out,
                          pto_fenv *env, pto_error *e)
{
    PTO_TRY(check(q, out, env, e));
    if (!pto_format_get(dst))
        return pto_fail(e, PTO_BAD_ARGUMENT, "no such type");
    quantizer z = {.q = q, .env = env, .dst = dst, .out = out};
    uint64_t scale = 0, n = q->outer * q->extent * q->inner;
    if (n && q->scaling == PTO_SCALING_TENSOR)
        scale = pto_lane_get(PTO_FP32, q->scales, 0);
    if (n)
        for_each_group(&z, scale);
    return PTO_OK;
}
