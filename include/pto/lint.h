/* What the architecture would reject of a program, without running it. */
#ifndef PTO_LINT_H
#define PTO_LINT_H

#include "pto/fault.h"
#include "pto/image.h"
#include "pto/isa.h"

PTO_C_BEGIN

/* One instruction that would fault; `fault` has the rule and its sentence. */
typedef struct pto_finding {
    uint64_t address;
    const char *text; /* the instruction, canonical; "" where none decodes;
                         lives during the call */
    pto_fault fault;
} pto_finding;

typedef void (*pto_lint_report)(void *user, const pto_finding *f);

/*
 * Walk the executable bytes of an image from start to end, as blocks lie in
 * memory, and report what breaks a rule that depends on the text alone: the
 * order and number of header commands, where instructions may stand, the schema
 * of each tile operation, and encodings that are none behind an instruction
 * that control passes. What depends on registers, memory or tiles is
 * not judged. *count: findings.
 */
PTO_API pto_status pto_lint(const pto_isa *isa, const pto_image *image,
                            pto_lint_report report, void *user, uint32_t *count,
                            pto_error *e);

PTO_C_END

#endif
