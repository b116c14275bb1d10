/* What forms do: the semantics column of insn.def as typed data. */
#ifndef PTO_SRC_ISA_SEMANTICS_H
#define PTO_SRC_ISA_SEMANTICS_H

#include "pto/isa.h"
#include "pto/numeric.h"
#include "pto/profile.h"

typedef enum pto_semantics_class {
#define CLASS(class, name, way, needs) PTO_DOES_##class,
#include "isa/class.def"
#undef CLASS
    PTO_DOES_COUNT
} pto_semantics_class;

typedef enum pto_alu_kind {
#define ALU(operation, right) PTO_ALU_##operation,
#include "isa/alu.def"
#undef ALU
    PTO_ALU_COUNT
} pto_alu_kind;

/* The column `right` of alu.def. */
typedef enum pto_alu_right {
    PTO_SRCR_PLAIN,
    PTO_SRCR_NEGATES,
    PTO_SRCR_INVERTS,
    PTO_SRCR_COMPARES,
    PTO_SRCR_TESTS
} pto_alu_right;

typedef enum pto_exec_kind {
#define EXEC(name) PTO_EXEC_##name,
#include "isa/exec.def"
#undef EXEC
    PTO_EXEC_COUNT
} pto_exec_kind;

/* (The base + the immediate of so many bits, sign-extended) << shift. */
typedef struct pto_constant {
    enum pto_constant_base { PTO_FROM_ZERO, PTO_FROM_PC } base;
    uint8_t bits, shift;
} pto_constant;

typedef enum pto_three_kind {
    PTO_THREE_MADD,
    PTO_THREE_MADDW,
    PTO_THREE_CSEL
} pto_three_kind;

typedef enum pto_wide_kind {
    PTO_WIDE_MUL,
    PTO_WIDE_MULU,
    PTO_WIDE_CCAT,
    PTO_WIDE_CCATW,
} pto_wide_kind;

typedef enum pto_wide_add_kind {
    PTO_WIDE_ADD_MADD,
    PTO_WIDE_ADD_MADDW
} pto_wide_add_kind;

/* The immediate factor of SCALED is added or subtracted. */
typedef enum pto_scaled_kind {
    PTO_SCALED_PLUS,
    PTO_SCALED_MINUS
} pto_scaled_kind;

typedef enum pto_target_kind {
    PTO_TARGET_AGAIN,
    PTO_TARGET_ONCE
} pto_target_kind;

typedef enum pto_block_kind {
    PTO_BLOCK_STANDARD,
    PTO_BLOCK_FLOATING,
    PTO_BLOCK_SYSTEM,
    PTO_BLOCK_TILE_ELEMENT,
    PTO_BLOCK_TILE_MEMORY,
    PTO_BLOCK_TILE_MATRIX,
    PTO_BLOCK_FRAME,
} pto_block_kind;

typedef enum pto_transfer {
    PTO_TRANSFER_FALLTHROUGH,
    PTO_TRANSFER_DIRECT,
    PTO_TRANSFER_CONDITIONAL,
    PTO_TRANSFER_CALL,
    PTO_TRANSFER_RETURN,
    PTO_TRANSFER_INDIRECT,
    PTO_TRANSFER_INDIRECT_CALL,
    PTO_TRANSFER_BRANCH_TYPE, /* of a form: as the field BrType says */
} pto_transfer;

/* What memory a form touches, and how it finds the address. */
typedef enum pto_address {
    PTO_ADDRESS_INDEXED,    /* base + (SrcR modified << shamt or scale) */
    PTO_ADDRESS_OFFSET,     /* base + (immediate << scale) */
    PTO_ADDRESS_PC_RELATIVE /* (pc without bits 1:0) + (immediate << scale) */
} pto_address;

typedef enum pto_update {
    PTO_UPDATE_NONE,
    PTO_UPDATE_BEFORE,
    PTO_UPDATE_AFTER
} pto_update;

typedef struct pto_access {
    pto_address address;
    pto_update update; /* when the address is written back */
    uint8_t bytes;     /* of one element; pairs touch two */
    uint8_t scale;     /* of the offset, log2; where the form has no shamt */
    bool is_signed;    /* what is loaded is sign-extended */
    bool has_result;   /* of a prefetch: it gives the address */
} pto_access;

typedef enum pto_atomic_kind {
    PTO_ATOMIC_ADD,
    PTO_ATOMIC_AND,
    PTO_ATOMIC_OR,
    PTO_ATOMIC_XOR,
    PTO_ATOMIC_SMIN,
    PTO_ATOMIC_SMAX,
    PTO_ATOMIC_UMIN,
    PTO_ATOMIC_UMAX,
    PTO_ATOMIC_SWAP,
} pto_atomic_kind;

