/* Every group of the published hardware numeric vectors. */
#include "evidence.h"
#include "pto/profile.h"
#include "pto_test.h"
#include "num/num.h"

static const pto_profile *ieee(void)
{
    return pto_profile_find("ieee");
}

static const char *item_text(const json_t *list, size_t i)
{
    return json_string_value(json_array_get(list, i));
}

static void canonical_nan(const json_t *v)
{
    pto_dtype t = evidence_type(v, "data_type");
    assert_int_equal(pto_format_get(t)->nan, evidence_hex(v, "expected"));
}

static void comparison(const json_t *v)
{
    static const char *const names[] = {
#define COMPARE(name, code) [code] = #name,
#include "pto/def/compare.def"
#undef COMPARE
    };
    const json_t *in = json_object_get(v, "inputs");
    pto_fenv env = {0};
    unsigned c = 0;
    while (strcmp(names[c], evidence_text(v, "mode")) != 0)
        c++;
    bool r = pto_num_compare((pto_compare)c, PTO_FP32,
                             evidence_value(PTO_FP32, item_text(in, 0)),
                             evidence_value(PTO_FP32, item_text(in, 1)), &env);
    assert_int_equal(r, json_integer_value(json_object_get(v, "expected")));
    assert_int_equal(env.flags, 0);
}

/* A conversion from FP64 whose result is given as a value or as bits. */
static void conversion(const json_t *v)
{
    pto_dtype d = evidence_type(v, "destination");
    pto_fenv env = {.round = evidence_round(evidence_text(v, "mode")),
                    .saturate = evidence_true(v, "sat")};
    const char *raw = evidence_text(v, "expected_raw");
    const char *lane = evidence_text(v, "expected_lane_raw");
    const char *want = raw ? raw : lane ? lane : evidence_text(v, "expected");
    pto_fenv nearest = {0};
    uint64_t source;
    pto_error e = {0};
    const char *input = evidence_text(v, "input");
    if (!strcmp(input, "qNaN"))
        input = "nan";
    assert_int_equal(pto_num_parse(PTO_FP64, input, &nearest, &source, &e),
                     PTO_OK);
    uint64_t got = pto_convert(d, PTO_FP64, source, &env);
    CHECK(got == evidence_value(d, want), "%s -> %s: %" PRIx64, input, want,
          got);
    if (raw || lane)
        assert_int_equal(env.flags, PTO_NV);
}

static void encoding(const json_t *v)
{
    pto_dtype t = evidence_type(v, "data_type");
    uint64_t want = evidence_value(t, evidence_text(v, "expected"));
    assert_int_equal(evidence_hex(v, "raw"), want);
}

static uint64_t fp32(const char *text)
{
    return evidence_value(PTO_FP32, text);
}

/* Prior accumulators and biases of the matrix vectors. */
static void vector_sums(const json_t *v, const char *addend)
{
    const json_t *dot = json_object_get(v, "dot_products");
    const json_t *more = json_object_get(v, addend);
    const json_t *want = json_object_get(v, "expected_acc");
    for (size_t i = 0; i < json_array_size(dot); i++) {
        pto_fenv env = {0};
        uint64_t sum = ieee()->bias(PTO_FP32, fp32(item_text(dot, i)),
                                    fp32(item_text(more, i)), &env);
        assert_int_equal(sum, fp32(item_text(want, i)));
    }
}

static uint64_t cell(const json_t *m, size_t row, size_t column)
{
    return fp32(item_text(json_array_get(m, row), column));
}

static void small_product(const json_t *v)
{
    const json_t *a = json_object_get(v, "left");
    const json_t *b = json_object_get(v, "right");
    const json_t *want = json_object_get(v, "expected");
    for (size_t i = 0; i < 4; i++) {
        pto_fenv env = {0};
        uint64_t acc = 0;
        for (size_t k = 0; k < 2; k++) {
            pto_matrix_term t = {.acc_type = PTO_FP32,
                                 .a_type = PTO_FP32,
                                 .b_type = PTO_FP32,
                                 .a = cell(a, i / 2, k),
                                 .b = cell(b, k, i % 2)};
            acc = ieee()->accumulate(acc, &t, &env);
        }
        assert_int_equal(acc, cell(want, i / 2, i % 2));
        assert_int_equal(env.flags, 0);
    }
}

