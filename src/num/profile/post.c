/* B.FPATR on one element, as record 0101 and the public model order it. */
#include "num/profile/steps.h"
#include "num/num.h"

#define SHIFTS_SHIFT  1
#define BITS_SHIFT    0
#define SHIFTS_0      0
#define BITS_0        0
#define SHIFTS_5      0
#define BITS_5        5
#define SHIFTS_9      0
#define BITS_9        9
#define SHIFTS_17     0
#define BITS_17       17
#define TYPE_ANY      PTO_DTYPE_NONE
#define TYPE_NONE     PTO_DTYPE_NONE
#define TYPE_FP32     PTO_FP32
#define TYPE_FP16     PTO_FP16
#define TYPE_BF16     PTO_BF16
#define TYPE_HiF8     PTO_HiF8
#define TYPE_E4M3     PTO_E4M3
#define TYPE_S32      PTO_S32
#define TYPE_S16      PTO_S16
#define TYPE_S8       PTO_S8
#define TYPE_S4X2     PTO_S4X2
#define ROUNDING_NONE 0, PTO_RNE
#define ROUNDING_DATR 0, PTO_RNE
#define ROUNDING_RNE  1, PTO_RNE
#define ROUNDING_RHB  1, PTO_RHB
#define ROW(code, sum, result, parameter, offset, rounding)         \
    {                                                               \
        code, TYPE_##sum, TYPE_##result, PTO_PARAMETER_##parameter, \
            SHIFTS_##offset, BITS_##offset, ROUNDING_##rounding     \
    }

static const pto_pre_quant rows[] = {
#define PRE_QUANT(code, name, sum, result, parameter, offset, rounding) \
    ROW(code, sum, result, parameter, offset, rounding),
#include "pto/def/pre_quant.def"
#undef PRE_QUANT
};

const pto_pre_quant *pto_pre_quant_get(unsigned code)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].code == code)
            return &rows[i];
    return NULL;
}

pto_round pto_pre_quant_round(unsigned code, pto_round rmode)
{
    const pto_pre_quant *row = pto_pre_quant_get(code);
    return row && row->fixed ? (pto_round)row->round : rmode;
}

uint64_t num_shift_s16(uint32_t value, unsigned shift, pto_fenv *env)
{
    int64_t wide = pto_sign_extend(value, 32);
    int64_t shifted = wide < 0 ? ~(~wide >> shift) : wide >> shift;
    const pto_format *f = num_format(PTO_S16);
    if (shifted > (int64_t)f->max_finite || shifted < -0x8000) {
        env->flags |= PTO_OF | PTO_NX;
        return shifted < 0 ? f->min_finite : f->max_finite;
    }
    return (uint64_t)shifted & f->carrier_mask;
}

static pto_parts fp19_at(uint64_t word, unsigned lsb)
{
    return pto_fp19_unpack((uint32_t)(word >> lsb));
}

struct num_post_element num_post_start(const pto_post *p, uint64_t acc,
                                       bool zero_has_a_sign)
{
    struct num_post_element x = {.mode = pto_pre_quant_get(p->pre_quant)};
    x.type = (pto_dtype)p->acc_type;
    x.value = pto_unpack(x.type, acc);
    bool zero = x.value.part == PTO_PART_ZERO;
    x.negative =
        x.value.sign && !num_is_nan(x.value) && (!zero || zero_has_a_sign);
    x.multiplier = num_one;
    if (x.mode && x.mode->parameter != PTO_PARAMETER_NONE)
        x.multiplier = fp19_at(p->quant, 13);
    if (x.negative && p->relu == 1)
        x.multiplier = (pto_parts){.part = PTO_PART_ZERO};
    else if (x.negative && p->relu)
        x.multiplier = fp19_at(p->alpha, 0);
    return x;
}

/* NaN and infinity ignore scale and offset, unless -inf meets a zero. */
static bool is_special(const struct num_post_element *x)
{
    if (x->value.part == PTO_PART_INF)
        return !x->value.sign || x->multiplier.part != PTO_PART_ZERO;
    return num_is_nan(x->value);
}

/* To an integer: clamp or the indefinite minimum; else as conversions. */
static uint64_t encode_special(pto_dtype t, pto_parts value, pto_fenv *env)
{
    const pto_format *f = num_format(t);
    if (f->kind < PTO_KIND_SIGNED)
        return pto_pack(t, value, env);
    bool nan = num_is_nan(value);
    env->flags |= nan || !env->saturate ? PTO_NV : PTO_OF | PTO_NX;
    if (!env->saturate)
        return f->min_finite;
    return nan ? 0 : value.sign ? f->min_finite : f->max_finite;
}

static pto_parts multiplied(const struct num_post_element *x)
{
    bool zero =
        x->value.part == PTO_PART_ZERO || x->multiplier.part == PTO_PART_ZERO;
    if (!zero)
        return num_mul_parts(x->value, x->multiplier);
    /* -0 keeps its sign under a multiplier, 0 times anything is +0 */
    bool sign = x->value.part == PTO_PART_ZERO && x->value.sign &&
                x->multiplier.part != PTO_PART_ZERO;
    return (pto_parts){.part = PTO_PART_ZERO, .sign = sign};
}

static pto_parts from_integer(int64_t v)
{
    return pto_unpack(PTO_S64, (uint64_t)v);
}

/* Round and saturate to a signed integer of `bits`. */
static int64_t round_saturated(pto_parts value, unsigned bits, pto_fenv *env)
{
    pto_fenv local = {.round = env->round, .saturate = 1};
    int64_t limit = INT64_C(1) << (bits - 1);
    int64_t v = (int64_t)num_encode_integer(PTO_S64, value, &local);
    if (v >= limit || v < -limit) {
        local.flags |= PTO_OF | PTO_NX;
        v = v < 0 ? -limit : limit - 1;
    }
    env->flags |= local.flags;
    return v;
}

uint64_t num_post_run(const pto_post *p, const struct num_post_element *x,
                      num_encode_fn *encode, pto_fenv *env)
{
    pto_dtype result = (pto_dtype)p->result_type;
    if (is_special(x))
        return encode_special(result, x->value, env);
    pto_parts product = multiplied(x);
    unsigned bits = x->mode ? x->mode->offset_bits : 0;
    if (!bits)
        return encode(result, product, env);
    int64_t offset = pto_sign_extend(p->quant >> 37, bits);
    int64_t sum = round_saturated(product, bits, env) + offset;
    return encode(result, from_integer(sum), env);
}

bool num_post_plain(const pto_post *p, uint64_t acc, pto_fenv *env,
                    uint64_t *out)
{
    const pto_pre_quant *mode = pto_pre_quant_get(p->pre_quant);
    if (!p->pre_quant && !p->relu) {
        *out = acc & num_format(p->acc_type)->carrier_mask;
        return true;
    }
    if (!mode || !mode->shifts)
        return false;
    *out =
        num_shift_s16((uint32_t)acc, 1 + (unsigned)(p->quant >> 32 & 15), env);
    return true;
}
