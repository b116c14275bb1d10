/* B.ASSEMBLE: the pieces that a bundle puts into parents. */
#ifndef PTO_SRC_BUNDLE_RANGE_ASSEMBLE_H
#define PTO_SRC_BUNDLE_RANGE_ASSEMBLE_H

#include "bundle/bundle.h"
#include "bundle/core/plan.h"

enum { PTO_MOST_WRITERS = PTO_PLAN_OUTPUTS + PTO_PES }; /* of one bundle */

/* One destination of this bundle that B.ASSEMBLE puts into a parent. */
typedef struct pto_writer {
    const pto_generation *into;
    const pto_range_modifier *how;
    const pto_tile *piece; /* unallocated where the shape is illegal */
    uint64_t offset;       /* cells */
    uint32_t cells;
    uint8_t pe;
} pto_writer;

/* Elements of one cell; a parent has them one cell after another. */
uint32_t pto_cell_elements(unsigned dtype);

/* The extent that all pieces of one parent have in common. */
uint32_t pto_piece_line(const pto_tile *t);

/* The writers of a bundle; `out` has room for PTO_MOST_WRITERS. */
unsigned pto_plan_writers(const pto_plan *p, pto_writer *out);

/* The descriptor of the parent that a writer's INIT opens. */
pto_tile pto_parent_tile(const pto_writer *w);

/*
 * Put a staged piece into its parent, which `fresh` becomes if INIT opens it.
 * True once the PEs `wanted` have all given LAST.
 */
bool pto_absorb(pto_generation *g, const pto_writer *w, pto_tile *piece,
                pto_tile *fresh, unsigned mask, unsigned wanted,
                pto_pool *pool);

/* The finished parent, with its shape; the generation is over. */
void pto_generation_close(pto_generation *g, pto_tile *out);

/* Does `pe` have to wait for a Shared parent that is being written, S`id`? */
bool pto_waits_for_parent(const pto_core *core, unsigned pe, unsigned *id);

#endif
