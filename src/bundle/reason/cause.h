/*
 * Why a rule does not hold, in one vocabulary. A call names a field or a
 * property of an operand and the values that are legal there; it reads the
 * value itself, judges and, where the rule is broken, explains: so what is
 * printed is what was tested, and no other value can be printed.
 *
 *     return pto_dimension_wants(d, 2, pto_powers(4, 64)) ||
 *            pto_say(d, "stored columns");
 *
 * says "LB2=6, wanted a power of two from 4 to 64 (stored columns)". A rule
 * walks its conditions in order; the first that fails gives the cause. Legal
 * are the values with which the rule would hold, all else as it is.
 */
#ifndef PTO_SRC_BUNDLE_REASON_CAUSE_H
#define PTO_SRC_BUNDLE_REASON_CAUSE_H

#include "bundle/attribute.h"
#include "bundle/core/report.h"

/* ---- Sets of legal values ------------------------------------------------ */

/* From low to high; UINT64_MAX: without an end. */
pto_wanted pto_range(uint64_t low, uint64_t high);
pto_wanted pto_steps(uint32_t step, uint64_t low, uint64_t high);
pto_wanted pto_one(uint64_t value);
pto_wanted pto_signed(int64_t low, int64_t high);
pto_wanted pto_powers(uint64_t low, uint64_t high);
/* Codes below 64, as bits: the types of a set, two layouts, SizeCodes. */
pto_wanted pto_codes(uint64_t bits);
pto_wanted pto_other(uint64_t value);
pto_wanted pto_clear(uint64_t bits);
pto_wanted pto_left_out(void);
pto_wanted pto_given(void);
/* No set of values: what pto_say says. */
pto_wanted pto_unsaid(void);
/* Legal as well: not given at all. */
pto_wanted pto_or_left_out(pto_wanted w);

bool pto_wanted_has(const pto_wanted *w, bool absent, uint64_t value);
/* Is there no legal value at all? */
bool pto_wanted_empty(const pto_wanted *w);

/* ---- Judging; false where the value is not in the set ---------------------
 */

/* Of a cause that is complete but for the set. */
bool pto_judge(pto_detail *d, pto_cause cause, pto_wanted w);

bool pto_attribute_wants(pto_detail *d, pto_attribute_row row, pto_wanted w);
bool pto_dimension_wants(pto_detail *d, unsigned i, pto_wanted w);
/* BSTART's. */
bool pto_type_wants(pto_detail *d, uint32_t types);
/* How many there are: PTO_SUBJECT_SOURCE_COUNT and the like. */
bool pto_count_wants(pto_detail *d, pto_subject s, pto_wanted w);
bool pto_scalars_want(pto_detail *d, pto_wanted w);
/* B.IOR's RegSrc0..2, and 3 for RegDst; by register number. */
bool pto_register_wants(pto_detail *d, unsigned i, pto_wanted w);
/* B.IOT i has this, or has it not. */
typedef enum pto_binding {
    PTO_BINDS_SOURCE_0,
    PTO_BINDS_SOURCE_1,
    PTO_BINDS_DESTINATION,
    PTO_BINDS_LAST
} pto_binding;
bool pto_binder_wants(pto_detail *d, unsigned i, pto_binding b, bool wanted);
/* What source register i of B.IOR holds. */
bool pto_word_wants(pto_detail *d, unsigned i, pto_wanted w);
/* The mask of a binder: OUTPUT i is B.IOT i. */
bool pto_mask_wants(pto_detail *d, pto_whose o, unsigned i, pto_wanted w);

/* A property of source, destination or B.IOS i: from PTO_SUBJECT_TILE on. */
bool pto_operand_wants(pto_detail *d, pto_whose o, unsigned i, pto_subject s,
                       pto_wanted w);

static inline bool pto_source_wants(pto_detail *d, unsigned i, pto_subject s,
                                    pto_wanted w)
{
    return pto_operand_wants(d, PTO_OF_SOURCE, i, s, w);
}

/* One element, and every valid one; those that are undefined are absent. */
bool pto_element_wants(pto_detail *d, pto_whose o, unsigned i, uint32_t row,
                       uint32_t column, pto_wanted w);
bool pto_elements_want(pto_detail *d, pto_whose o, unsigned i, pto_wanted w);

/* Is every valid element defined, and is it valid in its format? */
bool pto_operand_defined(pto_detail *d, pto_whose o, unsigned i);
bool pto_operand_encoded(pto_detail *d, pto_whose o, unsigned i);

/* ---- Words ----------------------------------------------------------------
 */

/* "LB2=6, wanted 4 or 8 (words): sentence". */
void pto_detail_text(const pto_detail *d, const char *sentence, char *out,
                     size_t size);

#endif
