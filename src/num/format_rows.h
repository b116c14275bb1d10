/*
 * The initialisers of the format table, to be included between braces: once
 * for everybody, once more where the compiler should see the constants.
 */
#include "num/code_masks.h"

#define NAN_IEEE(exp, frac)    ((ONES(exp) << (frac)) | BIT(frac) >> 1)
#define NAN_ONE_NAN(exp, frac) ONES((exp) + (frac))
#define NAN_FINITE(exp, frac)  0
#define INF_IEEE(exp, frac)    (ONES(exp) << (frac))
#define INF_ONE_NAN(exp, frac) 0
#define INF_FINITE(exp, frac)  0

#define ROW_FLOAT(storage, value, exp, frac, top_, low, sub)       \
    .has_subnormal = (sub), .has_nan = NAN_##top_(exp, frac) != 0, \
    .has_snan = INF_##top_(exp, frac) != 0,                        \
    .has_inf = INF_##top_(exp, frac) != 0, .has_signed_zero = 1,   \
    .sign_mask = BIT((value)-1),                                   \
    .must_be_zero = (ONES(storage) & ~ONES(value)) | ONES(low),    \
    .max_finite = MAX_##top_(exp, frac) << (low),                  \
    .min_finite = BIT((value)-1) | MAX_##top_(exp, frac) << (low), \
    .infinity = INF_##top_(exp, frac) << (low),                    \
    .nan = NAN_##top_(exp, frac) << (low), .smallest = BIT(low),   \
    .min_normal = (sub) ? BIT((frac) + (low)) : BIT(low)

#define ROW_HIF8(storage, value, exp, frac, top_, low, sub)                \
    .has_subnormal = (sub), .has_nan = 1, .has_inf = 1, .sign_mask = 0x80, \
    .max_finite = 0x6e, .min_finite = 0xee, .infinity = 0x6f, .nan = 0x80, \
    .smallest = 0x01, .min_normal = 0x7e

#define ROW_SCALE(storage, value, exp, frac, top_, low, sub) \
    .has_nan = 1, .max_finite = ONES(value) - 1, .nan = ONES(value)

#define ROW_SIGNED(storage, value, exp, frac, top_, low, sub)   \
    .sign_mask = BIT((value)-1), .max_finite = ONES((value)-1), \
    .min_finite = BIT((value)-1), .smallest = 1, .min_normal = 1

#define ROW_UNSIGNED(storage, value, exp, frac, top_, low, sub) \
    .max_finite = ONES(value), .smallest = 1, .min_normal = 1

#define FORMAT(name_, code_, kind_, storage, value, exp, frac, bias_, top_, \
               low, sub)                                                    \
    [code_] = {.name = #name_,                                              \
               .code = (code_),                                             \
               .kind = PTO_KIND_##kind_,                                    \
               .top = PTO_TOP_##top_,                                       \
               .storage_bits = (storage),                                   \
               .value_bits = (value),                                       \
               .exp_bits = (exp),                                           \
               .frac_bits = (frac),                                         \
               .low_zeros = (low),                                          \
               .bias = (bias_),                                             \
               .carrier_mask = ONES(storage),                               \
               ROW_##kind_(storage, value, exp, frac, top_, low, sub)},
#include "pto/def/format.def"
#undef FORMAT
#undef ROW_FLOAT
#undef ROW_HIF8
#undef ROW_SCALE
#undef ROW_SIGNED
#undef ROW_UNSIGNED
#undef NAN_IEEE
#undef NAN_ONE_NAN
#undef NAN_FINITE
#undef INF_IEEE
#undef INF_ONE_NAN
#undef INF_FINITE
