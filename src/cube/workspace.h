/* Internal to src/cube: buffers of one thread, and of one call. */
#ifndef PTO_SRC_CUBE_WORKSPACE_H
#define PTO_SRC_CUBE_WORKSPACE_H

#include "cube/pack.h"

enum { CUBE_MAX_THREADS = 64, CUBE_BLOCK_COLUMNS = 1024 };

/* Everything one thread needs; 64-byte aligned buffers, grown on demand. */
typedef struct cube_scratch {
    void *memory;
    size_t size;
    uint8_t *a, *b; /* packed */
    uint8_t *raw;
    uint32_t *words, *lines, *codes, *edge;
    float *factors;
    double *wide_a, *wide_b; /* a register tile and a panel, widened */
    cube_codes table_a, table_b;
} cube_scratch;

struct pto_workspace {
    cube_scratch *scratch; /* one a thread */
    uint32_t count;
    struct cube_pool *pool; /* threads that wait; NULL until they are needed */
};

/* At least `count` scratches, empty ones where there were none. */
pto_status cube_workspace_reserve(pto_workspace *w, uint32_t count);
/*
 * run(parts + i * size) for each of `count` parts: the first here, the others
 * in the workspace's threads, which wait for the next call afterwards. What
 * cannot have a thread runs here.
 */
void cube_workspace_run(pto_workspace *w, void (*run)(void *part), void *parts,
                        size_t size, uint32_t count);
/* End the threads, free what the workspace holds, not itself. */
void cube_workspace_clear(pto_workspace *w);

/* Room for blocks of `rows` rows, `columns` columns and kc terms. */
pto_status cube_scratch_reserve(cube_scratch *s, cube_term term, uint32_t rows,
                                uint32_t columns, uint32_t kc);
void cube_scratch_free(cube_scratch *s);

#endif
