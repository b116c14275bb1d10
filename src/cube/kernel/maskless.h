/* Codes where there are no masks of bytes and no permutes of whole tables. */
#ifndef PTO_SRC_CUBE_KERNEL_MASKLESS_H
#define PTO_SRC_CUBE_KERNEL_MASKLESS_H

#include "cube/kernel/kernel.h"
#include "num/batch/lanes.h"

enum { CUBE_LANES = LANE_BYTES / 4 };

/* n bytes, zeros behind them. */
RARELY v32 cube_first_bytes(const uint8_t *p, size_t n)
{
    v32 v = v32_set(0);
    memcpy(&v, p, n);
    return v;
}

/* Codes, of which there may be fewer than lanes. */
LANES v16_half cube_load16(const uint8_t *p, uint64_t n)
{
    v16_half v;
    v32 few;
    if (n < CUBE_LANES) {
        few = cube_first_bytes(p, 2 * n);
        p = (const uint8_t *)&few;
    }
    memcpy(&v, p, sizeof v);
    return v;
}

LANES v32 cube_load8(const uint8_t *p, uint64_t n)
{
    v8_quarter v;
    v32 few;
    if (n < CUBE_LANES) {
        few = cube_first_bytes(p, n);
        p = (const uint8_t *)&few;
    }
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, v32);
}

/* Twice as many. */
LANES v16 cube_load8x2(const uint8_t *p, uint64_t n)
{
    v8_half v;
    v32 few;
    if (n < 2 * CUBE_LANES) {
        few = cube_first_bytes(p, n);
        p = (const uint8_t *)&few;
    }
    memcpy(&v, p, sizeof v);
    return __builtin_convertvector(v, v16);
}

/* Nibbles, the low one of each byte first. */
LANES v32 cube_load4(const uint8_t *p, uint64_t n)
{
    uint32_t few = 0;
    v32 shift = v32_set(0);
    CUBE_UNROLL
    for (uint32_t i = 0; i < CUBE_LANES; i++)
        shift[i] = 4 * i;
    if (n >= CUBE_LANES)
        memcpy(&few, p, CUBE_LANES / 2);
    else
        memcpy(&few, p, (n + 1) / 2);
    return v32_set(few) >> shift & 15;
}

typedef const uint32_t *cube_table8;
LANES cube_table8 cube_table8_of(const cube_codes *c)
{
    return c->value;
}

LANES void cube_look8(cube_table8 t, v16 code, v32 v[2])
{
    v32 low = v32_set(0), high = v32_set(0);
    CUBE_UNROLL
    for (int i = 0; i < CUBE_LANES; i++) {
        low[i] = t[code[i]];
        high[i] = t[code[i + CUBE_LANES]];
    }
    v[0] = low;
    v[1] = high;
}

#endif
