/* The 109 tile operations: names, selectors, engines, roles, contracts. */
#ifndef PTO_TILE_OP_H
#define PTO_TILE_OP_H

#include <stddef.h>
#include <stdint.h>
#include "pto/api.h"
#include "pto/fault.h"
#include "pto/isa.h"

PTO_C_BEGIN

typedef enum pto_tile_op_id {
#define TILE_OP(name, ...) PTO_OP_##name,
#include "pto/def/tile_op.def"
    PTO_OP_COUNT
} pto_tile_op_id;

/* The commands that select a tile operation. */
typedef enum pto_tile_family {
    PTO_FAMILY_TEPL,
    PTO_FAMILY_TLSU,
    PTO_FAMILY_CUBE,
} pto_tile_family;

/* Fields of B.DATR, as a bit set. */
enum pto_datr_field {
    PTO_DATR_TYPE = 1,
    PTO_DATR_LAYOUT = 2,
    PTO_DATR_PAD = 4,
    PTO_DATR_CMODE = 8,
    PTO_DATR_RMODE = 16,
    PTO_DATR_SAT = 32,
    PTO_DATR_CANON = 64,
};

typedef struct pto_tile_op {
    const char *name;
    const char *engine; /* VEC, SFU, TLSU or CUBE */
    const char *group;  /* class of the public catalog */
    const char *roles;  /* see tile_op.def */
    const char *domain; /* rounding domain of ADR 0047 */
    uint8_t family;     /* pto_tile_family */
    uint8_t code;       /* selector within the family */
    uint8_t datr;       /* bit set of pto_datr_field that may be nonzero */
    uint8_t outputs, sources, registers; /* roles: destinations, source tiles,
                                            registers of B.IOR */
    pto_when when;
} pto_tile_op;

/* The row of an operation; NULL outside 0..PTO_OP_COUNT-1. */
PTO_API const pto_tile_op *pto_tile_op_get(unsigned id);

/* Is the operation part of this revision? Of some, if isa is NULL. */
PTO_API bool pto_tile_op_exists(const pto_tile_op *op, const pto_isa *isa);

/*
 * By name, any case, or as its form spells it: TMATMUL_MX_ACC, tmatmulmx.acc.
 * PTO_OP_COUNT where there is none.
 */
PTO_API unsigned pto_tile_op_by_name(const pto_isa *isa, const char *name,
                                     size_t length);

/* The operation that has this form of its own, or PTO_OP_COUNT. */
PTO_API unsigned pto_tile_op_of_form(const pto_isa *isa, const pto_form *f);

/* ---- Contracts: what operations and rules want, as tables hold it -------- */

/* One operand of a kind of bundles, in the order of binders and registers. */
typedef struct pto_operand_contract {
    const char *role;
    const char *type, *layout, *shape; /* NULL: a register of B.IOR */
    const char *text;                  /* what the register holds */
} pto_operand_contract;

/* A rule of operations or of header commands. */
typedef struct pto_rule_contract {
    const char *name, *text; /* its sentence */
    uint32_t fault;          /* pto_fault_code */
    const char *why;         /* the reason for it */
    const char *record;      /* that has it */
} pto_rule_contract;

/* Sorts of bundles that one operation has: Local, cells, Shared. */
enum { PTO_OPERATION_KINDS = 3 };

/* What an operation does, a sentence without its subject; `op` of tile_op.h. */
PTO_API const char *pto_operation_summary(unsigned op);

/* What an element of the result is; NULL where no one function says it. */
PTO_API const char *pto_operation_value(unsigned op);

/* The DataTypes that its BSTART may give: bit i is code i. */
PTO_API uint32_t pto_operation_types(const pto_isa *isa, unsigned op);

/* Its kinds of bundles, one to PTO_OPERATION_KINDS; how many there are. */
PTO_API unsigned pto_operation_kinds(unsigned op, unsigned *kinds);

/* Which bundles are of a kind; "" where all of the operation's are. */
PTO_API const char *pto_kind_bundles(unsigned kind);

/* What LB0, LB1 and LB2 mean there; "" where they may not be given. */
PTO_API const char *pto_kind_dimension(unsigned kind, unsigned i);

/* Operand i of an operation in bundles of this kind; false behind the last. */
PTO_API bool pto_operation_operand(unsigned op, unsigned kind, unsigned i,
                                   pto_operand_contract *out);

/* The i-th rule that a revision asks, in the order of faults; NULL behind. */
PTO_API const pto_rule_contract *pto_kind_rule(const pto_isa *isa,
                                               unsigned kind, unsigned i);

/*
 * A complete program around one bundle of this kind; free *text with pto_free.
 * It stops at cross_model_stop, but where no such bundle is legal.
 */
PTO_API pto_status pto_operation_example(unsigned op, unsigned kind,
                                         char **text);

/* The rules of operations, then those of header commands; NULL behind. */
PTO_API const pto_rule_contract *pto_rule_at(unsigned i);

/* Why no program that is assembled and run breaks rule i; NULL: some does. */
PTO_API const char *pto_rule_no_program(unsigned i);

/*
 * A program that rule i rejects, or the legal one that it was made of; where
 * pto_rule_no_program is NULL. *isa: the revision, "" for the default; free
 * *text with pto_free. PTO_BAD_ARGUMENT: nothing like it is legal.
 */
PTO_API pto_status pto_rule_example(unsigned i, bool legal, char **text,
                                    const char **isa);

PTO_C_END

#endif
