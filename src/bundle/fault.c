/* Names, sentences and trap numbers of the architectural faults. */
#include "pto/fault.h"
#include "bundle/bundle.h"

static const struct {
    const char *name, *text;
    int trap;
} faults[PTO_FAULT_COUNT] = {
#define FAULT(name, trap, text) {#name, text, trap},
#include "pto/def/fault.def"
#undef FAULT
};

const char *pto_fault_name(unsigned code)
{
    return code < PTO_FAULT_COUNT ? faults[code].name : "?";
}

const char *pto_fault_text(unsigned code)
{
    return code < PTO_FAULT_COUNT ? faults[code].text : "?";
}

int pto_fault_trap(unsigned code)
{
    return code < PTO_FAULT_COUNT ? faults[code].trap : -1;
}
