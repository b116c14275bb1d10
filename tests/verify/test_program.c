/* src/verify/program.c, tile_state.c: golden programs, bad lines. */
#include "verify/vector.h"

#include "verify/verify_test.h"

static void expect_all(const char *path, uint64_t passed, uint64_t skipped)
{
    vec_report r;
    pto_error e = {0};
    assert_int_equal(vec_run("program", path, &r, &e), PTO_OK);
    CHECK(r.failed == 0, "%s:%" PRIu64 ": got %s, wanted %s", path,
          r.first[0].line, r.first[0].got, r.first[0].wanted);
    assert_int_equal(r.passed, passed);
    assert_int_equal(r.skipped, skipped);
    assert_int_equal(r.missing, 0);
}

TEST(golden_matrix_programs)
{
    UNUSED_STATE;
    expect_all(PTO_TESTS "/vectors/asl-matrix/programs.jsonl.gz", 705, 165);
}

TEST(golden_matrix_rejections)
{
    UNUSED_STATE;
    expect_all(PTO_TESTS "/vectors/asl-matrix/illegal.jsonl.gz", 856, 16);
}

/* All of them end as they should or say what is not implemented. */
TEST(golden_tile_programs)
{
    UNUSED_STATE;
    static const char path[] = PTO_TESTS "/vectors/asl-tile/programs.jsonl.gz";
    vec_report r;
    pto_error e = {0};
    assert_int_equal(vec_run("program", path, &r, &e), PTO_OK);
    CHECK(r.failed == 0, "%s:%" PRIu64 ": got %s, wanted %s", path,
          r.first[0].line, r.first[0].got, r.first[0].wanted);
    assert_int_equal(r.passed + r.missing, 3772);
    assert_true(r.passed >= 3347);
}

/* addi zero, 1, ->a0 */
#define ADDI(pre, post)                                                     \
    "{\"memory_bytes\":4096,\"pre\":{\"tpc\":\"0x10\"" pre "},\"code\":"    \
    "[{\"word\":\"00100115\",\"length\":32}],\"post\":{\"executed\":1,"     \
    "\"status\":\"Executed\",\"fault\":\"None\",\"fault_address\":\"0x0\"," \
    "\"tpc\":\"0x14\",\"flags\":\"0x0\",\"bundle_active\":false" post "}}"

#define TILE(slot, values)                                                  \
    "{\"slot\":" slot ",\"pe_mask\":\"1111\",\"dtype\":\"U32\",\"layout\":" \
    "\"RowMajor\",\"rows\":32,\"columns\":1,\"valid_rows\":2,"              \
    "\"valid_columns\":1,\"capacity_bytes\":128,\"defined\":true,"          \
    "\"valid\":" values "}"

TEST(a_wrong_result_is_seen)
{
    UNUSED_STATE;
#define ONE ",\"gpr\":{\"2\":\"0x1\"}"
    static const char *const wrong[] = {
        ADDI("", ""),
        ADDI("", ",\"gpr\":{\"2\":\"0x1\",\"3\":\"0x1\"}"),
        ADDI("", ONE ",\"mem\":[[0,\"01\"]]"),
        ADDI("", ONE ",\"tiles\":[" TILE("0", "\"1,2\"") "]"),
        ADDI(",\"tiles\":[" TILE("0", "\"1,2\"") "]", ONE),
        ADDI(",\"tiles\":[" TILE("0", "\"1,2\"") "]",
             ONE ",\"tiles\":[" TILE("0", "\"1,3\"") "]"),
        ADDI(",\"tiles\":[" TILE("0", "\"1,2\"") "]",
             ONE ",\"tiles\":[" TILE("1", "\"1,2\"") "]"),
    };
    static const char *const right[] = {
        ADDI("", ONE),
        ADDI(",\"tiles\":[" TILE("7", "\"1,2\"") "]",
             ONE ",\"tiles\":[" TILE("7", "[\"01\",\"02\"]") "]"),
    };
    vec_report r;
    pto_error e = {0};
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        assert_int_equal(test_run_line("program", right[i], &r, &e), PTO_OK);
        CHECK(r.passed == 1, "%s: got %s, wanted %s", right[i], r.first[0].got,
              r.first[0].wanted);
    }
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(test_run_line("program", wrong[i], &r, &e), PTO_OK);
        CHECK(r.failed == 1, "%s", wrong[i]);
    }
}

TEST(malformed_lines_are_named)
{
    UNUSED_STATE;
    static const char *const bad[] = {
        "{}",
        "{\"memory_bytes\":0,\"pre\":{},\"code\":[],\"post\":{}}",
        "{\"memory_bytes\":4096,\"pre\":{},\"code\":[],\"post\":{}}",
        ADDI(",\"tiles\":[" TILE("64", "\"1,2\"") "]", ""),
        ADDI(",\"tiles\":[{\"slot\":1}]", ""),
        ADDI(",\"tiles\":[" TILE("1", "\"1\"") "," TILE("1", "\"1\"") "]", ""),
        ADDI(",\"shared\":[{\"id\":999}]", ""),
        ADDI(",\"pe_gpr\":{\"4\":{}}", ""),
        ADDI(",\"mem\":[[99999,\"00\"]]", ""),
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        vec_report r;
        pto_error e = {0};
        CHECK(test_run_line("program", bad[i], &r, &e) == PTO_BAD_INPUT, "%s",
              bad[i]);
        assert_int_equal(e.line, 1);
    }
}

TEST_MAIN(CASE(golden_matrix_programs), CASE(golden_matrix_rejections),
          CASE(golden_tile_programs), CASE(a_wrong_result_is_seen),
          CASE(malformed_lines_are_named))
