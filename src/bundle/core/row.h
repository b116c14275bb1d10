/* Which schema judges a tile operation, what it computes, and its traits. */
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
    PTO_BIAS = 8,
    PTO_ACCUMULATES = 16,
    PTO_SCALED = 32,      /* Matrix-MX */
    PTO_ONE_ROW = 64,     /* vector by matrix */
    PTO_OF_COLUMNS = 128, /* one value for each column, else for each row */
    PTO_FROM_ONE = 256,   /* a fold starts at one, else at zero */
    PTO_FROM_FIRST = 512, /* a fold starts at its first element */
    PTO_MEETS = 1024      /* all PEs arrive before any of them acts */
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

/* A row of tile_op.def. */
typedef struct pto_bundle_op {
    uint8_t schema; /* pto_schema_id; PTO_SCHEMA_COUNT: not implemented */
    uint8_t apply;  /* what computes an element: a row of arith.def */
    uint16_t traits;
    uint32_t types; /* pto_type_set */
} pto_bundle_op;

/* `op` is below PTO_OP_COUNT. */
const pto_bundle_op *pto_bundle_op_get(unsigned op);

#endif
