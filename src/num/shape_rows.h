/*
 * The initialisers of the table of shapes, to be included between braces: once
 * for everybody, once more where the compiler should see the constants.
 */
#include "num/code_masks.h"

#define SHAPE_FLOAT(value, exp, frac, bias_, top, low, sub)               \
    .magnitude = BIT((value)-1) - 1, .least = BIT((frac) + (low)),        \
    .leading = (MAX_##top(exp, frac) << (low)) + 1 - BIT((frac) + (low)), \
    .most = {MAX_##top(exp, frac), MAX_##top(exp, frac)},                 \
    .subnormal = (sub) ? BIT(frac) - 1 : 0, .bias = (bias_),              \
    .width = (frac) + (low), .sign_at = (value)-1, .frac_bits = (frac),   \
    .low_zeros = (low), .way = NUM_FLOAT
#define SHAPE_HIF8(...)  .way = NUM_HIF8
#define SHAPE_SCALE(...) .way = NUM_GENERAL
#define SHAPE_INTEGER(value, least_, most_, indefinite)                       \
    .most = {(most_), 0 - (uint64_t)(least_)}, .mask = (uint32_t)ONES(value), \
    .beyond = {{(uint32_t)(indefinite), (uint32_t)(indefinite)},              \
               {(uint32_t)(most_),                                            \
                (uint32_t)ONES(value) & (uint32_t)(least_)}},                 \
    .bias = 2 - (value), .frac_bits = (value)-1,                              \
    .way = (value) > 32 ? NUM_GENERAL : NUM_INTEGER
#define SHAPE_SIGNED(value, ...) \
    SHAPE_INTEGER(value, 0 - BIT((value)-1), ONES((value)-1), BIT((value)-1))
#define SHAPE_UNSIGNED(value, ...) \
    SHAPE_INTEGER(value, 0, ONES(value), ONES(value))

#define FORMAT(name, code, kind, storage, value, exp, frac, bias, top, low, \
               sub)                                                         \
    [code] = {.must_be_zero = (ONES(storage) & ~ONES(value)) | ONES(low),   \
              SHAPE_##kind(value, exp, frac, bias, top, low, sub)},
#include "pto/def/format.def"
#undef FORMAT
#undef SHAPE_FLOAT
#undef SHAPE_HIF8
#undef SHAPE_SCALE
#undef SHAPE_INTEGER
#undef SHAPE_SIGNED
#undef SHAPE_UNSIGNED
