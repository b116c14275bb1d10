/* src/cube/raw.c: products of encodings, against the profile's own steps. */
#include "pto/cube.h"
#include "pto/profile.h"

#include "pto_test.h"
#include "cube/cube.h"

enum { M = 5, N = 9, K = 70, GROUPS = 3 };

static const unsigned types[] = {PTO_FP32, PTO_FP16,   PTO_E4M3, PTO_E2M1X2,
                                 PTO_S16,  PTO_S8,     PTO_S4X2, PTO_U16,
                                 PTO_U8,   PTO_HiF4X2, PTO_U4X2};

typedef struct operands {
    uint8_t a[M * K * 4], b[K * N * 4];
    uint32_t scale_a[M * GROUPS], scale_b[GROUPS * N];
    uint32_t c[M * N], bias[N], d[M * N];
} operands;

static void fill(void *p, size_t bytes, uint64_t *seed)
{
    for (size_t i = 0; i < bytes; i++)
        ((uint8_t *)p)[i] = (uint8_t)test_random(seed);
}

static bool takes_scale(unsigned t)
{
    return t == PTO_E4M3 || t == PTO_E2M1X2 || t == PTO_HiF4X2;
}

static pto_view scale_of(unsigned type, const void *codes, uint64_t pitch)
{
    if (!takes_scale(type))
        return pto_view_none();
    return pto_view_array(type == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0, codes,
                          pitch);
}

/* One element by the steps of the profile. */
static uint32_t steps(const pto_cube_op *op, uint64_t m, uint64_t n)
{
    const pto_profile *v0 = pto_profile_find("pto-v0");
    const pto_cube_rows *r = op->rows;
    pto_fenv env = {0};
    pto_matrix_term t = {.acc_type = (uint8_t)pto_accumulator_type(r->a.dtype),
                         .a_type = (uint8_t)r->a.dtype,
                         .b_type = (uint8_t)op->b.dtype,
                         .a_scaled = takes_scale(r->a.dtype),
                         .b_scaled = takes_scale(op->b.dtype)};
    uint64_t sum = pto_view_read(&r->c, m, n);
    for (uint64_t k = 0; k < op->k; k++) {
        t.a = pto_view_read(&r->a, m, k);
        t.b = pto_view_read(&op->b, k, n);
        if (t.a_scaled)
            t.a_scale = (uint32_t)pto_view_read(
                &r->a_scale, m, k / pto_scale_group(r->a.dtype));
        if (t.b_scaled)
            t.b_scale = (uint32_t)pto_view_read(
                &op->b_scale, k / pto_scale_group(op->b.dtype), n);
        sum = v0->accumulate(sum, &t, &env);
    }
    return (uint32_t)v0->bias((pto_dtype)t.acc_type, sum,
                              pto_view_read(&r->bias, 0, n), &env);
}

TEST(raw_products_follow_the_profile)
{
    UNUSED_STATE;
    enum { TYPES = sizeof types / sizeof types[0] };
    static operands o;
    uint64_t seed = 12;
    for (unsigned i = 0; i < TYPES * TYPES; i++) {
        unsigned a = types[i / TYPES], b = types[i % TYPES];
        if (pto_accumulator_type(a) != pto_accumulator_type(b))
            continue;
        fill(&o, sizeof o, &seed);
        unsigned acc = pto_accumulator_type(a);
        pto_cube_rows rows = {.m = M,
                              .a = pto_view_array(a, o.a, K),
                              .a_scale = scale_of(a, o.scale_a, GROUPS),
                              .c = pto_view_array(acc, o.c, N),
                              .c_scale = pto_view_none(),
                              .bias = pto_view_array(acc, o.bias, N),
                              .d = o.d,
                              .d_pitch = N};
        rows.a.sign_extended = 1;
        pto_cube_op op = {.n = N,
                          .k = K,
                          .b = pto_view_array(b, o.b, N),
                          .b_scale = scale_of(b, o.scale_b, N),
                          .rows = &rows,
                          .row_blocks = 1};
        op.b.sign_extended = 1;
        pto_raw_options plain = {0};
        assert_int_equal(pto_cube_multiply_raw(&op, &plain, NULL), PTO_OK);
        for (unsigned e = 0; e < M * N; e++)
            assert_int_equal(o.d[e], steps(&op, e / N, e % N));
    }
}

static uint32_t one_product(pto_view a, pto_view b, uint64_t k,
                            pto_raw_options options)
{
    uint32_t d = 0;
    pto_cube_rows rows = {.m = 1,
                          .a = a,
                          .a_scale = pto_view_none(),
                          .c = pto_view_none(),
                          .c_scale = pto_view_none(),
                          .bias = pto_view_none(),
                          .d = &d,
                          .d_pitch = 1};
    pto_cube_op op = {.n = 1,
                      .k = k,
                      .b = b,
                      .b_scale = pto_view_none(),
                      .rows = &rows,
                      .row_blocks = 1};
    assert_int_equal(pto_cube_multiply_raw(&op, &options, NULL), PTO_OK);
    return d;
}

/* Conflict 8 of the matrix vectors: [f, 8] (S4X2) times [2, 1] (S8). */
TEST(loaded_nibbles_are_unsigned)
{
    UNUSED_STATE;
    static const uint8_t nibbles[1] = {0x8f}, bytes[2] = {2, 1};
    pto_view a = pto_view_array(PTO_S4X2, nibbles, 2);
    pto_view b = pto_view_array(PTO_S8, bytes, 1);
    pto_raw_options plain = {0};
    assert_int_equal(one_product(a, b, 2, plain), 0x26);
    a.sign_extended = 1;
    assert_int_equal(one_product(a, b, 2, plain), (uint32_t)-10);
}

/* Conflict 9: [1, 1] (S8) times Shared [f; 8] (S4X2). */
TEST(shared_nibbles_are_words)
{
    UNUSED_STATE;
    static const uint8_t bytes[2] = {1, 1}, nibbles[128] = {0x8f};
    pto_view a = pto_view_array(PTO_S8, bytes, 2);
    pto_view b = pto_view_array(PTO_S4X2, nibbles, 1);
    pto_raw_options packed = {.packed_b = 1, .limit_b = sizeof nibbles};
    assert_int_equal(one_product(a, b, 2, packed), 0x8f);
    packed.limit_b = 8; /* the second word lies beyond */
    assert_int_equal(one_product(a, b, 2, packed), 0x8f);
    b.transposed = 1;
    b.pitch = 32;
    packed.limit_b = sizeof nibbles;
    assert_int_equal(one_product(a, b, 2, packed), 0x8f);
}

TEST_MAIN(CASE(raw_products_follow_the_profile),
          CASE(loaded_nibbles_are_unsigned), CASE(shared_nibbles_are_words))
