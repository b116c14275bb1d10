/* The arena hands out zeroed, aligned, distinct memory of any size. */
#include "base/arena.h"
#include "pto_test.h"

TEST(pieces_do_not_overlap)
{
    UNUSED_STATE;
    pto_arena a = {0};
    uint64_t seed = 1;
    uint8_t *p[500];
    size_t n[500];
    for (int i = 0; i < 500; i++) {
        n[i] = test_random(&seed) % (i % 50 ? 300 : 100000) + 1;
        p[i] = pto_arena_alloc(&a, n[i]);
        assert_int_equal((uintptr_t)p[i] % 16, 0);
        for (size_t k = 0; k < n[i]; k++)
            assert_int_equal(p[i][k], 0);
        memset(p[i], i & 255, n[i]);
    }
    for (int i = 0; i < 500; i++)
        for (size_t k = 0; k < n[i]; k++)
            assert_int_equal(p[i][k], i & 255);
    pto_arena_free(&a);
}

TEST(text_is_copied_and_ended)
{
    UNUSED_STATE;
    pto_arena a = {0};
    assert_string_equal(pto_arena_text(&a, "label: x", 5), "label");
    assert_string_equal(pto_arena_text(&a, NULL, 0), "");
    assert_null(pto_arena_text(&a, "", SIZE_MAX));
    assert_null(pto_arena_alloc(&a, SIZE_MAX));
    pto_arena_free(&a);
}

TEST_MAIN(CASE(pieces_do_not_overlap), CASE(text_is_copied_and_ended))
