/* The format table against the published format, value and subnormal records.
 */
#include "evidence.h"
#include "pto/numeric.h"
#include "pto_test.h"
#include "num/num.h"
#include "slow/slow.h"

TEST(types_and_codes_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-format-namespace-contract");
    const json_t *types = json_object_get(root, "tile_data_types");
    assert_int_equal(json_array_size(types), 25);
    for (size_t i = 0; i < json_array_size(types); i++) {
        const json_t *t = json_array_get(types, i);
        const pto_format *f = pto_format_find(evidence_text(t, "name"));
        assert_non_null(f);
        assert_int_equal(f->code,
                         json_integer_value(json_object_get(t, "bundle_code")));
        assert_int_equal(f->storage_bits, json_integer_value(json_object_get(
                                              t, "storage_bits")));
        const char *kind = evidence_text(t, "raw_class");
        assert_int_equal(f->kind >= PTO_KIND_SIGNED,
                         strstr(kind, "integer") != NULL);
        assert_int_equal(f->kind == PTO_KIND_SIGNED,
                         !strcmp(kind, "signed-integer"));
    }
    const json_t *codes = json_object_get(root, "bundle_data_type");
    for (size_t i = 0; i < json_array_size(codes); i++) {
        const json_t *c = json_array_get(codes, i);
        const char *name = evidence_text(c, "tile_data_type");
        const pto_format *f = pto_format_get(
            (unsigned)json_integer_value(json_object_get(c, "code")));
        if (name)
            assert_string_equal(f->name, name);
    }
    json_decref(root);
}

TEST(every_format_has_a_slow_one)
{
    UNUSED_STATE;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        const slow_format *s = slow_format_of((int)t);
        CHECK(!f == !s, "%s is not in %s", f ? f->name : s->name,
              f ? "tests/slow/format.c" : "format.def");
    }
}

TEST(capabilities_and_canonical_nans_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-format-namespace-contract");
    const json_t *list = json_object_get(
        json_object_get(root, "value_classification"), "formats");
    assert_int_equal(json_array_size(list), 25);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        pto_dtype t = evidence_type(r, "name");
        const pto_format *f = pto_format_get(t);
        assert_int_equal(f->has_nan, evidence_true(r, "nan_capable"));
        assert_int_equal(f->has_snan,
                         evidence_true(r, "signaling_nan_capable"));
        assert_int_equal(f->has_inf, evidence_true(r, "infinity_capable"));
        assert_int_equal(f->has_subnormal,
                         evidence_true(r, "subnormal_capable"));
        assert_int_equal(f->has_signed_zero, evidence_true(r, "signed_zero"));
        assert_int_equal(f->nan,
                         f->has_nan ? evidence_hex(r, "canonical_nan") : 0);
        bool constrained = evidence_text(r, "internal_encoding_constraint");
        assert_int_equal(f->must_be_zero != 0, constrained);
    }
    json_decref(root);
}

TEST(subnormal_boundaries_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-subnormal-contract");
    const json_t *list = json_object_get(root, "format_boundaries");
    assert_int_equal(json_array_size(list), 11);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        pto_dtype t = evidence_type(r, "name");
        const pto_format *f = pto_format_get(t);
        uint64_t low = evidence_hex(r, "minimum_positive_subnormal");
        uint64_t high = evidence_hex(r, "maximum_positive_subnormal");
        assert_int_equal(f->smallest, low);
        /* HiF8 codes are not in order: the record has the first normal one */
        uint64_t normal = evidence_hex(r, "minimum_positive_normal");
        assert_int_equal(t == PTO_HiF8 ? 0x08 : f->min_normal, normal);
        assert_int_equal(pto_classify(t, normal), PTO_CLASS_POS_NORMAL);
        assert_int_equal(f->sign_mask, evidence_hex(r, "sign_mask"));
        assert_int_equal(pto_classify(t, low), PTO_CLASS_POS_SUBNORMAL);
        assert_int_equal(pto_classify(t, high), PTO_CLASS_POS_SUBNORMAL);
        assert_int_equal(pto_classify(t, low | f->sign_mask),
                         PTO_CLASS_NEG_SUBNORMAL);
        assert_int_equal(pto_classify(t, f->min_normal), PTO_CLASS_POS_NORMAL);
    }
    json_decref(root);
}

TEST(zeros_are_the_published_ones)
{
    UNUSED_STATE;
    json_t *root = evidence_load("numeric-special-value-contract");
    const json_t *list = json_object_get(root, "formats");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        pto_dtype t = evidence_type(r, "name");
        const pto_format *f = pto_format_get(t);
        assert_int_equal(f->has_signed_zero, evidence_true(r, "signed_zero"));
        if (!f->has_signed_zero)
            continue;
        assert_int_equal(pto_classify(t, evidence_hex(r, "positive_zero")),
                         PTO_CLASS_POS_ZERO);
        assert_int_equal(pto_classify(t, evidence_hex(r, "negative_zero")),
                         PTO_CLASS_NEG_ZERO);
    }
    json_decref(root);
}

TEST(bits_above_the_carrier_are_ignored)
{
    UNUSED_STATE;
    uint64_t seed = 48;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        const pto_format *f = pto_format_get(t);
        for (int i = 0; f && i < 1000; i++) {
            uint64_t bits = test_random(&seed);
            uint64_t carrier = bits & f->carrier_mask;
            CHECK(pto_classify((pto_dtype)t, bits) ==
                      pto_classify((pto_dtype)t, carrier),
                  "%s %" PRIx64, f->name, bits);
        }
    }
    assert_int_equal(pto_classify(PTO_FP16, 0xabcd7c00), PTO_CLASS_POS_INF);
    assert_int_equal(pto_classify(PTO_E3M2, 0x40), PTO_CLASS_INVALID);
}

TEST(names_find_their_rows)
{
    UNUSED_STATE;
    assert_int_equal(pto_format_find("hif8")->code, PTO_HiF8);
    assert_int_equal(pto_format_find("E2M1")->code, PTO_E2M1X2);
    assert_int_equal(pto_format_find("s4")->code, PTO_S4X2);
    assert_null(pto_format_find("FP"));
    assert_null(pto_format_find(""));
    assert_null(pto_format_get(31));
    assert_null(pto_format_get(1000));
}

TEST_MAIN(CASE(types_and_codes_are_the_published_ones),
          CASE(every_format_has_a_slow_one),
          CASE(capabilities_and_canonical_nans_are_the_published_ones),
          CASE(subnormal_boundaries_are_the_published_ones),
          CASE(zeros_are_the_published_ones),
          CASE(bits_above_the_carrier_are_ignored), CASE(names_find_their_rows))
