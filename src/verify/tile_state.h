/* Tiles as programs' vectors write them. */
#ifndef PTO_SRC_VERIFY_TILE_STATE_H
#define PTO_SRC_VERIFY_TILE_STATE_H

#include "pto/machine.h"
#include "verify/json.h"

/* Make the tiles of `pre.tiles` and `pre.shared`. */
pto_status vec_tiles_make(pto_machine *m, const json_t *pre, pto_error *e);

/*
 * Compare all Local and Shared tiles with `post.tiles` and `post.shared`; sets
 * r->verdict, and its texts at the first difference.
 */
pto_status vec_tiles_compare(const pto_machine *m, const json_t *post,
                             vec_result *r, pto_error *e);

#endif
