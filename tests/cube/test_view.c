/*
 * src/cube/view.c, block.c: operands in every layout, transposed, offset and
 * in several row blocks give what plain arrays give.
 */
#include "pto/cube.h"

#include "pto_test.h"
#include "cube/cube.h"

enum { MAX = 96, LIMIT = PTO_TILE_MAX_BYTES, BLOCKS = 4 };

/* A matrix as an array and, with the same elements, as a view of a tile. */
typedef struct matrix {
    uint32_t rows, columns;
    unsigned dtype;
    uint8_t array[MAX * 4 * MAX * 4];
    pto_tile tile;
    pto_view view;
} matrix;

static bool describe(matrix *m, unsigned layout, bool transposed)
{
    uint32_t r = transposed ? m->columns : m->rows;
    uint32_t c = transposed ? m->rows : m->columns;
    uint32_t physical = 64;
    while (physical < c)
        physical *= 2;
    for (uint32_t size = 128; size <= LIMIT; size *= 2) {
        bool legal = pto_tile_layout_is_cube(layout)
                         ? pto_tile_describe_cube(
                               &m->tile, m->dtype, layout, r, c, size, LIMIT,
                               PTO_CUBE_HIF4 | PTO_CUBE_ROW_BLOCKS)
                         : pto_tile_describe(&m->tile, m->dtype, layout,
                                             physical, r, c, size, LIMIT);
        if (legal)
            return true;
    }
    return false;
}

/* Fill from the generator; elements outside the valid region differ too. */
static void build(matrix *m, unsigned dtype, uint32_t rows, uint32_t columns,
                  unsigned layout, bool transposed, uint64_t *seed)
{
    m->dtype = dtype;
    m->rows = rows;
    m->columns = columns;
    CHECK(describe(m, layout, transposed), "%u x %u %s", rows, columns,
          pto_tile_layout_name(layout));
    assert_int_equal(pto_tile_alloc(&m->tile), PTO_OK);
    for (uint32_t i = 0; i < m->tile.capacity_bytes; i++)
        pto_tile_payload(&m->tile)[i] = (uint8_t)test_random(seed);
    m->view = pto_view_tile(&m->tile, transposed, 0);
    for (uint32_t r = 0; r < rows; r++)
        for (uint32_t c = 0; c < columns; c++)
            pto_lane_set((pto_dtype)dtype, m->array, r * columns + c,
                         pto_tile_read(&m->tile, transposed ? c : r,
                                       transposed ? r : c));
}

static void check_elements(const matrix *m)
{
    for (uint32_t r = 0; r < m->rows; r++)
        for (uint32_t c = 0; c < m->columns; c++)
            assert_int_equal(pto_view_read(&m->view, r, c),
                             pto_lane_get((pto_dtype)m->dtype, m->array,
                                          r * m->columns + c));
}

typedef struct setup {
    matrix a, b, scale_a, scale_b, c, c_scale, bias;
    uint32_t got[MAX * 2 * MAX], want[MAX * 2 * MAX];
} setup;

static const unsigned types[] = {PTO_FP32, PTO_BF16,   PTO_E4M3,  PTO_E5M2,
                                 PTO_E3M2, PTO_E2M1X2, PTO_HiF4X2};

static unsigned any_layout(bool left, uint32_t rows, bool *transposed,
                           uint64_t *seed)
{
    static const unsigned ordinary[] = {PTO_TILE_RowMajor, PTO_TILE_ColumnMajor,
                                        PTO_TILE_ZN, PTO_TILE_NZ};
    uint64_t r = test_random(seed);
    *transposed = r & 1;
    if (r & 2)
        return ordinary[(r >> 2) % 4];
    *transposed = false;
    if (!left)
        return PTO_TILE_CUBE_N8;
    return rows <= 16 && r & 4 ? PTO_TILE_CUBE_M16 : PTO_TILE_CUBE_M32;
}

static void make_operand(matrix *m, unsigned dtype, uint32_t rows,
                         uint32_t columns, bool left, uint64_t *seed)
{
    bool transposed;
    unsigned layout = any_layout(left, rows, &transposed, seed);
    build(m, dtype, rows, columns, layout, transposed, seed);
    check_elements(m);
}

