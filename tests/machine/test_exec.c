/* src/machine/exec.c: what every form does is there. */
#include "pto_test.h"

#include "isa/isa.h"
#include "isa/semantics.h"
#include "machine/form/translate.h"

/* Every form translates to something to run, whatever its fields are. */
TEST(every_form_runs)
{
    UNUSED_STATE;
    pto_isa isa = pto_isa_preset(PTO_REVISION_DEFAULT);
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        pto_insn insn = {.form = pto_form_get((pto_form_id)id)};
        pto_op op = {0};
        bool keeps = pto_translate_op(&op, &insn, 0x1000, &isa);
        CHECK(op.run, "%s", insn.form->name);
        CHECK(keeps == (op.insn == &insn), "%s", insn.form->name);
        bool is_missing = pto_form_does(insn.form, PTO_DOES_NOT_YET);
        CHECK(is_missing == (id == PTO_FORM_BSTART_TIMG2COL), "%s",
              insn.form->name);
    }
}

/* The column's text and its data are one thing. */
TEST(the_column_is_shown_as_it_is)
{
    UNUSED_STATE;
    static const struct {
        pto_form_id form;
        const char *text;
        pto_semantics_class class;
    } cases[] = {
        {PTO_FORM_ADD, "VALUE(ADD)", PTO_DOES_VALUE},
        {PTO_FORM_C_SLLI, "TOP(SLL)", PTO_DOES_TOP},
        {PTO_FORM_HL_LHI_PO, "LOAD_UPDATE(AFTER, OFFSET, 2, 1, SIGNED)",
         PTO_DOES_LOAD_UPDATE},
        {PTO_FORM_FCVTA, "CONVERT(FLOAT, INTEGER, RNA)", PTO_DOES_CONVERT},
        {PTO_FORM_B_DATR, "COLLECT(DATA)", PTO_DOES_COLLECT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const pto_form *f = pto_form_get(cases[i].form);
        assert_string_equal(f->semantics, cases[i].text);
        assert_int_equal(pto_semantics_of(f)->class, cases[i].class);
    }
    const pto_access *a = pto_access_of(pto_form_get(PTO_FORM_HL_LHI_PO));
    assert_int_equal(a->update, PTO_UPDATE_AFTER);
    assert_int_equal(a->bytes, 2);
    assert_int_equal(a->scale, 1);
    assert_true(a->is_signed);
    assert_null(pto_access_of(pto_form_get(PTO_FORM_ADD)));
}

TEST_MAIN(CASE(every_form_runs), CASE(the_column_is_shown_as_it_is))
