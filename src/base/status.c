/* Texts of status values, and filling an error record. */
#include "pto/status.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *pto_status_text(pto_status s)
{
    static const char *const text[] = {
#define STATUS(name, text) text,
#include "pto/def/status.def"
#undef STATUS
    };
    return (unsigned)s < PTO_STATUS_COUNT ? text[s] : "unknown status";
}

pto_status pto_fail(pto_error *e, pto_status code, const char *format, ...)
{
    if (!e)
        return code;
    *e = (pto_error){.code = code};
    va_list args;
    va_start(args, format);
    (void)vsnprintf(e->message, sizeof e->message, format, args);
    va_end(args);
    return code;
}

void pto_free(void *p)
{
    free(p);
}
