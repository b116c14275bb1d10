/* Internal to src/num: decoding, rounding and encoding of one element. */
#ifndef PTO_SRC_NUM_NUM_H
#define PTO_SRC_NUM_NUM_H

#include "base/bits.h"
#include "pto/numeric.h"

__extension__ typedef unsigned __int128 pto_u128;

/* Indexed by DataType code; unassigned codes have kind NONE. */
extern const pto_format pto_formats[PTO_DTYPE_CODES];

static inline const pto_format *num_format(unsigned code)
{
    return &pto_formats[code & (PTO_DTYPE_CODES - 1)];
}

/* How a finite value comes into a format; GENERAL is any other way. */
enum num_way { NUM_GENERAL, NUM_FLOAT, NUM_INTEGER, NUM_HIF8 };

/*
 * What a conversion from a FLOAT kind asks of a row. As a source, a code has a
 * leading one where code - least < leading. As a destination, an integer is a
 * float whose first binade spans its width and which is subnormal below.
 */
struct num_shape {
    uint64_t magnitude, must_be_zero;
    uint64_t least, leading; /* the first such code, and how many */
    uint64_t most[2];        /* largest code, no low zeros, of + and of - */
    uint64_t subnormal;      /* largest code below a normal one */
    uint32_t mask;           /* integers: the carrier */
    uint32_t beyond[2][2];   /* integers out of range: [saturate][negative] */
    int16_t bias;
    uint8_t width, sign_at; /* fraction and low zeros; the sign's place */
    uint8_t frac_bits, low_zeros;
    uint8_t way; /* num_way */
};

extern const struct num_shape num_shapes[PTO_DTYPE_CODES];

/* Keeps what seldom happens out of the registers of what always does. */
#define NUM_COLD __attribute__((noinline, cold))

/* 1 << 63: the half of a unit when what is dropped is left-aligned. */
#define PTO_HALF (UINT64_C(1) << 63)

/*
 * Does dropping `rest` (left-aligned: PTO_HALF is half a unit) from an odd or
 * even kept value round its magnitude up? Written without branches but for the
 * mode, which seldom changes: RNE compares with the odd bit as a tie breaker.
 */
static inline bool num_rounds_away(unsigned round, bool sign, bool odd,
                                   uint64_t rest)
{
    if (round == PTO_RNE)
        return (rest | odd) > PTO_HALF;
    switch ((pto_round)round) {
    case PTO_RNE: break;
    case PTO_RNA: return rest >= PTO_HALF;
    case PTO_RHB: return rest >= PTO_HALF + sign;
    case PTO_RTP: return (rest != 0) & !sign;
    case PTO_RTM: return (rest != 0) & sign;
    case PTO_RTO: return (rest != 0) & !odd;
    case PTO_RTZ:
    case PTO_ROUND_COUNT: break;
    }
    return false;
}

/* Or flags in; a flag that is set already costs no store. */
static inline void num_raise(pto_fenv *env, unsigned flags)
{
    if (flags & ~(unsigned)env->flags)
        env->flags |= (uint8_t)flags;
}

/* The bits below position `drop` (1..any), left-aligned, the rest as sticky. */
static inline uint64_t num_dropped(uint64_t sig, unsigned drop)
{
    if (drop < 64)
        return sig << (64 - drop);
    return drop == 64 ? sig : 1;
}

/* Shift right, or-ing what falls off into bit 0. */
static inline pto_u128 num_shift_sticky(pto_u128 v, unsigned n)
{
    if (!n)
        return v;
    if (n > 127)
        return v != 0;
    return v >> n | ((v << (128 - n)) != 0);
}

/* Parts of value * 2^(exp - 127), normalised, with a sticky bit. */
static inline pto_parts num_normalise(bool sign, int32_t exp, pto_u128 value)
{
    uint64_t high = (uint64_t)(value >> 64), low = (uint64_t)value;
    if (!high) {
        if (!low)
            return (pto_parts){.part = PTO_PART_ZERO, .sign = sign};
        high = low;
        low = 0;
        exp -= 64;
    }
    int zeros = __builtin_clzll(high);
    uint64_t sig = high << zeros;
    if (zeros) {
        sig |= low >> (64 - zeros);
        low <<= zeros;
    }
    return (pto_parts){.part = PTO_PART_FINITE,
                       .sign = sign,
                       .exp = exp - zeros,
                       .sig = sig | (low != 0)};
}

