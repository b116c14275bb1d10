/* src/verify/scalar.c, pe_state.c, json.c: golden instructions, bad lines. */
#include "verify/vector.h"

#include "verify/verify_test.h"

static void expect_all(const char *path, uint64_t count)
{
    vec_report r;
    pto_error e = {0};
    assert_int_equal(vec_run("scalar", path, &r, &e), PTO_OK);
    CHECK(r.failed == 0, "%s:%" PRIu64 ": got %s, wanted %s", path,
          r.first[0].line, r.first[0].got, r.first[0].wanted);
    assert_int_equal(r.passed, count);
    assert_int_equal(r.missing, 0);
}

/* Every one of the 466 forms, at least 24 times. */
TEST(golden_forms)
{
    UNUSED_STATE;
    expect_all(PTO_TESTS "/vectors/asl-scalar/vectors.jsonl.gz", 11424);
}

TEST(golden_illegal)
{
    UNUSED_STATE;
    expect_all(PTO_TESTS "/vectors/asl-scalar/illegal.jsonl.gz", 3000);
}

/* addi zero, 1, ->a0 gives 1. */
#define ADDI(pre, post)                                                  \
    "{\"word\":\"0x100115\",\"length\":32,\"pre\":{\"tpc\":\"0x10\"" pre \
    "},\"post\":{\"status\":\"executed\",\"fault\":\"None\","            \
    "\"fault_address\":\"0x0\",\"tpc\":\"0x14\"" post "}}"

TEST(a_wrong_result_is_seen)
{
    UNUSED_STATE;
    static const char *const wrong[] = {
        ADDI("", ""),
        ADDI("", ",\"gpr\":{\"2\":\"0x2\"}"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\",\"3\":\"0x1\"}"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"mem\":[[5,\"01\"]]"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"other\":{\"cycle\":\"0x5\"}"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"flags\":\"0x10\""),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"t\":[\"0x1\",null,null,null]"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"other\":{\"ssr\":"
                 "{\"0x0f05\":\"0x1\"}}"),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\"},\"other\":{\"saved_context\":"
                 "{\"0x0\":{\"valid\":true}}}"),
    };
    vec_report r;
    pto_error e = {0};
    assert_int_equal(
        test_run_line("scalar", ADDI("", ",\"gpr\":{\"2\":\"0x1\"}"), &r, &e),
        PTO_OK);
    assert_int_equal(r.passed, 1);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(test_run_line("scalar", wrong[i], &r, &e), PTO_OK);
        CHECK(r.failed == 1, "%s", wrong[i]);
    }
}

TEST(malformed_lines_are_named)
{
    UNUSED_STATE;
    static const char *const bad[] = {
        "{",
        "[]",
        "{\"word\":\"0x0\",\"length\":7,\"pre\":{},\"post\":{}}",
        "{\"word\":\"zz\",\"length\":32,\"pre\":{},\"post\":{}}",
        ADDI(",\"gpr\":{\"24\":\"0x1\"}", ""),
        ADDI(",\"gpr\":{\"-1\":\"0x1\"}", ""),
        ADDI(",\"mem\":[[4095,\"0102\"]]", ""),
        ADDI(",\"mem\":[[0,\"0\"]]", ""),
        ADDI(",\"bundle\":{\"kind\":\"Odd\"}", ""),
        ADDI(",\"bundle\":{\"active\":1}", ""),
        ADDI(",\"ssr\":{\"0x1\":\"0x1\",\"0xffff\":\"0x1\"}", ""),
        ADDI(",\"saved_context\":{\"0x10\":{}}", ""),
        ADDI(",\"predicates\":{\"8\":\"0x1\"}", ""),
        ADDI(",\"t\":[\"x\",null,null,null]", ""),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        vec_report r;
        pto_error e = {0};
        CHECK(test_run_line("scalar", bad[i], &r, &e) == PTO_BAD_INPUT, "%s",
              bad[i]);
        assert_int_equal(e.line, 1);
        assert_true(e.message[0]);
    }
}

TEST_MAIN(CASE(golden_forms), CASE(golden_illegal),
          CASE(a_wrong_result_is_seen), CASE(malformed_lines_are_named))
