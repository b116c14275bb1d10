/* Lanes as GCC vectors of LANE_BYTES: what every instruction set shares. */
#ifndef PTO_SRC_NUM_BATCH_LANES_H
#define PTO_SRC_NUM_BATCH_LANES_H

#include <string.h>

#define LANES  static inline __attribute__((always_inline))
#define RARELY static __attribute__((noinline, cold))

typedef uint16_t v16 __attribute__((vector_size(LANE_BYTES)));
typedef int16_t s16 __attribute__((vector_size(LANE_BYTES)));
typedef uint32_t v32 __attribute__((vector_size(LANE_BYTES)));
typedef int32_t s32 __attribute__((vector_size(LANE_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(LANE_BYTES)));
typedef float f32 __attribute__((vector_size(LANE_BYTES)));
typedef uint8_t v8_half __attribute__((vector_size(LANE_BYTES / 2)));
typedef uint16_t v16_half __attribute__((vector_size(LANE_BYTES / 2)));

LANES v16 v16_set(uint16_t x)
{
    return (v16){0} + x;
}
LANES v32 v32_set(uint32_t x)
{
    return (v32){0} + x;
}

LANES v16 v16_load(const void *p)
{
    v16 v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANES v32 v32_load(const void *p)
{
    v32 v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANES v32 v32_load16(const void *p)
{
    v16_half v;
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, v32);
}

LANES void v16_store(void *p, v16 v)
{
    memcpy(p, &v, sizeof v);
}
LANES void v32_store(void *p, v32 v)
{
    memcpy(p, &v, sizeof v);
}

LANES void v16_store8(void *p, v16 v)
{
    v8_half low = __builtin_convertvector(v, v8_half);
    memcpy(p, &low, sizeof low);
}

LANES void v32_store16(void *p, v32 v)
{
    v16_half low = __builtin_convertvector(v, v16_half);
    memcpy(p, &low, sizeof low);
}

typedef uint8_t v8_quarter __attribute__((vector_size(LANE_BYTES / 4)));

LANES void v32_store8(void *p, v32 v)
{
    v8_quarter low = __builtin_convertvector(v, v8_quarter);
    memcpy(p, &low, sizeof low);
}

/* The bits of the signed number as FP32. */
LANES v32 v32_float(v32 a)
{
    f32 x = __builtin_convertvector((s32)a, f32);
    memcpy(&a, &x, sizeof a);
    return a;
}

/* As FP32: a - 2^-14. */
LANES v32 v32_minus_smallest(v32 a)
{
    f32 x;
    memcpy(&x, &a, sizeof x);
    x -= 0x1p-14f;
    memcpy(&a, &x, sizeof a);
    return a;
}

#endif
