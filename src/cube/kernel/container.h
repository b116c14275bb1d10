/*
 * One term in an FP64 container, and the register tile made of it. The product
 * of two FP32-precision operands is exact in FP64; the sum is rounded to odd
 * (TwoSum finds what was lost) and then once to FP32, which equals rounding the
 * exact sum. No FP32 subnormal is ever an operand, and scaled operands outside
 * FP32's range fit too.
 */
#ifndef PTO_SRC_CUBE_KERNEL_CONTAINER_H
#define PTO_SRC_CUBE_KERNEL_CONTAINER_H

#include "cube/kernel/vector_portable.h"

typedef double cube_f64 __attribute__((vector_size(LANE_BYTES)));
typedef int64_t cube_s64 __attribute__((vector_size(LANE_BYTES)));

enum { CUBE_WIDE_LANES = LANE_BYTES / 8, CUBE_WIDE_ROWS = 2 };

/* FP64 bits: exponent and sign fields, 2^-126, 2^-126 - 2^-151, cube_largest
 * FP32.
 */
static const int64_t cube_exponent_field = INT64_C(0x7ff0000000000000);
static const int64_t cube_sign_field = INT64_MIN;
static const int64_t cube_min_normal = INT64_C(0x3810000000000000);
static const int64_t cube_tiny_below = INT64_C(0x380fffffe0000000);
static const int64_t cube_largest = INT64_C(0x47efffffe0000000);
/* Adding 1.5 * 2^29 times a power of two rounds to 24 bits below it. */
static const double cube_grid_factor = 0x1.8p29;

typedef struct cube_wide_flags {
    cube_s64 nx, uf, of, nv;
} cube_wide_flags;

static inline cube_s64 cube_select(cube_s64 mask, cube_s64 yes, cube_s64 no)
{
    return (yes & mask) | (no & ~mask);
}

/* p + c rounded to odd; `lost` tells where that was inexact. */
static inline cube_s64 cube_add_to_odd(cube_f64 p, cube_f64 c, cube_s64 *lost)
{
    cube_f64 s = p + c;
    cube_f64 back = s - p;
    cube_f64 rest = (p - (s - back)) + (c - back);
    cube_s64 bits = (cube_s64)s;
    cube_s64 finite =
        (cube_s64)((bits & cube_exponent_field) != cube_exponent_field);
    *lost = (cube_s64)(rest != 0.0) & finite;
    cube_s64 step = ((bits ^ (cube_s64)rest) >> 63) | 1;
    cube_s64 even = (bits & 1) - 1;
    return bits + (step & *lost & even);
}

/* A finite FP64 value to FP32 precision and range, still as FP64 bits. */
static inline cube_s64 cube_round_to_fp32(cube_s64 s, cube_s64 *lost,
                                          cube_wide_flags *f)
{
    cube_s64 magnitude = s & ~cube_sign_field;
    cube_s64 e = s & cube_exponent_field;
    e = cube_select((cube_s64)(e < cube_min_normal),
                    (cube_s64){0} + cube_min_normal, e);
    cube_f64 grid = (cube_f64)e * cube_grid_factor;
    cube_s64 r =
        (cube_s64)(((cube_f64)s + grid) - grid) | (s & cube_sign_field);
    cube_s64 over = (cube_s64)((r & ~cube_sign_field) > cube_largest);
    *lost |= (cube_s64)(r != s) | over;
    f->uf |= *lost & (cube_s64)(magnitude < cube_tiny_below);
    f->of |= over;
    return cube_select(over, cube_exponent_field | (s & cube_sign_field), r);
}

static inline cube_f64 cube_wide_term(cube_f64 a, cube_f64 b, cube_f64 c,
                                      cube_wide_flags *f)
{
    cube_f64 p = a * b;
    cube_s64 lost;
    cube_s64 s = cube_add_to_odd(p, c, &lost);
    cube_s64 finite =
        (cube_s64)((s & cube_exponent_field) != cube_exponent_field);
    cube_wide_flags seen = {{0}, {0}, {0}, {0}};
    cube_s64 r = cube_round_to_fp32(s, &lost, &seen);
    f->nx |= lost & finite;
    f->uf |= seen.uf & finite;
    f->of |= seen.of & finite;
    /* inf - inf; a NaN that an operand brought in is nobody's fault here. */
    cube_f64 v = (cube_f64)s;
    f->nv |= (cube_s64)(v != v) & (cube_s64)(p == p) & (cube_s64)(c == c);
    return (cube_f64)cube_select(finite, r, s);
}

