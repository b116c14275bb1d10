/* The control and status register that SSE, AVX2 and AVX-512 share. */
#include "cube/kernel/kernel.h"

#include <immintrin.h>

/* All exceptions masked, round to nearest, no flushing, no flags. */
static const unsigned mxcsr_default = 0x1f80;

static cube_host_state mxcsr_enter(void)
{
    cube_host_state callers = {.control = _mm_getcsr()};
    _mm_setcsr(mxcsr_default);
    return callers;
}

static uint32_t mxcsr_flags(unsigned raised)
{
    return (raised & _MM_EXCEPT_INVALID ? PTO_NV : 0u) |
           (raised & _MM_EXCEPT_OVERFLOW ? PTO_OF : 0u) |
           (raised & _MM_EXCEPT_UNDERFLOW ? PTO_UF : 0u) |
           (raised & _MM_EXCEPT_INEXACT ? PTO_NX : 0u);
}

static uint32_t mxcsr_collect(void)
{
    unsigned raised = _mm_getcsr();
    _mm_setcsr(mxcsr_default);
    bool subnormal = raised & (_MM_EXCEPT_DENORM | _MM_EXCEPT_UNDERFLOW);
    return mxcsr_flags(raised) | (subnormal ? CUBE_SUBNORMAL : 0u);
}

static void mxcsr_leave(cube_host_state callers)
{
    _mm_setcsr(callers.control);
}
