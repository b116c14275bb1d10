/* Running files of test vectors against the library. */
#ifndef PTO_VECTOR_H
#define PTO_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/status.h"

PTO_C_BEGIN

enum { PTO_VEC_SHOWN = 10, PTO_VEC_TEXT = 512 };

/* A vector whose result differs; line counts from 1. */
typedef struct pto_vec_mismatch {
    uint64_t line;
    char got[PTO_VEC_TEXT], wanted[PTO_VEC_TEXT];
} pto_vec_mismatch;

/*
 * skipped: vectors that their own file marks as not to be judged. missing:
 * those that need what is not implemented; they pass no more than failures do.
 */
typedef struct pto_vec_report {
    uint64_t passed, failed, skipped, missing;
    uint32_t shown; /* how many of `first` are filled */
    pto_vec_mismatch first[PTO_VEC_SHOWN];
} pto_vec_report;

/* isa and profile NULL, pes 0: the answers do not depend on it. */
typedef struct pto_vec_kind {
    const char *name, *columns;
    const char *isa, *profile; /* what the vectors are judged under */
    uint32_t pes;
} pto_vec_kind;

PTO_API size_t pto_vec_kind_count(void);
/* The i-th kind of vec_kind.def, or NULL. */
PTO_API const pto_vec_kind *pto_vec_kind_at(size_t i);
/* The kind of this name, or NULL. */
PTO_API const pto_vec_kind *pto_vec_kind_find(const char *name);

/*
 * Run every vector of `path` (plain or gzip, "-" is standard input).
 * PTO_OK: all ran, see the report; PTO_BAD_INPUT, with file and line: an
 * unknown kind, a malformed line, or no vector at all; PTO_IO.
 */
PTO_API pto_status pto_vec_run(const char *kind, const char *path,
                               pto_vec_report *report, pto_error *e);

PTO_C_END

#endif
