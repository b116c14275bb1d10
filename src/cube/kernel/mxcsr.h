/* The control and status register that SSE, AVX2 and AVX-512 share. */
#ifndef PTO_SRC_CUBE_KERNEL_MXCSR_H
#define PTO_SRC_CUBE_KERNEL_MXCSR_H

#include "cube/kernel/kernel.h"

#include <immintrin.h>

/* All exceptions masked, round to nearest, no flushing, no flags. */
enum { CUBE_MXCSR = 0x1f80 };

static inline cube_host_state cube_mxcsr_enter(void)
{
    cube_host_state callers = {.control = _mm_getcsr()};
    _mm_setcsr(CUBE_MXCSR);
    return callers;
}

static inline uint32_t cube_mxcsr_flags(unsigned raised)
{
    return (raised & _MM_EXCEPT_INVALID ? PTO_NV : 0u) |
           (raised & _MM_EXCEPT_OVERFLOW ? PTO_OF : 0u) |
           (raised & _MM_EXCEPT_UNDERFLOW ? PTO_UF : 0u) |
           (raised & _MM_EXCEPT_INEXACT ? PTO_NX : 0u);
}

static inline uint32_t cube_mxcsr_collect(void)
{
    unsigned raised = _mm_getcsr();
    _mm_setcsr(CUBE_MXCSR);
    bool subnormal = raised & (_MM_EXCEPT_DENORM | _MM_EXCEPT_UNDERFLOW);
    return cube_mxcsr_flags(raised) | (subnormal ? CUBE_SUBNORMAL : 0u);
}

static inline void cube_mxcsr_leave(cube_host_state callers)
{
    _mm_setcsr(callers.control);
}

#endif
