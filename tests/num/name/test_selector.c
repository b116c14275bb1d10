/* Rounding selectors: four namespaces, one meaning each (ADR 0047). */
#include "evidence.h"
#include "pto/numeric.h"
#include "pto_test.h"
#include "num/num.h"

static pto_round mode_of(pto_selector ns, unsigned code)
{
    pto_selection s;
    assert_int_equal(pto_round_select(ns, code, &s), PTO_OK);
    assert_false(s.use_default);
    return (pto_round)s.round;
}

TEST(core_state_codes_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-rounding-selector-contract");
    const json_t *list = json_object_get(root, "scalar_active_rounding");
    assert_int_equal(json_array_size(list), 8);
    for (size_t i = 0; i < 8; i++) {
        const json_t *r = json_array_get(list, i);
        unsigned code =
            (unsigned)json_integer_value(json_object_get(r, "code"));
        assert_int_equal(mode_of(PTO_SELECT_CORE_STATE, code),
                         evidence_round(evidence_text(r, "portable_name")));
    }
    json_decref(root);
}

TEST(conversion_mnemonics_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-rounding-selector-contract");
    const json_t *list =
        json_object_get(root, "scalar_fixed_conversion_overrides");
    unsigned found = 0;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        for (unsigned code = 0; code < 8; code++) {
            const char *name = pto_selector_code_name(PTO_SELECT_FCVT, code);
            if (!name || strcmp(name, evidence_text(r, "mnemonic")) != 0)
                continue;
            found++;
            assert_int_equal(mode_of(PTO_SELECT_FCVT, code),
                             evidence_round(evidence_text(r, "portable_name")));
        }
    }
    assert_int_equal(found, 5);
    json_decref(root);
}

TEST(bundle_codes_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-rounding-selector-contract");
    const json_t *list = json_object_get(root, "bundle_rmode");
    assert_int_equal(json_array_size(list), 8);
    for (size_t i = 0; i < 8; i++) {
        const json_t *r = json_array_get(list, i);
        unsigned code =
            (unsigned)json_integer_value(json_object_get(r, "code"));
        const char *mode = evidence_text(r, "portable_name");
        assert_string_equal(pto_selector_code_name(PTO_SELECT_RMODE, code),
                            evidence_text(r, "encoded_name"));
        pto_selection s;
        assert_int_equal(pto_round_select(PTO_SELECT_RMODE, code, &s), PTO_OK);
        assert_int_equal(s.use_default, !mode);
        if (mode)
            assert_int_equal(s.round, evidence_round(mode));
    }
    json_decref(root);
}

TEST(public_codes_translate_to_the_published_bundle_codes)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-rounding-selector-contract");
    const json_t *list = json_object_get(root, "public_conversion_round_modes");
    assert_int_equal(json_array_size(list), 7);
    for (size_t i = 0; i < 7; i++) {
        const json_t *r = json_array_get(list, i);
        unsigned rmode = 99, code = (unsigned)json_integer_value(
                                 json_object_get(r, "public_ordinal"));
        assert_int_equal(pto_rmode_from_cast(code, &rmode), PTO_OK);
        assert_int_equal(
            rmode, json_integer_value(json_object_get(r, "bundle_rmode_code")));
        assert_string_equal(pto_selector_code_name(PTO_SELECT_CAST, code),
                            evidence_text(r, "public_name"));
    }
    unsigned rmode;
    assert_int_equal(pto_rmode_from_cast(7, &rmode), PTO_BAD_ARGUMENT);
    assert_int_equal(pto_rmode_from_cast(1000, &rmode), PTO_BAD_ARGUMENT);
    pto_selection s;
    assert_int_equal(pto_round_select(PTO_SELECT_CAST, 7, &s),
                     PTO_BAD_ARGUMENT);
    json_decref(root);
}

/* A code that two namespaces have, taken for the other's, changes the mode. */
TEST(equal_codes_have_different_meanings)
{
    UNUSED_STATE;
    for (unsigned a = 0; a < PTO_SELECTOR_COUNT; a++)
        for (unsigned b = a + 1; b < PTO_SELECTOR_COUNT; b++) {
            unsigned differing = 0;
            for (unsigned code = 0; code < 8; code++) {
                pto_selection x, y;
                bool both =
                    pto_round_select((pto_selector)a, code, &x) == PTO_OK &&
                    pto_round_select((pto_selector)b, code, &y) == PTO_OK;
                differing += both && (x.round != y.round ||
                                      x.use_default != y.use_default);
            }
            CHECK(differing, "%s and %s agree on every code",
                  pto_selector_name((pto_selector)a),
                  pto_selector_name((pto_selector)b));
        }
    /* the directed ones are where it hurts */
    assert_int_equal(mode_of(PTO_SELECT_CORE_STATE, 3), PTO_RTZ);
    assert_int_equal(mode_of(PTO_SELECT_RMODE, 3), PTO_RTM);
    assert_int_equal(mode_of(PTO_SELECT_CAST, 2), PTO_RNA);
    assert_int_equal(mode_of(PTO_SELECT_RMODE, 2), PTO_RTZ);
    assert_int_equal(mode_of(PTO_SELECT_CAST, 5), PTO_RTZ);
    assert_int_equal(mode_of(PTO_SELECT_RMODE, 5), PTO_RNA);
}

TEST(fcvta_is_nearest_not_away)
{
    UNUSED_STATE;
    pto_fenv env = {.round = (uint8_t)mode_of(PTO_SELECT_FCVT, 1)};
    uint64_t r = pto_convert(PTO_S32, PTO_FP64, 0x4000cccccccccccd, &env);
    assert_int_equal(r, 2); /* 2.1 */
}

TEST(none_is_resolved_by_the_operation)
{
    UNUSED_STATE;
    for (unsigned d = 0; d < PTO_DTYPE_CODES; d++)
        for (unsigned s = 0; s < PTO_DTYPE_CODES; s++) {
            if (!pto_format_get(d) || !pto_format_get(s))
                continue;
            bool truncates =
                pto_dtype_is_integer(d) && !pto_dtype_is_integer(s);
            assert_int_equal(pto_round_default((pto_dtype)d, (pto_dtype)s),
                             truncates ? PTO_RTZ : PTO_RNE);
        }
}

/* A mode answers to what any namespace calls it; NONE is no mode. */
TEST(modes_are_found_by_their_selectors)
{
    UNUSED_STATE;
    unsigned found = 0;
    for (unsigned ns = 0; ns < PTO_SELECTOR_COUNT; ns++)
        for (unsigned code = 0; code < 8; code++) {
            const char *name = pto_selector_code_name((pto_selector)ns, code);
            pto_selection s;
            pto_round mode = PTO_ROUND_COUNT;
            if (!name)
                continue;
            pto_round_select((pto_selector)ns, code, &s);
            found++;
            assert_int_equal(pto_round_find(name, &mode), !s.use_default);
            assert_int_equal(mode, s.use_default ? PTO_ROUND_COUNT : s.round);
        }
    assert_int_equal(found, 24);
    pto_round mode;
    assert_int_equal(pto_round_named("cast_round", &mode, NULL), PTO_OK);
    assert_int_equal(mode, PTO_RNA);
}

TEST_MAIN(CASE(core_state_codes_are_the_published_ones),
          CASE(conversion_mnemonics_are_the_published_ones),
          CASE(bundle_codes_are_the_published_ones),
          CASE(public_codes_translate_to_the_published_bundle_codes),
          CASE(equal_codes_have_different_meanings),
          CASE(fcvta_is_nearest_not_away),
          CASE(none_is_resolved_by_the_operation),
          CASE(modes_are_found_by_their_selectors))
