/*
 * The host's floating point: its state, and functions that its FP64 gives. x86
 * rounds, detects tininess after rounding and raises flags as the ISA does;
 * elsewhere its arithmetic is not used.
 */
#ifndef PTO_SRC_NUM_VECTOR_HOST_H
#define PTO_SRC_NUM_VECTOR_HOST_H

#include "num/num.h"

/* Keeps arithmetic between the two calls: it comes from and goes to memory. */
#define HOST_FENCE() __asm__ volatile("" : : : "memory")

#if defined(__x86_64__)

#include <immintrin.h>

enum { HOST_IS_EXACT = 1, HOST_MASKED = 0x1f80, HOST_ROUND_SHIFT = 13 };

/* All exceptions masked, nothing flushed, no flags; returns the old state. */
static inline unsigned host_enter(unsigned round)
{
    static const uint8_t control[PTO_ROUND_COUNT] = {
        [PTO_RNE] = 0, [PTO_RTM] = 1, [PTO_RTP] = 2, [PTO_RTZ] = 3};
    unsigned callers = _mm_getcsr();
    _mm_setcsr(HOST_MASKED | (unsigned)control[round] << HOST_ROUND_SHIFT);
    HOST_FENCE();
    return callers;
}

/* Back to the old state; what was raised meanwhile. */
static inline unsigned host_leave(unsigned callers)
{
    HOST_FENCE();
    unsigned raised = _mm_getcsr();
    _mm_setcsr(callers);
    return (raised & _MM_EXCEPT_INVALID ? PTO_NV : 0U) |
           (raised & _MM_EXCEPT_DIV_ZERO ? PTO_DZ : 0U) |
           (raised & _MM_EXCEPT_OVERFLOW ? PTO_OF : 0U) |
           (raised & _MM_EXCEPT_UNDERFLOW ? PTO_UF : 0U) |
           (raised & _MM_EXCEPT_INEXACT ? PTO_NX : 0U);
}

#else

enum { HOST_IS_EXACT = 0 };

static inline unsigned host_enter(unsigned round)
{
    return round;
}

static inline unsigned host_leave(unsigned callers)
{
    (void)callers;
    return 0;
}

#endif

/*
 * exp, log and 1 / sqrt of FP32, rounded to nearest, by way of FP64.
 *
 * Each FP64 result y is within 2^-41 of the true value, relative to it:
 *   exp  |r| is below 0.3466, so what e^r loses behind r^10 is below 2^-41.5;
 *        k ln 2 is taken off exactly but for 2^-54, and rounding adds less
 *        than 2^-50;
 *   log  s = f / (2 + f) is below 0.1716: what the series loses behind s^15 is
 *        below 2^-44, rounding adds less than 2^-49, and k ln 2 + ln m does
 *        not cancel;
 *   rsqrt  two roundings.
 * Where y - y 2^-40 and y + y 2^-40 round alike, so does the true value. None
 * of the values taken is exact, nor subnormal, so NX is the only flag. All
 * other elements stay open.
 */

typedef float f32_half __attribute__((vector_size(LANE_BYTES / 2)));
typedef uint32_t v32_half __attribute__((vector_size(LANE_BYTES / 2)));
typedef int32_t s32_half __attribute__((vector_size(LANE_BYTES / 2)));

/* Adding it leaves a whole number of up to 51 bits in the low bits. */
static const double whole = 0x1.8p52;
/* ln 2 in two parts; small whole numbers times the first are exact. */
static const double ln_2_high = 0x1.62e42feep-1,
                    ln_2_low = 0x1.a39ef35793c76p-33;

/* a * b + c; how often it rounds is all the same here. */
LANES f64 add_product(f64 a, f64 b, double c)
{
    return lanes_fma(a, b, (f64){0} + c);
}

