/* The contracts of operations and of kinds of bundles, out of the tables. */
#include "bundle/core/row.h"
#include "pto/tile_op.h"

#define SUMMARY(operation, text) SUMMARY_OF_##operation,
enum {
#include "bundle/reference/summary.def"
    SUMMARIES
};
#undef SUMMARY
_Static_assert(SUMMARIES == (int)PTO_OP_COUNT, "a summary for each operation");

static const char *const summaries[PTO_OP_COUNT] = {
#define SUMMARY(operation, text) [PTO_OP_##operation] = text,
#include "bundle/reference/summary.def"
#undef SUMMARY
};

const char *pto_operation_summary(unsigned op)
{
    return op < PTO_OP_COUNT ? summaries[op] : "";
}

/* What a row of arith.def says, in the order of its operands' functions. */
static const char *const values[3][64] = {
#define VALUE(operands, name, text) \
    [operands - 1][PTO_ARITH##operands##_##name] = text,
#define ARITH(name, operands, ieee, raw, text) VALUE(operands, name, text)
#include "pto/def/arith.def"
#undef VALUE
};

/* Operands of the function that computes an element; 0: there is none. */
static const uint8_t functions[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, roles, operands, ...) operands,
#include "bundle/schema.def"
#undef SCHEMA
};

const char *pto_operation_value(unsigned op)
{
    const pto_bundle_op *row = pto_bundle_op_get(op);
    bool has_one = row->schema < PTO_SCHEMA_COUNT && functions[row->schema];
    return has_one ? values[functions[row->schema] - 1][row->apply] : NULL;
}

/* Operations without a set of their own: matrix ones, and those that move. */
uint32_t pto_operation_types(const pto_isa *isa, unsigned op)
{
    const pto_bundle_op *row = pto_bundle_op_get(op);
    if (row->types || row->schema == PTO_SCHEMA_IMG2COL)
        return row->types;
    if (row->schema != PTO_SCHEMA_MATRIX)
        return PTO_TYPES_ALL;
    if (!(row->traits & PTO_SCALED))
        return PTO_TYPES_FACTORS;
    bool packed = isa->mx_hif4 && !(row->traits & PTO_ONE_ROW);
    return (uint32_t)PTO_TYPES_MX_FACTORS | (uint32_t)packed << PTO_HiF4X2;
}

unsigned pto_operation_kinds(unsigned op, unsigned *kinds)
{
    pto_schema_id own = (pto_schema_id)pto_bundle_op_get(op)->schema;
    unsigned n = 0;
    kinds[n++] = own;
    switch ((unsigned)own) {
    case PTO_SCHEMA_LOAD:
        kinds[n++] = PTO_SCHEMA_CUBE_LOAD;
        kinds[n++] = PTO_SCHEMA_SHARED_LOAD;
        break;
    case PTO_SCHEMA_STORE:
        kinds[n++] = PTO_SCHEMA_CUBE_STORE;
        kinds[n++] = PTO_SCHEMA_SHARED_STORE;
        break;
    case PTO_SCHEMA_MOVE: kinds[n++] = PTO_SCHEMA_SHARED_MOVE; break;
    case PTO_SCHEMA_COUNT: n = 0; break; /* not implemented */
    default: break;
    }
    return n;
}

/* An operand; `by_columns` has a shape where the trait changes it. */
typedef struct operand_row {
    uint16_t trait;
    pto_operand_contract contract;
    const char *by_columns;
} operand_row;

#define OF(role, type, layout, shape) WITH(NONE, role, type, layout, shape)
#define WITH(trait, role, type, layout, shape) \
    {IF_##trait, {role, type, layout, shape, NULL}, NULL},
#define ACROSS(role, type, layout, rows, columns) \
    {0, {role, type, layout, rows, NULL}, columns},
#define REGISTER(role, text) {0, {role, NULL, NULL, NULL, text}, NULL},
enum {
    IF_NONE = 0,
    IF_ACCUMULATES = PTO_ACCUMULATES,
    IF_BIAS = PTO_BIAS,
    IF_SCALED = PTO_SCALED,
};
#define CONTRACT(schema, bundles, operands, ...) \
    static const operand_row operands_##schema[] = {operands{0}};
#include "bundle/reference/contract.def"
#undef CONTRACT

/* A schema without a row does not compile: its operands are not there. */
static const operand_row *const operands[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, ...) operands_##name,
#include "bundle/schema.def"
#undef SCHEMA
};

static const struct {
    const char *bundles, *dimension[3];
} kinds[PTO_SCHEMA_COUNT] = {
#define CONTRACT(schema, bundles, operands, ...) \
    [PTO_SCHEMA_##schema] = {bundles, {__VA_ARGS__}},
#include "bundle/reference/contract.def"
#undef CONTRACT
};

const char *pto_kind_bundles(unsigned kind)
{
    return kinds[kind].bundles;
}

const char *pto_kind_dimension(unsigned kind, unsigned i)
{
    return kinds[kind].dimension[i];
}

bool pto_operation_operand(unsigned op, unsigned kind, unsigned i,
                           pto_operand_contract *out)
{
    unsigned traits = pto_bundle_op_get(op)->traits;
    const operand_row *row = operands[kind];
    for (; row->contract.role; row++) {
        if ((row->trait & ~traits) || i--)
            continue;
        *out = row->contract;
        if (row->by_columns && traits & PTO_OF_COLUMNS)
            out->shape = row->by_columns;
        return true;
    }
    return false;
}
