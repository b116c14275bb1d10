/* The state of one PE as scalar vectors write it. */
#ifndef PTO_SRC_VERIFY_HART_STATE_H
#define PTO_SRC_VERIFY_HART_STATE_H

#include "machine/hart.h"
#include "verify/json.h"

enum { VEC_MEMORY = 4096, VEC_LEAVES = 4096 };

/* A PE apart from any machine: hart.pe is &pe. */
typedef struct vec_state {
    pto_pe pe;
    pto_hart hart;
    uint8_t memory[VEC_MEMORY];
} vec_state;

/* One value; its name is the format with a and b. */
typedef struct vec_leaf {
    const char *format;
    unsigned a, b;
    uint64_t value;
} vec_leaf;

/* Apply the keys of a `pre`, a `post` or a `post.other` to a state. */
pto_status vec_state_apply(vec_state *s, const json_t *keys, pto_error *e);

/* Every value that the vectors can speak of but memory, in a fixed order. */
size_t vec_state_list(const vec_state *s, vec_leaf out[VEC_LEAVES]);

#endif
