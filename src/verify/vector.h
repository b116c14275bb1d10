/* Running files of test vectors against the library. */
#ifndef PTO_SRC_VERIFY_VECTOR_H
#define PTO_SRC_VERIFY_VECTOR_H

#include <stddef.h>
#include <stdint.h>
#include "pto/status.h"

enum { VEC_SHOWN = 10, VEC_TEXT = 512 };

/* A vector whose result differs; line counts from 1. */
typedef struct vec_mismatch {
    uint64_t line;
    char got[VEC_TEXT], wanted[VEC_TEXT];
} vec_mismatch;

/*
 * skipped: vectors that their own file marks as not to be judged. missing:
 * those that need what is not implemented; they pass no more than failures do.
 */
typedef struct vec_report {
    uint64_t passed, failed, skipped, missing;
    uint32_t shown; /* how many of `first` are filled */
    vec_mismatch first[VEC_SHOWN];
} vec_report;

/* isa and profile NULL, pes 0: the answers do not depend on it. */
typedef struct vec_kind {
    const char *name, *columns;
    const char *isa, *profile; /* what the vectors are judged under */
    uint32_t pes;
} vec_kind;

size_t vec_kind_count(void);
/* The i-th kind of vec_kind.def, or NULL. */
const vec_kind *vec_kind_at(size_t i);
/* The kind of this name, or NULL. */
const vec_kind *vec_kind_find(const char *name);

/*
 * Run every vector of `path` (plain or gzip, "-" is standard input).
 * PTO_OK: all ran, see the report; PTO_BAD_INPUT, with file and line: an
 * unknown kind, a malformed line, or no vector at all; PTO_IO.
 */
pto_status vec_run(const char *kind, const char *path, vec_report *report,
                   pto_error *e);

#endif