static void make_scale(matrix *m, unsigned primary, uint32_t lines, uint32_t k,
                       uint64_t *seed)
{
    uint32_t group = pto_scale_group(primary);
    build(m, primary == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0, lines,
          (k + group - 1) / group, PTO_TILE_CUBE_M32, false, seed);
}

static bool takes_scale(unsigned dtype)
{
    return dtype == PTO_E4M3 || dtype == PTO_E5M2 || dtype == PTO_E2M1X2 ||
           dtype == PTO_HiF4X2;
}

static void free_setup(setup *s)
{
    matrix *all[] = {&s->a, &s->b,       &s->scale_a, &s->scale_b,
                     &s->c, &s->c_scale, &s->bias};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pto_tile_free(&all[i]->tile);
}

static void make(setup *s, uint32_t m, uint32_t n, uint32_t k, uint64_t *seed)
{
    enum { TYPES = sizeof types / sizeof types[0] };
    unsigned a = types[test_random(seed) % TYPES];
    unsigned b = types[test_random(seed) % TYPES];
    make_operand(&s->a, a, m, k, true, seed);
    make_operand(&s->b, b, k, n, false, seed);
    make_scale(&s->scale_a, a, m, k, seed);
    make_scale(&s->scale_b, b, n, k, seed);
    bool small = m <= 16;
    build(&s->c, PTO_FP32, m, n, small ? PTO_TILE_CUBE_M16 : PTO_TILE_CUBE_M32,
          false, seed);
    build(&s->c_scale, PTO_U8, m, 1, PTO_TILE_CUBE_M32, false, seed);
    build(&s->bias, PTO_FP32, 1, n, PTO_TILE_RowMajor, false, seed);
}

static pto_view scale_view(const matrix *primary, const matrix *scale,
                           bool turned)
{
    if (!takes_scale(primary->dtype))
        return pto_view_none();
    return pto_view_tile(&scale->tile, turned, 0);
}

/* The same product from plain arrays. */
static uint32_t reference(setup *s)
{
    pto_matmul_args g = {
        .m = s->a.rows,
        .n = s->b.columns,
        .k = s->a.columns,
        .type_a = s->a.dtype,
        .type_b = s->b.dtype,
        .a = s->a.array,
        .b = s->b.array,
        .c = s->c.array,
        .c_scale = s->c_scale.array,
        .bias = s->bias.array,
        .d = s->want,
        .scale_a = takes_scale(s->a.dtype) ? s->scale_a.array : NULL,
        .scale_b = takes_scale(s->b.dtype) ? s->scale_b.array : NULL};
    pto_cube_options o = {.level = PTO_LEVEL_PORTABLE};
    uint32_t flags = 0;
    assert_int_equal(pto_matmul(&g, &o, &flags, NULL), PTO_OK);
    return flags;
}

static void check_product(setup *s, unsigned level)
{
    uint32_t n = s->b.columns, flags = 0, own = 0;
    pto_cube_rows rows = {.m = s->a.rows,
                          .a = s->a.view,
                          .a_scale = scale_view(&s->a, &s->scale_a, false),
                          .c = s->c.view,
                          .c_scale = s->c_scale.view,
                          .bias = s->bias.view,
                          .d = s->got,
                          .d_pitch = n,
                          .flags = &own};
    pto_cube_op op = {.n = n,
                      .k = s->a.columns,
                      .b = s->b.view,
                      .b_scale = scale_view(&s->b, &s->scale_b, true),
                      .rows = &rows,
                      .row_blocks = 1};
    pto_cube_options o = {.level = level};
    assert_int_equal(pto_cube_multiply(&op, &o, &flags, NULL), PTO_OK);
    uint32_t want = reference(s);
    CHECK(!memcmp(s->got, s->want, sizeof(uint32_t) * rows.m * n),
          "%s: %s %s x %s %s", pto_level_name(level),
          pto_format_get(s->a.dtype)->name,
          pto_tile_layout_name(s->a.tile.layout),
          pto_format_get(s->b.dtype)->name,
          pto_tile_layout_name(s->b.tile.layout));
    assert_int_equal(flags, want);
    assert_int_equal(own, want);
}

