/*
 * The loops over arrays, written once over the lanes of the including file,
 * which adds lanes_mask, lanes_bits, lanes_compare, lanes_fma and lanes_sqrt.
 * Kind, operation and width become constants, so that a loop has one case's
 * code.
 */
#ifndef PTO_SRC_NUM_VECTOR_LOOPS_H
#define PTO_SRC_NUM_VECTOR_LOOPS_H

#include "num/vector/host.h"

/* All ones where a is negative; few processors shift bytes. */
LANES v8 sign_of(unsigned bytes, v8 a)
{
    if (bytes == 1)
        return lanes_above(bytes, (v8){0}, a);
    return lanes_shr_signed(bytes, a, lanes_set(bytes, 8 * bytes - 1));
}

/* Rises with the values as a signed integer does; -0 is below +0. */
LANES v8 key_of(const num_vector_plan *p, unsigned kind, unsigned bytes, v8 a)
{
    if (kind == NUM_WORDS)
        return a ^ lanes_set(bytes, UINT64_C(1) << (8 * bytes - 1));
    if (kind == NUM_SIGNED)
        return a;
    return a ^ (sign_of(bytes, a) & lanes_set(bytes, p->sign - 1));
}

/* The same with one zero. */
LANES v8 number_of(const num_vector_plan *p, unsigned kind, unsigned bytes,
                   v8 a)
{
    if (kind != NUM_CODES)
        return key_of(p, kind, bytes, a);
    v8 sign = sign_of(bytes, a), magnitude = a & lanes_set(bytes, p->sign - 1);
    return lanes_sub(bytes, magnitude ^ sign, sign);
}

/* What was seen of operands by their codes. */
typedef struct seen {
    v8 excess; /* negative where a magnitude is above the most */
    v8 bits;   /* of all */
} seen;

LANES void look(const num_vector_plan *p, unsigned bytes, v8 a, seen *s)
{
    v8 magnitude = a & lanes_set(bytes, p->sign - 1);
    s->excess |= lanes_sub(bytes, lanes_set(bytes, p->most), magnitude);
    s->bits |= a;
}

LANES unsigned again_if_nan(const num_vector_plan *p, unsigned bytes, seen s)
{
    v8 nans = (s.excess & lanes_set(bytes, p->sign)) |
              (s.bits & lanes_set(bytes, p->invalid));
    return lanes_any(nans) ? NUM_VECTOR_AGAIN : 0;
}

LANES v8 chosen(const num_vector_plan *p, unsigned kind, unsigned bytes, v8 a,
                v8 b, bool maximum)
{
    v8 above = lanes_above(bytes, key_of(p, kind, bytes, a),
                           key_of(p, kind, bytes, b));
    return maximum ? lanes_select(above, a, b) : lanes_select(above, b, a);
}

LANES v8 of_words(const num_vector_plan *p, unsigned op, unsigned bytes, v8 a,
                  v8 b)
{
    v8 n = b & lanes_set(bytes, 8 * bytes - 1);
    switch (op) {
    case NUM_VECTOR_add: return lanes_add(bytes, a, b);
    case NUM_VECTOR_sub: return lanes_sub(bytes, a, b);
    case NUM_VECTOR_mul: return lanes_mul(bytes, a, b);
    case NUM_VECTOR_min: return chosen(p, NUM_WORDS, bytes, a, b, false);
    case NUM_VECTOR_max: return chosen(p, NUM_WORDS, bytes, a, b, true);
    case NUM_VECTOR_bit_and: return a & b;
    case NUM_VECTOR_bit_or: return a | b;
    case NUM_VECTOR_bit_xor: return a ^ b;
    case NUM_VECTOR_bit_not: return ~a;
    case NUM_VECTOR_shift_left: return lanes_shl(bytes, a, n);
    case NUM_VECTOR_shift_right: return lanes_shr(bytes, a, n);
    }
    return lanes_sub(bytes, (v8){0}, a); /* neg */
}

