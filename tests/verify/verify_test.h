/* What the tests of JSON vector kinds share. */
#ifndef PTO_TESTS_VERIFY_TEST_H
#define PTO_TESTS_VERIFY_TEST_H

#include "verify/vector.h"
#include "pto_test.h"

/* One line as a file; what running it returns. */
static inline pto_status test_run_line(const char *kind, const char *line,
                                       vec_report *r, pto_error *e)
{
    char path[] = "/tmp/pto_vector_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    FILE *f = fdopen(fd, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", line);
    assert_int_equal(fclose(f), 0);
    pto_status s = vec_run(kind, path, r, e);
    remove(path);
    return s;
}

#endif
