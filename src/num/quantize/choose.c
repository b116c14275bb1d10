/* One scale for many elements: MX by its exponent rule, and whole arrays. */
#include "num/quantize/quantize.h"
#include "num/num.h"

/* Magnitudes compare as their bits do. */
double num_largest(const pto_format *t, const double *x, size_t n)
{
    const pto_format *f = num_format(PTO_FP64);
    uint64_t most = 0, mask = t->sign_mask ? ~f->sign_mask : UINT64_MAX;
    double largest;
    for (size_t i = 0; i < n; i++) {
        uint64_t bits = num_double_bits(x[i]) & mask;
        most = bits > most && bits <= f->max_finite ? bits : most;
    }
    memcpy(&largest, &most, sizeof largest);
    return largest;
}

uint8_t pto_mx_scale_choose(pto_dtype t, const double *x, size_t n)
{
    const pto_format *scale = num_format(PTO_E8M0);
    pto_parts top = pto_unpack(t, num_format(t)->max_finite);
    pto_parts most =
        pto_unpack(PTO_FP64, num_double_bits(num_largest(num_format(t), x, n)));
    if (most.part == PTO_PART_ZERO)
        return (uint8_t)scale->bias;
    int code = most.exp - top.exp + scale->bias;
    int limit = (int)scale->max_finite;
    return (uint8_t)(code < 0 ? 0 : code > limit ? limit : code);
}

/* Rounded up, so that no element exceeds the format's largest number. */
uint32_t pto_tensor_scale_choose(pto_dtype t, const double *x, size_t n)
{
    pto_parts top = pto_unpack(t, num_format(t)->max_finite);
    pto_parts most =
        pto_unpack(PTO_FP64, num_double_bits(num_largest(num_format(t), x, n)));
    pto_fenv up = {.round = PTO_RTP, .saturate = 1};
    if (most.part == PTO_PART_ZERO)
        return (uint32_t)pto_pack(PTO_FP32, num_one, &up);
    return (uint32_t)pto_pack(PTO_FP32, num_div_parts(most, top), &up);
}
