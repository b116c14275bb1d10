/* Filling in the record of a rejected instruction. */
#include "bundle/core/report.h"
#include "bundle/reason/cause.h"

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
    if (detail->cause.subject != PTO_SUBJECT_NOTHING)
        why->cause = detail->cause;
    snprintf(why->rule, sizeof why->rule, "%s", rule);
    pto_detail_text(detail, sentence, why->text, sizeof why->text);
}

pto_outcome pto_missing(pto_fault *why, const pto_core *core, unsigned pe,
                        const char *name)
{
    *why = (pto_fault){.pe = pe, .address = core->pe[pe].tpc};
    snprintf(why->rule, sizeof why->rule, "not_implemented");
    snprintf(why->text, sizeof why->text, "not implemented: %s", name);
    return PTO_MISSING;
}

pto_mask_word pto_mask_text(unsigned mask)
{
    pto_mask_word word = {.bits = ""};
    for (unsigned pe = 0; pe < PTO_PES; pe++)
        word.bits[pe] = mask & pto_pe_bit(pe) ? '1' : '0';
    return word;
}
