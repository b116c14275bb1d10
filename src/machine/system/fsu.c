/*
 * The scalar floating-point forms in both profiles. SrcType 0 is a 64-bit
 * operand, 1 a 32-bit one in the low word; results are zero-extended.
 */
#include "machine/system/exec.h"

#include <string.h>

#include "pto/numeric.h"
#include "pto/profile.h"

enum {
    PTO_ACTIVE = PTO_ROUND_COUNT, /* the mode of CORE_STATE */
    WORD_TYPE = 1,                /* SrcType: the operand is 32 bits */
};

typedef enum value_kind {
    VALUE_FLOAT,
    VALUE_SIGNED,
    VALUE_UNSIGNED,
    VALUE_INTEGER
} value_kind;

typedef uint64_t unary_fn(pto_dtype t, uint64_t a, pto_fenv *env);
typedef uint64_t binary_fn(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
typedef uint64_t fused_fn(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                          pto_fenv *env);

/* ---- pto-v0: arithmetic on carriers -------------------------------------- */

static bool is_zero(pto_dtype t, uint64_t v)
{
    return t == PTO_FP32 ? !((uint32_t)v << 1) : !(v << 1);
}

static uint64_t raw_divide(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    if (!is_zero(t, b))
        return a / b;
    env->flags |= PTO_DZ;
    return UINT64_MAX;
}

static uint64_t raw_abs(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)env;
    return t == PTO_FP32 ? a & 0x7fffffff : a & INT64_MAX;
}

static uint64_t raw_same(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)t;
    (void)env;
    return a;
}

static uint64_t raw_next(pto_dtype t, uint64_t a, pto_fenv *env)
{
    (void)t;
    (void)env;
    return a + 1;
}

static uint64_t raw_recip(pto_dtype t, uint64_t a, pto_fenv *env)
{
    return raw_divide(t, UINT64_MAX, a, env);
}

static uint64_t raw_add(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)t;
    (void)env;
    return a + b;
}

static uint64_t raw_sub(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)t;
    (void)env;
    return a - b;
}

static uint64_t raw_mul(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    (void)t;
    (void)env;
    return a * b;
}

static uint64_t raw_div(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    return raw_divide(t, a, b, env);
}

static uint64_t raw_madd(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env)
{
    (void)t;
    (void)env;
    return a * b + c;
}

static uint64_t raw_msub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                         pto_fenv *env)
{
    return raw_madd(t, a, b, -c, env);
}

static uint64_t raw_nmadd(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                          pto_fenv *env)
{
    return -raw_madd(t, a, b, c, env);
}

static uint64_t raw_nmsub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                          pto_fenv *env)
{
    return -raw_msub(t, a, b, c, env);
}

/* ---- Rows ---------------------------------------------------------------- */

/* By profile: [0] ieee, [1] pto-v0. */
static unary_fn *const unary[PTO_FORM_COUNT][2] = {
#define UNARY(form, number, carrier) [PTO_FORM_##form] = {number, carrier},
#define BINARY(form, number, carrier)
#define FUSED(form, number, carrier)
#define ORDER(form, relation, signals)
#define CHANGE(form, from, to, rounding)
#include "pto/def/fsu.def"
#undef UNARY
#undef BINARY
};

static binary_fn *const binary[PTO_FORM_COUNT][2] = {
#define UNARY(form, number, carrier)
#define BINARY(form, number, carrier) [PTO_FORM_##form] = {number, carrier},
#include "pto/def/fsu.def"
#undef BINARY
#undef FUSED
};

static fused_fn *const fused[PTO_FORM_COUNT][2] = {
#define BINARY(form, number, carrier)
#define FUSED(form, number, carrier) [PTO_FORM_##form] = {number, carrier},
#include "pto/def/fsu.def"
#undef FUSED
#undef ORDER
};