/* Parts from outside: no exponent may overflow where two are added. */
static inline pto_parts num_bounded(pto_parts p)
{
    enum { MOST = 1 << 24 };
    p.exp = p.exp > MOST ? MOST : p.exp < -MOST ? -MOST : p.exp;
    return p;
}

/* A value with the 64 bits that follow sig, the last of them sticky. */
struct num_wide {
    pto_parts parts;
    uint64_t low;
};

static inline bool num_is_nan(pto_parts p)
{
    return p.part >= PTO_PART_QNAN;
}

/* FLOAT kinds. An encoding that breaks must_be_zero is a signaling NaN. */
static inline pto_parts num_unpack_float(const pto_format *f, uint64_t bits)
{
    pto_parts p = {.sign = (bits & f->sign_mask) != 0};
    uint64_t code = (bits & (f->sign_mask - 1)) >> f->low_zeros;
    uint64_t frac = code & pto_low_bits(f->frac_bits);
    uint64_t exp = code >> f->frac_bits;
    if (bits & f->must_be_zero) {
        p.part = PTO_PART_SNAN;
    } else if (code > f->max_finite >> f->low_zeros) {
        bool quiet = f->top == PTO_TOP_ONE_NAN || frac >> (f->frac_bits - 1);
        p.part = !frac ? PTO_PART_INF : quiet ? PTO_PART_QNAN : PTO_PART_SNAN;
    } else if (exp) {
        p.part = PTO_PART_FINITE;
        p.exp = (int32_t)exp - f->bias;
        p.sig = (frac | UINT64_C(1) << f->frac_bits) << (63 - f->frac_bits);
    } else if (frac) {
        int zeros = __builtin_clzll(frac);
        p.part = PTO_PART_FINITE;
        p.exp = 64 - zeros - f->bias - f->frac_bits;
        p.sig = frac << zeros;
    }
    return p;
}

pto_parts num_unpack_hif8(uint64_t bits);
uint64_t num_pack_hif8(pto_parts p, pto_fenv *env);
uint64_t num_pack_integer(const pto_format *f, pto_parts p, pto_fenv *env);
uint64_t num_pack_float(const pto_format *f, pto_parts p, pto_fenv *env);
/* pto_pack where a sticky bit in sig would be one too many. */
uint64_t num_pack_wide(const pto_format *f, struct num_wide w, pto_fenv *env);

/* Is the finite p tiny in a format whose smallest normal is 2^min_exp? */
bool num_is_tiny(pto_parts p, int min_exp, unsigned frac_bits, unsigned round);
/* The overflow result of a FLOAT or HIF8 format; sets OF and NX. */
uint64_t num_overflow(const pto_format *f, bool sign, pto_fenv *env);
/* Encode anything but a finite value in a FLOAT or HIF8 format. */
uint64_t num_pack_special(const pto_format *f, pto_parts p, pto_fenv *env);

/* Round a finite value into a FLOAT kind. */
static inline uint64_t num_pack_finite(const pto_format *f, pto_parts p,
                                       pto_fenv *env)
{
    int exp = p.exp + f->bias;
    if (exp > 1 << f->exp_bits)
        return num_overflow(f, p.sign, env);
    unsigned drop = 63u - f->frac_bits;
    if (exp < 1)
        drop += exp < -64 ? 65 : (unsigned)(1 - exp);
    uint64_t kept = drop < 64 ? p.sig >> drop : 0;
    uint64_t rest = num_dropped(p.sig, drop);

    /* Added into the code, a carry steps the exponent by itself. */
    uint64_t code = kept;
    if (exp > 1)
        code += (uint64_t)(exp - 1) << f->frac_bits;
    code += num_rounds_away(env->round, p.sign, kept & 1, rest);
    if (code > f->max_finite >> f->low_zeros)
        return num_overflow(f, p.sign, env);
    if (rest) {
        env->flags |= PTO_NX;
        int min_exp = 1 - f->bias - (f->has_subnormal ? 0 : f->frac_bits);
        if (exp < 1 && num_is_tiny(p, min_exp, f->frac_bits, env->round))
            env->flags |= PTO_UF;
    }
    return (p.sign ? f->sign_mask : 0) | code << f->low_zeros;
}

/* num_pack_finite out of line, saturating or not whatever env says. */
NUM_COLD uint64_t num_pack_edge(const pto_format *f, pto_parts p, bool saturate,
                                pto_fenv *env);

