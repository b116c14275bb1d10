/* The tile operations that bundles carry out, as a table. */
#include "bundle/core/row.h"

#include <string.h>

/* Where in a pto_arithmetic a function stands. */
#define PLACE(operands, name)                \
    (offsetof(pto_arithmetic, f##operands) + \
     sizeof(pto_fn##operands *) * PTO_ARITH##operands##_##name)
enum place {
#define ARITH_1(name) AT_##name = PLACE(1, name),
#define ARITH_2(name) AT_##name = PLACE(2, name),
#define ARITH_3(name) AT_##name = PLACE(3, name),
#include "pto/def/arith.def"
};

static const pto_bundle_op rows[PTO_OP_COUNT] = {
#define ROW(name, local, shared, cells, traits, apply, types, model) \
    [PTO_OP_##name] = {true,                                         \
                       PTO_SCHEMA_##local,                           \
                       PTO_SCHEMA_##shared,                          \
                       PTO_SCHEMA_##cells,                           \
                       traits,                                       \
                       apply,                                        \
                       PTO_TYPES_##types,                            \
                       PTO_TYPES_##model},
#define BUNDLE_OP(name, local, shared, cells, traits) \
    ROW(name, local, shared, cells, traits, 0, NONE, NONE)
#define PLAIN_OP(name, schema, types) SPLIT_OP(name, schema, types, NONE)
#define SPLIT_OP(name, schema, types, model) \
    ROW(name, schema, schema, CUBE_LOAD, 0, 0, types, model)
#define MEETING_OP(name, schema, types) \
    ROW(name, schema, schema, CUBE_LOAD, PTO_MEETS, 0, types, NONE)
#define ELEMENT_OP(name, schema, types, apply) \
    ROW(name, schema, schema, CUBE_LOAD, 0, AT_##apply, types, NONE)
#define AXIS_OP(name, schema, types, apply, traits) \
    ROW(name, schema, schema, CUBE_LOAD, traits, AT_##apply, types, NONE)
#define PLAIN_AXIS_OP(name, schema, types, traits) \
    ROW(name, schema, schema, CUBE_LOAD, traits, 0, types, NONE)
#include "pto/def/bundle_op.def"
#undef BUNDLE_OP
#undef PLAIN_OP
#undef MEETING_OP
#undef SPLIT_OP
#undef ELEMENT_OP
#undef AXIS_OP
#undef PLAIN_AXIS_OP
#undef ROW
};

/* A layout of cells is refused before the operation is seen to be missing. */
static const pto_bundle_op missing = {
    .local = PTO_SCHEMA_COUNT,
    .shared = PTO_SCHEMA_COUNT,
    .cells = PTO_SCHEMA_CUBE_LOAD,
};

const pto_bundle_op *pto_bundle_op_get(unsigned op)
{
    return rows[op].present ? &rows[op] : &missing;
}

/* The member of the profile's tile arithmetic that a row names. */
static const void *member(const pto_bundle_op *op, const pto_profile *profile)
{
    return (const char *)profile->tile + op->apply;
}

pto_fn1 *pto_apply1(const pto_bundle_op *op, const pto_profile *profile)
{
    pto_fn1 *f;
    memcpy(&f, member(op, profile), sizeof f);
    return f;
}

pto_fn2 *pto_apply2(const pto_bundle_op *op, const pto_profile *profile)
{
    pto_fn2 *f;
    memcpy(&f, member(op, profile), sizeof f);
    return f;
}

pto_fn3 *pto_apply3(const pto_bundle_op *op, const pto_profile *profile)
{
    pto_fn3 *f;
    memcpy(&f, member(op, profile), sizeof f);
    return f;
}

/* Does one word of tile_op.def's roles name a register of B.IOR? */
static bool names_register(const char *role, size_t length)
{
    static const char *const names[] = {"address", "diagonal", "flag0"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strlen(names[i]) == length && !strncmp(role, names[i], length))
            return true;
    return length == 2 && *role == 'X';
}

pto_operand_counts pto_operands_of(const pto_tile_op *op)
{
    pto_operand_counts n = {.outputs = 0};
    for (const char *at = op->roles; *at;) {
        size_t length = strcspn(at, " ");
        if (length == 2 && *at == 'D')
            n.outputs++;
        else if (length == 2 && *at == 'S')
            n.sources++;
        else if (names_register(at, length))
            n.registers++;
        at += length + (at[length] != '\0');
    }
    return n;
}
