/* The tile operations that bundles carry out, as a table. */
#include "bundle/op/row.h"

static const pto_bundle_op rows[PTO_OP_COUNT] = {
#define BUNDLE_OP(name, local, shared, cells, traits)           \
    [PTO_OP_##name] = {PTO_SCHEMA_##local, PTO_SCHEMA_##shared, \
                       PTO_SCHEMA_##cells, traits},
#include "pto/def/bundle_op.def"
#undef BUNDLE_OP
};

/* A layout of cells is refused before the operation is seen to be missing. */
static const pto_bundle_op missing = {
    .local = PTO_SCHEMA_COUNT,
    .shared = PTO_SCHEMA_COUNT,
    .cells = PTO_SCHEMA_CUBE_LOAD,
};

const pto_bundle_op *pto_bundle_op_get(unsigned op)
{
    return rows[op].traits ? &rows[op] : &missing;
}
