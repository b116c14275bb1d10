/* B.FPATR over rows of accumulators, on top of the profile's single steps. */
#include "pto/cube.h"

#include <string.h>

enum { CHUNK = 256, QUIET_NAN = 0x7fc00000, INFINITE = 0x7f800000 };

static bool is_ieee(const pto_profile *p)
{
    return p == pto_profile_find(NULL);
}

/* Rounding to FP16 or BF16 alone is a plain conversion. */
static bool is_conversion(const pto_post *post)
{
    return (post->pre_quant == 1 || post->pre_quant == 16) &&
           post->acc_type == PTO_FP32;
}

/* RELU of values that are no signaling NaNs: -0 is kept, NaN too. */
static void rectify(const uint32_t *in, uint64_t n, uint32_t *out)
{
    for (uint64_t i = 0; i < n; i++) {
        bool negative = in[i] > 0x80000000 && in[i] <= 0xff800000;
        out[i] = negative ? 0 : in[i];
    }
}

/* Results that a whole line gives at once; false where there is no such way. */
static bool convert_line(const pto_profile *profile, const pto_post *post,
                         const uint32_t *acc, uint64_t n, void *out,
                         pto_fenv *env)
{
    uint32_t words[CHUNK];
    if (!post->pre_quant && !post->relu) {
        memcpy(out, acc, n * sizeof *acc);
        return true;
    }
    if (!is_ieee(profile) || !is_conversion(post) || post->relu > 1)
        return false;
    if (post->relu)
        rectify(acc, n, words);
    return pto_convert_n((pto_dtype)post->result_type, PTO_FP32, out,
                         post->relu ? words : acc, n, env) == PTO_OK;
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
        if (convert_line(profile, post, acc + at, count, to, env))
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

/* FP32 bits in an order of signed integers; NaN below everything. */
static int32_t ordered(uint32_t bits)
{
    int32_t key = (int32_t)(bits & 0x80000000 ? ~(bits & 0x7fffffff) : bits);
    return (bits & 0x7fffffff) > INFINITE ? INT32_MIN : key;
}

static uint32_t from_order(int32_t key)
{
    if (key == INT32_MIN)
        return QUIET_NAN;
    return key < 0 ? ~(uint32_t)key | 0x80000000 : (uint32_t)key;
}

static uint32_t greatest(const uint32_t *acc, uint64_t n, uint32_t mask)
{
    int32_t most = INT32_MIN;
    for (uint64_t i = 0; i < n; i++) {
        int32_t key = ordered(acc[i] & mask);
        most = key > most ? key : most;
    }
    return from_order(most);
}

uint32_t pto_max_line(const pto_profile *profile, pto_dtype type,
                      const uint32_t *acc, uint64_t n, bool max_abs,
                      pto_fenv *env)
{
    if (is_ieee(profile) && type == PTO_FP32)
        return greatest(acc, n, max_abs ? 0x7fffffff : 0xffffffff);
    uint64_t value = acc[0];
    if (max_abs)
        value = profile->max_step(type, value, value, true, env);
    for (uint64_t i = 1; i < n; i++)
        value = profile->max_step(type, value, acc[i], max_abs, env);
    return (uint32_t)value;
}
