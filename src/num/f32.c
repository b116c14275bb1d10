/*
 * FP32 add, multiply and fused multiply-add for normal operands: the rounding
 * of the general path with the format's numbers built in. Zeros, subnormals,
 * infinities and NaNs take the general path itself.
 */
#include "num/num.h"

static const pto_format rows[PTO_DTYPE_CODES] = {
#include "num/format_rows.h"
};

enum { FRAC = 23, BIAS = 127, TOP = 60 };

static inline unsigned exponent(uint32_t a)
{
    return a >> FRAC & 0xff;
}

static inline bool is_normal(uint32_t a)
{
    return exponent(a) - 1u < 254;
}

static inline uint64_t significand(uint32_t a)
{
    return (a & 0x7fffff) | UINT32_C(1) << FRAC;
}

/* A term sig * 2^(exp - TOP), sig below 2^62. */
struct term {
    uint64_t sig;
    int32_t exp;
    bool sign;
};

static inline uint64_t shift_sticky(uint64_t v, uint32_t n)
{
    if (n > 63)
        return v != 0;
    return v >> n | ((v & pto_low_bits(n)) != 0);
}

static inline uint32_t encode(bool sign, int32_t exp, uint64_t sig,
                              pto_fenv *env)
{
    pto_fenv local = {.round = env->round};
    pto_parts p = {
        .part = PTO_PART_FINITE, .sign = sign, .exp = exp, .sig = sig};
    uint64_t bits = num_pack_finite(&rows[PTO_FP32], p, &local);
    env->flags |= local.flags;
    return (uint32_t)bits;
}

/* Where bits fall into the sticky bit no cancellation can bring them back. */
static inline uint32_t sum(struct term a, struct term b, pto_fenv *env)
{
    if (a.exp < b.exp) {
        struct term t = a;
        a = b;
        b = t;
    }
    b.sig = shift_sticky(b.sig, (uint32_t)(a.exp - b.exp));
    uint64_t sig = a.sig + b.sig;
    if (a.sign != b.sign) {
        if (a.sig == b.sig)
            return env->round == PTO_RTM ? UINT32_C(0x80000000) : 0;
        bool keeps = a.sig > b.sig;
        sig = keeps ? a.sig - b.sig : b.sig - a.sig;
        a.sign = keeps ? a.sign : b.sign;
    }
    int zeros = __builtin_clzll(sig);
    return encode(a.sign, a.exp + 63 - TOP - zeros, sig << zeros, env);
}

static inline struct term term_of(uint32_t a)
{
    return (struct term){.sig = significand(a) << (TOP - FRAC),
                         .exp = (int32_t)exponent(a) - BIAS,
                         .sign = a >> 31};
}

static inline struct term product_of(uint32_t a, uint32_t b)
{
    uint64_t sig = significand(a) * significand(b);
    return (struct term){.sig = sig << (TOP - 2 * FRAC),
                         .exp = (int32_t)(exponent(a) + exponent(b)) - 2 * BIAS,
                         .sign = (a ^ b) >> 31};
}

static uint32_t general(pto_parts a, pto_parts b, uint32_t c, pto_fenv *env)
{
    pto_fenv local = {.round = env->round};
    pto_parts r = num_fma_parts(a, b, pto_unpack(PTO_FP32, c), &local);
    uint64_t bits = pto_pack(PTO_FP32, r, &local);
    env->flags |= local.flags;
    return (uint32_t)bits;
}

uint32_t num_f32_add(uint32_t a, uint32_t b, pto_fenv *env)
{
    static const pto_parts one = {.part = PTO_PART_FINITE, .sig = PTO_HALF};
    if (is_normal(a) && is_normal(b))
        return sum(term_of(a), term_of(b), env);
    return general(pto_unpack(PTO_FP32, a), one, b, env);
}

uint32_t num_f32_mul(uint32_t a, uint32_t b, pto_fenv *env)
{
    if (is_normal(a) && is_normal(b)) {
        struct term p = product_of(a, b);
        int zeros = 63 - TOP - (int)(p.sig >> (TOP + 1));
        return encode(p.sign, p.exp + 63 - TOP - zeros, p.sig << zeros, env);
    }
    return general(pto_unpack(PTO_FP32, a), pto_unpack(PTO_FP32, b),
                   (a ^ b) & UINT32_C(0x80000000), env);
}

uint32_t num_f32_fma(uint32_t a, uint32_t b, uint32_t c, pto_fenv *env)
{
    if (is_normal(a) && is_normal(b) && is_normal(c))
        return sum(product_of(a, b), term_of(c), env);
    return general(pto_unpack(PTO_FP32, a), pto_unpack(PTO_FP32, b), c, env);
}
