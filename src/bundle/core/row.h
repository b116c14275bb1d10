/* Rows of bundle_op.def: which schema judges an operation, and its traits. */
#ifndef PTO_SRC_BUNDLE_CORE_ROW_H
#define PTO_SRC_BUNDLE_CORE_ROW_H

#include "pto/profile.h"
#include "pto/tile_op.h"

typedef enum pto_schema_id {
#define SCHEMA(name, ...) PTO_SCHEMA_##name,
#include "bundle/schema.def"
#undef SCHEMA
    PTO_SCHEMA_COUNT
} pto_schema_id;

/* What is special about an operation, as a bit set; none has no bit. */
typedef enum pto_trait {
    PTO_FROM_MEMORY = 1,
    PTO_TO_MEMORY = 2,
    PTO_COPIES = 4, /* a tile to a tile */
    PTO_PRODUCT = 8,
    PTO_BIAS = 16,
    PTO_ACCUMULATES = 32,
    PTO_SCALED = 64,       /* Matrix-MX */
    PTO_ONE_ROW = 128,     /* vector by matrix */
    PTO_OF_COLUMNS = 256,  /* one value for each column, else for each row */
    PTO_FROM_ONE = 512,    /* a fold starts at one, else at zero */
    PTO_FROM_FIRST = 1024, /* a fold starts at its first element */
    PTO_MEETS = 2048       /* all PEs arrive before any of them acts */
} pto_trait;

/* Rows of type_set.def: bit i is DataType code i. */
typedef enum pto_type_set {
#define T(name)               | 1 << PTO_##name
#define S(name)               | PTO_TYPES_##name
#define TYPE_SET(name, types) PTO_TYPES_##name = 0 types,
#include "bundle/core/type_set.def"
#undef TYPE_SET
#undef T
#undef S
} pto_type_set;

static inline bool pto_type_in(unsigned type, uint32_t set)
{
    return set >> type & 1;
}

/* A row of bundle_op.def. */
typedef struct pto_bundle_op {
    bool present;
    uint8_t local, shared, cells; /* pto_schema_id */
    uint16_t traits;
    uint16_t apply;       /* of ELEMENT_OP: where in a pto_arithmetic */
    uint32_t types;       /* pto_type_set */
    uint32_t model_types; /* under asl_quirks, where these differ; else 0 */
} pto_bundle_op;

/* `op` is below PTO_OP_COUNT; one that bundles do not carry out: not present.
 */
const pto_bundle_op *pto_bundle_op_get(unsigned op);

/* What the row's `apply` names, as a function of one, two or three elements. */
pto_fn1 *pto_apply1(const pto_bundle_op *op, const pto_profile *profile);
pto_fn2 *pto_apply2(const pto_bundle_op *op, const pto_profile *profile);
pto_fn3 *pto_apply3(const pto_bundle_op *op, const pto_profile *profile);

/* How many destinations, Local sources and registers an operation takes. */
typedef struct pto_operand_counts {
    uint8_t outputs, sources, registers;
} pto_operand_counts;

pto_operand_counts pto_operands_of(const pto_tile_op *op);

#endif
