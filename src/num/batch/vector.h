/* Masks without mask registers: what SSE2, AVX2 and others share. */
#ifndef PTO_SRC_NUM_BATCH_VECTOR_H
#define PTO_SRC_NUM_BATCH_VECTOR_H

#include "num/batch/lanes.h"

/* All ones or all zeros in a lane. */
typedef v16 m16;
typedef v32 m32;

LANES m16 v16_gt(v16 a, v16 b)
{
    return (m16)((s16)a > (s16)b);
}
LANES m32 v32_gt(v32 a, v32 b)
{
    return (m32)((s32)a > (s32)b);
}
LANES m16 v16_minus(v16 a)
{
    return (m16)((s16)a < 0);
}
LANES m32 v32_minus(v32 a)
{
    return (m32)((s32)a < 0);
}
LANES m16 v16_nonzero(v16 a)
{
    return (m16)(a != 0);
}
LANES m32 v32_nonzero(v32 a)
{
    return (m32)(a != 0);
}

LANES m16 m16_none(void)
{
    return v16_set(0);
}
LANES m32 m32_none(void)
{
    return v32_set(0);
}

LANES v16 v16_clear(m16 m, v16 a)
{
    return a & ~m;
}
LANES v32 v32_clear(m32 m, v32 a)
{
    return a & ~m;
}

/* v + 1 in the lanes of m. */
LANES v16 v16_count(m16 m, v16 v)
{
    return v - m;
}
LANES v32 v32_count(m32 m, v32 v)
{
    return v - m;
}

LANES v32 v32_shl(v32 a, v32 n)
{
    return a << n;
}
LANES v32 v32_shr(v32 a, v32 n)
{
    return a >> n;
}

/* Bit 0 of `high` set where `low` is not zero. */
LANES v16 v16_sticky(v16 high, v16 low)
{
    return high | (v16_nonzero(low) & 1);
}

#endif
