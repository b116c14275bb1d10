/* Every tile operation is found by its name and by its selector. */
#include "pto/tile_op.h"
#include "pto_test.h"

TEST(names_and_selectors_are_unique)
{
    UNUSED_STATE;
    for (unsigned i = 0; i < PTO_OP_COUNT; i++) {
        const pto_tile_op *op = pto_tile_op_get(i);
        pto_tile_family family = (pto_tile_family)op->family;
        CHECK(pto_tile_op_find(family, op->code) == i, "%s", op->name);
        CHECK(pto_tile_op_by_name(op->name, strlen(op->name)) == i, "%s",
              op->name);
    }
    assert_int_equal(PTO_OP_COUNT, 109);
}

TEST(what_is_no_operation_is_not_found)
{
    UNUSED_STATE;
    assert_int_equal(pto_tile_op_find(PTO_FAMILY_CUBE, 3), PTO_OP_COUNT);
    assert_int_equal(pto_tile_op_by_name("TADDX", 5), PTO_OP_COUNT);
    assert_int_equal(pto_tile_op_by_name("tadd", 4), PTO_OP_TADD);
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
