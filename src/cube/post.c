/* B.FPATR over rows of accumulators, on top of the profile's single steps. */
#include "pto/cube.h"

#include "num/num.h"

#include <math.h>
#include <string.h>

enum { CHUNK = 256, INFINITE = 0x7f800000 };

/* Of a chunk: the multipliers of negative accumulators and of the others. */
typedef struct multipliers {
    double negative[CHUNK], other[CHUNK];
    int32_t offset[CHUNK];
} multipliers;

/* FP19 is the upper part of an FP32 number. */
static double fp19_value(uint64_t word)
{
    uint32_t bits = (uint32_t)(word & 0x7ffff) << 13;
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

/* A line that is multiplied, and rounded once to less precision than FP32. */
static bool is_scaling(const pto_profile *profile, const pto_post *post)
{
    const pto_pre_quant *mode = pto_pre_quant_get(post->pre_quant);
    return !profile->raw_accumulators && mode && mode->code && !mode->shifts &&
           post->result_type != PTO_FP32 &&
           (post->acc_type == PTO_FP32 || post->acc_type == PTO_S32);
}

/* False where a word is none that a bundle may hold. */
static bool find_multiplier(const pto_post *post, bool scaled, double *negative,
                            double *other)
{
    if (scaled &&
        !pto_fp19_scale_legal((uint32_t)(post->quant >> 13) & 0x7ffff))
        return false;
    *other = scaled ? fp19_value(post->quant >> 13) : 1.0;
    *negative = post->relu ? 0.0 : *other;
    if (post->relu < 2)
        return true;
    *negative = fp19_value(post->alpha);
    return pto_fp19_activation_legal((uint32_t)post->alpha & 0x7ffff);
}

static int32_t offset_of(const pto_pre_quant *mode, uint64_t word)
{
    unsigned bits = mode->offset_bits;
    return bits ? (int32_t)pto_sign_extend(word >> 37, bits) : 0;
}

static bool find_multipliers(pto_post step, const pto_tile *quant,
                             const pto_tile *alpha, uint32_t column, uint64_t n,
                             multipliers *m)
{
    const pto_pre_quant *mode = pto_pre_quant_get(step.pre_quant);
    bool scaled = mode->parameter != PTO_PARAMETER_NONE;
    for (uint32_t i = 0; i < n; i++) {
        if (quant)
            step.quant = pto_tile_read(quant, 0, column + i);
        if (alpha)
            step.alpha = pto_tile_read(alpha, 0, column + i);
        m->offset[i] = offset_of(mode, step.quant);
        if (i && !quant && !alpha) {
            m->negative[i] = m->negative[0];
            m->other[i] = m->other[0];
        } else if (!find_multiplier(&step, scaled, &m->negative[i],
                                    &m->other[i])) {
            return false;
        }
    }
    return true;
}

/*
 * An exact FP64 product as FP32 rounded to odd: a later rounding to at most 22
 * bits then gives what rounding the product would, flags included. Beyond
 * FP32's range stand its largest number and its smallest, both odd.
 */
static uint32_t round_to_odd(double product)
{
    uint64_t bits;
    memcpy(&bits, &product, sizeof bits);
    uint64_t magnitude = bits & INT64_MAX;
    uint32_t sign = (uint32_t)(bits >> 32) & 0x80000000;
    double units = (sign ? -product : product) * 0x1p149;
    int32_t whole = (int32_t)(units < 0x1p24 ? units : 0);
    uint32_t small = (uint32_t)whole | (units != (double)whole);
    uint32_t normal = (uint32_t)((magnitude >> 29) - (UINT64_C(896) << 23)) |
                      ((magnitude & 0x1fffffff) != 0);
    uint32_t result = magnitude < INT64_C(0x3810000000000000) ? small : normal;
    return sign |
           (magnitude < INT64_C(0x47f0000000000000) ? result : 0x7f7fffff);
}

/* A subnormal goes by way of an integer: the host may flush it otherwise. */
static double value_of(uint32_t acc, bool integer)
{
    float f;
    if (integer)
        return (double)(int32_t)acc;
    if (acc & 0x7f800000) {
        memcpy(&f, &acc, sizeof f);
        return (double)f;
    }
    double tiny = (double)(int32_t)(acc & 0x7fffff) * 0x1p-149;
    return acc >> 31 ? -tiny : tiny;
}

/*
 * NaN and infinity ignore the multiplier, but zero makes -inf +0. The flags of
 * a product beyond FP32, and so beyond every destination: towards zero, what
 * stands for it would round to a number.
 */
static unsigned multiply_line(const uint32_t *acc, uint64_t n, bool integer,
                              const multipliers *m, uint32_t *out)
{
    bool beyond = false;
    for (uint64_t i = 0; i < n; i++) {
        double x = value_of(acc[i], integer);
        double by = x < 0 ? m->negative[i] : m->other[i];
        bool special = !integer && (acc[i] & 0x7fffffff) >= INFINITE;
        double product = special ? 0.0 : x * by;
        uint32_t scaled = round_to_odd(product);
        beyond |= fabs(product) >= 0x1p128;
        out[i] = special ? acc[i] : scaled;
        if (x < 0 && by == 0)
            out[i] = 0;
    }
    return beyond ? PTO_OF | PTO_NX : 0;
}

/* Rounded and saturated to a signed integer of `bits`. */
static int32_t saturated(double x, unsigned bits, pto_fenv *env)
{
    int32_t most = (int32_t)((UINT32_C(1) << (bits - 1)) - 1);
    bool negative = x < 0;
    double size = fmin(fabs(x), 0x1p24), down = floor(size), rest = size - down;
    uint64_t fraction = (uint64_t)(rest * 0x1p64);
    if (!fraction)
        fraction = rest > 0; /* below its last place */
    int32_t v = (int32_t)down;
    v += num_rounds_away(env->round, negative, v & 1, fraction);
    v = negative ? -v : v;
    env->flags |= fraction ? PTO_NX : 0;
    if (v <= most && v >= -most - 1)
        return v;
    env->flags |= PTO_OF | PTO_NX;
    return v < 0 ? -most - 1 : most;
}

/* Beyond the destination a sum clamps, or wraps without saturation. */
static uint64_t encode_sum(int32_t sum, const pto_format *f, pto_fenv *env)
{
    int32_t most = (int32_t)f->max_finite;
    if (sum <= most && sum >= -most - 1)
        return (uint64_t)(int64_t)sum;
    env->flags |= PTO_OF | PTO_NX;
    if (!env->saturate)
        return (uint64_t)(int64_t)sum;
    return sum < 0 ? f->min_finite : f->max_finite;
}

/* Scale, round, offset; NaN and infinity are left to the single step. */
static void quantize_line(const pto_profile *profile, pto_post step,
                          const pto_tile *quant, const pto_tile *alpha,
                          uint32_t column, const uint32_t *acc, uint64_t n,
                          const multipliers *m, void *out, pto_fenv *env)
{
    const pto_format *f = pto_format_get(step.result_type);
    unsigned bits = pto_pre_quant_get(step.pre_quant)->offset_bits;
    bool integer = step.acc_type == PTO_S32;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t result;
        if (!integer && (acc[i] & 0x7fffffff) >= INFINITE) {
            if (quant)
                step.quant = pto_tile_read(quant, 0, column + i);
            if (alpha)
                step.alpha = pto_tile_read(alpha, 0, column + i);
            result = profile->post(&step, acc[i], env);
        } else {
            double x = value_of(acc[i], integer);
            x *= x < 0 ? m->negative[i] : m->other[i];
            result = encode_sum(saturated(x, bits, env) + m->offset[i], f, env);
        }
        pto_lane_set((pto_dtype)f->code, out, i, result);
    }
}

