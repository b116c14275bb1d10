/* Internal to src/verify: one vector, and what a kind makes of it. */
#ifndef PTO_SRC_VERIFY_VERIFY_H
#define PTO_SRC_VERIFY_VERIFY_H

#include <stdbool.h>
#include "pto/numeric.h"
#include "verify/vector.h"

typedef enum vec_verdict {
    VEC_FAILED,
    VEC_PASSED,
    VEC_SKIPPED,
    VEC_MISSING
} vec_verdict;

/* What one line gave; the texts matter only where it failed. */
typedef struct vec_result {
    vec_verdict verdict;
    char got[VEC_TEXT], wanted[VEC_TEXT];
} vec_result;

/*
 * A kind judges one line (without its newline; comments and blank lines never
 * arrive; it may be modified). PTO_BAD_INPUT where the line is malformed.
 */
typedef pto_status vec_fn(char *line, vec_result *r, pto_error *e);

#define VEC_KIND(name, function, isa, profile, pes, columns) vec_fn function;
#include "verify/vec_kind.def"
#undef VEC_KIND

/* Cut a tab-separated line in place; more than `max` fields are an error. */
pto_status vec_split(char *line, char **fields, size_t max, size_t *count,
                     pto_error *e);

/* One field each; the error names the field and what it may be. */
pto_status vec_hex(const char *field, uint64_t *out, pto_error *e);
pto_status vec_dtype(const char *field, pto_dtype *out, pto_error *e);
pto_status vec_round(const char *field, uint8_t *out, pto_error *e);
pto_status vec_flag(const char *field, uint8_t *out, pto_error *e);

/* Compare value and flags, and say both where they differ. */
void vec_judge(vec_result *r, uint64_t got, uint64_t got_flags, uint64_t wanted,
               uint64_t wanted_flags);

#endif
