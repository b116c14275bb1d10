/* Array arithmetic for any processor: short GCC vectors, lowered as may be. */
#include "num/vector/kernels.h"

#include <math.h>

#define LANE_BYTES 16
#include "num/vector/lanes.h"

LANES uint64_t lanes_bits(unsigned bytes, v8 mask)
{
    return lanes_bits_by_test(bytes, mask);
}

LANES uint64_t lanes_compare(unsigned bytes, bool equal, v8 a, v8 b)
{
    return lanes_bits(bytes, equal ? lanes_equal(bytes, a, b)
                                   : lanes_above(bytes, a, b));
}

LANES v8 lanes_mask(unsigned bytes, uint64_t bits)
{
    return lanes_mask_by_test(bytes, bits);
}

LANES v8 lanes_sqrt(unsigned bytes, v8 a)
{
    f32 x = (f32)a;
    f64 y = (f64)a;
    for (unsigned i = 0; bytes == 4 && i < LANE_BYTES / 4; i++)
        x[i] = sqrtf(x[i]);
    for (unsigned i = 0; bytes == 8 && i < LANE_BYTES / 8; i++)
        y[i] = sqrt(y[i]);
    return bytes == 4 ? (v8)x : (v8)y;
}

LANES f64 lanes_fma(f64 a, f64 b, f64 c)
{
    return a * b + c;
}

#include "num/vector/loops.h"

const num_vector_kernels num_vector_portable = {
    .host = HOST_IS_EXACT,
    .map = map,
    .compare = compare,
    .fold = fold,
    .lines = lines,
    .functions = functions,
    .select = select,
};