LANES v8 of_signed(const num_vector_plan *p, unsigned op, unsigned bytes, v8 a,
                   v8 b)
{
    v8 sign = sign_of(bytes, a);
    switch (op) {
    case NUM_VECTOR_min: return chosen(p, NUM_SIGNED, bytes, a, b, false);
    case NUM_VECTOR_max: return chosen(p, NUM_SIGNED, bytes, a, b, true);
    case NUM_VECTOR_abs: return lanes_sub(bytes, a ^ sign, sign);
    case NUM_VECTOR_relu: return a & ~sign;
    }
    b &= lanes_set(bytes, 8 * bytes - 1);
    return lanes_shr_signed(bytes, a, b);
}

/* Only for values without NaNs, but for signs. */
LANES v8 of_codes(const num_vector_plan *p, unsigned op, unsigned bytes, v8 a,
                  v8 b)
{
    v8 sign = lanes_set(bytes, p->sign);
    switch (op) {
    case NUM_VECTOR_min: return chosen(p, NUM_CODES, bytes, a, b, false);
    case NUM_VECTOR_max: return chosen(p, NUM_CODES, bytes, a, b, true);
    case NUM_VECTOR_abs: return a & ~sign;
    case NUM_VECTOR_neg: return a ^ sign;
    }
    return a & ~sign_of(bytes, a); /* relu */
}

LANES v8 of_fp32(unsigned op, v8 a, v8 b)
{
    switch (op) {
    case NUM_VECTOR_add: return (v8)((f32)a + (f32)b);
    case NUM_VECTOR_sub: return (v8)((f32)a - (f32)b);
    case NUM_VECTOR_mul: return (v8)((f32)a * (f32)b);
    case NUM_VECTOR_div: return (v8)((f32)a / (f32)b);
    case NUM_VECTOR_sqrt: return lanes_sqrt(4, a);
    }
    return (v8)(1.0F / (f32)a); /* recip */
}

LANES v8 of_fp64(unsigned op, v8 a, v8 b)
{
    switch (op) {
    case NUM_VECTOR_add: return (v8)((f64)a + (f64)b);
    case NUM_VECTOR_sub: return (v8)((f64)a - (f64)b);
    case NUM_VECTOR_mul: return (v8)((f64)a * (f64)b);
    case NUM_VECTOR_div: return (v8)((f64)a / (f64)b);
    case NUM_VECTOR_sqrt: return lanes_sqrt(8, a);
    }
    return (v8)(1.0 / (f64)a); /* recip */
}

/* Every NaN becomes the canonical one. */
LANES v8 of_host(const num_vector_plan *p, unsigned op, unsigned bytes, v8 a,
                 v8 b)
{
    v8 r = bytes == 4 ? of_fp32(op, a, b) : of_fp64(op, a, b);
    v8 nan = bytes == 4 ? (v8)((f32)r != (f32)r) : (v8)((f64)r != (f64)r);
    return lanes_select(nan, lanes_set(bytes, p->nan), r);
}

LANES v8 of_kind(const num_vector_plan *p, unsigned kind, unsigned op,
                 unsigned bytes, v8 a, v8 b)
{
    switch (kind) {
    case NUM_WORDS: return of_words(p, op, bytes, a, b);
    case NUM_SIGNED: return of_signed(p, op, bytes, a, b);
    case NUM_CODES: return of_codes(p, op, bytes, a, b);
    }
    return of_host(p, op, bytes, a, b);
}

LANES unsigned map_in(const num_vector_plan *plan, unsigned kind, unsigned op,
                      unsigned operands, unsigned bytes, uint8_t *dst,
                      const uint8_t *a, const uint8_t *b, size_t n)
{
    const num_vector_plan p = *plan;
    bool minds_nans =
        kind == NUM_CODES && op != NUM_VECTOR_abs && op != NUM_VECTOR_neg;
    seen s = {{0}, {0}};
    for (size_t i = 0; i < n * bytes; i += LANE_BYTES) {
        v8 x = lanes_load(a + i), y = x;
        if (operands == 2)
            y = lanes_load(b + i);
        if (minds_nans) {
            look(&p, bytes, x, &s);
            look(&p, bytes, y, &s);
        }
        lanes_store(dst + i, of_kind(&p, kind, op, bytes, x, y));
    }
    return minds_nans ? again_if_nan(&p, bytes, s) : 0;
}

