/* src/verify/matmul.c, cells.c: golden vectors, and lines that are none. */
#include "verify/vector.h"

#include "pto_test.h"

static pto_status run_file(const char *kind, const char *path, vec_report *r)
{
    pto_error e = {0};
    pto_status s = vec_run(kind, path, r, &e);
    if (s != PTO_OK && s != PTO_BAD_INPUT)
        print_error("%s: %s\n", path, e.message);
    return s;
}

static void expect_all(const char *kind, const char *path, uint64_t least)
{
    vec_report r;
    assert_int_equal(run_file(kind, path, &r), PTO_OK);
    CHECK(r.failed == 0, "%s:%" PRIu64 ": got %s, wanted %s", path,
          r.first[0].line, r.first[0].got, r.first[0].wanted);
    assert_true(r.passed >= least);
}

TEST(golden_products)
{
    UNUSED_STATE;
    expect_all("matmul", PTO_TESTS "/vectors/numeric/matmul.tsv.gz", 240);
}

TEST(golden_cells)
{
    UNUSED_STATE;
    expect_all("cells", PTO_TESTS "/vectors/asl-matrix/cells.jsonl.gz", 224);
}

/* One line as a file; what running it returns. */
static pto_status run_line(const char *kind, const char *line, vec_report *r)
{
    char path[] = "/tmp/pto_vector_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", line);
    assert_int_equal(fclose(f), 0);
    pto_status s = run_file(kind, path, r);
    remove(path);
    return s;
}

#define GOOD "ord\tFP16\tFP16\t1\t1\t1\t3c00\t4000\t-\t-\t-\t-\t"

TEST(differences_are_counted)
{
    UNUSED_STATE;
    vec_report r;
    assert_int_equal(run_line("matmul", GOOD "40000000\t0", &r), PTO_OK);
    assert_int_equal(r.passed, 1);
    assert_int_equal(run_line("matmul", GOOD "40000001\t0", &r), PTO_OK);
    assert_int_equal(r.failed, 1);
    assert_int_equal(run_line("matmul", GOOD "40000000\t10", &r), PTO_OK);
    assert_int_equal(r.failed, 1);
    assert_int_equal(
        run_line("cells",
                 "{\"layout\":\"CUBE_N8\",\"dtype\":\"FP32\",\"valid_rows\":1,"
                 "\"valid_columns\":1,\"cell_rows\":4,\"cell_columns\":8,"
                 "\"storage_rows\":4,\"storage_columns\":8,\"k_repeat\":1,"
                 "\"n_repeat\":1,\"cells\":1,\"storage_elements\":32,"
                 "\"required_bytes\":128,\"index\":[[0,1,3]]}",
                 &r),
        PTO_OK);
    assert_int_equal(r.failed, 1);
}

TEST(malformed_lines_are_named)
{
    UNUSED_STATE;
    static const char *const bad[] = {
        "ord\tFP16",
        "odd\tFP16\tFP16\t1\t1\t1\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tS8\t1\t1\t1\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP64\tFP64\t1\t1\t1\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t0\t1\t1\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t65536\t1\t1\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t65535\t65535\t65535\t0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t1\t1\t2\t0\t0,0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t1\t1\t1\t0,0\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t1\t1\t1\t-\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t1\t1\t1\tx\t0\t-\t-\t-\t-\t0\t0",
        "ord\tFP16\tFP16\t1\t1\t1\t0\t0\t7f\t-\t-\t-\t0\t0",
        "mx\tE4M3\tE4M3\t1\t1\t1\t0\t0\t-\t-\t-\t5\t0\t0",
        "mx\tE4M3\tE4M3\t1\t1\t1\t0\t0\t-\t-\t0\t256\t0\t0",
    };
    vec_report r;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        CHECK(run_line("matmul", bad[i], &r) == PTO_BAD_INPUT, "line %zu", i);
    static const char *const no_cells[] = {
        "{", "[]", "{\"layout\":\"CUBE_M8\"}", "{\"layout\":\"CUBE_M16\"}",
        "{\"layout\":\"CUBE_M16\",\"dtype\":\"E4M3\",\"valid_rows\":-1}"};
    for (size_t i = 0; i < sizeof no_cells / sizeof no_cells[0]; i++)
        CHECK(run_line("cells", no_cells[i], &r) == PTO_BAD_INPUT, "line %zu",
              i);
}

TEST_MAIN(CASE(golden_products), CASE(golden_cells),
          CASE(differences_are_counted), CASE(malformed_lines_are_named))
