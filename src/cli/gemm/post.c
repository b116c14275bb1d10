/* --post: B.FPATR's conversions with parameters as numbers. */
#include "cli/gemm/gemm.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cli/options.h"

static const struct mode {
    unsigned code;
    const char *name;
} modes[] = {
#define PRE_QUANT(code, name, sum, result, parameter, offset, rounding) \
    {code, #name},
#include "pto/def/pre_quant.def"
#undef PRE_QUANT
};

static pto_status find_mode(const char *text, unsigned acc_type,
                            const pto_pre_quant **out, pto_error *e)
{
    uint64_t code = UINT64_MAX;
    (void)pto_io_number(text, &code);
    *out = NULL;
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++)
        if (modes[i].code == code || !strcasecmp(modes[i].name, text))
            *out = pto_pre_quant_get(modes[i].code);
    if (!*out)
        return pto_fail(e, PTO_BAD_INPUT,
                        "--post %.60s: a PreQuantMode by name or number, as "
                        "F322F16 or 1",
                        text);
    if ((*out)->code && (*out)->sum != acc_type)
        return pto_fail(e, PTO_BAD_INPUT, "--post %s takes %s sums, not %s",
                        text, pto_format_get((*out)->sum)->name,
                        pto_format_get(acc_type)->name);
    return PTO_OK;
}

/* TF32 is FP19 with zeros behind it: what becomes one is rounded once. */
static pto_dtype parameter_type(const char *text)
{
    bool names_bits = !strncasecmp(text, "0x", 2) && !strpbrk(text, ".pP");
    return names_bits ? PTO_FP32 : PTO_TF32;
}

/* A number as FP19, which has ten fraction bits. */
static pto_status read_fp19(const char *option, const char *text,
                            uint32_t *fp19, pto_error *e)
{
    uint64_t bits;
    pto_fenv env = {.round = PTO_RNE};
    PTO_TRY(pto_num_parse(parameter_type(text), text, &env, &bits, e));
    *fp19 = pto_fp19_from_fp32((uint32_t)bits);
    if (pto_fp19_activation_legal(*fp19))
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT, "%s %.60s: positive and normal in FP32",
                    option, text);
}

static pto_status read_integer(const char *option, const char *text,
                               int64_t least, int64_t most, int64_t *out,
                               pto_error *e)
{
    uint64_t v;
    bool minus = text[0] == '-';
    if (pto_io_number(text + minus, &v) && v <= 65536) {
        *out = minus ? -(int64_t)v : (int64_t)v;
        if (*out >= least && *out <= most)
            return PTO_OK;
    }
    return pto_fail(e, PTO_BAD_INPUT, "%s %.60s: %lld to %lld", option, text,
                    (long long)least, (long long)most);
}

static bool is_file(const char *text)
{
    size_t n = strlen(text);
    return n > 4 && !strcmp(text + n - 4, ".npy");
}

/* A scale for each column, over the other bits of the parameter word. */
static pto_status read_words(const char *path, uint64_t columns, gemm_post *out,
                             pto_error *e)
{
    cli_array a;
    PTO_TRY(cli_array_read(path, &a, e));
    pto_status s = PTO_OK;
    if (a.count != columns)
        s = pto_fail(e, PTO_BAD_INPUT, "%s: %s; %llu scales are needed", path,
                     cli_array_text(&a).text, (unsigned long long)columns);
    out->words = calloc((size_t)columns + 1, sizeof *out->words);
    for (uint64_t i = 0; s == PTO_OK && i < columns; i++) {
        pto_fenv env = {.round = PTO_RNE};
        uint64_t bits;
        memcpy(&bits, &a.x[i], sizeof bits);
        bits = pto_convert(PTO_TF32, PTO_FP64, bits, &env);
        uint32_t fp19 = pto_fp19_from_fp32((uint32_t)bits);
        if (!out->words)
            s = pto_fail(e, PTO_NO_MEMORY, "out of memory");
        else if (!pto_fp19_scale_legal(fp19))
            s = pto_fail(e, PTO_BAD_INPUT,
                         "%s: scale %llu is not positive and normal in FP32",
                         path, (unsigned long long)i);
        else
            out->words[i] = out->post.quant | (uint64_t)fp19 << 13;
    }
    cli_array_free(&a);
    return s;
}

