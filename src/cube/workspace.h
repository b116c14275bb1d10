/* Internal to src/cube: buffers of one thread, and of one call. */
#ifndef PTO_SRC_CUBE_WORKSPACE_H
#define PTO_SRC_CUBE_WORKSPACE_H

#include "cube/pack.h"

enum { PTO_MAX_THREADS = 64, PTO_BLOCK_COLUMNS = 1024 };

/* Everything one thread needs; 64-byte aligned buffers, grown on demand. */
typedef struct pto_scratch {
    void *memory;
    size_t size;
    uint8_t *a, *b; /* packed */
    uint8_t *raw;
    uint32_t *words, *lines, *codes, *edge;
    float *factors;
    double *wide_a, *wide_b; /* a register tile and a panel, widened */
    pto_code_table table_a, table_b;
} pto_scratch;

struct pto_workspace {
    pto_scratch *scratch; /* one a thread */
    uint32_t count;
};

/* At least `count` scratches, empty ones where there were none. */
pto_status pto_workspace_reserve(pto_workspace *w, uint32_t count);
/* Free what the workspace holds, not itself. */
void pto_workspace_clear(pto_workspace *w);

/* Room for blocks of `rows` rows, `columns` columns and kc terms. */
pto_status pto_scratch_reserve(pto_scratch *s, pto_term term, uint32_t rows,
                               uint32_t columns, uint32_t kc);
void pto_scratch_free(pto_scratch *s);

#endif
