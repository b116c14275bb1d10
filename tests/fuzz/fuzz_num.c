/* The numeric library: any bits, types and modes give bits and flags. */
#include <string.h>

#include "pto/profile.h"
#include "num/num.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* One call: what it computes and with what. */
struct input {
    uint8_t what, dst, src, round, saturate, canonicalize, pre_quant, relu;
    uint64_t bits[3];
};

static void check(pto_dtype t, uint64_t bits, const pto_fenv *env)
{
    const pto_format *f = pto_format_get(t);
    unsigned flags = env->flags;
    bool rounded = !(flags & (PTO_OF | PTO_UF)) || flags & PTO_NX;
    if (flags & ~(unsigned)PTO_ALL_FLAGS || !rounded)
        __builtin_trap();
    if (f && (bits & ~f->carrier_mask || !pto_encoding_valid(t, bits)))
        __builtin_trap();
}

static void convert(const struct input *in, pto_fenv env)
{
    pto_dtype d = (pto_dtype)in->dst, s = (pto_dtype)in->src;
    uint64_t one = pto_convert(d, s, in->bits[0], &env);
    check(d, one, &env);
    uint64_t array[2] = {0}, source[2] = {in->bits[0], in->bits[0]};
    pto_fenv batch = {.round = env.round,
                      .saturate = env.saturate,
                      .canonicalize = env.canonicalize};
    if (pto_convert_n(d, s, array, source, 1, &batch) != PTO_OK)
        return;
    if (pto_lane_get(d, array, 0) != one || batch.flags != env.flags)
        __builtin_trap();
}

/* Operations on bits take those of any type, and may make none of its numbers.
 */
static bool is_of_bits(const pto_arith *op)
{
    return !strncmp(op->name, "bit_", 4) || !strncmp(op->name, "shift_", 6);
}

/* min, max, abs and neg hand on encodings; the others have to be valid. */
static void arithmetic(const struct input *in, pto_fenv env)
{
    const pto_arith *op = pto_arith_at(in->pre_quant % pto_arith_count());
    pto_dtype t = (pto_dtype)in->dst;
    for (unsigned i = 0; i < op->operands; i++)
        if (!pto_encoding_valid(t, in->bits[i]))
            return;
    uint64_t r = pto_arith_run(op, t, in->bits, &env);
    const pto_format *f = pto_format_get(t);
    if (!f || !is_of_bits(op))
        check(t, r, &env);
    else if (env.flags || r & ~f->carrier_mask)
        __builtin_trap();
    for (unsigned c = 0; c < PTO_COMPARE_COUNT; c++)
        (void)pto_num_compare((pto_compare)c, t, in->bits[0], in->bits[1],
                              &env);
}

static void post(const struct input *in, pto_fenv env)
{
    static const char *const names[] = {"ieee", "pto-v0"};
    const pto_pre_quant *mode = pto_pre_quant_get(in->pre_quant & 63);
    if (!mode)
        return;
    for (int i = 0; i < 2; i++) {
        const pto_profile *p = pto_profile_find(names[i]);
        bool plain = mode->sum == PTO_DTYPE_NONE;
        pto_post x = {.pre_quant = mode->code,
                      .relu = in->relu & 3,
                      .acc_type = plain ? PTO_S32 : mode->sum,
                      .result_type = plain ? PTO_S32 : mode->result,
                      .quant = in->bits[1],
                      .alpha = in->bits[2]};
        pto_fenv own = env;
        uint64_t r = p->post(&x, in->bits[0], &own);
        check((pto_dtype)x.result_type, r, &own);
    }
}

static void affine(const struct input *in, pto_fenv env)
{
    static const char *const names[] = {"ieee", "pto-v0"};
    for (int i = 0; i < 2; i++) {
        const pto_profile *p = pto_profile_find(names[i]);
        pto_dtype t = in->dst & 1 ? PTO_S8 : PTO_U8;
        pto_fenv own = env;
        uint64_t q =
            p->quantize(t, in->bits[0], in->bits[1], in->bits[2], &own);
        check(t, q, &own);
        (void)p->dequantize(t, q, in->bits[1], in->bits[2], &own);
        (void)p->expdif(PTO_FP32, in->src & 1 ? PTO_FP16 : PTO_BF16,
                        in->bits[0], in->bits[1], &own);
        (void)p->max_step(PTO_S32, in->bits[0], in->bits[1], in->relu & 1,
                          &own);
        pto_matrix_term term = {.acc_type = PTO_FP32,
                                .a_type = in->dst,
                                .b_type = in->src,
                                .a_scaled = in->relu & 1,
                                .b_scaled = in->relu >> 1 & 1,
                                .lane = in->pre_quant,
                                .a = in->bits[0],
                                .b = in->bits[1],
                                .a_scale = (uint32_t)in->bits[2],
                                .b_scale = (uint32_t)(in->bits[2] >> 32)};
        (void)p->accumulate(in->bits[2], &term, &own);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input in;
    if (size < sizeof in)
        return 0;
    memcpy(&in, data, sizeof in);
    pto_fenv env = {.round = in.round,
                    .saturate = in.saturate & 1,
                    .canonicalize = in.canonicalize & 1};
    switch (in.what & 3) {
    case 0: convert(&in, env); break;
    case 1: arithmetic(&in, env); break;
    case 2: post(&in, env); break;
    default: affine(&in, env); break;
    }
    return 0;
}
