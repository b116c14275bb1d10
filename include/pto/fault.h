/* Architectural faults: results of execution, never library errors. */
#ifndef PTO_FAULT_H
#define PTO_FAULT_H

#include <stdint.h>
#include "pto/api.h"

PTO_C_BEGIN

typedef enum pto_fault_code {
#define FAULT(name, trap, text) PTO_FAULT_##name,
#include "pto/def/fault.def"
#undef FAULT
    PTO_FAULT_COUNT
} pto_fault_code;

enum { PTO_FAULT_RULE = 48, PTO_FAULT_TEXT = 208 };

/*
 * Why an instruction was rejected. `rule` is the name of the rule that failed
 * (a row of rule.def, or of the fault where no rule has a name) and `text` its
 * sentence with the offending operand and values.
 */
typedef struct pto_fault {
    uint32_t code; /* pto_fault_code */
    uint32_t pe;
    uint64_t address; /* as the architecture reports it */
    char rule[PTO_FAULT_RULE];
    char text[PTO_FAULT_TEXT];
} pto_fault;

/* "TileLegality" and the like; "?" outside the table. */
PTO_API const char *pto_fault_name(unsigned code);

PTO_C_END

#endif
