/* The semantics of forms against the templates that people read. */
#include "isa/semantics.h"

#include "isa/isa.h"
#include "pto_test.h"

/* Does it compute with an operation of alu.def on SrcR as SrcRType says? */
static bool has_modified_right(const pto_form *f)
{
    return (pto_form_does(f, PTO_DOES_VALUE) ||
            pto_form_does(f, PTO_DOES_SETC)) &&
           pto_form_has(f, PTO_FIELD_SrcRType);
}

TEST(templates_name_what_srcrtype_does)
{
    UNUSED_STATE;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (!has_modified_right(f))
            continue;
        pto_alu_right right = pto_right_of(pto_semantics_of(f)->alu);
        bool negates = strstr(f->assembly, ".neg") != NULL;
        bool inverts = strstr(f->assembly, ".not") != NULL;
        CHECK(right != PTO_SRCR_PLAIN &&
                  negates == (right == PTO_SRCR_NEGATES) &&
                  inverts ==
                      (right == PTO_SRCR_INVERTS || right == PTO_SRCR_TESTS),
              "%s: alu.def says otherwise of its operation's right operand "
              "than '%s'",
              f->mnemonic, f->assembly);
    }
}

TEST_MAIN(CASE(templates_name_what_srcrtype_does))
