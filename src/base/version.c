/* The version of the library. */
#include "pto/pto.h"

const char *pto_version(void)
{
    return PTO_VERSION;
}