/* K = 33 crosses from one E8M0 block into the next. */
static void scaled_product(const json_t *v)
{
    const json_t *sa = json_object_get(v, "scale_a");
    const json_t *sb = json_object_get(v, "scale_b");
    uint64_t acc = 0;
    pto_fenv env = {0};
    for (size_t k = 0; k < 33; k++) {
        const char *a = item_text(sa, k / 32), *b = item_text(sb, k / 32);
        pto_matrix_term t = {.acc_type = PTO_FP32,
                             .a_type = PTO_E4M3,
                             .b_type = PTO_E5M2,
                             .a_scaled = 1,
                             .b_scaled = 1,
                             .a = evidence_value(PTO_E4M3, "1"),
                             .b = evidence_value(PTO_E5M2, "1"),
                             .a_scale = (uint32_t)strtoul(a, NULL, 16),
                             .b_scale = (uint32_t)strtoul(b, NULL, 16)};
        acc = ieee()->accumulate(acc, &t, &env);
    }
    assert_int_equal(acc, fp32(evidence_text(v, "expected_acc")));
}

static void matrix(const json_t *v)
{
    const char *id = evidence_text(v, "id");
    if (!strcmp(id, "fp32-matmul-bias")) {
        vector_sums(v, "bias");
    } else if (!strcmp(id, "fp32-matmul-acc")) {
        vector_sums(v, "prior_acc");
    } else if (!strcmp(id, "fp32-matmul-2x2")) {
        small_product(v);
    } else if (!strcmp(id, "mx-e8m0-scale")) {
        pto_parts p = pto_unpack(PTO_FP32, fp32(evidence_text(v, "base")));
        pto_scale s = pto_scale_e8m0((uint8_t)evidence_hex(v, "e8m0"));
        pto_fenv env = {0};
        assert_int_equal(pto_pack(PTO_FP32, pto_parts_scale(p, s), &env),
                         fp32(evidence_text(v, "expected")));
    } else {
        assert_string_equal(id, "mx-k-block-33");
        scaled_product(v);
    }
}

static uint64_t fp19(const char *text)
{
    return text ? pto_fp19_from_fp32((uint32_t)fp32(text)) : 0;
}

static void postprocess(const json_t *v)
{
    const pto_pre_quant *mode = pto_pre_quant_get(
        (unsigned)json_integer_value(json_object_get(v, "mode")));
    assert_non_null(mode);
    const char *scale = evidence_text(v, "fp19_scale");
    const char *offset = evidence_text(v, "signed_offset");
    const char *raw = evidence_text(v, "input_raw");
    const char *input = raw ? raw : evidence_text(v, "input");
    uint64_t bits = (uint64_t)strtoll(offset ? offset : "0", NULL, 10);
    pto_post p = {.pre_quant = mode->code,
                  .acc_type = mode->sum,
                  .result_type = mode->result,
                  .quant = fp19(scale ? scale : "1") << 13 | (bits & 0x1ff)
                                                                 << 37,
                  .alpha = fp19(evidence_text(v, "fp19_alpha"))};
    const json_t *relu = json_object_get(v, "relu_mode");
    p.relu = relu ? (uint8_t)json_integer_value(relu) : 0;
    uint64_t acc = evidence_value((pto_dtype)mode->sum, input);
    const char *profiles[] = {"ieee", "pto-v0"};
    for (size_t i = 0; i < 2; i++) {
        pto_fenv env = {.saturate = evidence_true(v, "sat"),
                        .round =
                            (uint8_t)pto_pre_quant_round(mode->code, PTO_RNE)};
        uint64_t got = pto_profile_find(profiles[i])->post(&p, acc, &env);
        CHECK(got == evidence_hex(v, "expected_raw"), "%s: %" PRIx64,
              evidence_text(v, "id"), got);
        assert_int_equal(env.flags,
                         evidence_flags(json_object_get(v, "expected_flags")));
    }
}

