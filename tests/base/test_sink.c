/* Files appear whole, or stay what they were. */
#include "pto_test.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sink.h"

static void hold(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(text, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void expect(const char *path, const char *text)
{
    char is[64] = "";
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    (void)fread(is, 1, sizeof is - 1, f);
    (void)fclose(f);
    assert_string_equal(is, text);
}

static void enter(char *folder)
{
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
}

TEST(a_name_is_taken_at_the_end)
{
    UNUSED_STATE;
    char folder[] = "/tmp/pto-sink-XXXXXX";
    pto_sink s;
    pto_error e = {0};
    struct stat st;
    enter(folder);
    hold("a", "old");
    assert_int_equal(chmod("a", 0640), 0);
    assert_int_equal(pto_sink_open(&s, "a", &e), PTO_OK);
    assert_true(pto_sink_write(&s, "new", 3));
    expect("a", "old");
    assert_int_equal(pto_sink_commit(&s, &e), PTO_OK);
    expect("a", "new");
    assert_int_equal(stat("a", &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
    assert_int_equal(pto_sink_open(&s, "a", &e), PTO_OK);
    assert_true(pto_sink_write(&s, "half", 4));
    pto_sink_drop(&s);
    expect("a", "new");
    assert_int_equal(remove("a"), 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left */
}

TEST(links_are_followed_and_stay)
{
    UNUSED_STATE;
    char folder[] = "/tmp/pto-sink-XXXXXX";
    pto_sink s;
    pto_error e = {0};
    struct stat st;
    enter(folder);
    assert_int_equal(mkdir("sub", 0777), 0);
    assert_int_equal(symlink("sub/two", "one"), 0);
    assert_int_equal(symlink("../three", "sub/two"), 0);
    char *target = pto_sink_target("one");
    assert_string_equal(target, "sub/../three");
    free(target);
    for (int i = 0; i < 2; i++) { /* where there is none, and where there is */
        assert_int_equal(pto_sink_open(&s, "one", &e), PTO_OK);
        assert_true(pto_sink_write(&s, i ? "b" : "a", 1));
        assert_int_equal(pto_sink_commit(&s, &e), PTO_OK);
        expect("three", i ? "b" : "a");
        assert_int_equal(lstat("one", &st), 0);
        assert_true(S_ISLNK(st.st_mode));
    }
    assert_int_equal(symlink("loop", "loop"), 0);
    assert_int_equal(pto_sink_open(&s, "loop", &e), PTO_IO);
    assert_null(pto_sink_target("loop"));
    const char *all[] = {"loop", "one", "sub/two", "three"};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(remove(all[i]), 0);
    assert_int_equal(rmdir("sub"), 0);
    assert_int_equal(rmdir(folder), 0);
}

TEST(streams_have_names)
{
    UNUSED_STATE;
    assert_int_equal(pto_sink_stream("-"), 1);
    assert_int_equal(pto_sink_stream("/dev/stdout"), 1);
    assert_int_equal(pto_sink_stream("/dev/stderr"), 2);
    assert_int_equal(pto_sink_stream("/dev/fd/17"), 17);
    assert_int_equal(pto_sink_stream("/dev/fd/17x"), -1);
    assert_int_equal(pto_sink_stream("./-"), -1);
}

TEST_MAIN(CASE(a_name_is_taken_at_the_end), CASE(links_are_followed_and_stay),
          CASE(streams_have_names))
