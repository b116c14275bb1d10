/*
 * A bundle with every name resolved over a const core, the rules it has to
 * keep, and the transaction that its kernel fills. Only publish.c changes a
 * core.
 */
#ifndef PTO_SRC_BUNDLE_PLAN_H
#define PTO_SRC_BUNDLE_PLAN_H

#include "bundle/rule/report.h"

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

/* One destination of this bundle that B.ASSEMBLE puts into a parent. */
typedef struct pto_writer {
    const pto_generation *into;
    const pto_range_modifier *how;
    const pto_tile *piece; /* unallocated where the shape is illegal */
    uint64_t offset;       /* cells */
    uint32_t cells;
    uint8_t pe;
} pto_writer;

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
#include "pto/def/role.def"
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

typedef struct pto_plan {
    const pto_core *core;
    const pto_pe *pe;
    const pto_header *header;
    const pto_tile_op *op;
    unsigned index; /* of pe */
    unsigned mask;
    uint8_t traits; /* of the operation, pto_trait */
    bool computes;  /* false: here only for the rendezvous */
    uint8_t source_count, output_count;
    pto_operand source[PTO_PLAN_SOURCES];
    pto_shared_operand shared[PTO_SHARED_BINDERS];
    pto_output output[PTO_PLAN_OUTPUTS];
    pto_room room;
    pto_matrix_plan matrix;
    pto_move_plan move;
} pto_plan;

/* Bytes of memory that change: `length` bytes at `offset` of the txn's data. */
typedef struct pto_patch {
    uint64_t address;
    size_t offset;
    uint32_t length;
    uint8_t first_mask, last_mask; /* bits that change in the end bytes */
} pto_patch;

/* Effects waiting for publication; of no use to a core until then. */
typedef struct pto_txn {
    pto_tile output[PTO_PES][PTO_MATRIX_OUTPUTS];
    uint8_t output_count[PTO_PES];
    pto_tile shared; /* the whole new payload of one Shared tile */
    bool has_shared;
    pto_tile piece[PTO_PES]; /* what each PE adds to a Shared parent */
    pto_tile parent[PTO_PES][PTO_MATRIX_OUTPUTS]; /* what INIT opens */
    pto_tile shared_parent;
    uint8_t shared_id, allocation_mask, initialized_mask;
    uint8_t flags[PTO_PES];
    uint8_t *data;
    size_t data_used, data_size;
    pto_patch *segment;
    size_t segment_count, segment_size;
    uint32_t *sum; /* accumulators of one bundle */
    size_t sum_size;
    struct pto_workspace *workspace; /* of the matrix kernels */
} pto_txn;

typedef enum pto_rule {
#define RULE(name, fault, text) PTO_RULE_##name,
#include "pto/def/rule.def"
#undef RULE
    PTO_RULE_COUNT
} pto_rule;

#define RULE(name, fault, text) \
    bool pto_rule_##name(const pto_plan *p, pto_detail *d);
#include "pto/def/rule.def"
#undef RULE

/*
 * Computes into the transaction, for one plan or for the four of a cooperative
 * operation; false: no host memory.
 */
typedef bool pto_kernel_fn(const pto_plan *plans, unsigned count, pto_txn *t);

/* Rules in architectural fault order, ended by PTO_RULE_COUNT, and kernel. */
typedef struct pto_schema {
    const char *name;
    const uint8_t *rules;
    pto_kernel_fn *run;
} pto_schema;

typedef enum pto_schema_id {
#define SCHEMA(name, ...) PTO_SCHEMA_##name,
#include "pto/def/schema.def"
#undef SCHEMA
    PTO_SCHEMA_COUNT
} pto_schema_id;

const pto_schema *pto_schema_get(pto_schema_id id);