/* RELU of FP32 sums that stay FP32. */
static bool is_rectifying(const pto_profile *profile, const pto_post *post,
                          const pto_fenv *env)
{
    return !profile->raw_accumulators && !post->pre_quant && post->relu == 1 &&
           post->acc_type == PTO_FP32 && !env->saturate;
}

/* Negative numbers become +0; -0 and NaN stay. */
static void rectify(const uint32_t *acc, uint64_t n, void *out)
{
    uint32_t words[CHUNK];
    for (uint64_t i = 0; i < n; i++) {
        bool negative = acc[i] > 0x80000000 && acc[i] <= 0xff800000;
        words[i] = negative ? 0 : acc[i];
    }
    memcpy(out, words, n * sizeof *words);
}

/* Results that a whole line gives at once; false where there is no such way. */
static bool convert_line(const pto_profile *profile, const pto_post *post,
                         const pto_tile *quant, const pto_tile *alpha,
                         uint32_t column, const uint32_t *acc, uint64_t n,
                         void *out, pto_fenv *env)
{
    multipliers m;
    uint32_t words[CHUNK];
    if (!post->pre_quant && !post->relu) {
        memcpy(out, acc, n * sizeof *acc);
        return true;
    }
    if (is_rectifying(profile, post, env)) {
        rectify(acc, n, out);
        return true;
    }
    if (!is_scaling(profile, post) ||
        !find_multipliers(*post, quant, alpha, column, n, &m))
        return false;
    if (pto_pre_quant_get(post->pre_quant)->offset_bits) {
        quantize_line(profile, *post, quant, alpha, column, acc, n, &m, out,
                      env);
        return true;
    }
    env->flags |=
        (uint8_t)multiply_line(acc, n, post->acc_type == PTO_S32, &m, words);
    return pto_convert_n((pto_dtype)post->result_type, PTO_FP32, out, words, n,
                         env) == PTO_OK;
}

void pto_post_line(const pto_profile *profile, const pto_post *post,
                   const pto_tile *quant, const pto_tile *alpha,
                   uint32_t column, const uint32_t *acc, uint64_t n, void *out,
                   pto_fenv *env)
{
    size_t bits = pto_tile_element_bits(post->result_type);
    pto_post step = *post;
    for (uint64_t at = 0, count; at < n; at += count) {
        count = n - at < CHUNK ? n - at : CHUNK;
        uint8_t *to = (uint8_t *)out + at * bits / 8;
        if (convert_line(profile, post, quant, alpha, column + (uint32_t)at,
                         acc + at, count, to, env))
            continue;
        for (uint32_t i = 0; i < count; i++) {
            uint32_t c = column + (uint32_t)at + i;
            if (quant)
                step.quant = pto_tile_read(quant, 0, c);
            if (alpha)
                step.alpha = pto_tile_read(alpha, 0, c);
            pto_lane_set((pto_dtype)post->result_type, to, i,
                         profile->post(&step, acc[at + i], env));
        }
    }
}
