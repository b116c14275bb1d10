/* Rows of bundle_op.def: which schema judges an operation, and its traits. */
#ifndef PTO_SRC_BUNDLE_OP_ROW_H
#define PTO_SRC_BUNDLE_OP_ROW_H

#include <stdint.h>
#include "pto/tile_op.h"

typedef enum pto_schema_id {
#define SCHEMA(name, ...) PTO_SCHEMA_##name,
#include "pto/def/schema.def"
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

#endif