/* What scalar conversions are between: two of them by SrcType or DstType. */
typedef enum pto_number_kind {
    PTO_NUMBER_FLOAT,
    PTO_NUMBER_SIGNED,
    PTO_NUMBER_UNSIGNED,
    PTO_NUMBER_INTEGER
} pto_number_kind;

enum { PTO_ACTIVE = PTO_ROUND_COUNT }; /* the rounding of CORE_STATE */

typedef struct pto_conversion {
    pto_number_kind from, to;
    uint8_t round; /* pto_round or PTO_ACTIVE */
} pto_conversion;

/* The header commands. */
typedef enum pto_command_kind {
    PTO_COMMAND_CONTROL,
    PTO_COMMAND_DATA,
    PTO_COMMAND_HINT,
    PTO_COMMAND_POST,
    PTO_COMMAND_DIMENSION,
    PTO_COMMAND_SCALARS,
    PTO_COMMAND_TILES,
    PTO_COMMAND_SHARED,
    PTO_COMMAND_SUBVIEW,
    PTO_COMMAND_ASSEMBLE,
    PTO_COMMAND_COUNT
} pto_command_kind;

/* Numbered as snapshots hold them. */
typedef enum pto_frame_kind {
    PTO_FRAME_ENTRY = 20,
    PTO_FRAME_EXIT,
    PTO_FRAME_RETURN_ADDRESS,
    PTO_FRAME_RETURN_STACK,
} pto_frame_kind;

typedef enum pto_maintenance {
#define MAINTENANCE(name, cache, operand) PTO_MAINTENANCE_##name,
#include "isa/maintenance.def"
#undef MAINTENANCE
    PTO_MAINTENANCE_COUNT
} pto_maintenance;

typedef enum pto_control_request {
    PTO_SEND_EVENT,
    PTO_WAIT_EVENT,
    PTO_WAIT_INTERRUPT,
    PTO_WAIT_TIMEOUT
} pto_control_request;

typedef struct pto_semantics {
    pto_semantics_class class;
    union {
        pto_alu_kind alu; /* VALUE, PUSH, TOP, TOP_AS_IS, EXTEND, SETC */
        struct {
            pto_alu_kind alu;
            pto_field_id position;
        } bits;
        struct {
            pto_alu_kind first, second;
        } two;
        pto_constant constant;
        pto_three_kind three;
        pto_scaled_kind scaled;
        pto_wide_kind wide;
        pto_wide_add_kind wide_add;
        pto_target_kind target;
        struct {
            pto_block_kind kind;
            pto_transfer transfer;
            pto_block_kind model_kind; /* what the public model takes it for */
        } block;                       /* BLOCK, TILE_BLOCK */
        pto_access access;             /* LOAD..PREFETCH */
        struct {
            pto_atomic_kind kind;
            uint8_t bytes;
        } atomic; /* also the bytes of CAS, LOAD_RESERVED, STORE_CONDITIONAL */
        pto_arith1 float1;
        pto_arith2 float2;
        pto_arith3 float3;
        struct {
            pto_compare relation;
            bool signals; /* a quiet NaN raises NV, too */
        } compare;
        pto_conversion conversion;
        pto_command_kind command;
        pto_frame_kind frame;
        pto_maintenance maintain;
        pto_control_request request;
        pto_exec_kind exec;
        const char *not_yet;
    };
} pto_semantics;

const pto_semantics *pto_semantics_of(const pto_form *f);

/* What its SrcRType makes of SrcR. */
pto_alu_right pto_right_of(pto_alu_kind operation);

/* NULL where the form is no load, store or prefetch. */
const pto_access *pto_access_of(const pto_form *f);

static inline bool pto_form_does(const pto_form *f, pto_semantics_class class)
{
    return pto_semantics_of(f)->class == class;
}

static inline bool pto_starts_block(const pto_form *f)
{
    return pto_form_does(f, PTO_DOES_BLOCK) ||
           pto_form_does(f, PTO_DOES_TILE_BLOCK);
}

static inline bool pto_stops_block(const pto_form *f)
{
    return pto_form_does(f, PTO_DOES_STOP);
}

/* Is it this header command? */
static inline bool pto_form_commands(const pto_form *f, pto_command_kind kind)
{
    return pto_form_does(f, PTO_DOES_COLLECT) &&
           pto_semantics_of(f)->command == kind;
}

/* Is it this one of exec.def? */
static inline bool pto_form_executes(const pto_form *f, pto_exec_kind kind)
{
    return pto_form_does(f, PTO_DOES_EXEC) && pto_semantics_of(f)->exec == kind;
}

/* Does it belong to the header of a block? All others are scalar. */
bool pto_is_command(const pto_form *f);

/* Is it legal in the body of a System block only? */
bool pto_is_system(const pto_form *f);

#endif
