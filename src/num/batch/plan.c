/* What one floating conversion does with every class of value. */
#include "num/batch/batch.h"

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
 * The first magnitude of the last unit below `normal` that rounds up to it, by
 * sign; `normal` itself where none does. The code before it is odd.
 */
static void last_steps(unsigned round, uint32_t normal, uint32_t unit,
                       uint32_t first[2])
{
    uint32_t half = normal - unit / 2, any = normal - unit + 1;
    switch ((pto_round)round) {
    case PTO_RNE:
    case PTO_RNA: first[0] = first[1] = half; break;
    case PTO_RHB: first[0] = half, first[1] = half + 1; break;
    case PTO_RTP: first[0] = any, first[1] = normal; break;
    case PTO_RTM: first[0] = normal, first[1] = any; break;
    case PTO_RTZ:
    case PTO_RTO:
    case PTO_ROUND_COUNT: first[0] = first[1] = normal; break;
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
        uint8_t flags;
        p->over[s] = carrier_of(t, 0x7f7fffff | sign, env, &flags);
        p->over_flags |= flags;
        p->inf[s] = carrier_of(t, 0x7f800000 | sign, env, &p->inf_flags);
    }
    p->nan = carrier_of(t, 0x7fc00000, env, &p->quiet_flags);
    carrier_of(t, 0x7f800001, env, &p->signaling_flags);
}

static num_shape shape_of(const pto_format *f)
{
    if (pto_dtype_is_integer(f->code))
        return NUM_INTEGER;
    if (f->kind == PTO_KIND_HIF8)
        return NUM_TAPERED;
    if (f->storage_bits <= 8)
        return NUM_REGULAR;
    if (f->code == PTO_FP16)
        return NUM_HALF;
    if (f->code == PTO_BF16)
        return NUM_UPPER;
    return f->code == PTO_FP32 ? NUM_SAME : NUM_SHORTER;
}

/*
 * Tininess: the magnitude rounded with `frac` bits in the binade below the
 * smallest normal, as if there were no lower end, stays below that normal.
 */
static void set_tininess(num_plan *p, const pto_format *f)
{
    uint32_t *tiny = p->tiny, *reach = p->reach;
    unsigned below = f->has_subnormal ? 0 : f->frac_bits;
    switch ((num_shape)p->shape) {
    case NUM_REGULAR:
        last_steps(p->round, (p->min_exp - below) << 7, 1u << (7 - p->frac),
                   tiny);
        break;
    case NUM_TAPERED: last_steps(p->round, 112 << 7, 1 << 6, tiny); break;
    case NUM_HALF: /* in significands of 14 bits after the one */
        last_steps(p->round, 1 << 15, 1 << 4, reach);
        reach[0]--, reach[1]--;
        break;
    case NUM_UPPER: /* in lower words; finer by one bit than BF16 itself */
        last_steps(p->round, 1 << 16, 1 << 15, reach);
        reach[0]--, reach[1]--;
        break;
    case NUM_SHORTER: /* FP32 is subnormal there, its spacing twice as wide */
        last_steps(p->round, 1 << 23, 1u << (22 - p->frac), tiny);
        break;
    case NUM_SAME:
    case NUM_INTEGER: break;
    }
}

num_plan num_plan_for(pto_dtype dst_type, const pto_fenv *env)
{
    const pto_format *f = pto_format_get(dst_type);
    num_plan p = {.round = env->round, .shape = shape_of(f)};
    p.frac = f->frac_bits;
    p.min_exp = (uint32_t)(127 + 1 - f->bias);
    p.low_zeros = f->low_zeros;
    p.max = (uint32_t)(f->max_finite >> f->low_zeros);
    p.limit[0] = (uint32_t)f->max_finite;
    p.limit[1] = (uint32_t)f->sign_mask;
    p.sign_shift = f->value_bits < 16 ? 16u - f->value_bits : 0;
    set_specials(&p, dst_type, env);
    set_tininess(&p, f);
    if (p.shape == NUM_TAPERED)
        set_vanish(&p);
    return p;
}
