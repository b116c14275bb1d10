/* Vectors of kind functions: single functions of the public model. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pto/profile.h"
#include "verify/verify.h"

enum { MAX_SELECTORS = 6, SHIFT_MODE = 13 }; /* SHIFTS322S16 */

/* A line taken apart; argument columns keep their text. */
struct call {
    char *function, *selector[MAX_SELECTORS], *arg[3], *result;
    size_t selectors;
    uint64_t flags;
};

/* Words are compared as elements of `type`, NONE for other texts. */
struct answer {
    char text[VEC_TEXT];
    pto_dtype type;
    uint64_t flags;
};

typedef pto_status function_fn(const struct call *c, struct answer *out,
                               pto_error *e);

static pto_status want_selectors(const struct call *c, size_t n, pto_error *e)
{
    if (c->selectors == n)
        return PTO_OK;
    return pto_fail(e, PTO_BAD_INPUT, "%s wants %zu selectors, has %zu",
                    c->function, n, c->selectors);
}

/* type,rounding,sat from selector `at` on. */
static pto_status control(const struct call *c, size_t at, pto_fenv *env,
                          pto_error *e)
{
    *env = (pto_fenv){0};
    PTO_TRY(vec_round(c->selector[at], &env->round, e));
    return vec_flag(c->selector[at + 1], &env->saturate, e);
}

static pto_status args(const struct call *c, uint64_t *out, size_t n,
                       pto_error *e)
{
    for (size_t i = 0; i < n; i++)
        PTO_TRY(vec_hex(c->arg[i], &out[i], e));
    return PTO_OK;
}

static const pto_profile *model(void)
{
    return pto_profile_find("pto-v0");
}

/* The model's words: signed types sign-extended. */
static uint64_t carrier(pto_dtype t, uint64_t bits)
{
    const pto_format *f = pto_format_get(t);
    bits &= f->carrier_mask;
    bool minus = f->kind == PTO_KIND_SIGNED && bits & f->sign_mask;
    return minus ? bits | ~f->carrier_mask : bits;
}

static void answer_word(struct answer *out, pto_dtype t, uint64_t bits,
                        uint64_t flags)
{
    (void)snprintf(out->text, sizeof out->text, "%" PRIx64, carrier(t, bits));
    out->type = t;
    out->flags = flags;
}

static pto_status decimal(const char *field, int64_t *out, pto_error *e)
{
    char *end;
    *out = strtoll(field, &end, 10);
    if (end == field || *end || *out > INT64_MAX / 2 || *out < INT64_MIN / 2)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is no decimal number", field);
    return PTO_OK;
}

static pto_status mode_number(const char *field, uint64_t most, uint8_t *out,
                              pto_error *e)
{
    int64_t v;
    PTO_TRY(decimal(field, &v, e));
    if (v < 0 || (uint64_t)v > most)
        return pto_fail(e, PTO_BAD_INPUT, "'%s' is not in 0..%" PRIu64, field,
                        most);
    *out = (uint8_t)v;
    return PTO_OK;
}

static pto_status post_quant(const struct call *c, struct answer *out,
                             pto_error *e)
{
    pto_post p = {0};
    pto_fenv env;
    pto_dtype acc, result;
    uint64_t a[3];
    PTO_TRY(want_selectors(c, 6, e));
    PTO_TRY(mode_number(c->selector[0], 63, &p.pre_quant, e));
    PTO_TRY(mode_number(c->selector[1], 3, &p.relu, e));
    PTO_TRY(control(c, 2, &env, e));
    PTO_TRY(vec_dtype(c->selector[4], &acc, e));
    PTO_TRY(vec_dtype(c->selector[5], &result, e));
    PTO_TRY(args(c, a, 3, e));
    p.acc_type = (uint8_t)acc;
    p.result_type = (uint8_t)result;
    p.quant = a[1];
    p.alpha = a[2];
    uint64_t bits = model()->post(&p, a[0], &env);
    answer_word(out, result, bits, env.flags);
    return PTO_OK;
}

