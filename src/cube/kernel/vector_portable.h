/* The vocabulary of the loops for any processor. */
#ifndef PTO_SRC_CUBE_KERNEL_VECTOR_H
#define PTO_SRC_CUBE_KERNEL_VECTOR_H

#define LANE_BYTES 16
#include "cube/kernel/maskless.h"

enum { CUBE_VECTORS = 2 }; /* of a full panel */

LANES v32 cube_load_some(const void *p, uint64_t n)
{
    if (n >= CUBE_LANES)
        return v32_load(p);
    return cube_first_bytes(p, 4 * n);
}

LANES void cube_store_some(uint32_t *p, v32 v, uint64_t n)
{
    if (n >= CUBE_LANES)
        v32_store(p, v);
    else
        memcpy(p, &v, 4 * n);
}

/* Sums of two products of 16-bit integers. */
LANES v32 cube_pair_step(v32 acc, v32 a, v32 b)
{
    v32 low = (v32)(((s32)(a << 16) >> 16) * ((s32)(b << 16) >> 16));
    return acc + low + (v32)(((s32)a >> 16) * ((s32)b >> 16));
}

/* Signaling NaNs stay so, other than in the instructions of processors. */
LANES v32 cube_from_half(v16_half code)
{
    v32 half = __builtin_convertvector(code, v32);
    v32 magnitude = half & 0x7fff;
    f32 tiny = __builtin_convertvector((s32)magnitude, f32) * 0x1p-24f;
    v32 normal = (magnitude << 13) + (112u << 23);
    v32 special = magnitude << 13 | 0x7f800000;
    v32 is_tiny = (v32)(magnitude < 0x0400);
    v32 is_special = (v32)(magnitude >= 0x7c00);
    v32 bits = (is_tiny & (v32)tiny) | (is_special & special) |
               (~(is_tiny | is_special) & normal);
    return bits | (half & 0x8000) << 16;
}

/* One factor for every four lanes. */
LANES v32 cube_fours(const float *by)
{
    uint32_t bits;
    memcpy(&bits, by, sizeof bits);
    return v32_set(bits);
}

typedef const uint32_t *cube_table4;
LANES cube_table4 cube_table4_of(const cube_codes *c)
{
    return c->value;
}

LANES v32 cube_look4(cube_table4 t, v32 code)
{
    for (int i = 0; i < CUBE_LANES; i++)
        code[i] = t[code[i]];
    return code;
}

LANES void cube_transpose_square(v32 r[CUBE_LANES])
{
    for (int i = 0; i < CUBE_LANES; i++) {
        for (int j = 0; j < i; j++) {
            uint32_t x = r[i][j];
            r[i][j] = r[j][i];
            r[j][i] = x;
        }
    }
}

#endif
