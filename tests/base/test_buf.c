/* The growable buffer keeps what it is given and ends with a zero byte. */
#include "base/buf.h"
#include "pto_test.h"

TEST(appends_survive_growth)
{
    UNUSED_STATE;
    pto_buf b = {0};
    for (int i = 0; i < 1000; i++)
        pto_buf_printf(&b, "%03d,", i);
    assert_int_equal(b.size, 4000);
    assert_memory_equal(b.data + 4 * 999, "999,", 5);
    pto_buf_fill(&b, 7, 3);
    assert_int_equal(b.data[4002], 7);
    assert_int_equal(b.data[4003], 0);
    pto_buf_free(&b);
}

TEST(a_failed_buffer_ignores_appends)
{
    UNUSED_STATE;
    pto_buf b = {0};
    pto_buf_puts(&b, "kept");
    pto_buf_add(&b, "", SIZE_MAX / 2);
    assert_true(b.failed);
    pto_buf_puts(&b, "more");
    assert_int_equal(b.size, 4);
    pto_buf_free(&b);
}

TEST_MAIN(CASE(appends_survive_growth), CASE(a_failed_buffer_ignores_appends))