static pto_status read_scale(const gemm_post_args *a, const pto_pre_quant *mode,
                             uint64_t columns, gemm_post *out, pto_error *e)
{
    uint32_t fp19;
    bool vector = mode->parameter == PTO_PARAMETER_VECTOR;
    if (mode->shifts || !mode->parameter)
        return a->scale ? pto_fail(e, PTO_BAD_INPUT, "--post %s has no scale",
                                   a->mode)
                        : PTO_OK;
    if (!a->scale || vector != is_file(a->scale))
        return pto_fail(e, PTO_BAD_INPUT, "--post %s needs --post-scale %s",
                        a->mode, vector ? "S.npy" : "NUMBER");
    if (vector)
        return read_words(a->scale, columns, out, e);
    PTO_TRY(read_fp19("--post-scale", a->scale, &fp19, e));
    if (!pto_fp19_scale_legal(fp19))
        return pto_fail(e, PTO_BAD_INPUT,
                        "--post-scale %.60s: positive and normal in FP32",
                        a->scale);
    out->post.quant |= (uint64_t)fp19 << 13;
    return PTO_OK;
}

/* Offset and shift: the upper bits of the parameter word. */
static pto_status read_rest(const gemm_post_args *a, const pto_pre_quant *mode,
                            gemm_post *out, pto_error *e)
{
    int64_t v = 0;
    unsigned bits = mode->offset_bits;
    if (a->offset && !bits)
        return pto_fail(e, PTO_BAD_INPUT, "--post %s has no offset", a->mode);
    if (a->offset) {
        int64_t limit = INT64_C(1) << (bits - 1);
        PTO_TRY(
            read_integer("--post-offset", a->offset, -limit, limit - 1, &v, e));
        uint64_t field = (uint64_t)v & ((UINT64_C(1) << bits) - 1);
        out->post.quant |= field << 37;
    }
    if (!a->shift != !mode->shifts)
        return pto_fail(e, PTO_BAD_INPUT, "--post %s %s --post-shift", a->mode,
                        a->shift ? "has no" : "needs");
    if (a->shift) {
        PTO_TRY(read_integer("--post-shift", a->shift, 1, 16, &v, e));
        out->post.quant |= (uint64_t)(v - 1) << 32;
    }
    return PTO_OK;
}

static pto_status read_relu(const gemm_post_args *a, gemm_post *out,
                            pto_error *e)
{
    int64_t relu = 0;
    uint32_t alpha = 0;
    if (a->relu)
        PTO_TRY(read_integer("--relu", a->relu, 0, 3, &relu, e));
    out->post.relu = (uint8_t)relu;
    if ((relu > 1) != (a->alpha != NULL))
        return pto_fail(e, PTO_BAD_INPUT, "--alpha goes with --relu 2 or 3");
    if (a->alpha)
        PTO_TRY(read_fp19("--alpha", a->alpha, &alpha, e));
    out->post.alpha = alpha;
    return PTO_OK;
}

pto_status gemm_post_resolve(const gemm_post_args *a, unsigned acc_type,
                             uint64_t columns, pto_fenv env, gemm_post *out,
                             pto_error *e)
{
    const pto_pre_quant *mode;
    *out = (gemm_post){.env = env};
    PTO_TRY(find_mode(a->mode, acc_type, &mode, e));
    out->env.round =
        (uint8_t)pto_pre_quant_round(mode->code, (pto_round)env.round);
    out->post.pre_quant = mode->code;
    out->post.acc_type = (uint8_t)acc_type;
    out->post.result_type = (uint8_t)(mode->code ? mode->result : acc_type);
    PTO_TRY(read_rest(a, mode, out, e));
    PTO_TRY(read_relu(a, out, e));
    return read_scale(a, mode, columns, out, e);
}

pto_status gemm_post_run(gemm_post *p, const uint32_t *acc, uint64_t m,
                         uint64_t n, void *out, pto_error *e)
{
    const pto_profile *profile = pto_profile_find(NULL);
    pto_dtype t = (pto_dtype)p->post.result_type;
    uint8_t *line = malloc(8 * (size_t)n + 1);
    if (!line)
        return pto_fail(e, PTO_NO_MEMORY, "out of memory");
    for (uint64_t i = 0; i < m; i++) {
        const uint32_t *from = acc + i * n;
        if (!p->words)
            pto_post_line(profile, &p->post, NULL, NULL, 0, from, n, line,
                          &p->env);
        for (uint64_t j = 0; j < n; j++) {
            uint64_t bits = pto_lane_get(t, line, (size_t)j);
            if (p->words) {
                p->post.quant = p->words[j];
                bits = profile->post(&p->post, from[j], &p->env);
            }
            pto_lane_set(t, out, (size_t)(i * n + j), bits);
        }
    }
    free(line);
    return PTO_OK;
}
