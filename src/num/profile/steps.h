/* The steps of a profile that are more than one function of arith.def. */
#ifndef PTO_SRC_NUM_PROFILE_STEPS_H
#define PTO_SRC_NUM_PROFILE_STEPS_H

#include "num/num.h"
#include "pto/profile.h"

extern const pto_profile num_profile_ieee;

/* Round an exact value into an output type of B.FPATR. */
typedef uint64_t num_encode_fn(pto_dtype t, pto_parts value, pto_fenv *env);
/* Integers wrap or clamp with OF|NX. */
num_encode_fn num_encode_integer;
num_encode_fn num_encode;

/* An element on its way through B.FPATR. */
struct num_post_element {
    const pto_pre_quant *mode;
    pto_dtype type;
    pto_parts value, multiplier;
    bool negative;
};

/* Mode 0 without activation hands the accumulator on; shifts only shift. */
bool num_post_plain(const pto_post *p, uint64_t acc, pto_fenv *env,
                    uint64_t *out);
/* A negative source takes 0 or alpha in place of the scale. */
struct num_post_element num_post_start(const pto_post *p, uint64_t acc,
                                       bool zero_has_a_sign);
uint64_t num_post_run(const pto_post *p, const struct num_post_element *x,
                      num_encode_fn *encode, pto_fenv *env);
/* The arithmetic right shift of the shift modes, saturated to S16. */
uint64_t num_shift_s16(uint32_t value, unsigned shift, pto_fenv *env);

/* (value - zero) * scale, exact. */
pto_parts num_scaled_difference(pto_dtype src, uint64_t value, uint64_t scale,
                                uint64_t zero);
uint64_t num_quantize(pto_dtype dst, uint64_t value, uint64_t scale,
                      uint64_t zero, pto_fenv *env);
uint64_t num_dequantize(pto_dtype src, uint64_t value, uint64_t scale,
                        uint64_t zero, pto_fenv *env);

/* RowMax and GroupMax, but for the flags of |S32 minimum|. */
uint64_t num_max_step(pto_dtype t, uint64_t current, uint64_t candidate,
                      bool max_abs, uint8_t overflow_flags, pto_fenv *env);

/* The carrier of the matrix unit: signed types sign-extended. */
static inline uint64_t num_carrier(pto_dtype t, uint64_t bits)
{
    const pto_format *f = num_format(t);
    bits &= f->carrier_mask;
    return f->kind == PTO_KIND_SIGNED && bits & f->sign_mask
               ? bits | ~f->carrier_mask
               : bits;
}

#endif
