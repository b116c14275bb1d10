/*
 * Products of bytes, four to a word: both operands stored by rows and by
 * columns, beside each other type of integers, with blocks and words that are
 * not full, against plain sums.
 */
#include "pto/cube.h"
#include "pto_test.h"
#include "cube/cube.h"

enum { M = 197, N = 70, K = 1031 };

static uint8_t a[M * K], b[K * N];
static uint32_t c[M * N], bias[N], got[M * N];

static int32_t value(unsigned dtype, uint8_t code)
{
    return dtype == PTO_S8 ? (int8_t)code : ((code & 15) ^ 8) - 8;
}

/* Element i of an operand; nibbles come two to a byte. */
static int32_t element(unsigned dtype, const uint8_t *bytes, size_t i)
{
    return value(dtype,
                 (uint8_t)pto_lane_get((pto_dtype)dtype, bytes, (uint64_t)i));
}

typedef struct size {
    unsigned m, n, k;
} size;

static uint32_t sum(const size *s, unsigned type_a, unsigned type_b, bool ta,
                    bool tb, unsigned i, unsigned j)
{
    uint32_t d = c[i * s->n + j] + bias[j];
    for (unsigned k = 0; k < s->k; k++)
        d += (uint32_t)(element(type_a, a, ta ? k * s->m + i : i * s->k + k) *
                        element(type_b, b, tb ? j * s->k + k : k * s->n + j));
    return d;
}

static pto_view view(unsigned dtype, const void *bytes, bool transposed,
                     unsigned rows, unsigned columns)
{
    pto_view v = pto_view_array(dtype, bytes, transposed ? rows : columns);
    v.transposed = transposed;
    return v;
}

static void check(const size *s, unsigned type_a, unsigned type_b, bool ta,
                  bool tb, const pto_cube_options *o)
{
    uint32_t flags = 0;
    pto_cube_rows rows = {.m = s->m,
                          .a = view(type_a, a, ta, s->m, s->k),
                          .a_scale = pto_view_none(),
                          .c = pto_view_array(PTO_S32, c, s->n),
                          .c_scale = pto_view_none(),
                          .bias = pto_view_array(PTO_S32, bias, s->n),
                          .d = got,
                          .d_pitch = s->n};
    pto_cube_op op = {.n = s->n,
                      .k = s->k,
                      .b = view(type_b, b, tb, s->k, s->n),
                      .b_scale = pto_view_none(),
                      .rows = &rows,
                      .row_blocks = 1};
    assert_int_equal(pto_cube_multiply(&op, o, &flags, NULL), PTO_OK);
    assert_int_equal(flags, 0);
    for (unsigned i = 0; i < s->m; i += 1 + s->m / 7)
        for (unsigned j = 0; j < s->n; j++)
            CHECK(got[i * s->n + j] == sum(s, type_a, type_b, ta, tb, i, j),
                  "%s, %u threads, %ux%ux%u, %d %d: [%u,%u]",
                  pto_level_name(o->level), o->threads, s->m, s->n, s->k, ta,
                  tb, i, j);
}

static void fill(uint64_t *seed)
{
    for (size_t i = 0; i < sizeof a; i++)
        a[i] = i % 5 ? (uint8_t)test_random(seed) : 0x80;
    for (size_t i = 0; i < sizeof b; i++)
        b[i] = i % 5 ? (uint8_t)test_random(seed) : 0x80;
    for (size_t i = 0; i < M * N; i++)
        c[i] = (uint32_t)test_random(seed);
    for (size_t i = 0; i < N; i++)
        bias[i] = (uint32_t)test_random(seed);
}

TEST(bytes_in_every_order)
{
    UNUSED_STATE;
    static const size sizes[] = {{1, 1, 1},   {5, 3, 7},  {7, 17, 33},
                                 {13, 64, 4}, {M, 65, 6}, {9, N, K}};
    uint64_t seed = 8;
    fill(&seed);
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        for (unsigned way = 0; way < 16; way++) {
            pto_cube_options o = {.threads = 1 + way % 8};
            unsigned type_a = way & 4 ? PTO_S4X2 : PTO_S8;
            unsigned type_b = way & 8 ? PTO_S4X2 : PTO_S8;
            for (o.level = 0; o.level < PTO_LEVELS; o.level++)
                if (pto_level_available(o.level))
                    check(&sizes[i], type_a, type_b, way & 1, way & 2, &o);
        }
    }
}

TEST_MAIN(CASE(bytes_in_every_order))
