/* The state of one PE as scalar vectors write it. */
#ifndef PTO_SRC_VERIFY_PE_STATE_H
#define PTO_SRC_VERIFY_PE_STATE_H

#include "pto/state.h"
#include "verify/json.h"

enum { VEC_MEMORY = 4096, VEC_WORDS = 2048 };

/* A PE apart from any machine: its words (pto/state.h) and the memory. */
typedef struct vec_state {
    uint64_t word[VEC_WORDS];
    uint8_t memory[VEC_MEMORY];
} vec_state;

/* The word of that name, which has to exist. */
uint64_t *vec_word(vec_state *s, const char *name);

/* Apply the keys of a `pre`, a `post` or a `post.other` to a state. */
pto_status vec_state_apply(vec_state *s, const json_t *keys, pto_error *e);

/* Clear what means nothing: invalid queue entries, a reservation not held. */
void vec_state_settle(vec_state *s);

#endif
