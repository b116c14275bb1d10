/* The matrix unit's scales, its one FMA step, and the FP19 parameter. */
#include "num/num.h"

enum { E6M2_NAN = 0xff, E6M2_BIAS = 48 };

pto_scale pto_scale_e8m0(uint8_t code)
{
    const pto_format *f = num_format(PTO_E8M0);
    return (pto_scale){
        .nan = code == f->nan, .quarters = 4, .exp = (int16_t)(code - f->bias)};
}

/* 31:16 one exponent bit per 4 lanes, 15:8 one per 8, 7:0 E6M2. */
pto_scale pto_scale_hif4(uint32_t word, unsigned lane)
{
    unsigned base = word & 0xff, q = lane & 63;
    unsigned extra = (word >> (8 + q / 8) & 1) + (word >> (16 + q / 4) & 1);
    return (pto_scale){
        .nan = base == E6M2_NAN,
        .quarters = (uint8_t)(4 + (base & 3)),
        .exp = (int16_t)((int)(base >> 2) - E6M2_BIAS + (int)extra),
    };
}

pto_parts pto_parts_scale(pto_parts v, pto_scale s)
{
    if (s.nan) {
        if (v.part != PTO_PART_SNAN)
            v = (pto_parts){.part = PTO_PART_QNAN};
        return v;
    }
    if (v.part != PTO_PART_FINITE)
        return v;
    v = num_bounded(v);
    pto_u128 product = (pto_u128)v.sig * s.quarters << 61;
    return num_normalise(v.sign, v.exp + s.exp + 1, product);
}

uint32_t pto_fma_f32(pto_parts a, pto_parts b, uint32_t acc, pto_fenv *env)
{
    const pto_format *f = num_format(PTO_FP32);
    pto_fenv rne = {.round = PTO_RNE};
    pto_parts c = num_unpack_float(f, acc);
    pto_parts sum = num_fma_parts(num_bounded(a), num_bounded(b), c, &rne);
    uint64_t result = num_pack_float(f, sum, &rne);
    env->flags |= rne.flags;
    return (uint32_t)result;
}

uint32_t pto_fma_f32_scaled(pto_parts a, pto_scale a_scale, pto_parts b,
                            pto_scale b_scale, uint32_t acc, pto_fenv *env)
{
    if (a_scale.nan || b_scale.nan) {
        bool zero_times_inf =
            (a.part == PTO_PART_ZERO && b.part == PTO_PART_INF) ||
            (a.part == PTO_PART_INF && b.part == PTO_PART_ZERO);
        if (zero_times_inf)
            env->flags |= PTO_NV;
    }
    return pto_fma_f32(pto_parts_scale(a, a_scale), pto_parts_scale(b, b_scale),
                       acc, env);
}

/* FP19 is FP32 without its low 13 fraction bits. */
enum { FP19_DROP = 13, FP19_NAN = 0x3ff00, FP19_MASK = 0x7ffff };

static uint32_t widened(uint32_t fp19)
{
    return (fp19 & FP19_MASK) << FP19_DROP;
}

/* RNE; NaN gives the public model's own code, not a shifted canonical one. */
uint32_t pto_fp19_from_fp32(uint32_t fp32)
{
    if ((fp32 & 0x7fffffff) > 0x7f800000)
        return FP19_NAN;
    uint32_t kept = fp32 >> FP19_DROP;
    uint64_t rest = (uint64_t)fp32 << (64 - FP19_DROP);
    return kept + num_rounds_away(PTO_RNE, false, kept & 1, rest);
}

pto_class pto_fp19_classify(uint32_t fp19)
{
    return pto_classify(PTO_FP32, widened(fp19));
}

pto_parts pto_fp19_unpack(uint32_t fp19)
{
    return pto_unpack(PTO_FP32, widened(fp19));
}

bool pto_fp19_scale_legal(uint32_t fp19)
{
    return pto_fp19_classify(fp19) == PTO_CLASS_POS_NORMAL;
}

bool pto_fp19_activation_legal(uint32_t fp19)
{
    pto_class c = pto_fp19_classify(fp19);
    return c == PTO_CLASS_POS_NORMAL || c == PTO_CLASS_POS_ZERO;
}