static const struct order {
    uint8_t relation; /* pto_compare */
    bool signals;
} order[PTO_FORM_COUNT] = {
#define FUSED(form, number, carrier)
#define ORDER(form, relation, signals) \
    [PTO_FORM_##form] = {PTO_##relation, signals},
#include "pto/def/fsu.def"
#undef ORDER
#undef CHANGE
};

static const struct change {
    uint8_t from, to; /* value_kind */
    uint8_t round;    /* pto_round or PTO_ACTIVE */
} change[PTO_FORM_COUNT] = {
#define ORDER(form, relation, signals)
#define CHANGE(form, from, to, rounding) \
    [PTO_FORM_##form] = {VALUE_##from, VALUE_##to, PTO_##rounding},
#include "pto/def/fsu.def"
#undef UNARY
#undef BINARY
#undef FUSED
#undef ORDER
#undef CHANGE
};

/* ---- Operands and results ------------------------------------------------ */

static unsigned is_raw(const pto_hart *h)
{
    return !strcmp(pto_profile_name(h->core->profile), "pto-v0");
}

static bool is_word(const pto_insn *insn)
{
    return pto_insn_get(insn, PTO_FIELD_SrcType) == WORD_TYPE;
}

static pto_dtype source_type(const pto_insn *insn)
{
    return is_word(insn) ? PTO_FP32 : PTO_FP64;
}

static uint64_t operand(const pto_hart *h, const pto_insn *insn, pto_field_id f)
{
    uint64_t v = pto_source(h->pe, (unsigned)pto_insn_get(insn, f));
    return is_word(insn) ? (uint32_t)v : v;
}

static pto_fenv environment(const pto_hart *h, unsigned round)
{
    pto_selection s = {.round = PTO_RNE};
    if (round != PTO_ACTIVE)
        return (pto_fenv){.round = (uint8_t)round};
    pto_round_select(PTO_SELECT_CORE_STATE,
                     h->pe->core_state >> PTO_ROUND_LSB & 7, &s);
    return (pto_fenv){.round = s.round};
}

static pto_outcome finish(pto_hart *h, const pto_insn *insn, uint64_t value,
                          const pto_fenv *env)
{
    h->pe->core_state |= (uint64_t)(env->flags & PTO_ALL_FLAGS)
                         << PTO_FLAGS_LSB;
    pto_write_destination(h->pe, (unsigned)pto_insn_get(insn, PTO_FIELD_RegDst),
                          value);
    return PTO_DONE;
}

static pto_outcome finish_float(pto_hart *h, const pto_insn *insn,
                                uint64_t value, const pto_fenv *env)
{
    return finish(h, insn, is_word(insn) ? (uint32_t)value : value, env);
}

/* ---- Handlers ------------------------------------------------------------ */

pto_outcome pto_do_FloatingUnary(pto_hart *h, const pto_insn *insn,
                                 pto_fault *why)
{
    (void)why;
    pto_fenv env = environment(h, PTO_ACTIVE);
    uint64_t v = unary[insn->form->id][is_raw(h)](
        source_type(insn), operand(h, insn, PTO_FIELD_SrcL), &env);
    return finish_float(h, insn, v, &env);
}

pto_outcome pto_do_FloatingBinary(pto_hart *h, const pto_insn *insn,
                                  pto_fault *why)
{
    (void)why;
    pto_fenv env = environment(h, PTO_ACTIVE);
    uint64_t v = binary[insn->form->id][is_raw(h)](
        source_type(insn), operand(h, insn, PTO_FIELD_SrcL),
        operand(h, insn, PTO_FIELD_SrcR), &env);
    return finish_float(h, insn, v, &env);
}

pto_outcome pto_do_FloatingFused(pto_hart *h, const pto_insn *insn,
                                 pto_fault *why)
{
    (void)why;
    pto_fenv env = environment(h, PTO_ACTIVE);
    uint64_t v = fused[insn->form->id][is_raw(h)](
        source_type(insn), operand(h, insn, PTO_FIELD_SrcL),
        operand(h, insn, PTO_FIELD_SrcR), operand(h, insn, PTO_FIELD_SrcA),
        &env);
    return finish_float(h, insn, v, &env);
}

static bool is_nan(pto_dtype t, uint64_t v)
{
    uint64_t infinity = pto_format_get(t)->infinity;
    return (v & ~pto_format_get(t)->sign_mask) > infinity;
}

pto_outcome pto_do_FloatingCompare(pto_hart *h, const pto_insn *insn,
                                   pto_fault *why)
{
    (void)why;
    const struct order *o = &order[insn->form->id];
    pto_dtype t = source_type(insn);
    uint64_t a = operand(h, insn, PTO_FIELD_SrcL);
    uint64_t b = operand(h, insn, PTO_FIELD_SrcR);
    bool unordered = is_nan(t, a) || is_nan(t, b);
    pto_fenv env = {0};
    bool holds = pto_num_compare((pto_compare)o->relation, t, a, b, &env);
    if (unordered && o->signals)
        env.flags |= PTO_NV;
    return finish(h, insn, holds && !unordered, &env);
}

/*
 * Integer types of DstType: 0..7 are unsigned of 64, 32, 16, 8, 4, 2, 1, 1
 * bits, 8..14 signed of 64, 32, 16, 8, 4, 2, 1.
 */
static unsigned integer_bits(unsigned code)
{
    unsigned step = code & 7;
    return step == 7 ? 1 : 64U >> step;
}

static uint64_t low_bits(uint64_t v, unsigned bits)
{
    return bits >= 64 ? v : v & ((UINT64_C(1) << bits) - 1);
}

static uint64_t integer_result(uint64_t v, unsigned code)
{
    unsigned bits = integer_bits(code);
    uint64_t low = low_bits(v, bits), sign = UINT64_C(1) << (bits - 1);
    return code < 8 ? low : (low ^ sign) - sign;
}

/* Bits that a floating result of pto-v0 keeps, by DstType. */
static const uint8_t raw_bits[] = {64, 32, 19, 32, 16, 16, 8, 8,
                                   8,  6,  6,  4,  4,  8,  9};

/* Out of range is the indefinite value and NV alone, as into any integer. */
static uint64_t to_integer(unsigned code, pto_dtype source, uint64_t v,
                           pto_fenv *env)
{
    bool is_signed = code >= 8;
    unsigned bits = integer_bits(code);
    pto_fenv wide = {.round = env->round};
    pto_dtype via = is_signed || bits < 64 ? PTO_S64 : PTO_U64;
    uint64_t r = pto_convert(via, source, v, &wide);
    if (!(wide.flags & PTO_NV) && integer_result(r, code) == r) {
        env->flags |= wide.flags;
        return r;
    }
    env->flags |= PTO_NV;
    return integer_result(is_signed ? UINT64_C(1) << (bits - 1) : UINT64_MAX,
                          code);
}

static uint64_t raw_convert(const struct change *c, unsigned code, uint64_t v)
{
    return c->to == VALUE_INTEGER ? integer_result(v, code)
                                  : low_bits(v, raw_bits[code]);
}

static uint64_t real_convert(const struct change *c, unsigned code, bool word,
                             uint64_t v, pto_fenv *env)
{
    if (c->to == VALUE_INTEGER)
        return to_integer(code, word ? PTO_FP32 : PTO_FP64, v, env);
    pto_dtype from = c->from == VALUE_SIGNED     ? (word ? PTO_S32 : PTO_S64)
                     : c->from == VALUE_UNSIGNED ? (word ? PTO_U32 : PTO_U64)
                                                 : (word ? PTO_FP32 : PTO_FP64);
    return pto_convert((pto_dtype)code, from, v, env);
}

pto_outcome pto_do_ConvertFloatingEncoding(pto_hart *h, const pto_insn *insn,
                                           pto_fault *why)
{
    (void)why;
    const struct change *c = &change[insn->form->id];
    unsigned code = (unsigned)pto_insn_get(insn, PTO_FIELD_DstType);
    bool word = is_word(insn);
    pto_fenv env = environment(h, c->round);
    uint64_t v = operand(h, insn, PTO_FIELD_SrcL);
    if (word && c->from == VALUE_SIGNED)
        v = (uint64_t)(int64_t)(int32_t)(uint32_t)v;
    v = is_raw(h) ? raw_convert(c, code, v)
                  : real_convert(c, code, word, v, &env);
    return finish(h, insn, v, &env);
}