static inline cube_f64 cube_load_narrow(const uint32_t *from)
{
    cube_f64 v;
    for (int i = 0; i < CUBE_WIDE_LANES; i++) {
        float x;
        memcpy(&x, from + i, sizeof x);
        v[i] = (double)x;
    }
    return v;
}

static inline void cube_store_narrow(uint32_t *to, cube_f64 v)
{
    for (int i = 0; i < CUBE_WIDE_LANES; i++) {
        float x = (float)v[i];
        memcpy(to + i, &x, sizeof x);
    }
}

/* x in every lane; subtracting zero, unlike adding it, keeps a minus zero. */
static inline cube_f64 cube_splat(double x)
{
    return x - (cube_f64){0};
}

/* One vector of columns of `rows` (1 or 2) rows through all terms. */
static inline void cube_wide_strip(const cube_tile *t, uint32_t row,
                                   uint32_t rows, uint32_t column,
                                   cube_wide_flags *f)
{
    const double *a = (const double *)t->a + (size_t)row * CUBE_PITCH_K;
    const double *b = (const double *)t->b + column;
    uint32_t *d = t->d + row * t->pitch + column;
    cube_f64 acc[CUBE_WIDE_ROWS];
    for (uint32_t i = 0; i < rows; i++)
        acc[i] = t->fresh ? (cube_f64){0} : cube_load_narrow(d + i * t->pitch);
    for (uint32_t k = 0; k < t->steps; k++) {
        cube_f64 vb;
        memcpy(&vb, b + (size_t)k * t->columns, sizeof vb);
        for (uint32_t i = 0; i < rows; i++)
            acc[i] = cube_wide_term(cube_splat(a[i * CUBE_PITCH_K + k]), vb,
                                    acc[i], f);
    }
    for (uint32_t i = 0; i < rows; i++)
        cube_store_narrow(d + i * t->pitch, acc[i]);
}

static inline uint32_t cube_any_lane(cube_s64 v, uint32_t flags)
{
    int64_t all = 0;
    for (int i = 0; i < CUBE_WIDE_LANES; i++)
        all |= v[i];
    return all ? flags : 0;
}

/* Columns [begin, end) of all rows; returns the flags. */
static inline uint32_t cube_wide_columns(const cube_tile *t, uint32_t begin,
                                         uint32_t end)
{
    cube_wide_flags f = {{0}, {0}, {0}, {0}};
    for (uint32_t c = begin; c < end; c += CUBE_WIDE_LANES) {
        uint32_t r = 0;
        for (; r + 2 <= t->rows; r += 2)
            cube_wide_strip(t, r, 2, c, &f);
        if (r < t->rows)
            cube_wide_strip(t, r, 1, c, &f);
    }
    return cube_any_lane(f.nx, PTO_NX) | cube_any_lane(f.uf, PTO_UF | PTO_NX) |
           cube_any_lane(f.of, PTO_OF | PTO_NX) | cube_any_lane(f.nv, PTO_NV);
}

static inline uint32_t cube_wide_multiply(const cube_tile *t)
{
    return cube_wide_columns(t, 0, t->columns);
}

/* FP32 bits to FP64 bits with integer work only. */
static inline void cube_widen(const uint32_t *in, uint64_t n, double *out)
{
    for (uint64_t i = 0; i < n; i++) {
        uint32_t magnitude = in[i] & 0x7fffffff;
        double tiny = (double)(int32_t)magnitude * 0x1p-149;
        uint64_t bits;
        memcpy(&bits, &tiny, sizeof bits);
        uint64_t normal = ((uint64_t)magnitude << 29) + (UINT64_C(896) << 52);
        uint64_t special =
            (uint64_t)magnitude << 29 | (uint64_t)cube_exponent_field;
        bits = magnitude < 0x00800000 ? bits : normal;
        bits = magnitude < 0x7f800000 ? bits : special;
        bits |= (uint64_t)(in[i] >> 31) << 63;
        memcpy(out + i, &bits, sizeof bits);
    }
}

#endif