static pto_status encode_real(const struct call *c, struct answer *out,
                              pto_error *e)
{
    pto_dtype t;
    pto_fenv env;
    int64_t n, exp;
    PTO_TRY(want_selectors(c, 3, e));
    PTO_TRY(vec_dtype(c->selector[0], &t, e));
    PTO_TRY(control(c, 1, &env, e));
    PTO_TRY(decimal(c->arg[0], &n, e));
    PTO_TRY(decimal(c->arg[1], &exp, e));
    if (exp < -4096 || exp > 4096)
        return pto_fail(e, PTO_BAD_INPUT, "exponent %s", c->arg[1]);
    pto_parts value = pto_unpack(PTO_S64, (uint64_t)n);
    value.exp += (int32_t)exp;
    uint64_t bits = model()->encode(t, value, &env);
    answer_word(out, t, bits, env.flags);
    return PTO_OK;
}

static pto_status fp19_convert(const struct call *c, struct answer *out,
                               pto_error *e)
{
    uint64_t a;
    PTO_TRY(args(c, &a, 1, e));
    answer_word(out, PTO_U32, pto_fp19_from_fp32((uint32_t)a), 0);
    return PTO_OK;
}

static pto_status fp19_class(const struct call *c, struct answer *out,
                             pto_error *e)
{
    static const char *const model_name[] = {
#define CLASS(name, text, model) model,
#include "pto/def/class.def"
#undef CLASS
    };
    uint64_t a;
    PTO_TRY(args(c, &a, 1, e));
    (void)snprintf(out->text, sizeof out->text, "%s",
                   model_name[pto_fp19_classify((uint32_t)a)]);
    out->flags = 0;
    return PTO_OK;
}

static pto_status shift(const struct call *c, struct answer *out, pto_error *e)
{
    pto_fenv env = {0};
    uint8_t n = 0;
    uint64_t a;
    PTO_TRY(want_selectors(c, 1, e));
    PTO_TRY(mode_number(c->selector[0], 16, &n, e));
    if (!n)
        return pto_fail(e, PTO_BAD_INPUT, "a shift is 1..16");
    PTO_TRY(args(c, &a, 1, e));
    pto_post p = {.pre_quant = SHIFT_MODE,
                  .acc_type = PTO_S32,
                  .result_type = PTO_S16,
                  .quant = (uint64_t)(n - 1) << 32};
    uint64_t bits = model()->post(&p, a, &env);
    answer_word(out, PTO_S16, bits, env.flags);
    return PTO_OK;
}

static pto_status to_e8m0(const struct call *c, struct answer *out,
                          pto_error *e)
{
    pto_dtype src;
    pto_fenv env;
    uint64_t a;
    PTO_TRY(want_selectors(c, 3, e));
    PTO_TRY(vec_dtype(c->selector[0], &src, e));
    PTO_TRY(control(c, 1, &env, e));
    PTO_TRY(args(c, &a, 1, e));
    uint64_t bits = model()->tile->convert(PTO_E8M0, src, a, &env);
    answer_word(out, PTO_E8M0, bits, env.flags);
    return PTO_OK;
}

static pto_status affine(const struct call *c, struct answer *out, pto_error *e)
{
    pto_dtype t;
    pto_fenv env;
    uint64_t a[3];
    PTO_TRY(want_selectors(c, 3, e));
    PTO_TRY(vec_dtype(c->selector[0], &t, e));
    PTO_TRY(control(c, 1, &env, e));
    PTO_TRY(args(c, a, 3, e));
    const pto_profile *p = model();
    bool quantizes = !strcmp(c->function, "TileProfileQuantize");
    uint64_t bits = quantizes ? p->quantize(t, a[0], a[1], a[2], &env)
                              : p->dequantize(t, a[0], a[1], a[2], &env);
    answer_word(out, quantizes ? t : PTO_FP32, bits, env.flags);
    return PTO_OK;
}

static bool is_nan_class(pto_class c)
{
    return c == PTO_CLASS_QNAN || c == PTO_CLASS_SNAN;
}

static bool is_zero_class(pto_class c)
{
    return c == PTO_CLASS_POS_ZERO || c == PTO_CLASS_NEG_ZERO;
}

/* Do classes alone decide a comparison, minimum or maximum? */
static bool is_special_pair(pto_dtype t, const uint64_t *a)
{
    pto_class x = pto_classify(t, a[0]), y = pto_classify(t, a[1]);
    if (x == PTO_CLASS_INVALID || y == PTO_CLASS_INVALID)
        return false;
    return is_nan_class(x) || is_nan_class(y) ||
           (is_zero_class(x) && is_zero_class(y));
}

static void answer_special(struct answer *out, uint64_t value, bool invalid)
{
    (void)snprintf(out->text, sizeof out->text, "1,%" PRIx64 ",%d", value,
                   invalid);
}

