/* Filling in the record of a rejected instruction. */
#include "bundle/rule/report.h"

#include <stdarg.h>
#include <stdio.h>

bool pto_say(pto_detail *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(d->text, sizeof d->text, format, args);
    va_end(args);
    return false;
}

void pto_report(pto_fault *why, const pto_core *core, unsigned pe,
                pto_fault_code code, const char *rule, const char *sentence,
                const pto_detail *detail)
{
    *why = (pto_fault){.code = code, .pe = pe, .address = core->pe[pe].tpc};
    if (detail->has_address)
        why->address = detail->address;
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    size_t used = 0;
    if (detail->text[0])
        used =
            (size_t)snprintf(why->text, sizeof why->text, "%s: ", detail->text);
    if (used < sizeof why->text)
        snprintf(why->text + used, sizeof why->text - used, "%s", sentence);
}

pto_outcome pto_missing(pto_fault *why, const pto_core *core, unsigned pe,
                        const char *name)
{
    *why = (pto_fault){.pe = pe, .address = core->pe[pe].tpc};
    snprintf(why->rule, sizeof why->rule, "not_implemented");
    snprintf(why->text, sizeof why->text, "not implemented: %s", name);
    return PTO_MISSING;
}

const char *pto_mask_text(unsigned mask)
{
    static const char *const text[16] = {
        "0000", "0001", "0010", "0011", "0100", "0101", "0110", "0111",
        "1000", "1001", "1010", "1011", "1100", "1101", "1110", "1111"};
    return text[mask & 15];
}