LANES f64 exp_of(f64 x)
{
    f64 shifted = x * 0x1.71547652b82fep0 + whole, k = shifted - whole;
    f64 r = (x - k * ln_2_high) - k * ln_2_low;
    f64 y = (f64){0} + 1.0 / 3628800;
    y = add_product(y, r, 1.0 / 362880);
    y = add_product(y, r, 1.0 / 40320);
    y = add_product(y, r, 1.0 / 5040);
    y = add_product(y, r, 1.0 / 720);
    y = add_product(y, r, 1.0 / 120);
    y = add_product(y, r, 1.0 / 24);
    y = add_product(y, r, 1.0 / 6);
    y = add_product(y, r, 0.5);
    y = add_product(y, r, 1);
    y = add_product(y, r, 1);
    return (f64)((v64)y + ((v64)shifted << 52));
}

/* x = m 2^k, m between the roots of 1/2 and 2. */
LANES f64 log_of(f64 x)
{
    const uint64_t root = UINT64_C(0x3fe6a09e667f3bcd);
    s64 k = (s64)((v64)x - root) >> 52;
    f64 m = (f64)((v64)x - ((v64)k << 52));
    f64 count = (f64)((v64)k + (v64)((f64){0} + whole)) - whole;
    f64 f = m - 1, s = f / (f + 2), z = s * s;
    f64 y = (f64){0} + 2.0 / 15;
    y = add_product(y, z, 2.0 / 13);
    y = add_product(y, z, 2.0 / 11);
    y = add_product(y, z, 2.0 / 9);
    y = add_product(y, z, 2.0 / 7);
    y = add_product(y, z, 2.0 / 5);
    y = add_product(y, z, 2.0 / 3);
    f64 ln_m = s + s + s * (z * y);
    return count * ln_2_high + (count * ln_2_low + ln_m);
}

LANES f64 function_of(unsigned op, f64 x)
{
    switch (op) {
    case NUM_VECTOR_exp: return exp_of(x);
    case NUM_VECTOR_log: return log_of(x);
    }
    return 1.0 / (f64)lanes_sqrt(8, (v8)x);
}

/* All ones where the element is none of those that the method is for. */
LANES v32_half is_outside(unsigned op, v32_half x)
{
    const uint32_t least = 0x00800000, infinity = 0x7f800000;
    v32_half magnitude = x & 0x7fffffff;
    if (op == NUM_VECTOR_exp) /* zero, and beyond 87 */
        return (v32_half)((s32_half)magnitude > 0x42ae0000) |
               (v32_half)(magnitude == 0);
    v32_half wrong = (v32_half)((s32_half)x < (int32_t)least) |
                     (v32_half)((s32_half)x >= (int32_t)infinity);
    if (op == NUM_VECTOR_log)
        return wrong | (v32_half)(x == 0x3f800000);
    return wrong | (v32_half)((x & 0x007fffff) == 0);
}

LANES void functions_in(unsigned op, uint8_t *dst, uint64_t *open,
                        const uint8_t *a, size_t n)
{
    enum { COUNT = LANE_BYTES / 8 };
    memset(open, 0, n / 8);
    for (size_t i = 0; i < n; i += COUNT) {
        f32_half x, low, high;
        memcpy(&x, a + 4 * i, sizeof x);
        v32_half outside = is_outside(op, (v32_half)x);
        x = (f32_half)((v32_half)x & ~outside); /* +0 gives what it gives */
        f64 y = function_of(op, __builtin_convertvector(x, f64));
        low = __builtin_convertvector(y - y * 0x1p-40, f32_half);
        high = __builtin_convertvector(y + y * 0x1p-40, f32_half);
        outside |= (v32_half)((v32_half)low != (v32_half)high);
        memcpy(dst + 4 * i, &low, sizeof low);
        v64 wide = (v64) __builtin_convertvector((s32_half)outside, s64);
        open[i / 64] |= lanes_bits(8, (v8)wide) << i % 64;
    }
}

/* Bit i of `open` is one where dst[i] is still to be found. */
static void functions(unsigned op, void *dst, uint64_t *open, const void *a,
                      size_t n)
{
    unsigned callers = host_enter(PTO_RNE);
    switch (op) {
    case NUM_VECTOR_exp: functions_in(NUM_VECTOR_exp, dst, open, a, n); break;
    case NUM_VECTOR_log: functions_in(NUM_VECTOR_log, dst, open, a, n); break;
    default: functions_in(NUM_VECTOR_rsqrt, dst, open, a, n);
    }
    host_leave(callers);
}

#endif
