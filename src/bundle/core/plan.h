/* A bundle with every name resolved over a const core. */
#ifndef PTO_SRC_BUNDLE_CORE_PLAN_H
#define PTO_SRC_BUNDLE_CORE_PLAN_H

#include "bundle/bundle.h"
#include "bundle/core/row.h"
#include "bundle/pool.h"

enum { PTO_OPERAND_TEXT = 48, PTO_TILE_TEXT = 64 };

enum {
    PTO_PLAN_SOURCES = 2 * PTO_BINDERS,
    PTO_PLAN_OUTPUTS = PTO_BINDERS,
    PTO_MATRIX_OUTPUTS = 3, /* D, RowMaxOut, GroupMaxOut */
    PTO_BUDGET_BYTES = PTO_TILE_MAX_BYTES,
};

/* One Local source, in the order of the binders. */
typedef struct pto_operand {
    const pto_tile *tile; /* never NULL; unallocated where the entry is gone */
    const pto_range_modifier *view;
    uint8_t binder, position, selector;
} pto_operand;

/* One B.IOS; the tile is the named one's, or a view of it. */
typedef struct pto_shared_operand {
    const pto_shared *state;
    const pto_tile *tile;
} pto_shared_operand;

/* Copies that B.SUBVIEW makes for one bundle. */
typedef struct pto_views {
    pto_tile tile[PTO_PLAN_SOURCES + PTO_SHARED_BINDERS];
    unsigned count;
} pto_views;

/* One Local destination, in the order of the binders. */
typedef struct pto_output {
    uint8_t binder, hand, size_code;
    uint32_t charge; /* bytes that it takes: with B.ASSEMBLE, of the parent */
    bool enters; /* takes an entry of its hand now: no writer but the last */
    const pto_range_modifier *assemble; /* present or not */
    uint8_t slot;  /* under absolute names; PTO_LOCAL_TILES: none is free */
    pto_tile tile; /* the descriptor to be; unallocated where none is legal */
} pto_output;

/* Where the outputs of one PE go, found without changing anything. */
typedef struct pto_room {
    bool fits;
    uint8_t full_hand;                /* absolute: the hand without a slot */
    uint8_t release_count;            /* tiles that make room */
    uint8_t release[PTO_LOCAL_TILES]; /* their slots before the bundle */
    uint64_t used, needed, limit;     /* bytes, for the sentence */
} pto_room;

/* Who computes what of a matrix operation. */
typedef enum pto_role {
#define ROLE(name, text) PTO_ROLE_##name,
#include "bundle/matrix/role.def"
#undef ROLE
    PTO_ROLES
} pto_role;

typedef struct pto_role_binding {
    bool wanted, shared;
    uint8_t index;        /* of plan.source, or of header.shared */
    const pto_tile *tile; /* never NULL */
} pto_role_binding;

typedef struct pto_matrix_plan {
    bool mx, uses_bias, uses_c, gemv;
    uint8_t left_type, right_type, sum_type, d_type, d_layout;
    uint8_t sources_wanted, outputs_wanted; /* Local ones */
    uint8_t shared_left, shared_both;       /* B.IOS that B, or A and B, take */
    uint32_t total_m, first_row;            /* rows of a Shared A; this PE's */
    uint32_t m, n, k;
    uint32_t left_groups, right_groups; /* scales along K, 0: no scale */
    pto_role_binding role[PTO_ROLES];
} pto_matrix_plan;

typedef struct pto_move_plan {
    bool cube; /* a conversion to or from cells */
    bool type_known;
    uint8_t type, layout;
    uint32_t valid_rows, valid_columns, columns;
    uint64_t base[PTO_PES], stride[PTO_PES];
    uint8_t quarters; /* Shared: the PEs whose quarters move now */
    bool whole;       /* Shared: `writer` moves all of it */
    bool pieces;      /* Shared: B.ASSEMBLE, each PE its own piece */
    uint8_t writer;
    const pto_tile *source; /* of TSTORE and TMOV; never NULL */
    pto_tile shared;        /* the descriptor that a Shared TLOAD makes */
} pto_move_plan;

/* An operation on whole tiles: shapes out of LB0..LB2 or of the sources. */
typedef struct pto_element_plan {
    uint8_t registers; /* of B.IOR that it reads */
    uint8_t type;      /* of the sources: BSTART's */
    uint8_t result;    /* of the first destination; NONE: a predicate */
    uint8_t layout;    /* pto_tile_layout of the destinations */
    uint8_t masks;     /* how many sources, the first ones, are predicates */
    uint32_t valid_rows, valid_columns, columns;
    uint64_t scalar[3];               /* RegSrc0..2, 0 without B.IOR */
    uint32_t first_row, first_column; /* of a window */
} pto_element_plan;

/* MGATHER, MSCATTER and their kin: each valid element is a lane. */
typedef struct pto_lanes_plan {
    const pto_operand *index;    /* byte displacements; never NULL */
    const pto_operand *mask;     /* NULL: every lane is active */
    const pto_operand *value[2]; /* what is stored; what is expected, and then
                                    stored; NULL where not wanted */
    bool same_layout;            /* all sources have the bundle's layout */
} pto_lanes_plan;

/* What is asked of the elements in memory before any of them moves. */
typedef enum pto_probe {
    PTO_PROBE_ALIGNMENT,
    PTO_PROBE_BOUNDS,
    PTO_PROBE_WATCH,
    PTO_PROBES
} pto_probe;

