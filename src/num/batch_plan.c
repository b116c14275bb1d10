/* What one floating conversion does with every class of value. */
#include "num/batch.h"

/* The carrier of an FP32 value in `t`; flags into *flags where wanted. */
static uint32_t carrier_of(pto_dtype t, uint32_t fp32, const pto_fenv *env,
                           uint8_t *flags)
{
    pto_fenv e = *env;
    e.flags = 0;
    uint64_t bits = pto_convert(t, PTO_FP32, fp32, &e);
    if (flags)
        *flags = e.flags;
    return (uint32_t)bits;
}

/*
 * Magnitudes, as words with `kept` fraction bits, below which a result with
 * `frac` fraction bits stays under 2^(exp - 127). `unit` is its spacing in the
 * binade below, `last` the largest candidate there; its code is odd.
 */
static void set_tiny(num_plan *p, uint32_t exp, unsigned kept, unsigned frac)
{
    uint32_t normal = exp << kept;
    /* In FP32's lowest binade the word counts in coarser steps. */
    uint32_t unit = 1u << (kept - frac) >> (exp == 1);
    uint32_t up = normal - unit / 2, never = normal;
    uint32_t always = normal - unit + 1;
    switch ((pto_round)p->round) {
    case PTO_RNE:
    case PTO_RNA: p->tiny[0] = p->tiny[1] = up; break;
    case PTO_RHB: p->tiny[0] = up, p->tiny[1] = up + 1; break;
    case PTO_RTP: p->tiny[0] = always, p->tiny[1] = never; break;
    case PTO_RTM: p->tiny[0] = never, p->tiny[1] = always; break;
    case PTO_RTZ:
    case PTO_RTO:
    case PTO_ROUND_COUNT: p->tiny[0] = p->tiny[1] = never; break;
    }
}

/* HiF8: the magnitudes between 0 and 2^-22 that round to zero. */
static void set_vanish(num_plan *p)
{
    const uint32_t half = 104 << 7, all = 105 << 7, none = 1;
    switch ((pto_round)p->round) {
    case PTO_RNE: p->vanish[0] = p->vanish[1] = half + 1; break;
    case PTO_RNA: p->vanish[0] = p->vanish[1] = half; break;
    case PTO_RHB: p->vanish[0] = half, p->vanish[1] = half + 1; break;
    case PTO_RTP: p->vanish[0] = none, p->vanish[1] = all; break;
    case PTO_RTM: p->vanish[0] = all, p->vanish[1] = none; break;
    case PTO_RTO: p->vanish[0] = p->vanish[1] = none; break;
    case PTO_RTZ:
    case PTO_ROUND_COUNT: p->vanish[0] = p->vanish[1] = all; break;
    }
}

static void set_specials(num_plan *p, pto_dtype t, const pto_fenv *env)
{
    for (uint32_t s = 0; s < 2; s++) {
        uint32_t sign = s << 31;
        p->over[s] = carrier_of(t, 0x7f7fffff | sign, env, NULL);
        p->inf[s] = carrier_of(t, 0x7f800000 | sign, env, &p->inf_flags);
    }
    p->nan = carrier_of(t, 0x7fc00000, env, &p->quiet_flags);
    carrier_of(t, 0x7f800001, env, &p->signaling_flags);
}

num_plan num_plan_for(pto_dtype dst_type, const pto_fenv *env, bool narrow)
{
    const pto_format *f = pto_format_get(dst_type);
    num_plan p = {.round = env->round, .tapered = f->kind == PTO_KIND_HIF8};
    unsigned kept = narrow ? 7 : 23, word = narrow ? 16 : 32;
    set_specials(&p, dst_type, env);
    if (p.tapered) {
        set_tiny(&p, 127 - 15, kept, 1);
        set_vanish(&p);
        return p;
    }
    p.frac = f->frac_bits;
    p.min_exp = (uint32_t)(127 + 1 - f->bias);
    p.low_zeros = f->low_zeros;
    p.max = (uint32_t)(f->max_finite >> f->low_zeros);
    p.sign_shift = word - f->value_bits;
    unsigned below = f->has_subnormal ? 0 : f->frac_bits;
    set_tiny(&p, p.min_exp - below, kept, f->frac_bits);
    return p;
}
