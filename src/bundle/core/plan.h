/* A bundle with every name resolved over a const core. */
#ifndef PTO_SRC_BUNDLE_CORE_PLAN_H
#define PTO_SRC_BUNDLE_CORE_PLAN_H

#include "bundle/core/family.h"
#include "bundle/core/row.h"
#include "bundle/element/element.h"
#include "bundle/irregular/irregular.h"
#include "bundle/lanes/lanes.h"
#include "bundle/matrix/matrix.h"
#include "bundle/move/move.h"
#include "bundle/rearrange/rearrange.h"
#include "bundle/reduce/reduce.h"

/*
 * Everything that an operation reads stands here; what a rule asks of the
 * header and the core, it asks them. Nothing in it can change the core.
 */
struct pto_plan {
    const pto_core *core;
    const pto_pe *pe;
    const pto_header *header;
    const pto_tile_op *op;
    const pto_bundle_op *row;
    const pto_profile *profile; /* never NULL */
    const pto_memory *memory;
    pto_probe_fn *probe; /* of operations that go to memory */
    bool reads, writes;  /* what they do there */
    unsigned index;      /* of pe */
    unsigned mask;
    unsigned together; /* plans from this one on that one run carries out */
    uint16_t traits;   /* pto_trait */
    bool computes;     /* false: here only for the rendezvous */
    bool pads;         /* B.DATR: elements around the valid region get `pad` */
    uint64_t pad;      /* for the first destination; 0 for Null and without */
    pto_fenv env;      /* B.DATR: rounding, saturation */
    uint8_t source_count, output_count, view_count;
    /* A Shared destination: the PEs that fill it now, its descriptor. */
    uint8_t quarters;
    pto_tile shared_output;
    pto_plan_shared shared[PTO_SHARED_BINDERS];
    pto_plan_source source[PTO_PLAN_SOURCES];
    pto_plan_output output[PTO_PLAN_OUTPUTS];
    pto_tile view[PTO_PLAN_VIEWS]; /* B.SUBVIEW: parts of sources */
    pto_room room;
    union {
        pto_matrix_plan matrix;
        pto_move_plan move;
        struct {
            pto_whole_plan whole;
            union {
                pto_element_plan element;
                pto_lanes_plan lanes;
                pto_peer_plan peer;
                pto_prefetch_plan prefetch;
                pto_reduce_plan reduce;
                pto_sort_plan sort;
                pto_window_plan window;
            };
        };
    };
};

/* The plans and operations of all families. */
#define SCHEMA(name, roles, operands, plan, run, ...) \
    pto_plan_fn plan;                                 \
    pto_run_fn run;
#include "bundle/schema.def"
#undef SCHEMA

/* Resolve operands, views and attributes of a bundle; its schema's plan is
 * next. */
void pto_plan_start(pto_plan *p, const pto_core *core, unsigned pe,
                    const pto_header *h);

/* Which schema judges it; PTO_SCHEMA_COUNT: not implemented. */
pto_schema_id pto_plan_schema(const pto_plan *p);

/* The mode that B.DATR.RMode selects; `otherwise` for NONE. */
pto_round pto_plan_rounding(const pto_plan *p, pto_round otherwise);

/* B.DATR.PadValue for the first destination, once it is described. */
void pto_plan_padding(pto_plan *p);

/*
 * Operations read views as they read tiles, and may look at more than what is
 * valid: give each a payload of its own. False: no host memory.
 */
bool pto_plan_copy_views(pto_plan *p, pto_pool *pool);
void pto_plan_drop_views(pto_plan *p, pto_pool *pool);

/* Room for the outputs of the plans, one PE after another. */
void pto_plan_rooms(pto_plan *plans, unsigned count);

/* PEs in a mask. */
unsigned pto_pe_count(unsigned mask);

/* Bytes of all tiles, Local and Shared, times the PEs that each costs. */
uint64_t pto_core_bytes(const pto_core *core);

#endif
