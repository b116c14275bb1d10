/* Which kernels this processor runs. */
#include "cube/kernel/kernel.h"

#if defined(__x86_64__)

/* Intel cores leave a subnormal operand to microcode; AMD's do not. */
bool pto_subnormals_are_slow(void)
{
    return __builtin_cpu_is("intel");
}

#else

bool pto_subnormals_are_slow(void)
{
    return false;
}

#endif

const pto_kernel *pto_kernel_get(unsigned level)
{
    if (!pto_level_available(level))
        return NULL;
    switch (level) {
    case PTO_LEVEL_AUTO: return pto_kernel_get(pto_level_best());
#if defined(__x86_64__)
    case PTO_LEVEL_AVX2: return pto_kernel_avx2();
    case PTO_LEVEL_AVX512: return pto_kernel_avx512();
#endif
    default: return pto_kernel_portable();
    }
}
