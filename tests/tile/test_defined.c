/* src/tile/defined.c, memory.c: which elements count as written. */
#include "pto/tile.h"

#include "pto_test.h"
#include "tile/tile.h"

enum { LIMIT = PTO_TILE_MAX_BYTES };

static pto_tile odd_tile(unsigned layout, unsigned dtype)
{
    pto_tile t;
    if (pto_tile_layout_is_cube(layout))
        assert_true(pto_tile_describe_cube(&t, dtype, layout, 13, 37, 8192,
                                           LIMIT, PTO_CUBE_ROW_BLOCKS));
    else
        assert_true(
            pto_tile_describe(&t, dtype, layout, 64, 13, 37, 8192, LIMIT));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    return t;
}

static const unsigned types[] = {PTO_FP32, PTO_BF16, PTO_E4M3, PTO_U4X2};

TEST(valid_region_is_defined_and_nothing_else)
{
    UNUSED_STATE;
    for (unsigned layout = 0; layout < PTO_TILE_LAYOUTS; layout++) {
        for (size_t d = 0; d < sizeof types / sizeof types[0]; d++) {
            pto_tile t = odd_tile(layout, types[d]);
            assert_false(pto_tile_contents_defined(&t));
            pto_tile_define_valid(&t);
            assert_true(pto_tile_contents_defined(&t));
            for (uint32_t r = 0; r < t.rows; r++)
                for (uint32_t c = 0; c < t.columns; c++)
                    assert_int_equal(pto_tile_defined(&t, r, c),
                                     r < 13 && c < 37);
            pto_tile_free(&t);
        }
    }
}

TEST(one_missing_element_is_noticed)
{
    UNUSED_STATE;
    uint64_t seed = 5;
    for (unsigned layout = 0; layout < PTO_TILE_LAYOUTS; layout++) {
        pto_tile t = odd_tile(layout, PTO_E4M3);
        for (uint64_t n = test_scaled(200); n--;) {
            uint32_t r = (uint32_t)(test_random(&seed) % 13);
            uint32_t c = (uint32_t)(test_random(&seed) % 37);
            pto_tile_define_all(&t, true);
            pto_tile_define_range(&t, pto_tile_index(&t, r, c), 1, false);
            assert_false(pto_tile_contents_defined(&t));
            pto_tile_write(&t, r, c, 1);
            assert_true(pto_tile_contents_defined(&t));
        }
        pto_tile_free(&t);
    }
}

TEST(ranges_agree_with_single_bits)
{
    UNUSED_STATE;
    uint64_t seed = 6;
    pto_tile t = odd_tile(PTO_TILE_RowMajor, PTO_U4X2);
    uint32_t n = pto_tile_indices(&t);
    for (uint64_t k = test_scaled(2000); k--;) {
        uint32_t first = (uint32_t)(test_random(&seed) % n);
        uint32_t count = (uint32_t)(test_random(&seed) % 200);
        if (count > n - first)
            count = n - first;
        bool defined = test_random(&seed) & 1;
        pto_tile_define_range(&t, first, count, defined);
        for (uint32_t i = 0; i < count; i++)
            assert_int_equal(pto_tile_defined_at(&t, first + i), defined);
        uint32_t from = (uint32_t)(test_random(&seed) % (n - 70));
        bool all = true;
        for (uint32_t i = 0; i < 70; i++)
            all &= pto_tile_defined_at(&t, from + i);
        assert_int_equal(pto_tile_range_defined(&t, from, 70), all);
    }
    pto_tile_free(&t);
}

TEST(predicates_are_packed_bits)
{
    UNUSED_STATE;
    pto_tile t;
    assert_false(pto_tile_describe_predicate(&t, 33, 32, 33, 32, 128, LIMIT));
    assert_true(pto_tile_describe_predicate(&t, 32, 32, 31, 30, 128, LIMIT));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    pto_tile_write(&t, 1, 3, 1);
    assert_int_equal(t.bytes[4], 8);
    pto_tile_define_valid(&t);
    assert_true(pto_tile_contents_defined(&t));
    assert_false(pto_tile_defined(&t, 31, 0));
    pto_tile_free(&t);
}

TEST(empty_and_missing_contents_are_not_defined)
{
    UNUSED_STATE;
    pto_tile t;
    assert_true(
        pto_tile_describe(&t, PTO_U8, PTO_TILE_RowMajor, 8, 0, 8, 128, LIMIT));
    assert_false(pto_tile_contents_defined(&t));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    pto_tile_define_all(&t, true);
    assert_false(pto_tile_contents_defined(&t));
    pto_tile_free(&t);
}

/* A CUBE tile of `capacity` bytes whose bytes and bits are all ones. */
static pto_tile full_tile(uint32_t capacity)
{
    pto_tile t;
    assert_true(pto_tile_describe_cube(&t, PTO_FP32, PTO_TILE_CUBE_M32, 32, 2,
                                       capacity, LIMIT, 0));
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    memset(pto_tile_payload(&t), 0xff, capacity);
    pto_tile_define_all(&t, true);
    return t;
}

TEST(copies_end_with_the_smaller_capacity_and_clear_the_rest)
{
    UNUSED_STATE;
    pto_tile small = full_tile(256), large = full_tile(4096);
    pto_tile_copy_contents(&large, &small);
    for (uint32_t i = 0; i < 4096; i++)
        assert_int_equal(large.bytes[i], i < 256 ? 0xff : 0);
    for (uint32_t i = 0; i < pto_tile_indices(&large); i++)
        assert_int_equal(pto_tile_defined_at(&large, i), i < 64);
    memset(pto_tile_payload(&large), 0xa5, 4096);
    pto_tile_copy_contents(&small, &large);
    for (uint32_t i = 0; i < 256; i++)
        assert_int_equal(small.bytes[i], 0xa5);
    pto_tile_free(&small);
    pto_tile_free(&large);
}

TEST_MAIN(CASE(valid_region_is_defined_and_nothing_else),
          CASE(one_missing_element_is_noticed),
          CASE(ranges_agree_with_single_bits), CASE(predicates_are_packed_bits),
          CASE(empty_and_missing_contents_are_not_defined),
          CASE(copies_end_with_the_smaller_capacity_and_clear_the_rest))