static pto_status special(const struct call *c, struct answer *out,
                          pto_error *e)
{
    const pto_arithmetic *real = pto_profile_find("ieee")->scalar;
    pto_dtype t;
    pto_fenv env = {0};
    uint64_t a[2];
    PTO_TRY(want_selectors(c, 2, e));
    PTO_TRY(vec_dtype(c->selector[1], &t, e));
    PTO_TRY(args(c, a, 2, e));
    (void)snprintf(out->text, sizeof out->text, "0,0,0");
    out->flags = 0;
    if (!is_special_pair(t, a))
        return PTO_OK;
    if (!strcmp(c->function, "HardwareNumericMinMaxSpecial")) {
        bool max = !strcmp(c->selector[0], "max");
        pto_fn2 *f = real->f2[max ? PTO_ARITH2_max : PTO_ARITH2_min];
        uint64_t v = f(t, a[0], a[1], &env);
        answer_special(out, v, env.flags & PTO_NV);
        return PTO_OK;
    }
    static const char *const names[] = {
#define COMPARE(name, code) [code] = #name,
#include "pto/def/compare.def"
#undef COMPARE
    };
    for (int i = 0; i < PTO_COMPARE_COUNT; i++) {
        if (strcmp(names[i], c->selector[0]) != 0)
            continue;
        bool v = real->compare((pto_compare)i, t, a[0], a[1], &env);
        answer_special(out, v, env.flags & PTO_NV);
        return PTO_OK;
    }
    return pto_fail(e, PTO_BAD_INPUT, "unknown comparison '%s'",
                    c->selector[0]);
}

static const struct {
    const char *name;
    function_fn *run;
} functions[] = {
    {"MatrixPostQuantBaseWithFlags", post_quant},
    {"MatrixEncodeReal", encode_real},
    {"FP32ToFP19", fp19_convert},
    {"FP19ValueClass", fp19_class},
    {"MatrixShiftS32ToS16", shift},
    {"ReferenceFloatToE8M0", to_e8m0},
    {"TileProfileQuantize", affine},
    {"TileProfileDequantize", affine},
    {"HardwareNumericComparisonSpecial", special},
    {"HardwareNumericMinMaxSpecial", special},
};

static pto_status parse(char *line, struct call *c, pto_error *e)
{
    char *field[7];
    size_t n;
    PTO_TRY(vec_split(line, field, 7, &n, e));
    if (n != 7)
        return pto_fail(e, PTO_BAD_INPUT, "wants 7 columns, has %zu", n);
    *c = (struct call){.function = field[0], .result = field[5]};
    memcpy(c->arg, field + 2, sizeof c->arg);
    for (char *p = field[1]; p && c->selectors < MAX_SELECTORS;) {
        c->selector[c->selectors++] = p;
        p = strchr(p, ',');
        if (p)
            *p++ = '\0';
    }
    return vec_hex(field[6], &c->flags, e);
}

/* The wanted word as answer_word() would write it. */
static pto_status wanted_text(const struct call *c, const struct answer *a,
                              struct answer *out, pto_error *e)
{
    uint64_t word;
    out->flags = c->flags;
    if (a->type == PTO_DTYPE_NONE) {
        (void)snprintf(out->text, sizeof out->text, "%s", c->result);
        return PTO_OK;
    }
    PTO_TRY(vec_hex(c->result, &word, e));
    answer_word(out, a->type, word, c->flags);
    return PTO_OK;
}

pto_status vec_functions(char *line, vec_result *r, pto_error *e)
{
    struct call c;
    struct answer a = {.type = PTO_DTYPE_NONE}, want = {0};
    PTO_TRY(parse(line, &c, e));
    size_t i = 0, n = sizeof functions / sizeof functions[0];
    while (i < n && strcmp(functions[i].name, c.function) != 0)
        i++;
    if (i == n)
        return pto_fail(e, PTO_BAD_INPUT, "unknown function '%s'", c.function);
    PTO_TRY(functions[i].run(&c, &a, e));
    PTO_TRY(wanted_text(&c, &a, &want, e));
    bool same = !strcmp(a.text, want.text) && a.flags == want.flags;
    r->verdict = same ? VEC_PASSED : VEC_FAILED;
    (void)snprintf(r->got, sizeof r->got, "%.400s flags %" PRIx64, a.text,
                   a.flags);
    (void)snprintf(r->wanted, sizeof r->wanted, "%.400s flags %" PRIx64,
                   want.text, want.flags);
    return PTO_OK;
}
