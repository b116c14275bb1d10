/* The columns of tile_op.def that only bundles look at. */
#include "bundle/core/row.h"

enum {
    NONE = 0,
    FROM_MEMORY = PTO_FROM_MEMORY,
    TO_MEMORY = PTO_TO_MEMORY,
    COPIES = PTO_COPIES,
    BIAS = PTO_BIAS,
    ACCUMULATES = PTO_ACCUMULATES,
    SCALED = PTO_SCALED,
    ONE_ROW = PTO_ONE_ROW,
    OF_COLUMNS = PTO_OF_COLUMNS,
    FROM_ONE = PTO_FROM_ONE,
    FROM_FIRST = PTO_FROM_FIRST,
    MEETS = PTO_MEETS,
};

/* Where a function stands in a pto_arithmetic, and of how many operands. */
enum {
#define ARITH_1(name) AT_##name = PTO_ARITH1_##name, TAKES_##name = 1,
#define ARITH_2(name) AT_##name = PTO_ARITH2_##name, TAKES_##name = 2,
#define ARITH_3(name) AT_##name = PTO_ARITH3_##name, TAKES_##name = 3,
#include "pto/def/arith.def"
    AT_NONE = 0,
    TAKES_NONE = 0,
};

/* What a call leaves out is NONE. */
#define CALL(...) CALL_OF(__VA_ARGS__, NONE, NONE, )

static const pto_bundle_op rows[PTO_OP_COUNT] = {
#define CALL_OF(schema, function, traits, ...) \
    PTO_SCHEMA_##schema, AT_##function, traits
#define NOT_YET(name) PTO_SCHEMA_COUNT
#define TILE_OP(name, engine, code, group, roles, call, set, ...) \
    [PTO_OP_##name] = {.schema = call, .types = PTO_TYPES_##set},
#include "pto/def/tile_op.def"
#undef CALL_OF
#undef NOT_YET
};

/*
 * Destinations, sources, registers and the operands of the function as one
 * number of four digits, which a schema has in common with its operations.
 */
#define D +0x0001
#define S +0x0010
#define X +0x0100
enum {
#define SCHEMA(name, roles, operands, ...) \
    FORM_##name = 0x1000 * operands roles,
#include "bundle/schema.def"
#undef SCHEMA
    FORM_OF_ANY = -1,
};

/* Sources of a matrix operation beyond A and B. */
#define MORE(traits)                                                      \
    (((traits)&BIAS ? 0x0010 : 0) + ((traits)&ACCUMULATES ? 0x0010 : 0) + \
     ((traits)&SCALED ? 0x0020 : 0))

/* A row that does not fit its schema does not compile. */
#define CALL_OF(schema, function, traits, ...) \
    (int)FORM_##schema + MORE((int)(traits)) - 0x1000 * (int)TAKES_##function
#define NOT_YET(name) FORM_OF_ANY
#define TILE_OP(name, engine, code, group, roles, call, ...)     \
    _Static_assert((call) == FORM_OF_ANY || (call) == (0 roles), \
                   #name ": not the roles of its schema, or a "  \
                         "function of another number of operands");
#include "pto/def/tile_op.def"

const pto_bundle_op *pto_bundle_op_get(unsigned op)
{
    return &rows[op];
}
