/* The version of these headers, and of the library that runs. */
#ifndef PTO_VERSION_H
#define PTO_VERSION_H

#include <stdint.h>
#include "pto/api.h"

PTO_C_BEGIN

/* The build, the library's file name and pto.pc read these three lines. */
#define PTO_VERSION_MAJOR 0
#define PTO_VERSION_MINOR 1
#define PTO_VERSION_PATCH 0

/* To compare: 1002003 is 1.2.3. */
#define PTO_VERSION_NUMBER \
    (PTO_VERSION_MAJOR * 1000000 + PTO_VERSION_MINOR * 1000 + PTO_VERSION_PATCH)

#define PTO_VERSION_TEXT_(a, b, c)  #a "." #b "." #c
#define PTO_VERSION_APPLY_(a, b, c) PTO_VERSION_TEXT_(a, b, c)
#define PTO_VERSION \
    PTO_VERSION_APPLY_(PTO_VERSION_MAJOR, PTO_VERSION_MINOR, PTO_VERSION_PATCH)

/* PTO_VERSION and PTO_VERSION_NUMBER of the library that runs, whatever the
 * headers say that the caller was built with. */
PTO_API const char *pto_version(void);
PTO_API uint32_t pto_version_number(void);

PTO_C_END

#endif
