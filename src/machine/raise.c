/* What is wrong with an instruction, in words. */
#include <stdarg.h>
#include <stdio.h>

#include "machine/host.h"

static const struct rule {
    const char *name, *sentence;
    pto_fault_code fault;
} rules[] = {
#define RULE(id, name, fault, sentence) {#name, sentence, PTO_FAULT_##fault},
#include "machine/rule.def"
#undef RULE
};

pto_outcome pto_raise(const pto_host *h, pto_fault *why, pto_breach breach,
                      uint64_t address, const char *format, ...)
{
    va_list args;
    const struct rule *rule = &rules[breach];
    *why = (pto_fault){.code = rule->fault, .pe = h->index, .address = address};
    snprintf(why->rule, sizeof why->rule, "%s", rule->name);
    va_start(args, format);
    vsnprintf(why->text, sizeof why->text, format, args);
    va_end(args);
    return PTO_FAULTED;
}

pto_outcome pto_break(const pto_host *h, pto_fault *why, pto_breach breach,
                      uint64_t address)
{
    return pto_raise(h, why, breach, address, "%s", rules[breach].sentence);
}
