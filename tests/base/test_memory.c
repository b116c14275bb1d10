/* Sparse memory: zero until written, bounded, and whole or not at all. */
#include "base/memory.h"
#include "pto_test.h"

TEST(writes_cross_pages_and_survive_growth)
{
    UNUSED_STATE;
    pto_memory m;
    pto_memory_init(&m, 0, 0);
    for (uint64_t i = 0; i < 200; i++) {
        uint64_t at = (i << 20) + PTO_PAGE_BYTES - 4;
        assert_true(pto_memory_write(&m, at, &i, sizeof i));
    }
    assert_int_equal(m.page_count, 400);
    for (uint64_t i = 0; i < 200; i++) {
        uint64_t got = 0;
        pto_memory_read(&m, (i << 20) + PTO_PAGE_BYTES - 4, &got, sizeof got);
        assert_int_equal(got, i);
    }
    pto_memory_free(&m);
}

TEST(untouched_memory_reads_zero_and_costs_nothing)
{
    UNUSED_STATE;
    pto_memory m;
    uint8_t byte = 1;
    pto_memory_init(&m, 0, 0);
    pto_memory_read(&m, UINT64_MAX, &byte, 1);
    assert_int_equal(byte, 0);
    assert_int_equal(m.page_count, 0);
    pto_memory_free(&m);
}

TEST(bound_and_wrap_are_illegal)
{
    UNUSED_STATE;
    pto_memory m;
    pto_memory_init(&m, 4096, 0);
    assert_true(pto_memory_legal(&m, 4095, 1));
    assert_false(pto_memory_legal(&m, 4095, 2));
    assert_false(pto_memory_legal(&m, UINT64_MAX, 2));
    pto_memory_init(&m, 0, 0);
    assert_true(pto_memory_legal(&m, UINT64_MAX, 1));
    assert_false(pto_memory_legal(&m, UINT64_MAX, 2));
    pto_memory_free(&m);
}

TEST(the_limit_refuses_a_write_whole)
{
    UNUSED_STATE;
    pto_memory m;
    uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8}, got[8];
    pto_memory_init(&m, 0, PTO_PAGE_BYTES);
    assert_false(pto_memory_write(&m, PTO_PAGE_BYTES - 4, bytes, 8));
    pto_memory_read(&m, PTO_PAGE_BYTES - 4, got, 8);
    for (int i = 0; i < 8; i++)
        assert_int_equal(got[i], 0);
    pto_memory_free(&m);
}

TEST_MAIN(CASE(writes_cross_pages_and_survive_growth),
          CASE(untouched_memory_reads_zero_and_costs_nothing),
          CASE(bound_and_wrap_are_illegal),
          CASE(the_limit_refuses_a_write_whole))