static void mixed_expdif(const json_t *v)
{
    const json_t *list = json_object_get(v, "discriminator_vectors");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        pto_dtype t = evidence_type(r, "source_type");
        uint64_t a = evidence_hex(r, "a"), b = evidence_hex(r, "b");
        pto_fenv env = {0}, raw = {0};
        assert_int_equal(ieee()->expdif(PTO_FP32, t, a, b, &env),
                         evidence_hex(r, "widen_first_exp"));
        assert_int_equal(
            pto_profile_find("pto-v0")->expdif(PTO_FP32, t, a, b, &raw),
            evidence_hex(r, "widen_first_exp"));
        /* the same with the subtraction in the source's own format */
        uint64_t narrow = pto_num_sub(t, a, b, &env);
        uint64_t wide = pto_convert(PTO_FP32, t, narrow, &env);
        assert_int_equal(wide,
                         evidence_hex(r, "source_precision_sub_then_widen"));
        assert_int_equal(pto_num_exp(PTO_FP32, wide, &env),
                         evidence_hex(r, "source_precision_exp"));
    }
}

static void packed_lanes(const json_t *v)
{
    pto_dtype t = evidence_type(v, "data_type");
    uint8_t byte = (uint8_t)evidence_hex(v, "raw_byte");
    const json_t *want = json_object_get(v, "expected_logical_lanes");
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(pto_lane_get(t, &byte, i),
                         evidence_value(t, item_text(want, i)));
}

static void reduction(const json_t *v)
{
    const json_t *in = json_object_get(v, "inputs");
    const char *op = evidence_text(v, "operation");
    size_t best = 0;
    uint64_t acc = !strcmp(op, "SUM") ? 0 : fp32(item_text(in, 0));
    for (size_t i = 0; i < json_array_size(in); i++) {
        pto_fenv env = {0};
        uint64_t x = fp32(item_text(in, i));
        if (!strcmp(op, "SUM"))
            acc = ieee()->tile->f2[PTO_ARITH2_add](PTO_FP32, acc, x, &env);
        else if (!strcmp(op, "MIN"))
            acc = ieee()->tile->f2[PTO_ARITH2_min](PTO_FP32, acc, x, &env);
        else if (ieee()->tile->compare(PTO_GT, PTO_FP32, x, acc, &env))
            best = i;
        if (!strcmp(op, "MAX") || !strcmp(op, "ARGMAX"))
            acc = ieee()->tile->f2[PTO_ARITH2_max](PTO_FP32, acc, x, &env);
    }
    if (!strcmp(op, "ARGMAX")) {
        assert_int_equal(
            best, json_integer_value(json_object_get(v, "expected_index")));
        return;
    }
    const char *want = evidence_text(v, "expected");
    assert_int_equal(acc, fp32(strcmp(want, "canonical-qNaN") ? want : "qNaN"));
}

static void selection(const json_t *v)
{
    const char *ns = evidence_text(v, "namespace");
    unsigned raw = (unsigned)json_integer_value(json_object_get(v, "raw"));
    unsigned rmode = 99;
    pto_selection s;
    if (!strcmp(ns, "scalar-core-state-frm")) {
        assert_int_equal(pto_round_select(PTO_SELECT_CORE_STATE, raw, &s),
                         PTO_OK);
        assert_int_equal(s.round,
                         evidence_round(evidence_text(v, "expected_mode")));
    } else if (!strcmp(ns, "bundle-rmode")) {
        assert_int_equal(pto_round_select(PTO_SELECT_RMODE, raw, &s), PTO_OK);
        assert_true(s.use_default);
        assert_int_equal(pto_round_default(PTO_S32, PTO_FP32),
                         evidence_round(evidence_text(v, "expected_mode")));
    } else if (evidence_text(v, "expected")) {
        assert_int_equal(pto_rmode_from_cast(raw, &rmode), PTO_BAD_ARGUMENT);
    } else {
        assert_int_equal(pto_rmode_from_cast(raw, &rmode), PTO_OK);
        assert_int_equal(
            rmode, json_integer_value(json_object_get(v, "bundle_rmode")));
    }
}

static void signed_zero(const json_t *v)
{
    const json_t *in = json_object_get(v, "inputs");
    uint64_t a = fp32(item_text(in, 0)), b = fp32(item_text(in, 1));
    const char *op = evidence_text(v, "operation");
    pto_fenv env = {0};
    uint64_t r = !strcmp(op, "multiply")  ? pto_num_mul(PTO_FP32, a, b, &env)
                 : !strcmp(op, "add")     ? pto_num_add(PTO_FP32, a, b, &env)
                 : !strcmp(op, "minimum") ? pto_num_min(PTO_FP32, a, b, &env)
                                          : pto_num_max(PTO_FP32, a, b, &env);
    assert_int_equal(r, evidence_hex(v, "expected"));
    assert_int_equal(env.flags, 0);
}

