/*
 * The architectural state that instructions see and change: one core, its four
 * PEs, their bundle headers and tiles. What only traps, system registers and
 * the run loop need is src/machine's (struct pto_host).
 */
#ifndef PTO_SRC_BUNDLE_STATE_H
#define PTO_SRC_BUNDLE_STATE_H

#include "base/memory.h"
#include "bundle/pool.h"
#include "isa/semantics.h"
#include "pto/fault.h"
#include "pto/isa.h"
#include "pto/profile.h"
#include "pto/tile_op.h"
#include "pto/tile.h"

enum {
    PTO_PES = 4,
    PTO_GPRS = 24,
    PTO_QUEUE_DEPTH = 4,
    PTO_PREDICATES = 8,
    PTO_HANDS = 4,
    PTO_HAND_TILES = 16,
    PTO_LOCAL_TILES = PTO_HANDS * PTO_HAND_TILES,
    PTO_SHARED_TILES =
        256,            /* the feature shared_ids says how many have names */
    PTO_DIMENSIONS = 3, /* LB0, LB1, LB2 */
    PTO_BINDERS = 16,   /* B.IOT of one bundle */
    PTO_SHARED_BINDERS = 4, /* B.IOS of one bundle */
};

/* Masks are written PE0 first: PE i is bit 3 - i, so 1000 is PE0 alone. */
enum { PTO_ALL_PES = 15 };

static inline unsigned pto_pe_bit(unsigned pe)
{
    return 8U >> pe;
}

/* B.SUBVIEW or B.ASSEMBLE, attached to the binder before it. */
typedef struct pto_range_modifier {
    bool present;
    uint8_t size_code; /* SubviewSizeCode or ParentSizeCode */
    bool init, last;   /* B.ASSEMBLE */
    /*
     * GPR[RegSrc] + uimm11 when decoded, in cells, for each PE: its own in the
     * single-stream view, where one header stands for four; else the PE's.
     */
    uint64_t offset[PTO_PES];
} pto_range_modifier;

/* The binder that a range modifier may still follow, and its free roles. */
typedef struct pto_range_group {
    bool open;
    bool ignored;    /* the binder's PE mask was 0000: nothing is kept */
    bool shared;     /* B.IOS, not B.IOT */
    uint8_t binder;  /* index of the binder */
    uint8_t allowed; /* bit 0 source 0, bit 1 source 1, bit 2 destination */
} pto_range_group;

/* One B.IOT, as encoded. */
typedef struct pto_binder {
    uint8_t mask;
    bool has_destination, has_source[2], last;
    uint8_t hand, size_code; /* destination: hand 0..3, SizeCode */
    uint8_t source[2];       /* 6-bit selectors: hand << 4 | number - 1 */
    pto_range_modifier view[2], assemble;
} pto_binder;

/* One B.IOS, as encoded; size_code 0 is a source. */
typedef struct pto_shared_binder {
    uint8_t id, mask, size_code;
    pto_range_modifier view, assemble;
} pto_shared_binder;

typedef struct pto_scalar_binder {
    bool present;
    uint8_t destination, source[3];
} pto_scalar_binder;

/* pto_control_attributes (B.CATR), data (B.DATR), post (B.FPATR), hint. */
#define FLAG(group, member, ...) bool member;
#define KEPT(group, member)      bool member;
#define CODE(group, member, ...) uint8_t member;
#define WORD(group, member, ...) uint16_t member;
#define ATTRIBUTES(group, command, fields)    \
    typedef struct pto_##group##_attributes { \
        bool present;                         \
        fields                                \
    } pto_##group##_attributes;
#include "bundle/attribute.def"
#undef FLAG
#undef KEPT
#undef CODE
#undef WORD
#undef ATTRIBUTES

/* What BSTART selected. op is PTO_OP_COUNT for control blocks. */
typedef struct pto_operation {
    bool present, variant; /* variant: of the public model, no encoding */
    uint8_t op;            /* pto_tile_op_id */
    uint8_t type;          /* 5-bit DataType code */
    bool has_type;
} pto_operation;

/*
 * The open bundle of one PE: everything from BSTART to BSTOP. A trap saves and
 * restores it whole.
 */
