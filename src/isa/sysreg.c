/* The table of system registers, for those who list it. */
#include "pto/isa.h"

#include <stddef.h>

static const pto_sysreg_row rows[] = {
#define SYSREG(name, scope, address, access, behaviour) \
    {#name, #scope, #access, #behaviour, address},
#include "isa/sysreg.def"
#undef SYSREG
};

const pto_sysreg_row *pto_sysreg_at(unsigned i)
{
    return i < sizeof rows / sizeof rows[0] ? &rows[i] : NULL;
}