/*
 * num_pack_finite where the result is expected to be normal: short, and inline
 * so that a constant f leaves only constants.
 */
static inline uint64_t num_pack_normal(const pto_format *f, pto_parts p,
                                       bool saturate, pto_fenv *env)
{
    uint32_t below = (uint32_t)(p.exp + f->bias - 1);
    uint64_t kept = p.sig >> (63 - f->frac_bits);
    uint64_t rest = p.sig << (f->frac_bits + 1);
    uint64_t code = kept + ((uint64_t)below << f->frac_bits);
    code += num_rounds_away(env->round, p.sign, kept & 1, rest);
    if (below >> f->exp_bits || code > f->max_finite >> f->low_zeros)
        return num_pack_edge(f, p, saturate, env);
    num_raise(env, rest ? PTO_NX : 0);
    return code << f->low_zeros | (p.sign ? f->sign_mask : 0);
}

/* Is a FLOAT encoding valid, finite, and with a leading one? */
static inline bool num_is_leading(const pto_format *f, uint64_t bits)
{
    uint64_t least = UINT64_C(1) << (f->frac_bits + f->low_zeros);
    uint64_t code = bits & (f->sign_mask - 1);
    return code - least <= f->max_finite - least && !(bits & f->must_be_zero);
}

/* The parts of such an encoding. */
static inline pto_parts num_leading_parts(const pto_format *f, uint64_t bits)
{
    unsigned width = (unsigned)f->frac_bits + f->low_zeros;
    uint64_t code = bits & (f->sign_mask - 1);
    return (pto_parts){.part = PTO_PART_FINITE,
                       .sign = (bits & f->sign_mask) != 0,
                       .exp = (int32_t)(code >> width) - f->bias,
                       .sig = code << (63 - width) | PTO_HALF};
}

/* Names of rounding modes, those of their selectors too; NULL: a repetition. */
unsigned num_round_names(void);
const char *num_round_name_at(unsigned i);

/* 1.0 */
extern const pto_parts num_one;
/* Unpack for arithmetic: an integer type has no such operation, NV. */
pto_parts num_unpack_real(pto_dtype t, uint64_t bits);
/* Round into t as arithmetic does: no saturation, no canonicalizing. */
uint64_t num_finish(pto_dtype t, pto_parts p, pto_fenv *env);
/* A NaN, with NV. */
pto_parts num_invalid(pto_fenv *env);
/* The NaN that an operation with a NaN operand gives; NV where signaling. */
pto_parts num_nan_result(pto_parts a, pto_parts b, pto_fenv *env);
/* The exact infinity of finite operands: DZ and nothing else. */
uint64_t num_divide_by_zero(pto_dtype t, bool sign, pto_fenv *env);

/* Exact up to a sticky bit; both finite or zero, an exact zero by `round`. */
pto_parts num_add_parts(pto_parts a, pto_parts b, unsigned round);
/* Both finite; exact up to a sticky bit. */
pto_parts num_mul_parts(pto_parts a, pto_parts b);
/* Both finite; exact up to a sticky bit. */
pto_parts num_div_parts(pto_parts a, pto_parts b);
struct num_wide num_mul_wide(pto_parts a, pto_parts b); /* exact */
struct num_wide num_div_wide(pto_parts a, pto_parts b);
/* a * b + c with every special case of IEEE 754; flags NV only. */
pto_parts num_fma_parts(pto_parts a, pto_parts b, pto_parts c, pto_fenv *env);
/* Order of two numbers: -1, 0, 1; zeros are equal. */
int num_order(pto_parts a, pto_parts b);

/* The public functions of these names try a shorter way first (short.c). */
NUM_COLD uint64_t num_general_add(pto_dtype t, uint64_t a, uint64_t b,
                                  pto_fenv *env);
NUM_COLD uint64_t num_general_sub(pto_dtype t, uint64_t a, uint64_t b,
                                  pto_fenv *env);
NUM_COLD uint64_t num_general_mul(pto_dtype t, uint64_t a, uint64_t b,
                                  pto_fenv *env);
NUM_COLD uint64_t num_general_fma(pto_dtype t, uint64_t a, uint64_t b,
                                  uint64_t c, pto_fenv *env);
NUM_COLD uint64_t num_general_div(pto_dtype t, uint64_t a, uint64_t b,
                                  pto_fenv *env);