typedef struct pto_header {
    union {
        struct {
            bool active, body;
            bool target_set, condition_set; /* SETC.TGT, SETC done */
            bool terminal;          /* ACRC done: only BSTOP or BSTART follow */
            uint8_t kind, transfer; /* BARG: pto_block_kind, pto_transfer */
            bool taken;
        };
        uint64_t word; /* all of these, to be tested and set at once */
    };
    bool zero_mask_seen;    /* a binder with PE mask 0000 */
    uint64_t bpcn;          /* BARG: candidate continuation */
    uint64_t sequential_pc; /* after BSTART */
    uint64_t frame_target;  /* what FRET.STK returns to */
    uint64_t argument;
    uint8_t argument_kind;
    pto_operation operation;
    uint16_t dimension[PTO_DIMENSIONS];
    uint8_t dimension_set; /* bit i: LBi was given */
    uint8_t binder_count, shared_count;
    pto_scalar_binder scalar;
    pto_binder binder[PTO_BINDERS];
    pto_shared_binder shared[PTO_SHARED_BINDERS];
    pto_range_group range;
#define ATTRIBUTES(group, ...) pto_##group##_attributes group;
#include "bundle/attribute.def"
#undef ATTRIBUTES
} pto_header;

/*
 * A parent tile that B.ASSEMBLE writers fill, cell by cell. Nobody sees it
 * before its LAST. The payload stands in cell order whatever the layout; the
 * descriptor has one column a cell until the last writer gives it its shape.
 */
typedef struct pto_generation {
    bool open;
    uint8_t mask;            /* of every writer */
    uint8_t begun, finished; /* PEs that did INIT and LAST */
    uint8_t layout;          /* pto_tile_layout of the writers */
    uint32_t cells;
    uint32_t line;     /* valid rows (cells) or valid columns (row-major) */
    uint32_t physical; /* row-major: columns */
    uint32_t valid_rows, valid_columns; /* so far */
    uint64_t covered[PTO_TILE_MAX_BYTES / PTO_CELL_BYTES / 64];
    pto_tile tile;
} pto_generation;

typedef struct pto_queue {
    uint64_t value[PTO_QUEUE_DEPTH]; /* [0] is #1, the newest */
    uint8_t valid;                   /* bit i: entry i */
} pto_queue;

/*
 * A Local tile in its slot, hand * 16 + number - 1. Under tile_names=relative
 * number 1 is the newest of its hand. `mask` matters in the single-stream view,
 * where one slot stands for the tiles of all the PEs that it names.
 */
typedef struct pto_local {
    pto_tile tile; /* tile.allocated tells whether the slot is in use */
    uint8_t mask;
} pto_local;

typedef struct pto_shared {
    pto_tile tile;
    bool described, published;
    uint8_t allocation_mask, initialized_mask;
    pto_generation building;
} pto_shared;

/* The registers come first: src/machine names them by their offset. */
typedef struct pto_pe {
    uint64_t gpr[PTO_GPRS]; /* [0] stays zero */
    pto_queue t, u;
    uint64_t sink; /* what results that go nowhere overwrite; no state */
    uint64_t tpc, bpc;
    uint64_t core_state; /* 3:0 ring, 36:32 sticky flags, 39:37 rounding */
    uint64_t commit_argument, return_address;
    uint32_t predicate[PTO_PREDICATES];
    pto_header header;
    pto_local local[PTO_LOCAL_TILES];
    pto_generation building[PTO_HANDS];
} pto_pe;

/* Where a cooperative bundle stands: who waits, and what came of it. */
typedef struct pto_rendezvous {
    uint8_t arrived;  /* mask of the PEs that wait */
    uint8_t released; /* mask of the PEs whose outcome is ready */
    pto_fault fault[PTO_PES];
} pto_rendezvous;

typedef struct pto_core {
    pto_isa isa;
    const pto_profile *profile;
    uint32_t pes; /* 4, or 1: the single-stream view */
    uint32_t threads;
    pto_memory memory;
    pto_pe pe[PTO_PES]; /* with pes == 1 only the GPRs of PE1..3 are used */
    pto_shared shared[PTO_SHARED_TILES];
    pto_rendezvous rendezvous;
    pto_pool pool; /* every tile payload of this core comes from here */
    struct pto_scratch *scratch; /* what bundles work in; made when needed */
} pto_core;

static inline uint64_t pto_gpr(const pto_pe *pe, unsigned i)
{
    return i ? pe->gpr[i] : 0;
}

/* Is a 5-bit source selector readable: a GPR, or a valid queue entry? */
static inline bool pto_source_legal(const pto_pe *pe, unsigned selector)
{
    if (selector < PTO_GPRS)
        return true;
    return selector < 28 ? pe->t.valid >> (selector - 24) & 1
                         : pe->u.valid >> (selector - 28) & 1;
}

/* Value of a 5-bit source selector: R0..R23, T#1..T#4, U#1..U#4. */
static inline uint64_t pto_source(const pto_pe *pe, unsigned selector)
{
    if (selector < PTO_GPRS)
        return pto_gpr(pe, selector);
    return selector < 28 ? pe->t.value[selector - 24]
                         : pe->u.value[selector - 28];
}

#endif
