/* src/text/insn/names.c: what assembly calls the values of the fields of a
 * form.
 */
#include "isa/isa.h"
#include "pto/text.h"
#include "pto_test.h"

#include <ctype.h>

/* Does a text have the word, with no letter or digit beside it? */
static bool has_word(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at++)
        if (at > text && !isalpha((unsigned char)at[-1]) &&
            !isalpha((unsigned char)at[n]))
            return true;
    return false;
}

/* The instruction with this value says its name, and none of those below
 * `limit` that are not its own. */
static void says(const pto_form *f, const pto_isa *isa, pto_field_id id,
                 int64_t value, int64_t limit)
{
    char text[PTO_INSN_TEXT];
    pto_insn insn = {.form = f};
    pto_error e = {.message = ""};
    insn.value[pto_form_slot(f, id)] = value;
    pto_insn_print(isa, &insn, 0, text, sizeof text);
    const char *name = pto_field_value_name(f, isa, id, value);
    const char *operands = strchr(text, ' '); /* hl.sw.po is no modifier */
    for (int64_t v = 0; v < limit; v++) {
        const char *other = pto_field_value_name(f, isa, id, v);
        bool same = other && name && !strcmp(other, name);
        CHECK(!other || has_word(operands, other) == same,
              "%s of %" PRId64 ": %s", other, value, text);
    }
    if (!name)
        return;
    CHECK(has_word(text, name), "no %s: %s", name, text);
    CHECK(pto_insn_assemble(isa, text, 0, &insn, &e) == PTO_OK, "%s: %s", text,
          e.message);
    CHECK(pto_insn_get(&insn, id) == value, "%s", text);
}

/* SrcRType is .sw, .uw, .neg or .not from 0 on; in CSEL 3 is .neg. */
TEST(modifiers_are_what_their_form_says)
{
    UNUSED_STATE;
    pto_isa isa;
    assert_int_equal(pto_isa_parse("0.58.4", &isa, NULL), PTO_OK);
    unsigned count = 0;
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        if (!pto_form_exists(f, &isa) || !pto_form_has(f, PTO_FIELD_SrcRType))
            continue;
        for (int64_t v = 0; v < 4; v++)
            says(f, &isa, PTO_FIELD_SrcRType, v, 4);
        count++;
    }
    assert_true(count > 20);
    const pto_form *add = pto_form_get(PTO_FORM_ADD);
    const pto_form *and = pto_form_get(PTO_FORM_AND);
    const pto_form *csel = pto_form_get(PTO_FORM_CSEL);
    static const char *const names[] = {"sw", "uw", "neg"};
    for (int64_t v = 0; v < 3; v++)
        assert_string_equal(
            pto_field_value_name(add, &isa, PTO_FIELD_SrcRType, v), names[v]);
    assert_string_equal(pto_field_value_name(and, &isa, PTO_FIELD_SrcRType, 2),
                        "not");
    assert_null(pto_field_value_name(add, &isa, PTO_FIELD_SrcRType, 3));
    assert_null(pto_field_value_name(csel, &isa, PTO_FIELD_SrcRType, 2));
    assert_string_equal(pto_field_value_name(csel, &isa, PTO_FIELD_SrcRType, 3),
                        "neg");
}

/* fd2sw: the letters of a conversion depend on what it converts. */
TEST(types_of_conversions)
{
    UNUSED_STATE;
    pto_isa isa;
    assert_int_equal(pto_isa_parse("0.58.4", &isa, NULL), PTO_OK);
    const pto_form *scvtf = pto_form_get(PTO_FORM_SCVTF);
    const pto_form *fcvtz = pto_form_get(PTO_FORM_FCVTZ);
    assert_string_equal(pto_field_value_name(scvtf, &isa, PTO_FIELD_SrcType, 0),
                        "sd");
    assert_string_equal(pto_field_value_name(scvtf, &isa, PTO_FIELD_DstType, 1),
                        "fs");
    assert_string_equal(pto_field_value_name(fcvtz, &isa, PTO_FIELD_SrcType, 0),
                        "fd");
    assert_string_equal(pto_field_value_name(fcvtz, &isa, PTO_FIELD_DstType, 9),
                        "sw");
    assert_null(pto_field_value_name(fcvtz, &isa, PTO_FIELD_DstType, 14));
    for (unsigned id = 0; id < PTO_FORM_COUNT; id++) {
        const pto_form *f = pto_form_get((pto_form_id)id);
        for (int64_t v = 0; v < 2; v++)
            if (pto_form_exists(f, &isa) &&
                pto_form_has(f, PTO_FIELD_DstType) &&
                pto_field_value_name(f, &isa, PTO_FIELD_SrcType, v))
                says(f, &isa, PTO_FIELD_SrcType, v, 0);
    }
}

TEST_MAIN(CASE(modifiers_are_what_their_form_says), CASE(types_of_conversions))
