/* Internal to src/num/profile: what the two profiles share. */
#ifndef PTO_SRC_NUM_PROFILE_INTERNAL_H
#define PTO_SRC_NUM_PROFILE_INTERNAL_H

#include "num/num.h"
#include "pto/profile.h"

extern const pto_profile pto_profile_ieee, pto_profile_v0;

/*
 * Round an exact value into an output type of B.FPATR. Integers wrap or clamp
 * with OF|NX. The public model's floats differ from pto_pack in overflow,
 * underflow flags and the sign of some zeros (docs/differences.md).
 */
uint64_t num_encode_integer(pto_dtype t, pto_parts value, pto_fenv *env);
uint64_t num_encode_ieee(pto_dtype t, pto_parts value, pto_fenv *env);
uint64_t num_encode_v0(pto_dtype t, pto_parts value, pto_fenv *env);

/* B.FPATR in each profile. */
uint64_t num_post_ieee(const pto_post *p, uint64_t acc, pto_fenv *env);
uint64_t num_post_v0(const pto_post *p, uint64_t acc, pto_fenv *env);
/* The arithmetic right shift of the shift modes, saturated to S16. */
uint64_t num_shift_s16(uint32_t value, unsigned shift, pto_fenv *env);

uint64_t num_quantize_ieee(pto_dtype dst, uint64_t value, uint64_t scale,
                           uint64_t zero, pto_fenv *env);
uint64_t num_quantize_v0(pto_dtype dst, uint64_t value, uint64_t scale,
                         uint64_t zero, pto_fenv *env);
uint64_t num_dequantize_ieee(pto_dtype src, uint64_t value, uint64_t scale,
                             uint64_t zero, pto_fenv *env);
uint64_t num_dequantize_v0(pto_dtype src, uint64_t value, uint64_t scale,
                           uint64_t zero, pto_fenv *env);

/* RowMax and GroupMax, but for the flags of |S32 minimum|. */
uint64_t num_max_step(pto_dtype t, uint64_t current, uint64_t candidate,
                      bool max_abs, uint8_t overflow_flags, pto_fenv *env);

extern const pto_arithmetic num_v0_scalar, num_v0_tile;
pto_convert_n_fn num_v0_convert_n;
uint64_t num_v0_to_integer(unsigned bits, bool is_signed, pto_dtype src,
                           uint64_t value, pto_fenv *env);

/* The carrier of the public model: signed types sign-extended. */
static inline uint64_t num_v0_carrier(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    bits &= f->carrier_mask;
    return f->kind == PTO_KIND_SIGNED && bits & f->sign_mask
               ? bits | ~f->carrier_mask
               : bits;
}

#endif
