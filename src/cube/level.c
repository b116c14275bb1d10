/* Which kernels this processor runs. */
#include "cube/kernel.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>

/* F16C by its CPUID bit: not every compiler knows its name. */
static bool has_f16c(void)
{
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}

static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
           __builtin_cpu_supports("bmi2") && has_f16c();
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
    unsigned a = 0, b = 0, c = 0, d = 0;
    __get_cpuid(0, &a, &b, &c, &d);
    return b == signature_INTEL_ebx && d == signature_INTEL_edx &&
           c == signature_INTEL_ecx;
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