LANES unsigned map_op(const num_vector_plan *p, unsigned kind, unsigned op,
                      unsigned operands, void *dst, const void *a,
                      const void *b, size_t n)
{
    if (p->bytes == 4)
        return map_in(p, kind, op, operands, 4, dst, a, b, n);
    if (p->bytes == 8)
        return map_in(p, kind, op, operands, 8, dst, a, b, n);
    if (kind == NUM_HOST)
        return 0;
    if (p->bytes == 1)
        return map_in(p, kind, op, operands, 1, dst, a, b, n);
    return map_in(p, kind, op, operands, 2, dst, a, b, n);
}

/* The rows that have a kernel of a wanted sort. */
LANES unsigned map_kind(const num_vector_plan *p, unsigned kind,
                        unsigned wanted, void *dst, const void *a,
                        const void *b, size_t n)
{
    switch (p->op) {
#define VECTOR(name, operands, function, kernels, folds)                       \
    case NUM_VECTOR_##name:                                                    \
        return (kernels)&wanted ? map_op(p, kind, NUM_VECTOR_##name, operands, \
                                         dst, a, b, n)                         \
                                : 0;
#include "num/vector/operation.def"
#undef VECTOR
    }
    return 0;
}

static unsigned map(const num_vector_plan *p, void *dst, const void *a,
                    const void *b, size_t n)
{
    switch (p->kind) {
    case NUM_WORDS: return map_kind(p, NUM_WORDS, WORDS | BITS, dst, a, b, n);
    case NUM_SIGNED: return map_kind(p, NUM_SIGNED, SIGNED, dst, a, b, n);
    case NUM_CODES: return map_kind(p, NUM_CODES, CODES, dst, a, b, n);
    }
    unsigned callers = host_enter(p->round);
    unsigned flags = map_kind(p, NUM_HOST, HOST, dst, a, b, n);
    return flags | host_leave(callers);
}

/* One step's columns; `plan` is HOST's or of an order that has no NaNs. */
LANES unsigned fold_step(const num_vector_plan *plan, unsigned kind,
                         unsigned op, unsigned bytes, uint8_t *acc,
                         const uint8_t *rows, size_t step, size_t count)
{
    enum { MOST = 64 * 8 / LANE_BYTES };
    const num_vector_plan p = *plan;
    const unsigned vectors = 64 * bytes / LANE_BYTES;
    v8 sums[MOST];
    seen s = {{0}, {0}};
    for (unsigned v = 0; v < vectors; v++) {
        sums[v] = lanes_load(acc + v * LANE_BYTES);
        look(&p, bytes, sums[v], &s);
    }
    for (size_t r = 0; r < count; r++, rows += step)
        for (unsigned v = 0; v < vectors; v++) {
            v8 x = lanes_load(rows + v * LANE_BYTES);
            if (kind == NUM_CODES)
                look(&p, bytes, x, &s);
            sums[v] = of_kind(&p, kind, op, bytes, sums[v], x);
        }
    for (unsigned v = 0; v < vectors; v++)
        lanes_store(acc + v * LANE_BYTES, sums[v]);
    return kind == NUM_CODES ? again_if_nan(&p, bytes, s) : 0;
}

