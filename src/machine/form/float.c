/*
 * The scalar floating-point forms; the profile computes. SrcType 0 is a 64-bit
 * operand, 1 a 32-bit one in the low word; results are zero-extended.
 */
#include "base/bits.h"
#include "machine/form/translate.h"
#include "pto/numeric.h"
#include "pto/profile.h"

enum { WORD_TYPE = 1 }; /* SrcType: the operand is 32 bits */

/*
 * op->kind: the function of the profile's table, or the relation; op->modifier:
 * the type of the sources; op->imm: how a conversion goes on.
 */
static const pto_arithmetic *arithmetic(const pto_host *h)
{
    return h->core->profile->scalar;
}

static pto_dtype type_of(const pto_op *op)
{
    return (pto_dtype)op->modifier;
}

/* The value of a type of 64 or 32 bits, the latter zero-extended. */
static uint64_t fit(const pto_op *op, uint64_t v)
{
    return op->shift ? (uint32_t)v : v;
}

static uint64_t operand(const pto_host *h, const pto_op *op, unsigned i)
{
    return fit(op, pto_operand(h, op->src[i]));
}

/* The rounding mode of CORE_STATE. */
static pto_fenv active(const pto_host *h)
{
    pto_selection s = {.round = PTO_RNE};
    pto_round_select(PTO_SELECT_CORE_STATE,
                     h->pe->core_state >> PTO_ROUND_LSB & 7, &s);
    return (pto_fenv){.round = s.round};
}

static const pto_op *finish(pto_host *h, const pto_op *op, uint32_t left,
                            uint64_t value, uint32_t flags)
{
    h->pe->core_state |= (uint64_t)(flags & PTO_ALL_FLAGS) << PTO_FLAGS_LSB;
    return pto_result(h, op, left, value);
}

static const pto_op *unary(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = active(h);
    uint64_t v =
        arithmetic(h)->f1[op->kind](type_of(op), operand(h, op, 0), &env);
    return finish(h, op, left, fit(op, v), env.flags);
}

static const pto_op *binary(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = active(h);
    uint64_t v = arithmetic(h)->f2[op->kind](type_of(op), operand(h, op, 0),
                                             operand(h, op, 1), &env);
    return finish(h, op, left, fit(op, v), env.flags);
}

static const pto_op *fused(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = active(h);
    uint64_t v =
        arithmetic(h)->f3[op->kind](type_of(op), operand(h, op, 0),
                                    operand(h, op, 1), operand(h, op, 2), &env);
    return finish(h, op, left, fit(op, v), env.flags);
}

static bool is_nan(pto_dtype t, uint64_t v)
{
    uint64_t infinity = pto_format_get(t)->infinity;
    return (v & ~pto_format_get(t)->sign_mask) > infinity;
}

/* False for every NaN (ADR 0028); op->imm: a quiet one raises NV, too. */
static const pto_op *compare(pto_host *h, const pto_op *op, uint32_t left)
{
    pto_fenv env = {0};
    pto_dtype t = type_of(op);
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    uint64_t a = operand(h, op, 0), b = operand(h, op, 1);
    bool unordered = is_nan(t, a) || is_nan(t, b);
    bool holds = arithmetic(h)->compare((pto_compare)op->kind, t, a, b, &env);
    if (unordered && op->imm)
        env.flags |= PTO_NV;
    return finish(h, op, left, holds && !unordered, env.flags);
}

/* ---- Conversions --------------------------------------------------------- */

static pto_fenv environment(const pto_host *h, uint64_t round)
{
    return round == PTO_ACTIVE ? active(h)
                               : (pto_fenv){.round = (uint8_t)round};
}

static uint64_t source(const pto_host *h, const pto_op *op)
{
    uint64_t v = operand(h, op, 0);
    return type_of(op) == PTO_S32 ? (uint64_t)pto_sign_extend(v, 32) : v;
}

