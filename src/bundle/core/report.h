/* Filling in the record of a rejected instruction. */
#ifndef PTO_SRC_BUNDLE_CORE_REPORT_H
#define PTO_SRC_BUNDLE_CORE_REPORT_H

#include "bundle/bundle.h"

typedef struct pto_plan pto_plan;

/*
 * What a predicate says: the cause that the vocabulary of bundle/reason found,
 * and words, which stand in parentheses behind it or alone where there is none;
 * the rule's own sentence follows.
 */
typedef struct pto_detail {
    const pto_header *header;
    const pto_plan *plan; /* NULL while header commands are collected */
    const char *role;     /* "A": what the operand is there, or NULL */
    pto_cause cause;
    char text[PTO_FAULT_TEXT];
    uint64_t address; /* of the data, for faults that report one */
    bool has_address;
} pto_detail;

/* Nothing is said yet. A rule is asked often: the text is left as it is. */
static inline void pto_detail_clear(pto_detail *d, const pto_header *h,
                                    const pto_plan *p)
{
    d->header = h;
    d->plan = p;
    d->role = NULL;
    d->cause.subject = PTO_SUBJECT_NOTHING;
    d->text[0] = '\0';
    d->has_address = false;
}

/* Set the words and return false, so that a predicate can end with it. */
bool pto_say(pto_detail *d, const char *format, ...) PTO_PRINTF(2, 3);

/* Write "detail: sentence" into `why`; the address is the PE's TPC or data. */
void pto_report(pto_fault *why, const pto_core *core, unsigned pe,
                pto_fault_code code, const char *rule, const char *sentence,
                const pto_detail *detail);

/* "1000" for PE0 alone. */
typedef struct pto_mask_word {
    char bits[PTO_PES + 1];
} pto_mask_word;

pto_mask_word pto_mask_text(unsigned mask);

/* PTO_MISSING with "not implemented: NAME". */
pto_outcome pto_missing(pto_fault *why, const pto_core *core, unsigned pe,
                        const char *name);

#endif
