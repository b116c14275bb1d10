/*
 * What imitates the public model: the profile pto-v0. Encodings are added and
 * multiplied as integers, except where the model computes values; its floats
 * differ from pto_pack in overflow, underflow flags and the sign of some zeros
 * (docs/differences.md).
 */
#ifndef PTO_SRC_MODEL_MODEL_H
#define PTO_SRC_MODEL_MODEL_H

#include "num/profile/steps.h"

extern const pto_profile model_v0;
extern const pto_arithmetic model_scalar, model_tile;

pto_convert_n_fn model_convert_n;
uint64_t model_to_integer(unsigned bits, bool is_signed, pto_dtype src,
                          uint64_t value, pto_fenv *env);
num_encode_fn model_encode;
uint64_t model_post(const pto_post *p, uint64_t acc, pto_fenv *env);
uint64_t model_quantize(pto_dtype dst, uint64_t value, uint64_t scale,
                        uint64_t zero, pto_fenv *env);
uint64_t model_dequantize(pto_dtype src, uint64_t value, uint64_t scale,
                          uint64_t zero, pto_fenv *env);

#endif
