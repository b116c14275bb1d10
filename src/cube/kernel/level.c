/* Which kernels this processor runs. */
#include "cube/kernel/level.h"
#include "base/level.h"

#if defined(__x86_64__)

/* Intel cores leave a subnormal operand to microcode; AMD's do not. */
bool cube_subnormals_are_slow(void)
{
    return __builtin_cpu_is("intel");
}

bool cube_bytes_are_fast(void)
{
    return __builtin_cpu_supports("avx512vnni");
}

#else

bool cube_subnormals_are_slow(void)
{
    return false;
}

bool cube_bytes_are_fast(void)
{
    return false;
}

#endif

const cube_kernel *cube_kernel_get(unsigned level)
{
    if (!pto_level_available(level))
        return NULL;
    switch (level) {
    case PTO_LEVEL_AUTO: return cube_kernel_get(pto_level_best());
#if defined(__x86_64__)
    case PTO_LEVEL_AVX2: return &cube_avx2;
    case PTO_LEVEL_AVX512: return &cube_avx512;
#endif
    default: return &cube_portable;
    }
}