/* op->kind: DstType; op->imm: the rounding. */
static const pto_op *convert(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = environment(h, op->imm);
    uint64_t v = arithmetic(h)->convert((pto_dtype)op->kind, type_of(op),
                                        source(h, op), &env);
    return finish(h, op, left, v, env.flags);
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

static const pto_op *to_integer(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = environment(h, op->imm);
    uint64_t v =
        h->core->profile->to_integer(integer_bits(op->kind), op->kind >= 8,
                                     type_of(op), source(h, op), &env);
    return finish(h, op, left, v, env.flags);
}

/* ---- Conversions of all pairs: scalar_convert=all-pairs ------------------ */

/* Types by their codes; of an integer destination 4..7 are the signed ones. */
static pto_dtype type_of_code(pto_number_kind kind, unsigned code)
{
    static const uint8_t types[][4] = {
        [PTO_NUMBER_FLOAT] = {PTO_FP64, PTO_FP32, PTO_FP16, PTO_E4M3},
        [PTO_NUMBER_SIGNED] = {PTO_S64, PTO_S32, PTO_S16, PTO_S8},
        [PTO_NUMBER_UNSIGNED] = {PTO_U64, PTO_U32, PTO_U16, PTO_U8},
    };
    if (kind == PTO_NUMBER_INTEGER)
        kind = code < 4 ? PTO_NUMBER_UNSIGNED : PTO_NUMBER_SIGNED;
    return (pto_dtype)types[kind][code & 3];
}

static uint64_t whole_of(const pto_format *f, uint64_t v)
{
    unsigned bits = f->value_bits;
    return f->sign_mask ? (uint64_t)pto_sign_extend(v, bits)
                        : v & pto_low_bits(bits);
}

/* Of at least 2^63: is it the one end, or the half, that 64 bits have? */
static bool wide_fits(const pto_format *f, pto_parts p)
{
    if (f->value_bits < 64 || p.exp > 63)
        return false;
    return f->sign_mask ? p.sign && !(p.sig << 1) : !p.sign;
}

static uint64_t finite_to_integer(pto_dtype dst, pto_dtype src, uint64_t v,
                                  pto_parts p, pto_fenv *env)
{
    const pto_format *f = pto_format_get(dst);
    bool fits, is_wide = p.exp >= 63;
    uint64_t whole = p.exp < 127 ? p.sig << (p.exp - 63) : 0;
    pto_fenv step = {.round = env->round};
    if (is_wide) {
        whole = p.sign ? 0 - whole : whole;
        fits = wide_fits(f, p);
    } else {
        whole = pto_convert(PTO_S64, src, v, &step);
        fits = whole_of(f, whole) == whole &&
               (f->sign_mask || (int64_t)whole >= 0);
    }
    env->flags |= fits ? step.flags : PTO_OF | PTO_NX;
    return whole_of(f, whole);
}

/* Overflow keeps the low bits; NaN is 0, an infinity the end of the range. */
static uint64_t float_to_integer(pto_dtype dst, pto_dtype src, uint64_t v,
                                 pto_fenv *env)
{
    const pto_format *f = pto_format_get(dst);
    pto_parts p = pto_unpack(src, v);
    if (p.part == PTO_PART_ZERO)
        return 0;
    if (p.part == PTO_PART_FINITE)
        return finite_to_integer(dst, src, v, p, env);
    env->flags |= PTO_NV;
    if (p.part != PTO_PART_INF)
        return 0;
    return whole_of(f, p.sign ? f->min_finite : f->max_finite);
}

/* Both profiles: what scalars convert is no carrier. */
static const pto_op *convert_pair(pto_host *h, const pto_op *op, uint32_t left)
{
    if (!pto_ready(h, op))
        return pto_not_ready(h, op, left);
    pto_fenv env = environment(h, op->imm);
    pto_dtype dst = (pto_dtype)op->kind, src = type_of(op);
    uint64_t v = pto_operand(h, op->src[0]);
    bool is_whole = pto_format_get(dst)->kind >= PTO_KIND_SIGNED;
    v = is_whole ? float_to_integer(dst, src, v, &env)
                 : pto_convert(dst, src, v, &env);
    return finish(h, op, left, v, env.flags);
}

/* ---- Translation --------------------------------------------------------- */

static pto_dtype source_type(pto_number_kind kind, bool is_word)
{
    switch (kind) {
    case PTO_NUMBER_SIGNED: return is_word ? PTO_S32 : PTO_S64;
    case PTO_NUMBER_UNSIGNED: return is_word ? PTO_U32 : PTO_U64;
    default: return is_word ? PTO_FP32 : PTO_FP64;
    }
}

/* op->shift: the sources are words. */
static void set_float(pto_op *op, const pto_decoded *d, pto_run *run,
                      unsigned kind, pto_number_kind from)
{
    bool is_word = pto_insn_get(d->insn, PTO_FIELD_SrcType) == WORD_TYPE;
    pto_set_operands(op, d->insn);
    op->run = run;
    op->kind = (uint8_t)kind;
    op->modifier = (uint8_t)source_type(from, is_word);
    op->shift = is_word;
}

void pto_translate_float1(pto_op *op, const pto_decoded *d)
{
    set_float(op, d, unary, d->how->float1, PTO_NUMBER_FLOAT);
}

void pto_translate_float2(pto_op *op, const pto_decoded *d)
{
    set_float(op, d, binary, d->how->float2, PTO_NUMBER_FLOAT);
}

void pto_translate_float3(pto_op *op, const pto_decoded *d)
{
    set_float(op, d, fused, d->how->float3, PTO_NUMBER_FLOAT);
}

void pto_translate_compare(pto_op *op, const pto_decoded *d)
{
    set_float(op, d, compare, d->how->compare.relation, PTO_NUMBER_FLOAT);
    op->imm = d->how->compare.signals;
}

static void set_pair(pto_op *op, const pto_decoded *d)
{
    const pto_conversion *c = &d->how->conversion;
    unsigned from = (unsigned)pto_insn_get(d->insn, PTO_FIELD_SrcType);
    unsigned to = (unsigned)pto_insn_get(d->insn, PTO_FIELD_DstType);
    pto_set_operands(op, d->insn);
    op->run = convert_pair;
    op->kind = (uint8_t)type_of_code(c->to, to);
    op->modifier = (uint8_t)type_of_code(c->from, from);
    op->imm = c->round;
}

void pto_translate_convert(pto_op *op, const pto_decoded *d)
{
    const pto_conversion *c = &d->how->conversion;
    bool is_integer = c->to == PTO_NUMBER_INTEGER;
    if (d->isa->scalar_convert == PTO_SCALAR_CONVERT_ALL_PAIRS) {
        set_pair(op, d);
        return;
    }
    set_float(op, d, is_integer ? to_integer : convert,
              (unsigned)pto_insn_get(d->insn, PTO_FIELD_DstType), c->from);
    op->imm = c->round;
}
