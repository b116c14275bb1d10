/* Choosing, ordering and sign changes: nothing here rounds. */
#include "num/num.h"

static uint64_t signaling(pto_parts a, pto_parts b)
{
    return a.part == PTO_PART_SNAN || b.part == PTO_PART_SNAN ? PTO_NV : 0;
}

/* A lone NaN loses; of two zeros min takes the negative, max the positive. */
static uint64_t choose(pto_dtype t, const uint64_t *args, bool maximum,
                       pto_fenv *env)
{
    const pto_format *f = num_format(t);
    uint64_t a = args[0] & f->carrier_mask, b = args[1] & f->carrier_mask;
    pto_parts x = pto_unpack(t, a), y = pto_unpack(t, b);
    env->flags |= (uint8_t)signaling(x, y);
    if (num_is_nan(x) && num_is_nan(y))
        return f->nan;
    if (num_is_nan(x))
        return b;
    if (num_is_nan(y))
        return a;
    int order = num_order(x, y);
    if (!order)
        order = y.sign - x.sign;
    return (order >= 0) == maximum ? a : b;
}

uint64_t pto_num_min(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    return choose(t, (uint64_t[]){a, b}, false, env);
}

uint64_t pto_num_max(pto_dtype t, uint64_t a, uint64_t b, pto_fenv *env)
{
    return choose(t, (uint64_t[]){a, b}, true, env);
}

bool pto_num_compare(pto_compare c, pto_dtype t, uint64_t a, uint64_t b,
                     pto_fenv *env)
{
    pto_parts x = pto_unpack(t, a), y = pto_unpack(t, b);
    env->flags |= (uint8_t)signaling(x, y);
    if (num_is_nan(x) || num_is_nan(y))
        return c == PTO_NE;
    int order = num_order(x, y);
    switch (c) {
    case PTO_EQ: return order == 0;
    case PTO_NE: return order != 0;
    case PTO_LT: return order < 0;
    case PTO_GT: return order > 0;
    case PTO_LE: return order <= 0;
    case PTO_GE: return order >= 0;
    case PTO_COMPARE_COUNT: break;
    }
    return false;
}

/* HiF8's one zero has no sign to change, and its NaN is the sign alone. */
static bool has_no_sign(const pto_format *f, uint64_t bits)
{
    return f->kind == PTO_KIND_HIF8 && !(bits & ~f->sign_mask);
}

uint64_t pto_num_abs(pto_dtype t, uint64_t a, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    (void)env;
    a &= f->carrier_mask;
    if (f->kind == PTO_KIND_SIGNED)
        return a & f->sign_mask ? (0 - a) & f->carrier_mask : a;
    return has_no_sign(f, a) ? a : a & ~f->sign_mask;
}

uint64_t pto_num_neg(pto_dtype t, uint64_t a, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    (void)env;
    a &= f->carrier_mask;
    if (f->kind >= PTO_KIND_SIGNED)
        return (0 - a) & f->carrier_mask;
    return has_no_sign(f, a) ? a : a ^ f->sign_mask;
}

uint64_t pto_num_relu(pto_dtype t, uint64_t a, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    pto_parts x = pto_unpack(t, a);
    if (x.part == PTO_PART_SNAN)
        env->flags |= PTO_NV;
    if (num_is_nan(x))
        return f->nan;
    return x.sign || x.part == PTO_PART_ZERO ? 0 : a & f->carrier_mask;
}

uint64_t pto_sort_key(pto_dtype t, uint64_t bits, bool descending)
{
    const pto_format *f = num_format(t);
    uint64_t zero = f->sign_mask, magnitude = bits & f->carrier_mask & ~zero;
    bool negative = (bits & f->sign_mask) != 0;
    if (num_is_nan(pto_unpack(t, bits)))
        return UINT64_MAX;
    return negative != descending ? zero - magnitude : zero + magnitude;
}
