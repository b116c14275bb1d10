/* Every tile operation is found by its name and by its selector. */
#include "pto/tile_op.h"
#include "isa/when.h"
#include "pto_test.h"

static void check_all(const pto_isa *isa)
{
    for (unsigned i = 0; i < PTO_OP_COUNT; i++) {
        const pto_tile_op *op = pto_tile_op_get(i);
        pto_tile_family family = (pto_tile_family)op->family;
        if (!pto_tile_op_exists(op, isa))
            continue;
        CHECK(pto_tile_op_find(isa, family, op->code) == i, "%s", op->name);
        CHECK(pto_tile_op_by_name(isa, op->name, strlen(op->name)) == i, "%s",
              op->name);
    }
}

/* In every ISA that the operations can tell apart. */
TEST(names_and_selectors_are_unique)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset((pto_revision)0);
    pto_when all = {{UINT64_MAX, UINT64_MAX}};
    for (unsigned i = 0; i < PTO_OP_COUNT; i++)
        all = pto_when_both(all, pto_tile_op_get(i)->when);
    do
        check_all(&isa);
    while (pto_isa_next(&isa, all));
    assert_int_equal(PTO_OP_COUNT, 109);
}

TEST(what_is_no_operation_is_not_found)
{
    UNUSED_STATE;
    assert_int_equal(pto_tile_op_find(NULL, PTO_FAMILY_CUBE, 3), PTO_OP_COUNT);
    assert_int_equal(pto_tile_op_by_name(NULL, "TADDX", 5), PTO_OP_COUNT);
    assert_int_equal(pto_tile_op_by_name(NULL, "tadd", 4), PTO_OP_TADD);
    assert_null(pto_tile_op_get(PTO_OP_COUNT));
}

TEST(roles_are_counted)
{
    UNUSED_STATE;
    const pto_tile_op *op = pto_tile_op_get(PTO_OP_TSORT);
    assert_string_equal(op->roles, "D0 D1 S0 sort_width flag0");
    assert_int_equal(op->outputs, 2);
    assert_int_equal(op->sources, 1);
    assert_int_equal(op->registers, 1);
    op = pto_tile_op_get(PTO_OP_TPREFETCH);
    assert_string_equal(op->roles, "address X0 P0 P1 P2");
    assert_int_equal(op->outputs + op->sources, 0);
    assert_int_equal(op->registers, 2);
}

TEST_MAIN(CASE(names_and_selectors_are_unique),
          CASE(what_is_no_operation_is_not_found), CASE(roles_are_counted))
