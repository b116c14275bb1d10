/* Tiles of every type and ordinary layout, full of random bits. */
#ifndef PTO_TESTS_TILE_KERNEL_TEST_H
#define PTO_TESTS_TILE_KERNEL_TEST_H

#include "pto/tile.h"
#include "pto_test.h"

enum { SIDE = 64 }; /* rows and columns: whole fractals of every type */

static const uint8_t layouts[] = {PTO_TILE_RowMajor, PTO_TILE_ColumnMajor,
                                  PTO_TILE_ZN, PTO_TILE_NZ};

static inline uint32_t below(uint64_t *seed, uint32_t n)
{
    return (uint32_t)(test_random(seed) % n);
}

static inline pto_tile square_tile(unsigned type, unsigned layout,
                                   uint32_t rows, uint32_t columns)
{
    pto_tile t;
    uint32_t bytes = SIDE * SIDE * pto_tile_element_bits(type) / 8;
    CHECK(pto_tile_describe(&t, type, layout, SIDE, rows, columns, bytes,
                            PTO_TILE_MAX_BYTES),
          "%u", type);
    assert_int_equal(pto_tile_alloc(&t), PTO_OK);
    return t;
}

static inline void fill_randomly(pto_tile *t, uint64_t *seed)
{
    for (uint32_t r = 0; r < t->valid_rows; r++)
        for (uint32_t c = 0; c < t->valid_columns; c++)
            pto_tile_write(t, r, c, test_random(seed));
}

static inline pto_tile random_square(unsigned type, uint64_t *seed)
{
    pto_tile t = square_tile(type, layouts[below(seed, 4)],
                             1 + below(seed, SIDE), 1 + below(seed, SIDE));
    fill_randomly(&t, seed);
    return t;
}

/* Every assigned type in turn. */
#define EACH_TYPE(type)                        \
    for (unsigned type = 0; type < 32; type++) \
        if (pto_format_get(type))

#endif
