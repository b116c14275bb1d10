/* Every tile operation is found by its name and by its selector. */
#include "pto/tile_op.h"
#include "isa/when.h"
#include "pto_test.h"
#include "isa/isa.h"

static unsigned check_all(const pto_isa *isa)
{
    unsigned count = 0;
    for (unsigned i = 0; i < PTO_OP_COUNT; i++) {
        const pto_tile_op *op = pto_tile_op_get(i);
        pto_tile_family family = (pto_tile_family)op->family;
        if (!pto_tile_op_exists(op, isa))
            continue;
        count++;
        CHECK(pto_tile_op_find(isa, family, op->code) == i, "%s", op->name);
        CHECK(pto_tile_op_by_name(isa, op->name, strlen(op->name)) == i, "%s",
              op->name);
    }
    return count;
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
        (void)check_all(&isa);
    while (pto_isa_next(&isa, all));
    isa = pto_isa_preset(PTO_REVISION_0_58_4);
    CHECK(check_all(&isa) == 109,
          "0.58.4 has %u tile operations, published are 109; where is one that "
          "is not? IS(FEATURE, VALUE) in its row says",
          check_all(&isa));
}

/* As its form spells it, too; an underscore elsewhere is part of the name. */
TEST(both_spellings_name_one_operation)
{
    UNUSED_STATE;
    static const char *const same[] = {"TMATMUL_MX_ACC", "tmatmulmx.acc",
                                       "TMATMULMX_ACC", "TMATMUL_MX.ACC"};
    static const char *const none[] = {"TMATMULMXACC", "MGATHERMASK",
                                       "TMATMUL_MX_AC", "TMATMUL_MX_ACC_"};
    for (unsigned i = 0; i < 4; i++) {
        CHECK(pto_tile_op_by_name(NULL, same[i], strlen(same[i])) ==
                  PTO_OP_TMATMUL_MX_ACC,
              "%s", same[i]);
        CHECK(pto_tile_op_by_name(NULL, none[i], strlen(none[i])) ==
                  PTO_OP_COUNT,
              "%s", none[i]);
    }
    for (unsigned id = 0; id < PTO_OP_COUNT; id++) {
        unsigned forms = 0;
        for (unsigned f = 0; f < PTO_FORM_COUNT; f++)
            forms +=
                pto_tile_op_of_form(NULL, pto_form_get((pto_form_id)f)) == id;
        CHECK(forms == (pto_tile_op_get(id)->family != PTO_FAMILY_TEPL),
              "%s: %u", pto_tile_op_get(id)->name, forms);
    }
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
          CASE(both_spellings_name_one_operation),
          CASE(what_is_no_operation_is_not_found), CASE(roles_are_counted))
