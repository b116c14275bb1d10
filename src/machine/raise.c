/* What is wrong with an instruction, in words. */
#include <stdarg.h>
#include <stdio.h>

#include "machine/host.h"

pto_outcome pto_raise(const pto_host *h, pto_fault *why, pto_fault_code code,
                      uint64_t address, const char *rule, const char *format,
                      ...)
{
    va_list args;
    *why = (pto_fault){.code = code, .pe = h->index, .address = address};
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return PTO_FAULTED;
}