/*
 * Is every element where it may be? The first one that is not tells which of
 * them it breaks, and its address.
 */
struct pto_plan;
struct pto_detail;
typedef bool pto_probe_fn(const struct pto_plan *p, pto_probe what,
                          struct pto_detail *d);

typedef struct pto_plan {
    const pto_core *core;
    const pto_pe *pe;
    const pto_header *header;
    const pto_tile_op *op;
    const pto_bundle_op *row;
    const pto_profile *profile; /* never NULL */
    pto_probe_fn *probe;        /* of operations that go to memory */
    bool reads, writes;         /* what they do there */
    unsigned index;             /* of pe */
    unsigned mask;
    unsigned together; /* plans from this one on that one kernel carries out */
    uint16_t traits;   /* pto_trait */
    bool computes;     /* false: here only for the rendezvous */
    uint8_t source_count, output_count;
    pto_operand source[PTO_PLAN_SOURCES];
    pto_shared_operand shared[PTO_SHARED_BINDERS];
    pto_output output[PTO_PLAN_OUTPUTS];
    pto_room room;
    pto_matrix_plan matrix;
    pto_move_plan move;
    pto_element_plan element;
    pto_lanes_plan lanes;
    const pto_tile *fragment; /* that GMOV copies; never NULL */
} pto_plan;

typedef void pto_plan_fn(pto_plan *p);

/*
 * Resolve the open bundle of `pe`. The schema is PTO_SCHEMA_COUNT where the
 * operation is not implemented. False: no host memory for a view.
 */
bool pto_plan_make(pto_plan *p, const pto_core *core, unsigned pe,
                   pto_views *views, pto_pool *pool, pto_schema_id *schema);

/* What the parts of a plan need: operands first, room last. */
void pto_plan_operands(pto_plan *p);
bool pto_plan_views(pto_plan *p, pto_views *v, pto_pool *pool);
void pto_views_drop(pto_views *v, pto_pool *pool);

/* The plans of schema.def. */
#define SCHEMA(name, roles, operands, plan, ...) void plan(pto_plan *p);
#include "bundle/schema.def"
#undef SCHEMA

/* Valid rows and columns, and physical columns. */
typedef struct pto_extent {
    uint32_t valid_rows, valid_columns, columns;
} pto_extent;

/* Has a tile, or a predicate, a byte of capacity for each element? */
bool pto_has_byte_each(const pto_tile *t);

/*
 * LB0 valid columns, LB1 valid rows, LB2 columns; what is not given is as in
 * `like` where that is allocated, else 1, and as many columns as are valid.
 */
pto_extent pto_extent_like(const pto_header *h, const pto_tile *like);
/* The same without a tile to be like. */
pto_extent pto_named_extent(const pto_header *h);

/* For plans of operations on whole tiles: types, scalars, operand counts. */
void pto_plan_common(pto_plan *p);
/* The named shape, but what LB0..LB2 leave open is as in the first source. */
void pto_plan_inherited_shape(pto_plan *p);
/* Output i as `element` says; unallocated where its SizeCode is too small. */
void pto_describe_output(pto_plan *p, unsigned i, unsigned type);

/* `claimed`: bytes that other PEs take by the same cooperative operation. */
void pto_plan_room(pto_plan *p, int64_t claimed);

/* PEs in a mask. */
unsigned pto_pe_count(unsigned mask);

/* Bytes of all tiles, Local and Shared, times the PEs that each costs. */
uint64_t pto_core_bytes(const pto_core *core);

/* Core bytes that the plan's outputs take beyond what they release. */
int64_t pto_plan_growth(const pto_plan *p);

/* "B.IOT source 2 t#3" for a Local source; `out` has PTO_OPERAND_TEXT. */
const char *pto_operand_text(const pto_operand *o, char *out);

/* The name of a type, "NONE" where it is none. */
const char *pto_type_text(unsigned type);

/* "an undefined FP32 CUBE_M16 [4,8]"; `out` has PTO_TILE_TEXT. */
const char *pto_tile_text(const pto_tile *t, char *out);

/* The same with the elements that are stored: "FP32 RowMajor [4,5] in 4x8". */
const char *pto_stored_text(const pto_tile *t, char *out);

/* Largest capacity of one Local and of one Shared tile. */
uint32_t pto_local_limit(const pto_isa *isa);
uint32_t pto_shared_limit(void);

/* Does Matrix-MX take operands of this type? */
bool pto_multiplies_mx(const pto_isa *isa, unsigned type);

/* Options of the cell layouts in this revision. */
unsigned pto_cube_options_of(const pto_isa *isa);

/* What a B.DATR.Layout code does: a row of data_layout.def. */
typedef enum pto_data_way {
    PTO_WAY_ANY,
    PTO_WAY_LOAD,
    PTO_WAY_STORE
} pto_data_way;

typedef struct pto_data_layout {
    const char *name;
    uint8_t way;    /* pto_data_way */
    uint8_t layout; /* pto_tile_layout */
    uint8_t from;   /* of TCVT's source */
} pto_data_layout;

const pto_data_layout *pto_data_layout_get(unsigned code);

/*
 * Do two PEs stand at different bundles? Then `out` names the first
 * difference. Registers and what they hold may differ.
 */
bool pto_header_difference(const pto_header *a, const pto_header *b, char *out,
                           size_t size);

#endif
