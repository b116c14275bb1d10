/* What one floating conversion does with every class of value. */
#include "num/batch/batch.h"
#include "num/num.h"

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

/* The first of a unit's magnitudes that rounds away from its lower end. */
static uint32_t first_away(unsigned round, bool sign, bool odd, uint32_t low,
                           uint32_t middle, uint32_t high)
{
    if (num_rounds_away(round, sign, odd, 1))
        return low + 1;
    if (num_rounds_away(round, sign, odd, PTO_HALF))
        return middle;
    return num_rounds_away(round, sign, odd, PTO_HALF + 1) ? middle + 1 : high;
}

/*
 * The first magnitude of the last unit below `normal` that rounds up to it, by
 * sign; `normal` itself where none does. The code before it is odd.
 */
static void last_steps(unsigned round, uint32_t normal, uint32_t unit,
                       uint32_t first[2])
{
    for (unsigned sign = 0; sign < 2; sign++)
        first[sign] = first_away(round, sign, true, normal - unit,
                                 normal - unit / 2, normal);
}

/* HiF8: the magnitudes between 0 and 2^-22 that round to zero. */
static void set_vanish(num_plan *p)
{
    for (unsigned sign = 0; sign < 2; sign++)
        p->vanish[sign] =
            first_away(p->round, sign, false, 0, 104 << 7, 105 << 7);
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

/* Has a format the numbers of one that the kernels know? */
static bool is_like(const pto_format *f, pto_dtype known)
{
    const pto_format *k = pto_format_get(known);
    return f->kind == k->kind && f->top == k->top && f->bias == k->bias &&
           f->storage_bits == k->storage_bits && f->exp_bits == k->exp_bits &&
           f->frac_bits == k->frac_bits && f->has_subnormal == k->has_subnormal;
}

/* FP32 with low bits that are zero. */
static bool is_shorter(const pto_format *f)
{
    const pto_format *k = pto_format_get(PTO_FP32);
    return f->top == k->top && f->bias == k->bias &&
           f->storage_bits == k->storage_bits && f->exp_bits == k->exp_bits &&
           f->frac_bits + f->low_zeros == k->frac_bits && f->has_subnormal;
}

/* Rounded from 16 bits of an FP32 number, which has no subnormals there. */
static bool is_regular(const pto_format *f)
{
    return f->storage_bits <= 8 && f->frac_bits <= 3 && !f->low_zeros &&
           f->exp_bits < 8 && f->bias < 120;
}

num_route num_route_of(const pto_format *f)
{
    if (f->kind >= PTO_KIND_SIGNED)
        return f->storage_bits <= 32 ? NUM_ROUTE_INTEGER : NUM_ROUTE_NONE;
    if (f->kind == PTO_KIND_HIF8)
        return NUM_ROUTE_TAPERED;
    if (f->kind != PTO_KIND_FLOAT)
        return NUM_ROUTE_NONE;
    if (is_like(f, PTO_FP16))
        return NUM_ROUTE_HALF;
    if (is_like(f, PTO_BF16))
        return NUM_ROUTE_UPPER;
    if (is_like(f, PTO_FP32))
        return NUM_ROUTE_SAME;
    return is_regular(f)   ? NUM_ROUTE_REGULAR
           : is_shorter(f) ? NUM_ROUTE_SHORTER
                           : NUM_ROUTE_NONE;
}

/*
 * Tininess: the magnitude rounded with `frac` bits in the binade below the
 * smallest normal, as if there were no lower end, stays below that normal.
 */
static void set_tininess(num_plan *p, const pto_format *f)
{
    uint32_t *tiny = p->tiny, *reach = p->reach;
    unsigned below = f->has_subnormal ? 0 : f->frac_bits;
    switch ((num_route)p->route) {
    case NUM_ROUTE_REGULAR:
        last_steps(p->round, (p->min_exp - below) << 7, 1u << (7 - p->frac),
                   tiny);
        break;
    case NUM_ROUTE_TAPERED: last_steps(p->round, 112 << 7, 1 << 6, tiny); break;
    case NUM_ROUTE_HALF: /* in significands of 14 bits after the one */
        last_steps(p->round, 1 << 15, 1 << 4, reach);
        reach[0]--, reach[1]--;
        break;
    case NUM_ROUTE_UPPER: /* in lower words; finer by one bit than BF16 itself
                           */
        last_steps(p->round, 1 << 16, 1 << 15, reach);
        reach[0]--, reach[1]--;
        break;
    case NUM_ROUTE_SHORTER: /* FP32 is subnormal there, its spacing twice as
                               wide */
        last_steps(p->round, 1 << 23, 1u << (22 - p->frac), tiny);
        break;
    case NUM_ROUTE_SAME:
    case NUM_ROUTE_INTEGER:
    case NUM_ROUTE_NONE: break;
    }
}

num_plan num_plan_for(pto_dtype dst_type, const pto_fenv *env)
{
    const pto_format *f = pto_format_get(dst_type);
    num_plan p = {.round = env->round, .route = num_route_of(f)};
    p.frac = f->frac_bits;
    p.min_exp = (uint32_t)(127 + 1 - f->bias);
    p.low_zeros = f->low_zeros;
    p.max = (uint32_t)(f->max_finite >> f->low_zeros);
    p.limit[0] = (uint32_t)f->max_finite;
    p.limit[1] = (uint32_t)f->sign_mask;
    p.sign_shift = f->value_bits < 16 ? 16u - f->value_bits : 0;
    set_specials(&p, dst_type, env);
    set_tininess(&p, f);
    if (p.route == NUM_ROUTE_TAPERED)
        set_vanish(&p);
    return p;
}
