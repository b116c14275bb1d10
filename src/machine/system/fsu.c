/*
 * The scalar floating-point forms; the profile computes. SrcType 0 is a 64-bit
 * operand, 1 a 32-bit one in the low word; results are zero-extended.
 */
#include "machine/system/exec.h"

#include "base/bits.h"
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

static const uint8_t unary[PTO_FORM_COUNT] = {
#define UNARY(form, name) [PTO_FORM_##form] = PTO_ARITH1_##name,
#define BINARY(form, name)
#define FUSED(form, name)
#define ORDER(form, relation, signals)
#define CHANGE(form, from, to, rounding)
#include "pto/def/fsu.def"
#undef UNARY
#undef BINARY
};

static const uint8_t binary[PTO_FORM_COUNT] = {
#define UNARY(form, name)
#define BINARY(form, name) [PTO_FORM_##form] = PTO_ARITH2_##name,
#include "pto/def/fsu.def"
#undef BINARY
#undef FUSED
};

static const uint8_t fused[PTO_FORM_COUNT] = {
#define BINARY(form, name)
#define FUSED(form, name) [PTO_FORM_##form] = PTO_ARITH3_##name,
#include "pto/def/fsu.def"
#undef FUSED
#undef ORDER
};

static const struct order {
    uint8_t relation; /* pto_compare */
    bool signals;
} order[PTO_FORM_COUNT] = {
#define FUSED(form, name)
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

static const pto_arithmetic *arithmetic(const pto_hart *h)
{
    return h->core->profile->scalar;
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
    uint64_t v = arithmetic(h)->f1[unary[insn->form->id]](
        source_type(insn), operand(h, insn, PTO_FIELD_SrcL), &env);
    return finish_float(h, insn, v, &env);
}

pto_outcome pto_do_FloatingBinary(pto_hart *h, const pto_insn *insn,
                                  pto_fault *why)
{
    (void)why;
    pto_fenv env = environment(h, PTO_ACTIVE);
    uint64_t v = arithmetic(h)->f2[binary[insn->form->id]](
        source_type(insn), operand(h, insn, PTO_FIELD_SrcL),
        operand(h, insn, PTO_FIELD_SrcR), &env);
    return finish_float(h, insn, v, &env);
}

pto_outcome pto_do_FloatingFused(pto_hart *h, const pto_insn *insn,
                                 pto_fault *why)
{
    (void)why;
    pto_fenv env = environment(h, PTO_ACTIVE);
    uint64_t v = arithmetic(h)->f3[fused[insn->form->id]](
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
    bool holds =
        arithmetic(h)->compare((pto_compare)o->relation, t, a, b, &env);
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

static pto_dtype type_of(value_kind kind, bool word)
{
    if (kind == VALUE_SIGNED)
        return word ? PTO_S32 : PTO_S64;
    if (kind == VALUE_UNSIGNED)
        return word ? PTO_U32 : PTO_U64;
    return word ? PTO_FP32 : PTO_FP64;
}

pto_outcome pto_do_ConvertFloatingEncoding(pto_hart *h, const pto_insn *insn,
                                           pto_fault *why)
{
    (void)why;
    const struct change *c = &change[insn->form->id];
    unsigned code = (unsigned)pto_insn_get(insn, PTO_FIELD_DstType);
    pto_dtype from = type_of((value_kind)c->from, is_word(insn));
    pto_fenv env = environment(h, c->round);
    uint64_t v = operand(h, insn, PTO_FIELD_SrcL);
    if (from == PTO_S32)
        v = (uint64_t)pto_sign_extend(v, 32);
    if (c->to == VALUE_INTEGER)
        v = h->core->profile->to_integer(integer_bits(code), code >= 8, from, v,
                                         &env);
    else
        v = arithmetic(h)->convert((pto_dtype)code, from, v, &env);
    return finish(h, insn, v, &env);
}