/* All lanes into lane 0, by halves. */
LANES v8 joined(const num_vector_plan *p, unsigned kind, unsigned op,
                unsigned bytes, v8 sum)
{
    enum { PARTS = LANE_BYTES / 8 };
    for (unsigned half = PARTS / 2; half; half /= 2) {
        v64 all = (v64)sum, other = {0};
        for (unsigned i = 0; i < PARTS; i++)
            other[i] = all[(i + half) % PARTS];
        sum = of_kind(p, kind, op, bytes, sum, (v8)other);
    }
    for (unsigned half = 4; half >= bytes; half /= 2) {
        v64 other = (v64)sum >> 8 * half;
        sum = of_kind(p, kind, op, bytes, sum, (v8)other);
    }
    return sum;
}

LANES unsigned lines_in(const num_vector_plan *plan, unsigned kind, unsigned op,
                        unsigned bytes, uint8_t *dst, const uint8_t *rows,
                        size_t step, size_t count, size_t n)
{
    const num_vector_plan p = *plan;
    seen s = {{0}, {0}};
    for (size_t r = 0; r < count; r++, rows += step) {
        v8 sum = lanes_load(rows);
        if (kind == NUM_CODES)
            look(&p, bytes, sum, &s);
        for (size_t i = LANE_BYTES; i < n * bytes; i += LANE_BYTES) {
            v8 x = lanes_load(rows + i);
            if (kind == NUM_CODES)
                look(&p, bytes, x, &s);
            sum = of_kind(&p, kind, op, bytes, sum, x);
        }
        sum = joined(&p, kind, op, bytes, sum);
        memcpy(dst + r * bytes, &sum, bytes);
    }
    return kind == NUM_CODES ? again_if_nan(&p, bytes, s) : 0;
}

LANES unsigned fold_bytes(const num_vector_plan *p, unsigned kind, unsigned op,
                          unsigned bytes, bool lines, uint8_t *acc,
                          const uint8_t *rows, size_t step, size_t count,
                          size_t n)
{
    unsigned again = 0;
    if (lines)
        return lines_in(p, kind, op, bytes, acc, rows, step, count, n);
    for (size_t i = 0; i < n * bytes; i += (size_t)64 * bytes)
        again |= fold_step(p, kind, op, bytes, acc + i, rows + i, step, count);
    return again;
}

LANES unsigned fold_op(const num_vector_plan *p, unsigned kind, unsigned op,
                       bool lines, void *acc, const void *rows, size_t step,
                       size_t count, size_t n)
{
    if (p->bytes == 4)
        return fold_bytes(p, kind, op, 4, lines, acc, rows, step, count, n);
    if (p->bytes == 8)
        return fold_bytes(p, kind, op, 8, lines, acc, rows, step, count, n);
    if (kind == NUM_HOST)
        return 0;
    if (p->bytes == 1)
        return fold_bytes(p, kind, op, 1, lines, acc, rows, step, count, n);
    return fold_bytes(p, kind, op, 2, lines, acc, rows, step, count, n);
}

LANES unsigned fold_kind(const num_vector_plan *p, unsigned kind,
                         unsigned wanted, bool lines, void *acc,
                         const void *rows, size_t step, size_t count, size_t n)
{
    switch (p->op) {
#define VECTOR(name, operands, function, kernels, folds)                   \
    case NUM_VECTOR_##name:                                                \
        return (folds) && (kernels)&wanted                                 \
                   ? fold_op(p, kind, NUM_VECTOR_##name, lines, acc, rows, \
                             step, count, n)                               \
                   : 0;
#include "num/vector/operation.def"
#undef VECTOR
    }
    return 0;
}

static unsigned fold(const num_vector_plan *p, void *acc, const void *rows,
                     size_t step, size_t count, size_t n)
{
    switch (p->kind) {
    case NUM_WORDS:
        return fold_kind(p, NUM_WORDS, WORDS, false, acc, rows, step, count, n);
    case NUM_SIGNED:
        return fold_kind(p, NUM_SIGNED, SIGNED, false, acc, rows, step, count,
                         n);
    case NUM_CODES:
        return fold_kind(p, NUM_CODES, CODES, false, acc, rows, step, count, n);
    }
    unsigned callers = host_enter(p->round);
    unsigned flags =
        fold_kind(p, NUM_HOST, HOST, false, acc, rows, step, count, n);
    return flags | host_leave(callers);
}

