/* An ISA in which a row of a table exists: 0.58.4 where that has it. */
#ifndef PTO_TESTS_ISA_WHERE_H
#define PTO_TESTS_ISA_WHERE_H

#include "isa/isa.h"
#include "isa/when.h"

/* The ISA as --isa takes it, into PTO_ISA_TEXT bytes. */
static inline const char *isa_where(pto_when when, char *text)
{
    pto_isa isa = pto_isa_preset(PTO_REVISION_0_58_4);
    if (!pto_when_holds(when, &isa)) {
        isa = pto_isa_preset((pto_revision)0);
        while (!pto_when_holds(when, &isa) && pto_isa_next(&isa, when))
            continue;
    }
    pto_isa_print(&isa, text, PTO_ISA_TEXT);
    return text;
}

#endif
