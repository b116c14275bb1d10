/*
 * A vector of LANE_BYTES as lanes of 1, 2, 4 or 8 bytes. The width is a
 * constant wherever these are called, so that one case is left. Masks are all
 * ones or all zeros in a lane.
 */
#ifndef PTO_SRC_NUM_VECTOR_LANES_H
#define PTO_SRC_NUM_VECTOR_LANES_H

#include <string.h>

#define LANES static inline __attribute__((always_inline))

typedef uint8_t v8 __attribute__((vector_size(LANE_BYTES)));
typedef uint16_t v16 __attribute__((vector_size(LANE_BYTES)));
typedef uint32_t v32 __attribute__((vector_size(LANE_BYTES)));
typedef uint64_t v64 __attribute__((vector_size(LANE_BYTES)));
typedef int8_t s8 __attribute__((vector_size(LANE_BYTES)));
typedef int16_t s16 __attribute__((vector_size(LANE_BYTES)));
typedef int32_t s32 __attribute__((vector_size(LANE_BYTES)));
typedef int64_t s64 __attribute__((vector_size(LANE_BYTES)));
typedef float f32 __attribute__((vector_size(LANE_BYTES)));
typedef double f64 __attribute__((vector_size(LANE_BYTES)));

LANES v8 lanes_load(const void *p)
{
    v8 v;
    memcpy(&v, p, sizeof v);
    return v;
}

LANES void lanes_store(void *p, v8 v)
{
    memcpy(p, &v, sizeof v);
}

LANES v8 lanes_set(unsigned bytes, uint64_t x)
{
    switch (bytes) {
    case 1: return (v8){0} + (uint8_t)x;
    case 2: return (v8)((v16){0} + (uint16_t)x);
    case 4: return (v8)((v32){0} + (uint32_t)x);
    }
    return (v8)((v64){0} + x);
}

LANES v8 lanes_add(unsigned bytes, v8 a, v8 b)
{
    switch (bytes) {
    case 1: return a + b;
    case 2: return (v8)((v16)a + (v16)b);
    case 4: return (v8)((v32)a + (v32)b);
    }
    return (v8)((v64)a + (v64)b);
}

LANES v8 lanes_sub(unsigned bytes, v8 a, v8 b)
{
    switch (bytes) {
    case 1: return a - b;
    case 2: return (v8)((v16)a - (v16)b);
    case 4: return (v8)((v32)a - (v32)b);
    }
    return (v8)((v64)a - (v64)b);
}

LANES v8 lanes_mul(unsigned bytes, v8 a, v8 b)
{
    switch (bytes) {
    case 1: return a * b;
    case 2: return (v8)((v16)a * (v16)b);
    case 4: return (v8)((v32)a * (v32)b);
    }
    return (v8)((v64)a * (v64)b);
}

/* Distances are below the width. */
LANES v8 lanes_shl(unsigned bytes, v8 a, v8 n)
{
    switch (bytes) {
    case 1: return a << n;
    case 2: return (v8)((v16)a << (v16)n);
    case 4: return (v8)((v32)a << (v32)n);
    }
    return (v8)((v64)a << (v64)n);
}

LANES v8 lanes_shr(unsigned bytes, v8 a, v8 n)
{
    switch (bytes) {
    case 1: return a >> n;
    case 2: return (v8)((v16)a >> (v16)n);
    case 4: return (v8)((v32)a >> (v32)n);
    }
    return (v8)((v64)a >> (v64)n);
}

LANES v8 lanes_shr_signed(unsigned bytes, v8 a, v8 n)
{
    switch (bytes) {
    case 1: return (v8)((s8)a >> (s8)n);
    case 2: return (v8)((s16)a >> (s16)n);
    case 4: return (v8)((s32)a >> (s32)n);
    }
    return (v8)((s64)a >> (s64)n);
}

/* Signed. */
LANES v8 lanes_above(unsigned bytes, v8 a, v8 b)
{
    switch (bytes) {
    case 1: return (v8)((s8)a > (s8)b);
    case 2: return (v8)((s16)a > (s16)b);
    case 4: return (v8)((s32)a > (s32)b);
    }
    return (v8)((s64)a > (s64)b);
}

LANES v8 lanes_equal(unsigned bytes, v8 a, v8 b)
{
    switch (bytes) {
    case 1: return (v8)(a == b);
    case 2: return (v8)((v16)a == (v16)b);
    case 4: return (v8)((v32)a == (v32)b);
    }
    return (v8)((v64)a == (v64)b);
}

LANES v8 lanes_select(v8 mask, v8 a, v8 b)
{
    return (a & mask) | (b & ~mask);
}

LANES bool lanes_any(v8 a)
{
    v64 v = (v64)a;
    uint64_t any = 0;
    for (unsigned i = 0; i < LANE_BYTES / 8; i++)
        any |= v[i];
    return any != 0;
}

/* Bit i of the word is that of lane i. */
LANES v8 lanes_mask_by_test(unsigned bytes, uint64_t bits)
{
    static const uint64_t tests[][8] = {
        [1] = {UINT64_C(0x8040201008040201)},
        [2] = {UINT64_C(0x0008000400020001), UINT64_C(0x0080004000200010),
               UINT64_C(0x0800040002000100), UINT64_C(0x8000400020001000)},
        [4] = {UINT64_C(0x200000001), UINT64_C(0x800000004),
               UINT64_C(0x2000000010), UINT64_C(0x8000000040),
               UINT64_C(0x20000000100), UINT64_C(0x80000000400),
               UINT64_C(0x200000001000), UINT64_C(0x800000004000)},
        [8] = {1, 2, 4, 8, 16, 32, 64, 128}};
    unsigned repeat = bytes < 4 ? bytes * bytes : 8, group = 8 * bytes;
    v64 spread = {0}, test = {0};
    for (unsigned i = 0; i < LANE_BYTES / 8; i++) {
        uint64_t part = bits >> i / repeat * group & pto_low_bits(group);
        spread[i] = part * (UINT64_MAX / pto_low_bits(group));
        test[i] = tests[bytes][i % repeat];
    }
    return ~lanes_equal(bytes, (v8)(spread & test), (v8){0});
}

/* One way and back. */
LANES uint64_t lanes_bits_by_test(unsigned bytes, v8 mask)
{
    uint64_t bits = 0;
    for (unsigned i = 0; i < LANE_BYTES / bytes; i++)
        bits |= (uint64_t)(mask[i * bytes] & 1) << i;
    return bits;
}

#endif