/* What is special about an operation, as a bit set; none has no bit. */
typedef enum pto_trait {
    PTO_FROM_MEMORY = 1,
    PTO_TO_MEMORY = 2,
    PTO_COPIES = 4, /* a tile to a tile */
    PTO_PRODUCT = 8,
    PTO_BIAS = 16,
    PTO_ACCUMULATES = 32,
    PTO_SCALED = 64,   /* Matrix-MX */
    PTO_ONE_ROW = 128, /* vector by matrix */
} pto_trait;

/* A row of bundle_op.def. */
typedef struct pto_bundle_op {
    uint8_t local, shared, cells; /* pto_schema_id */
    uint8_t traits;
} pto_bundle_op;

/* `op` is below PTO_OP_COUNT; one that bundles do not carry out: no traits. */
const pto_bundle_op *pto_bundle_op_get(unsigned op);

const char *pto_rule_name(pto_rule r);
const char *pto_rule_text(pto_rule r);
pto_fault_code pto_rule_fault(pto_rule r);

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
void pto_plan_matrix(pto_plan *p);
void pto_plan_move(pto_plan *p);
/* `claimed`: bytes that other PEs take by the same cooperative operation. */
void pto_plan_room(pto_plan *p, int64_t claimed);

/* PEs in a mask. */
unsigned pto_pe_count(unsigned mask);

/* Bytes of all tiles, Local and Shared, times the PEs that each costs. */
uint64_t pto_core_bytes(const pto_core *core);

/* Core bytes that the plan's outputs take beyond what they release. */
int64_t pto_plan_growth(const pto_plan *p);

/*
 * The first rule that fails names the fault; true where none does. A rule is
 * asked of all plans before the next rule is.
 */
bool pto_plan_legal(const pto_plan *plans, unsigned count, const pto_schema *s,
                    pto_fault *why);

/* Does one rule hold? If not, `why` says so. */
bool pto_rule_check(const pto_plan *p, pto_rule r, pto_fault *why);

/* "B.IOT source 2 t#3" for a Local source; `out` has PTO_OPERAND_TEXT. */
const char *pto_operand_text(const pto_operand *o, char *out);

/* The name of a type, "NONE" where it is none. */
const char *pto_type_text(unsigned type);

/* "an undefined FP32 CUBE_M16 [4,8]"; `out` has PTO_TILE_TEXT. */
const char *pto_tile_text(const pto_tile *t, char *out);

/* Largest capacity of one Local and of one Shared tile. */
uint32_t pto_local_limit(const pto_isa *isa);
uint32_t pto_shared_limit(void);

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
} pto_data_layout;

const pto_data_layout *pto_data_layout_get(unsigned code);

bool pto_txn_init(pto_txn *t);
void pto_txn_free(pto_txn *t);

/* Room for n accumulators; NULL: no host memory. */
uint32_t *pto_txn_sums(pto_txn *t, size_t n);

/* Append a segment and return where its bytes go; NULL: no host memory. */
uint8_t *pto_txn_store(pto_txn *t, uint64_t address, uint32_t length,
                       uint8_t first_mask, uint8_t last_mask);

/* Give back what was staged but is not published. */
void pto_txn_drop(pto_txn *t, pto_pool *pool);

/* Attach payloads to all outputs of a plan; false: no host memory. */
bool pto_txn_stage(pto_txn *t, const pto_plan *p, pto_pool *pool);

/* The writers of a bundle; `out` has room for PTO_PLAN_OUTPUTS + PTO_PES. */
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

/* Make every page of the segments exist. */
bool pto_txn_reserve(const pto_txn *t, pto_memory *m);

/* Show everything at once. Cannot fail. */
void pto_publish(pto_core *core, const pto_plan *plans, unsigned count,
                 pto_txn *t);

/*
 * Do two PEs stand at different bundles? Then `out` names the first
 * difference. Registers and what they hold may differ.
 */
bool pto_header_difference(const pto_header *a, const pto_header *b, char *out,
                           size_t size);

pto_kernel_fn pto_run_matrix, pto_run_load, pto_run_store, pto_run_move;

#endif
