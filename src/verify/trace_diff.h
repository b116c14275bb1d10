/* The first difference of two traces. */
#ifndef PTO_SRC_VERIFY_TRACE_DIFF_H
#define PTO_SRC_VERIFY_TRACE_DIFF_H

#include <stdint.h>
#include "pto/status.h"

enum { TRACE_CONTEXT = 5, TRACE_LINE = 4096 };

/* Where two traces part. A file that ends first has line[] "" there. */
typedef struct trace_difference {
    uint64_t number; /* of the first line that differs, from 1; 0: none */
    uint64_t lines;  /* that are equal */
    char key[16];    /* the first key that differs; "" where one ends */
    char line[2][TRACE_LINE];
    uint32_t context_count; /* equal lines just before, oldest first */
    uint32_t reserved;
    char context[TRACE_CONTEXT][TRACE_LINE];
} trace_difference;

/* Compare line by line and stop at the first difference; lines are cut at
 * TRACE_LINE - 1 bytes for the report only. */
pto_status trace_diff(const char *path_a, const char *path_b,
                      trace_difference *out, pto_error *e);

#endif
