/* Masks, selection and shifts without mask registers: SSE2, AVX2, others. */
#ifndef PTO_SRC_NUM_BATCH_VECTOR_H
#define PTO_SRC_NUM_BATCH_VECTOR_H

#include "num/batch_lanes.h"

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
/* Unsigned, over the whole range. */
LANES m16 v16_above(v16 a, v16 b)
{
    return (m16)(a > b);
}
LANES m32 v32_above(v32 a, v32 b)
{
    return (m32)(a > b);
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

LANES v16 v16_select(m16 m, v16 a, v16 b)
{
    return (a & m) | (b & ~m);
}
LANES v32 v32_select(m32 m, v32 a, v32 b)
{
    return (a & m) | (b & ~m);
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

LANES bool v64_any(v64 v)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < LANE_BYTES / 8; i++)
        any |= v[i];
    return any != 0;
}

LANES bool m16_any(m16 m)
{
    return v64_any((v64)m);
}
LANES bool m32_any(m32 m)
{
    return v64_any((v64)m);
}

LANES v16 v16_min(v16 a, v16 b)
{
    return v16_select(v16_gt(a, b), b, a);
}
LANES v32 v32_min(v32 a, v32 b)
{
    return v32_select(v32_gt(a, b), b, a);
}
LANES v32 v32_max(v32 a, v32 b)
{
    return v32_select(v32_gt(a, b), a, b);
}
/* a - b, or 0 where b is larger. */
LANES v16 v16_excess(v16 a, v16 b)
{
    return (a - b) & v16_gt(a, b);
}

LANES v32 v32_shl(v32 a, v32 n)
{
    return a << n;
}
LANES v32 v32_shr(v32 a, v32 n)
{
    return a >> n;
}

/* Processors without 16-bit variable shifts have 32-bit ones. */
LANES v16 v16_shr(v16 a, v16 n)
{
    v32 low = ((v32)a & 0xffff) >> ((v32)n & 0xffff);
    v32 high = (v32)a >> 16 >> ((v32)n >> 16) << 16;
    return (v16)(low | high);
}

LANES v16 v16_shl(v16 a, v16 n)
{
    v32 low = ((v32)a << ((v32)n & 0xffff)) & 0xffff;
    v32 high = ((v32)a >> 16 << 16) << ((v32)n >> 16);
    return (v16)(low | high);
}

/* Bit 0 of `high` set where `low` is not zero. */
LANES v16 v16_sticky(v16 high, v16 low)
{
    return high | (v16_nonzero(low) & 1);
}

#endif
