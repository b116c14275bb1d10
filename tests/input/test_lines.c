/* Lines of files and of texts, and the bytes that none may have. */
#include "pto_test.h"

#include <zlib.h>

#include "input/lines.h"

/* Read the last line of a text; its status, and the error in *e. */
static pto_status last(const char *text, size_t n, bool any, char *out,
                       pto_error *e)
{
    input_lines l;
    bool more = true;
    pto_status s = PTO_OK;
    input_lines_of_text(&l, text, n);
    l.any = any;
    while (s == PTO_OK && more) {
        s = input_lines_next(&l, &more, e);
        if (s == PTO_OK && more)
            snprintf(out, 64, "%llu:%s", (unsigned long long)l.number, l.line);
    }
    input_lines_close(&l);
    return s;
}

TEST(ends_of_lines)
{
    UNUSED_STATE;
    static const struct {
        const char *text, *last;
    } rows[] = {{"", ""},
                {"a", "1:a"},
                {"a\n", "1:a"},
                {"a\n\n", "2:"},
                {"a\r\nb", "2:b"},
                {"a\r\n", "1:a"},
                {"\r\n", "1:"},
                {"\xef\xbb\xbf"
                 "a",
                 "1:a"},
                {"\xc3\xa9", "1:\xc3\xa9"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[64] = "";
        pto_error e;
        assert_int_equal(
            last(rows[i].text, strlen(rows[i].text), false, out, &e), PTO_OK);
        assert_string_equal(out, rows[i].last);
    }
}

TEST(bytes_that_no_line_has)
{
    UNUSED_STATE;
    static const struct {
        const char *text;
        size_t n;
        const char *what;
    } rows[] = {{"a\nb\0c\n", 6, "the line has a NUL byte"},
                {"a\nb\rc\n", 6, "the line has a carriage return inside"},
                {"a\nb\r", 4, "the line has a carriage return inside"},
                {"a\n\xff\n", 4, "the line is no UTF-8"},
                {"a\n\xc3\n", 4, "the line is no UTF-8"},
                {"a\n\xc0\x80", 4, "the line is no UTF-8"},
                {"a\n\xed\xa0\x80", 5, "the line is no UTF-8"},
                {"a\n\xf4\x90\x80\x80", 6, "the line is no UTF-8"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[64];
        pto_error e = {0};
        assert_int_equal(last(rows[i].text, rows[i].n, false, out, &e),
                         PTO_BAD_INPUT);
        assert_string_equal(e.message, rows[i].what);
        assert_int_equal(e.line, 2);
        assert_int_equal(last(rows[i].text, rows[i].n, true, out, &e), PTO_OK);
    }
}

TEST(a_line_has_a_limit)
{
    UNUSED_STATE;
    size_t n = INPUT_LINE_LIMIT + 1;
    char *text = malloc(n), out[64];
    pto_error e = {0};
    memset(text, 'x', n);
    assert_int_equal(last(text, n - 1, true, out, &e), PTO_OK);
    assert_int_equal(last(text, n, true, out, &e), PTO_BAD_INPUT);
    assert_string_equal(e.message, "the line is longer than 1 MiB");
    free(text);
}

TEST(files_plain_and_gzip)
{
    UNUSED_STATE;
    char path[] = "/tmp/pto-lines-XXXXXX";
    input_lines l;
    bool more = false;
    pto_error e = {0};
    int f = mkstemp(path);
    assert_true(f >= 0);
    gzFile z = gzdopen(f, "wb");
    for (int i = 0; i < 100000; i++)
        assert_true(gzputs(z, "a line\r\n") > 0);
    assert_int_equal(gzclose(z), Z_OK);
    assert_int_equal(input_lines_open(&l, path, &e), PTO_OK);
    do {
        assert_int_equal(input_lines_next(&l, &more, &e), PTO_OK);
        if (more)
            assert_string_equal(l.line, "a line");
    } while (more);
    assert_int_equal(l.number, 100001);
    input_lines_close(&l);
    assert_int_equal(truncate(path, 200), 0);
    assert_int_equal(input_lines_open(&l, path, &e), PTO_OK);
    pto_status s = PTO_OK;
    for (more = true; s == PTO_OK && more;)
        s = input_lines_next(&l, &more, &e);
    assert_int_equal(s, PTO_IO);
    input_lines_close(&l);
    assert_int_equal(remove(path), 0);
    assert_int_equal(input_lines_open(&l, path, &e), PTO_IO);
}

TEST_MAIN(CASE(ends_of_lines), CASE(bytes_that_no_line_has),
          CASE(a_line_has_a_limit), CASE(files_plain_and_gzip))
