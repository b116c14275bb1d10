/* src/tile/row.c, line.c: stretches of rows are their elements, and leave all
 * other elements alone, whatever the type, the layout and where they begin. */
#include "tile/row.h"

#include "pto_test.h"
#include "tile/tile.h"

enum { LIMIT = 16384, ELEMENTS = 8 * LIMIT };

typedef struct random_tile {
    pto_tile tile;
    uint64_t bits[ELEMENTS]; /* by row and column */
    uint8_t defined[ELEMENTS];
} random_tile;

static bool describe(pto_tile *t, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    unsigned dtype = r & 31, layout = (r >> 8 & 0xff) % PTO_TILE_LAYOUTS;
    uint32_t rows = 1 + (r >> 16 & 63), columns = 1 + (r >> 24 & 63);
    uint32_t capacity = 128u << (r >> 32 & 0xff) % 6;
    uint32_t physical = 1u << (r >> 40 & 0xff) % 10;
    if (r >> 62 == 0)
        return pto_tile_describe_predicate(t, rows, columns, rows, columns,
                                           capacity, LIMIT);
    if (pto_tile_layout_is_cube(layout))
        return pto_tile_describe_cube(t, dtype, layout, rows, columns, capacity,
                                      LIMIT,
                                      PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS);
    return pto_tile_describe(t, dtype, layout, physical, 1, 1, capacity, LIMIT);
}

static void make(random_tile *x, uint64_t *seed)
{
    pto_tile *t = &x->tile;
    while (!describe(t, seed))
        ;
    assert_int_equal(pto_tile_alloc(t), PTO_OK);
    for (uint32_t i = 0; i < t->capacity_bytes; i++)
        pto_tile_payload(t)[i] = (uint8_t)test_random(seed);
    for (uint32_t i = 0; i < pto_tile_indices(t); i++)
        pto_tile_define_range(t, i, 1, test_random(seed) & 1);
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++) {
            x->bits[r * t->columns + c] = pto_tile_read(t, r, c);
            x->defined[r * t->columns + c] = pto_tile_defined(t, r, c);
        }
}

static uint64_t element_mask(const pto_tile *t)
{
    return t->storage == PTO_TILE_PREDICATE
               ? 1
               : pto_format_get(t->dtype)->carrier_mask;
}

static void check_all(const random_tile *x)
{
    const pto_tile *t = &x->tile;
    for (uint32_t r = 0; r < t->rows; r++)
        for (uint32_t c = 0; c < t->columns; c++) {
            uint32_t i = r * t->columns + c;
            CHECK(pto_tile_read(t, r, c) == x->bits[i] &&
                      pto_tile_defined(t, r, c) == x->defined[i],
                  "%s type %u (%u,%u)", pto_tile_layout_name(t->layout),
                  t->dtype, r, c);
        }
}

typedef struct part {
    uint32_t row, first, n;
} part;

static part random_part(const pto_tile *t, uint64_t *seed)
{
    part p = {.row = (uint32_t)(test_random(seed) % t->rows),
              .first = (uint32_t)(test_random(seed) % t->columns)};
    p.n = 1 + (uint32_t)(test_random(seed) % (t->columns - p.first));
    p.n = p.n < PTO_STRETCH ? p.n : PTO_STRETCH;
    return p;
}

static void carriers(random_tile *x, uint64_t *seed)
{
    uint64_t v[PTO_STRETCH];
    pto_tile *t = &x->tile;
    part p = random_part(t, seed);
    uint64_t *at = x->bits + p.row * t->columns + p.first;
    pto_row_read(t, p.row, p.first, p.n, v);
    assert_memory_equal(v, at, p.n * sizeof v[0]);
    for (uint32_t i = 0; i < p.n; i++) {
        v[i] = test_random(seed);
        at[i] = v[i] & element_mask(t);
        x->defined[at + i - x->bits] = true;
    }
    pto_row_write(t, p.row, p.first, p.n, v);
    check_all(x);
}

/* Packed lines have no predicates. */
static void packed(random_tile *x, uint64_t *seed)
{
    uint8_t v[8 * PTO_STRETCH];
    pto_tile *t = &x->tile;
    part p = random_part(t, seed);
    uint64_t *at = x->bits + p.row * t->columns + p.first;
    if (t->storage == PTO_TILE_PREDICATE)
        return;
    for (uint32_t i = 0; i < sizeof v; i++)
        v[i] = (uint8_t)test_random(seed);
    for (uint32_t i = 0; i < p.n; i++) {
        at[i] = pto_lane_get((pto_dtype)t->dtype, v, i);
        x->defined[at + i - x->bits] = true;
    }
    pto_tile_write_row(t, p.row, p.first, p.n, v);
    check_all(x);
}

TEST(stretches_are_their_elements)
{
    UNUSED_STATE;
    uint64_t seed = 1;
    random_tile *x = malloc(sizeof *x);
    assert_non_null(x);
    for (uint64_t i = 0; i < test_scaled(2000); i++) {
        make(x, &seed);
        carriers(x, &seed);
        packed(x, &seed);
        pto_tile_free(&x->tile);
    }
    free(x);
}

TEST_MAIN(CASE(stretches_are_their_elements))