TEST(layouts_do_not_change_products)
{
    UNUSED_STATE;
    setup *s = malloc(sizeof *s);
    assert_non_null(s);
    uint64_t seed = 7;
    for (uint64_t i = test_scaled(400); i--;) {
        uint32_t m = (uint32_t)(1 + test_random(&seed) % 32);
        uint32_t n = (uint32_t)(1 + test_random(&seed) % 70);
        uint32_t k = (uint32_t)(1 + test_random(&seed) % MAX);
        make(s, m, n, k, &seed);
        for (unsigned l = PTO_LEVEL_PORTABLE; l < PTO_LEVELS; l++)
            if (pto_level_available(l))
                check_product(s, l);
        free_setup(s);
    }
    free(s);
}

static void split_rows(setup *s, bool turned, pto_cube_rows rows[BLOCKS],
                       uint32_t flags[BLOCKS])
{
    uint32_t m = s->a.rows, n = s->b.columns, each = 32;
    for (uint32_t b = 0; b < BLOCKS; b++) {
        uint32_t first = b * each < m ? b * each : m;
        rows[b] = (pto_cube_rows){.m = m - first < each ? m - first : each,
                                  .a = pto_view_tile(&s->a.tile, turned, first),
                                  .a_scale = pto_view_none(),
                                  .c = pto_view_none(),
                                  .c_scale = pto_view_none(),
                                  .bias = pto_view_none(),
                                  .d = s->got + (size_t)first * n,
                                  .d_pitch = n,
                                  .flags = &flags[b]};
    }
}

/* One block by itself, on the portable kernel. */
static void check_alone(setup *s, pto_cube_op op, pto_cube_rows one)
{
    uint32_t all = 0, own = 0, together = *one.flags;
    const uint32_t *got = one.d;
    pto_cube_options portable = {.level = PTO_LEVEL_PORTABLE};
    one.d = s->want;
    one.flags = &own;
    op.rows = &one;
    op.row_blocks = 1;
    assert_int_equal(pto_cube_multiply(&op, &portable, &all, NULL), PTO_OK);
    assert_int_equal(own, together);
    assert_int_equal(all, together);
    if (one.m)
        assert_memory_equal(got, s->want, 4 * one.m * op.n);
}

/* Group M: rows of one Shared A, split; the flags of each block are its own. */
TEST(row_blocks_are_independent)
{
    UNUSED_STATE;
    setup *s = malloc(sizeof *s);
    assert_non_null(s);
    uint64_t seed = 8;
    for (unsigned i = (unsigned)test_scaled(150); i--;) {
        uint32_t m = (uint32_t)(1 + test_random(&seed) % MAX);
        uint32_t n = (uint32_t)(1 + test_random(&seed) % 70);
        build(&s->a, types[i % 3], m, MAX, PTO_TILE_RowMajor, i & 1, &seed);
        build(&s->b, types[i % 5], MAX, n, PTO_TILE_RowMajor, i & 2, &seed);
        pto_cube_rows rows[BLOCKS];
        uint32_t flags[BLOCKS] = {0}, all = 0;
        split_rows(s, i & 1, rows, flags);
        pto_cube_op op = {.n = n,
                          .k = MAX,
                          .b = s->b.view,
                          .b_scale = pto_view_none(),
                          .rows = rows,
                          .row_blocks = BLOCKS};
        pto_cube_options o = {.threads = 1 + i % 3};
        assert_int_equal(pto_cube_multiply(&op, &o, &all, NULL), PTO_OK);
        assert_int_equal(all, flags[0] | flags[1] | flags[2] | flags[3]);
        for (uint32_t b = 0; b < BLOCKS; b++)
            check_alone(s, op, rows[b]);
        pto_tile_free(&s->a.tile);
        pto_tile_free(&s->b.tile);
    }
    free(s);
}

TEST_MAIN(CASE(layouts_do_not_change_products),
          CASE(row_blocks_are_independent))
