/*
 * The host's floating-point state. x86 rounds, detects tininess after rounding
 * and raises flags as the ISA does; elsewhere its arithmetic is not used.
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

#endif
