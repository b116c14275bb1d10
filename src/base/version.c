/* The version of the library. */
#include "pto/version.h"

const char *pto_version(void)
{
    return PTO_VERSION;
}

uint32_t pto_version_number(void)
{
    return PTO_VERSION_NUMBER;
}
