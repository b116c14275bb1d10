/*
 * What a family of operations is made of: how it resolves a bundle, what it
 * asks, what it does; and what bundles name, resolved.
 */
#ifndef PTO_SRC_BUNDLE_CORE_FAMILY_H
#define PTO_SRC_BUNDLE_CORE_FAMILY_H

#include "bundle/state.h"

typedef struct pto_plan pto_plan;
typedef struct pto_txn pto_txn;
typedef struct pto_detail pto_detail;

/* Fill in what a schema's rules and operation need, over the const core. */
typedef void pto_plan_fn(pto_plan *p);

/* Does the rule hold? If not, the detail says which operand broke it. */
typedef bool pto_rule_fn(const pto_plan *p, pto_detail *d);

/*
 * Compute into the transaction, out of the plan alone: for one plan or for the
 * four that `together` says follow one another; false: no host memory.
 */
typedef bool pto_run_fn(const pto_plan *p, pto_txn *t);

/* What is asked of the elements in memory before any of them moves. */
typedef enum pto_reach {
    PTO_REACH_UNALIGNED,
    PTO_REACH_CLOSED,
    PTO_REACH_WATCHED,
    PTO_REACHED
} pto_reach;

/*
 * Is no element barred in this way? The first one that is barred in any tells
 * how, and its address.
 */
typedef bool pto_probe_fn(const pto_plan *p, pto_reach how, pto_detail *d);

enum {
    PTO_PLAN_SOURCES = 2 * PTO_BINDERS,
    PTO_PLAN_OUTPUTS = PTO_BINDERS,
    PTO_MATRIX_OUTPUTS = 3, /* D, RowMaxOut, GroupMaxOut */
    PTO_PLAN_VIEWS = PTO_PLAN_SOURCES + PTO_SHARED_BINDERS,
};

/* One Local source, in the order of the binders. */
typedef struct pto_plan_source {
    const pto_tile *tile; /* never NULL; unallocated where the entry is gone */
    const pto_range_modifier *view;
    uint8_t binder, position, selector;
} pto_plan_source;

/* One B.IOS; the tile is the named one's, or a view of it. */
typedef struct pto_plan_shared {
    const pto_shared *state;
    const pto_tile *tile;
    uint8_t id;
} pto_plan_shared;

/* One Local destination, in the order of the binders. */
typedef struct pto_plan_output {
    uint8_t binder, hand, size_code;
    uint32_t charge; /* bytes that it takes: with B.ASSEMBLE, of the parent */
    bool enters; /* takes an entry of its hand now: no writer but the last */
    const pto_range_modifier *assemble; /* present or not */
    uint8_t slot;  /* under absolute names; PTO_LOCAL_TILES: none is free */
    pto_tile tile; /* the descriptor to be; unallocated where none is legal */
} pto_plan_output;

/* Where the outputs of one PE go, found without changing anything. */
typedef struct pto_room {
    bool fits;
    uint8_t full_hand;                /* absolute: the hand without a slot */
    uint8_t release_count;            /* tiles that make room */
    uint8_t release[PTO_LOCAL_TILES]; /* their slots before the bundle */
    uint64_t used, needed, limit;     /* bytes, for the sentence */
} pto_room;

/* Valid rows and columns, and physical columns. */
typedef struct pto_extent {
    uint32_t valid_rows, valid_columns, columns;
} pto_extent;

/* An operation on whole tiles: shapes out of LB0..LB2 or of the sources. */
typedef struct pto_whole_plan {
    uint8_t registers; /* of B.IOR that it reads */
    uint8_t type;      /* of the sources: BSTART's */
    uint8_t result;    /* of the first destination; NONE: a predicate */
    uint8_t layout;    /* pto_tile_layout of the destinations */
    uint8_t masks;     /* how many sources, the first ones, are predicates */
    pto_extent shape;
    uint64_t scalar[3]; /* RegSrc0..2, 0 without B.IOR */
} pto_whole_plan;

#endif