NUM_COLD uint64_t num_general_recip(pto_dtype t, uint64_t a, pto_fenv *env);
NUM_COLD uint64_t num_general_sqrt(pto_dtype t, uint64_t a, pto_fenv *env);

/* exp and log of a finite nonzero value, decided for the format `f`. */
pto_parts num_exp_parts(const pto_format *f, pto_parts x);
pto_parts num_log_parts(const pto_format *f, pto_parts x);

/* By exact or case-insensitive name, with or without the X2; NULL if none. */
const pto_format *pto_format_find(const char *name);

/* Does every carrier bit of that encoding mean something? */
bool pto_encoding_valid(pto_dtype t, uint64_t bits);

/* As pto_round_named; false where that refuses. */
bool pto_round_find(const char *name, pto_round *out);

/* The public CAST_* value as a B.DATR.RMode code; 7 and up are rejected. */
pto_status pto_rmode_from_cast(unsigned cast, unsigned *rmode);

/* The functions of arith.def for ieee: pto/profile.h says what they do. */
uint64_t pto_num_add(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_sub(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_mul(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_div(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_rem(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_min(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_max(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
/* a*b + c; msub a*b - c; nmadd -(a*b + c); nmsub -(a*b - c). */
uint64_t pto_num_fma(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                     pto_fenv *env);
uint64_t pto_num_msub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                      pto_fenv *env);
uint64_t pto_num_nmadd(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                       pto_fenv *env);
uint64_t pto_num_nmsub(pto_dtype t, uint64_t a, uint64_t b, uint64_t c,
                       pto_fenv *env);
uint64_t pto_num_sqrt(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_rsqrt(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_recip(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_exp(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_log(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_abs(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_neg(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_relu(pto_dtype t, uint64_t a, pto_fenv *env);

/*
 * Bits of any type, without flags. A shift takes its distance from the low bits
 * of b, modulo the width; shift_right copies the sign of a signed type.
 */
uint64_t pto_num_bit_and(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_bit_or(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_bit_xor(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_bit_not(pto_dtype t, uint64_t a, pto_fenv *env);
uint64_t pto_num_shift_left(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env);
uint64_t pto_num_shift_right(pto_dtype t, uint64_t a, uint64_t b,
                             pto_fenv *env);

/*
 * How TSORT and TMRGSORT order the formats with a sign bit: values rise with
 * their keys (fall, where descending), both zeros have one key, and all NaNs
 * share the last one. An invalid encoding counts as a NaN.
 */
uint64_t pto_sort_key(pto_dtype t, uint64_t bits, bool descending);

/*
 * One term of the matrix unit: RNE_FP32(a * b + acc), the product exact, one
 * rounding, flags as an FMA's. a and b may be scaled parts of any type.
 * env->round and env->saturate are not read.
 */
uint32_t pto_fma_f32(pto_parts a, pto_parts b, uint32_t acc, pto_fenv *env);

/*
 * The same with both scales applied inside: a NaN scale is a quiet NaN operand
 * of the term, beside which 0 * inf still raises NV. PTO_SCALE_ONE is 1.0.
 */
uint32_t pto_fma_f32_scaled(pto_parts a, pto_scale a_scale, pto_parts b,
                            pto_scale b_scale, uint32_t acc, pto_fenv *env);

/* The value of an FP19 word; bits above 18 are not read. */
pto_parts pto_fp19_unpack(uint32_t fp19);

/*
 * The scale of n elements. Infinities and NaNs do not count, nor do negative
 * numbers where t has none; if only zeros are left, the scale is 1. MX: E8M0 of
 * floor(log2(largest)) minus the exponent of t's largest number, clamped (OCP
 * MX 1.0). HiF4: the word of least squared error, n <= 64. Tensor: the FP32 by
 * which the largest element is at most t's largest number.
 */
uint8_t pto_mx_scale_choose(pto_dtype t, const double *x, size_t n);
uint32_t pto_hif4_word_choose(const double *x, size_t n);
uint32_t pto_tensor_scale_choose(pto_dtype t, const double *x, size_t n);

/* A NaN makes only NE true; a signaling one raises NV. Integers compare too. */
bool pto_num_compare(pto_compare c, pto_dtype t, uint64_t a, uint64_t b,
                     pto_fenv *env);

const pto_arith *pto_arith_find(const char *name);

#endif
