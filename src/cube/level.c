/* Which kernels this processor runs. */
#include "cube/kernel.h"

#if defined(__x86_64__)
/*
 * These read what the compiler's runtime found at start. CPUID itself costs
 * microseconds under a hypervisor, as much as a small product. F16C has no
 * name in every compiler; no processor has AVX2 without it.
 */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2");
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") &&
           __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") &&
           __builtin_cpu_supports("avx512dq");
}

/* Intel cores leave a subnormal operand to microcode; AMD's do not. */
bool pto_subnormals_are_slow(void)
{
    return __builtin_cpu_is("intel");
}

const pto_kernel *pto_kernel_get(unsigned level)
{
    switch (level) {
    case PTO_LEVEL_AUTO: return pto_kernel_get(pto_level_best());
    case PTO_LEVEL_PORTABLE: return pto_kernel_portable();
    case PTO_LEVEL_AVX2: return has_avx2() ? pto_kernel_avx2() : NULL;
    case PTO_LEVEL_AVX512: return has_avx512() ? pto_kernel_avx512() : NULL;
    }
    return NULL;
}

#else

bool pto_subnormals_are_slow(void)
{
    return false;
}

const pto_kernel *pto_kernel_get(unsigned level)
{
    bool portable = level == PTO_LEVEL_AUTO || level == PTO_LEVEL_PORTABLE;
    return portable ? pto_kernel_portable() : NULL;
}

#endif

static const char *const names[] = {
#define LEVEL(name, text) text,
#include "pto/def/level.def"
#undef LEVEL
};

const char *pto_level_name(unsigned level)
{
    return level < PTO_LEVELS ? names[level] : "?";
}

bool pto_level_available(unsigned level)
{
    return level == PTO_LEVEL_AUTO || pto_kernel_get(level) != NULL;
}

unsigned pto_level_best(void)
{
    unsigned level = PTO_LEVELS - 1;
    while (!pto_kernel_get(level))
        level--;
    return level;
}