static unsigned lines(const num_vector_plan *p, void *dst, const void *rows,
                      size_t step, size_t count, size_t n)
{
    switch (p->kind) {
    case NUM_WORDS:
        return fold_kind(p, NUM_WORDS, WORDS, true, dst, rows, step, count, n);
    case NUM_SIGNED:
        return fold_kind(p, NUM_SIGNED, SIGNED, true, dst, rows, step, count,
                         n);
    }
    return fold_kind(p, NUM_CODES, CODES, true, dst, rows, step, count, n);
}

LANES unsigned compare_in(const num_vector_plan *plan, unsigned kind,
                          bool equal, unsigned bytes, uint64_t *dst,
                          const uint8_t *a, const uint8_t *b, size_t n)
{
    const num_vector_plan p = *plan;
    seen s = {{0}, {0}};
    for (size_t i = 0; i < n; i += 64) {
        uint64_t word = 0;
        for (unsigned k = 0; k < 64; k += LANE_BYTES / bytes) {
            v8 x = lanes_load(a + (i + k) * bytes);
            v8 y = lanes_load(b + (i + k) * bytes);
            if (kind == NUM_CODES) {
                look(&p, bytes, x, &s);
                look(&p, bytes, y, &s);
            }
            x = number_of(&p, kind, bytes, x);
            y = number_of(&p, kind, bytes, y);
            word |= lanes_compare(bytes, equal, x, y) << k;
        }
        dst[i / 64] = word;
    }
    return kind == NUM_CODES ? again_if_nan(&p, bytes, s) : 0;
}

LANES unsigned compare_kind(const num_vector_plan *p, unsigned kind, bool equal,
                            uint64_t *dst, const void *a, const void *b,
                            size_t n)
{
    switch (p->bytes) {
    case 1: return compare_in(p, kind, equal, 1, dst, a, b, n);
    case 2: return compare_in(p, kind, equal, 2, dst, a, b, n);
    case 4: return compare_in(p, kind, equal, 4, dst, a, b, n);
    }
    return compare_in(p, kind, equal, 8, dst, a, b, n);
}

static unsigned compare(const num_vector_plan *p, bool equal, uint64_t *dst,
                        const void *a, const void *b, size_t n)
{
    switch (p->kind) {
    case NUM_WORDS:
        return equal ? compare_kind(p, NUM_WORDS, true, dst, a, b, n)
                     : compare_kind(p, NUM_WORDS, false, dst, a, b, n);
    case NUM_SIGNED:
        return equal ? compare_kind(p, NUM_SIGNED, true, dst, a, b, n)
                     : compare_kind(p, NUM_SIGNED, false, dst, a, b, n);
    }
    return equal ? compare_kind(p, NUM_CODES, true, dst, a, b, n)
                 : compare_kind(p, NUM_CODES, false, dst, a, b, n);
}

LANES void select_in(unsigned bytes, uint8_t *dst, const uint64_t *bits,
                     const uint8_t *a, const uint8_t *b, size_t n)
{
    for (size_t i = 0; i < n; i += 64)
        for (unsigned k = 0; k < 64; k += LANE_BYTES / bytes) {
            v8 mask = lanes_mask(bytes, bits[i / 64] >> k);
            size_t at = (i + k) * bytes;
            lanes_store(dst + at, lanes_select(mask, lanes_load(a + at),
                                               lanes_load(b + at)));
        }
}

static void select(unsigned bytes, void *dst, const uint64_t *bits,
                   const void *a, const void *b, size_t n)
{
    switch (bytes) {
    case 1: select_in(1, dst, bits, a, b, n); return;
    case 2: select_in(2, dst, bits, a, b, n); return;
    case 4: select_in(4, dst, bits, a, b, n); return;
    case 8: select_in(8, dst, bits, a, b, n); return;
    }
}

#endif
