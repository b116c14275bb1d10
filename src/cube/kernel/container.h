/*
 * One term in an FP64 container, and the register tile made of it. The product
 * of two FP32-precision operands is exact in FP64; the sum is rounded to odd
 * (TwoSum finds what was lost) and then once to FP32, which equals rounding the
 * exact sum. No FP32 subnormal is ever an operand, and scaled operands outside
 * FP32's range fit too. Each kernel file includes this with its own
 * VECTOR_BYTES.
 */
#include "cube/kernel/kernel.h"

#include <string.h>

typedef double vd __attribute__((vector_size(VECTOR_BYTES)));
typedef int64_t vi __attribute__((vector_size(VECTOR_BYTES)));

enum { LANES = VECTOR_BYTES / 8, WIDE_ROWS = 2 };

/* FP64 bits: exponent and sign fields, 2^-126, 2^-126 - 2^-151, largest FP32.
 */
static const int64_t exponent_field = INT64_C(0x7ff0000000000000);
static const int64_t sign_field = INT64_MIN;
static const int64_t min_normal = INT64_C(0x3810000000000000);
static const int64_t tiny_below = INT64_C(0x380fffffe0000000);
static const int64_t largest = INT64_C(0x47efffffe0000000);
/* Adding 1.5 * 2^29 times a power of two rounds to 24 bits below it. */
static const double grid_factor = 0x1.8p29;

typedef struct wide_flags {
    vi nx, uf, of, nv;
} wide_flags;

static inline vi select_bits(vi mask, vi yes, vi no)
{
    return (yes & mask) | (no & ~mask);
}

/* p + c rounded to odd; `lost` tells where that was inexact. */
static inline vi add_to_odd(vd p, vd c, vi *lost)
{
    vd s = p + c;
    vd back = s - p;
    vd rest = (p - (s - back)) + (c - back);
    vi bits = (vi)s;
    vi finite = (vi)((bits & exponent_field) != exponent_field);
    *lost = (vi)(rest != 0.0) & finite;
    vi step = ((bits ^ (vi)rest) >> 63) | 1;
    vi even = (bits & 1) - 1;
    return bits + (step & *lost & even);
}

/* A finite FP64 value to FP32 precision and range, still as FP64 bits. */
static inline vi round_to_fp32(vi s, vi *lost, wide_flags *f)
{
    vi magnitude = s & ~sign_field;
    vi e = s & exponent_field;
    e = select_bits((vi)(e < min_normal), (vi){0} + min_normal, e);
    vd grid = (vd)e * grid_factor;
    vi r = (vi)(((vd)s + grid) - grid) | (s & sign_field);
    vi over = (vi)((r & ~sign_field) > largest);
    *lost |= (vi)(r != s) | over;
    f->uf |= *lost & (vi)(magnitude < tiny_below);
    f->of |= over;
    return select_bits(over, exponent_field | (s & sign_field), r);
}

static inline vd wide_term(vd a, vd b, vd c, wide_flags *f)
{
    vd p = a * b;
    vi lost;
    vi s = add_to_odd(p, c, &lost);
    vi finite = (vi)((s & exponent_field) != exponent_field);
    wide_flags seen = {{0}, {0}, {0}, {0}};
    vi r = round_to_fp32(s, &lost, &seen);
    f->nx |= lost & finite;
    f->uf |= seen.uf & finite;
    f->of |= seen.of & finite;
    /* inf - inf; a NaN that an operand brought in is nobody's fault here. */
    vd v = (vd)s;
    f->nv |= (vi)(v != v) & (vi)(p == p) & (vi)(c == c);
    return (vd)select_bits(finite, r, s);
}

static inline vd load_narrow(const uint32_t *from)
{
    vd v;
    for (int i = 0; i < LANES; i++) {
        float x;
        memcpy(&x, from + i, sizeof x);
        v[i] = (double)x;
    }
    return v;
}

static inline void store_narrow(uint32_t *to, vd v)
{
    for (int i = 0; i < LANES; i++) {
        float x = (float)v[i];
        memcpy(to + i, &x, sizeof x);
    }
}

/* x in every lane; subtracting zero, unlike adding it, keeps a minus zero. */
static inline vd splat(double x)
{
    return x - (vd){0};
}

/* One vector of columns of `rows` (1 or 2) rows through all terms. */
static inline void wide_strip(const cube_tile *t, uint32_t row, uint32_t rows,
                              uint32_t column, wide_flags *f)
{
    const double *a = (const double *)t->a + (size_t)row * CUBE_PITCH_K;
    const double *b = (const double *)t->b + column;
    uint32_t *d = t->d + row * t->pitch + column;
    vd acc[WIDE_ROWS];
    for (uint32_t i = 0; i < rows; i++)
        acc[i] = t->fresh ? (vd){0} : load_narrow(d + i * t->pitch);
    for (uint32_t k = 0; k < t->kc; k++) {
        vd vb;
        memcpy(&vb, b + (size_t)k * t->columns, sizeof vb);
        for (uint32_t i = 0; i < rows; i++)
            acc[i] = wide_term(splat(a[i * CUBE_PITCH_K + k]), vb, acc[i], f);
    }
    for (uint32_t i = 0; i < rows; i++)
        store_narrow(d + i * t->pitch, acc[i]);
}

static inline uint32_t any_lane(vi v, uint32_t flags)
{
    int64_t all = 0;
    for (int i = 0; i < LANES; i++)
        all |= v[i];
    return all ? flags : 0;
}

/* Columns [begin, end) of all rows; returns the flags. */
static inline uint32_t wide_columns(const cube_tile *t, uint32_t begin,
                                    uint32_t end)
{
    wide_flags f = {{0}, {0}, {0}, {0}};
    for (uint32_t c = begin; c < end; c += LANES) {
        uint32_t r = 0;
        for (; r + 2 <= t->rows; r += 2)
            wide_strip(t, r, 2, c, &f);
        if (r < t->rows)
            wide_strip(t, r, 1, c, &f);
    }
    return any_lane(f.nx, PTO_NX) | any_lane(f.uf, PTO_UF | PTO_NX) |
           any_lane(f.of, PTO_OF | PTO_NX) | any_lane(f.nv, PTO_NV);
}

static inline uint32_t wide_multiply(const cube_tile *t)
{
    return wide_columns(t, 0, t->columns);
}

/* FP32 bits to FP64 bits with integer work only. */
static inline void wide_widen(const uint32_t *in, uint64_t n, double *out)
{
    for (uint64_t i = 0; i < n; i++) {
        uint32_t magnitude = in[i] & 0x7fffffff;
        double tiny = (double)(int32_t)magnitude * 0x1p-149;
        uint64_t bits;
        memcpy(&bits, &tiny, sizeof bits);
        uint64_t normal = ((uint64_t)magnitude << 29) + (UINT64_C(896) << 52);
        uint64_t special = (uint64_t)magnitude << 29 | (uint64_t)exponent_field;
        bits = magnitude < 0x00800000 ? bits : normal;
        bits = magnitude < 0x7f800000 ? bits : special;
        bits |= (uint64_t)(in[i] >> 31) << 63;
        memcpy(out + i, &bits, sizeof bits);
    }
}
