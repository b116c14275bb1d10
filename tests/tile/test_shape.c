/* src/tile/shape.c, cell.c: legal capacities and shapes. */
#include "pto/tile.h"

#include "pto_test.h"
#include "tile/tile.h"

enum { LIMIT = PTO_TILE_MAX_BYTES };

TEST(capacities_are_cells_below_the_limit)
{
    UNUSED_STATE;
    assert_false(pto_tile_capacity_legal(0, LIMIT));
    assert_false(pto_tile_capacity_legal(127, LIMIT));
    assert_true(pto_tile_capacity_legal(128, LIMIT));
    assert_true(pto_tile_capacity_legal(384, LIMIT));
    assert_true(pto_tile_capacity_legal(65536, 65536));
    assert_false(pto_tile_capacity_legal(131072, 65536));
    assert_false(pto_tile_capacity_legal(262272, UINT32_MAX));
}

TEST(rows_follow_from_capacity)
{
    UNUSED_STATE;
    assert_int_equal(pto_tile_derived_rows(1024, 16, PTO_FP32), 16);
    assert_int_equal(pto_tile_derived_rows(1024, 16, PTO_S4X2), 128);
    assert_int_equal(pto_tile_derived_rows(1024, 15, PTO_FP32), 0);
    assert_int_equal(pto_tile_derived_rows(128, 64, PTO_FP32), 0);
    assert_int_equal(pto_tile_derived_rows(262144, 1, PTO_U8), 0);
    assert_int_equal(pto_tile_derived_rows(1024, 16, 31), 0);
}

TEST(minimum_capacity_is_the_smallest_legal)
{
    UNUSED_STATE;
    uint64_t seed = 3;
    for (uint64_t n = test_scaled(5000); n--;) {
        uint32_t columns = 1u << test_random(&seed) % 12;
        uint32_t rows = (uint32_t)(test_random(&seed) % 600);
        uint32_t valid = (uint32_t)(test_random(&seed) % (columns + 2));
        unsigned dtype = (unsigned)(test_random(&seed) % 32);
        uint32_t c = pto_tile_minimum_capacity(columns, rows, valid, dtype);
        if (c)
            assert_true(pto_tile_shape_legal(c, columns, rows, valid, dtype));
        for (uint32_t s = 128; s < (c ? c : 2 * LIMIT); s *= 2)
            assert_false(pto_tile_shape_legal(s, columns, rows, valid, dtype));
    }
}

TEST(descriptors_check_themselves)
{
    UNUSED_STATE;
    pto_tile t;
    assert_true(
        pto_tile_describe(&t, PTO_FP16, PTO_TILE_NZ, 32, 16, 20, 1024, LIMIT));
    assert_true(pto_tile_legal(&t, LIMIT));
    assert_false(pto_tile_legal(&t, 512));
    t.valid_rows = 17;
    assert_false(pto_tile_legal(&t, LIMIT));
    /* Eight rows are half a fractal. */
    assert_false(
        pto_tile_describe(&t, PTO_FP16, PTO_TILE_NZ, 32, 1, 1, 512, LIMIT));
    assert_int_equal(t.allocated, 0);
    assert_true(pto_tile_describe_cube(&t, PTO_E4M3, PTO_TILE_CUBE_N8, 40, 9,
                                       1024, LIMIT, 0));
    assert_true(pto_tile_cube_legal(&t, LIMIT, 0));
    assert_false(pto_tile_legal(&t, LIMIT));
    t.k_repeat++;
    assert_false(pto_tile_cube_legal(&t, LIMIT, 0));
}

TEST(cells_know_their_types)
{
    UNUSED_STATE;
    pto_cube_shape s =
        pto_cube_shape_of(PTO_TILE_CUBE_M16, PTO_HiF4X2, 16, 64, 0);
    assert_int_equal(s.cells, 0);
    s = pto_cube_shape_of(PTO_TILE_CUBE_M16, PTO_HiF4X2, 16, 64, PTO_CUBE_HIF4);
    assert_int_equal(s.cells, 4);
    for (unsigned d = 0; d < PTO_DTYPE_CODES; d++) {
        s = pto_cube_shape_of(PTO_TILE_CUBE_N8, d, 1, 1, PTO_CUBE_HIF4);
        unsigned bits = pto_tile_element_bits(d);
        bool fits = bits != 0 && bits != 64;
        assert_int_equal(s.cells, fits);
        if (fits)
            assert_int_equal(s.elements * bits, PTO_CELL_BYTES * 8);
    }
}

TEST_MAIN(CASE(capacities_are_cells_below_the_limit),
          CASE(rows_follow_from_capacity),
          CASE(minimum_capacity_is_the_smallest_legal),
          CASE(descriptors_check_themselves), CASE(cells_know_their_types))
