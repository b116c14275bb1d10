/* RowMax and GroupMax over accumulators. */
#include "pto/cube.h"
#include "cube/cube.h"

enum { QUIET_NAN = 0x7fc00000, INFINITE = 0x7f800000 };

/* FP32 bits in an order of signed integers; NaN below everything. */
static int32_t ordered(uint32_t bits)
{
    int32_t key = (int32_t)(bits & 0x80000000 ? ~(bits & 0x7fffffff) : bits);
    return (bits & 0x7fffffff) > INFINITE ? INT32_MIN : key;
}

static uint32_t from_order(int32_t key)
{
    if (key == INT32_MIN)
        return QUIET_NAN;
    return key < 0 ? ~(uint32_t)key | 0x80000000 : (uint32_t)key;
}

static uint32_t greatest(const uint32_t *acc, uint64_t n, uint32_t mask)
{
    int32_t most = INT32_MIN;
    for (uint64_t i = 0; i < n; i++) {
        int32_t key = ordered(acc[i] & mask);
        most = key > most ? key : most;
    }
    return from_order(most);
}

uint32_t pto_max_line(const pto_profile *profile, pto_dtype type,
                      const uint32_t *acc, uint64_t n, bool max_abs,
                      pto_fenv *env)
{
    if (!profile->raw_accumulators && type == PTO_FP32)
        return greatest(acc, n, max_abs ? 0x7fffffff : 0xffffffff);
    uint64_t value = acc[0];
    if (max_abs)
        value = profile->max_step(type, value, value, true, env);
    for (uint64_t i = 1; i < n; i++)
        value = profile->max_step(type, value, acc[i], max_abs, env);
    return (uint32_t)value;
}
