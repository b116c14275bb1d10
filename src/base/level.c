/* Which instruction sets this processor has. */
#include "pto/level.h"
#include "base/level.h"

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

#else

static bool has_avx2(void)
{
    return false;
}
static bool has_avx512(void)
{
    return false;
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
    switch (level) {
    case PTO_LEVEL_AUTO:
    case PTO_LEVEL_PORTABLE: return true;
    case PTO_LEVEL_AVX2: return has_avx2();
    case PTO_LEVEL_AVX512: return has_avx512();
    default: return false;
    }
}

unsigned pto_level_best(void)
{
    unsigned level = PTO_LEVELS - 1;
    while (!pto_level_available(level))
        level--;
    return level;
}