/* Insertion sort by the key, which keeps equal values in order. */
static void sorts_to(const json_t *in, const json_t *want, bool descending)
{
    uint64_t value[32];
    size_t index[32], n = json_array_size(in);
    assert_int_equal(n, 32);
    for (size_t i = 0; i < n; i++) {
        uint64_t x = fp32(item_text(in, i));
        size_t at = i;
        while (at && pto_sort_key(PTO_FP32, value[at - 1], descending) >
                         pto_sort_key(PTO_FP32, x, descending)) {
            value[at] = value[at - 1];
            index[at] = index[at - 1];
            at--;
        }
        value[at] = x;
        index[at] = i;
    }
    for (size_t i = 0; i < n; i++)
        assert_int_equal(index[i], json_integer_value(json_array_get(want, i)));
}

static void sort(const json_t *v)
{
    const json_t *in = json_object_get(v, "input_values");
    sorts_to(in, json_object_get(v, "ascending_expected_original_indices"),
             false);
    sorts_to(in, json_object_get(v, "descending_expected_original_indices"),
             true);
}

/* There is no way to ask the library for FTZ or DAZ: only classes remain. */
static void subnormals(const json_t *v)
{
    const char *want = evidence_text(v, "expected_class");
    if (!want)
        return;
    pto_class c = pto_classify(PTO_FP32, evidence_hex(v, "raw"));
    assert_int_equal(c, !strcmp(want, "positive-subnormal")
                            ? PTO_CLASS_POS_SUBNORMAL
                            : PTO_CLASS_POS_NORMAL);
}

static void to_e8m0(const json_t *v)
{
    const json_t *list = json_object_get(v, "vectors");
    assert_true(json_array_size(list) >= 10);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *r = json_array_get(list, i);
        pto_fenv env = {.round = evidence_round(evidence_text(r, "rmode")),
                        .saturate = evidence_true(r, "sat")};
        uint64_t got = pto_convert(PTO_E8M0, evidence_type(r, "source_type"),
                                   evidence_hex(r, "input"), &env);
        assert_int_equal(got, evidence_hex(r, "expected"));
        assert_int_equal(env.flags,
                         evidence_flags(json_object_get(r, "flags")));
    }
}

static const struct {
    const char *name;
    void (*check)(const json_t *v);
} groups[] = {
    {"canonical_nan", canonical_nan},
    {"comparison", comparison},
    {"invalid_float_to_integer", conversion},
    {"low_precision_encoding", encoding},
    {"matrix", matrix},
    {"matrix_postprocess", postprocess},
    {"mixed_expdif", mixed_expdif},
    {"packed_lane_order", packed_lanes},
    {"reduction", reduction},
    {"rounding", conversion},
    {"rounding_before_saturation", conversion},
    {"rounding_selection", selection},
    {"saturation", conversion},
    {"signed_zero", signed_zero},
    {"sort", sort},
    {"subnormal_policy", subnormals},
    {"tcvt_e8m0", to_e8m0},
};

enum { GROUPS = sizeof groups / sizeof groups[0] };

TEST(every_published_vector_holds)
{
    UNUSED_STATE;
    json_t *root = evidence_load("pto-isa-0583-hardware-numeric-vectors");
    json_t *all = json_object_get(root, "vector_groups");
    const char *name;
    json_t *group;
    assert_int_equal(json_object_size(all), GROUPS);
    json_object_foreach(all, name, group)
    {
        size_t i = 0;
        while (i < GROUPS && strcmp(groups[i].name, name) != 0)
            i++;
        CHECK(i < GROUPS, "group %s has no check", name);
        if (!json_is_array(group))
            groups[i].check(group);
        for (size_t k = 0; k < json_array_size(group); k++)
            groups[i].check(json_array_get(group, k));
    }
    json_decref(root);
}

TEST_MAIN(CASE(every_published_vector_holds))
