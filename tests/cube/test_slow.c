/*
 * The kernels against tests/slow, a second implementation in rationals: every
 * pair of types, K to 4096, subnormals, infinities, NaNs, extreme scales.
 */
#include "pto/cube.h"
#include "slow/slow.h"

#include "pto_test.h"

enum { MAX_M = 3, MAX_N = 5, MAX_K = 4096, MAX_G = MAX_K / 32 };

typedef struct problem {
    unsigned type_a, type_b;
    size_t m, n, k;
    bool scaled;
    uint64_t a[MAX_M * MAX_K], b[MAX_K * MAX_N];
    uint64_t scale_a[MAX_M * MAX_G], scale_b[MAX_N * MAX_G];
    uint64_t c[MAX_M * MAX_N], c_scale[MAX_M], bias[MAX_N];
    uint64_t want[MAX_M * MAX_N];
    uint8_t packed_a[MAX_M * MAX_K * 4], packed_b[MAX_K * MAX_N * 4];
    uint8_t packed_sa[MAX_M * MAX_G * 4], packed_sb[MAX_N * MAX_G * 4];
    uint8_t packed_c[MAX_M * MAX_N * 4], packed_bias[MAX_N * 4];
    uint8_t packed_cs[MAX_M];
    uint32_t got[MAX_M * MAX_N];
} problem;

static bool takes_scale(unsigned t)
{
    return t == PTO_E4M3 || t == PTO_E5M2 || t == PTO_E2M1X2 ||
           t == PTO_E1M2X2 || t == PTO_HiF4X2;
}

/* Random bits; `mood` 0: anything, 1: near one, 2: near the bottom. */
static uint64_t element(unsigned dtype, unsigned mood, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    const pto_format *f = pto_format_get(dtype);
    if (mood && f->kind == PTO_KIND_FLOAT && f->storage_bits > 8) {
        unsigned low = mood == 1 ? (unsigned)f->bias - 3 : 0;
        uint64_t fraction = (r & ((UINT64_C(1) << f->frac_bits) - 1))
                            << f->low_zeros;
        uint64_t exponent = low + (r >> 40) % 6;
        return (r >> 63 ? f->sign_mask : 0) |
               exponent << (f->frac_bits + f->low_zeros) | fraction;
    }
    return r & f->carrier_mask & (mood ? ~f->must_be_zero : UINT64_MAX);
}

static uint64_t scale(unsigned dtype, unsigned mood, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    if (dtype == PTO_HiF4X2)
        return (uint32_t)r;
    return mood == 1 ? 120 + r % 16 : mood == 2 ? r % 60 : r & 255;
}

static void fill(uint64_t *out, uint8_t *packed, unsigned dtype, size_t n,
                 unsigned mood, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = element(dtype, mood, seed);
        pto_lane_set((pto_dtype)dtype, packed, i, out[i]);
    }
}

static void fill_scales(uint64_t *out, uint8_t *packed, unsigned primary,
                        size_t n, unsigned mood, uint64_t *seed)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = scale(primary, mood, seed);
        pto_lane_set(primary == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0, packed, i,
                     out[i]);
    }
}

static size_t groups(unsigned dtype, size_t k)
{
    size_t g = pto_scale_group(dtype);
    return (k + g - 1) / g;
}

static void make(problem *p, unsigned a, unsigned b, size_t k, uint64_t *seed)
{
    unsigned mood = (unsigned)(test_random(seed) % 3);
    uint64_t r = test_random(seed);
    unsigned acc = pto_accumulator_type(a);
    p->type_a = a;
    p->type_b = b;
    p->m = 1 + r % MAX_M;
    p->n = 1 + (r >> 8) % MAX_N;
    p->k = k;
    p->scaled = takes_scale(a) || takes_scale(b);
    fill(p->a, p->packed_a, a, p->m * k, mood, seed);
    fill(p->b, p->packed_b, b, p->n * k, mood, seed);
    fill_scales(p->scale_a, p->packed_sa, a, p->m * groups(a, k), mood, seed);
    fill_scales(p->scale_b, p->packed_sb, b, p->n * groups(b, k), mood, seed);
    fill(p->c, p->packed_c, acc, p->m * p->n, mood, seed);
    fill(p->bias, p->packed_bias, acc, p->n, mood, seed);
    fill(p->c_scale, p->packed_cs, PTO_U8, p->m, 0, seed);
}

static unsigned reference(problem *p, bool floating)
{
    slow_matrix x = {
        .a_type = slow_format_named(pto_format_get(p->type_a)->name),
        .b_type = slow_format_named(pto_format_get(p->type_b)->name),
        .m = p->m,
        .n = p->n,
        .k = p->k,
        .a = p->a,
        .b = p->b,
        .a_scale = takes_scale(p->type_a) ? p->scale_a : NULL,
        .b_scale = takes_scale(p->type_b) ? p->scale_b : NULL,
        .c = p->c,
        .c_scale = floating ? p->c_scale : NULL,
        .bias = p->bias};
    return slow_multiply(&x, p->want);
}

static void check(problem *p)
{
    bool floating = !pto_dtype_is_integer(p->type_a);
    pto_matmul_args g = {
        .m = p->m,
        .n = p->n,
        .k = p->k,
        .type_a = p->type_a,
        .type_b = p->type_b,
        .a = p->packed_a,
        .b = p->packed_b,
        .scale_a = takes_scale(p->type_a) ? p->packed_sa : NULL,
        .scale_b = takes_scale(p->type_b) ? p->packed_sb : NULL,
        .c = p->packed_c,
        .c_scale = floating ? p->packed_cs : NULL,
        .bias = p->packed_bias,
        .d = p->got};
    unsigned want = reference(p, floating);
    for (unsigned l = PTO_LEVEL_PORTABLE; l < PTO_LEVELS; l++) {
        uint32_t flags = 0;
        pto_cube_options o = {.level = l};
        if (!pto_level_available(l))
            continue;
        assert_int_equal(pto_matmul(&g, &o, &flags, NULL), PTO_OK);
        for (size_t i = 0; i < p->m * p->n; i++)
            CHECK(p->got[i] == (uint32_t)p->want[i],
                  "%s %s x %s K %zu [%zu]: %x, not %x", pto_level_name(l),
                  pto_format_get(p->type_a)->name,
                  pto_format_get(p->type_b)->name, p->k, i, p->got[i],
                  (uint32_t)p->want[i]);
        CHECK(flags == want, "%s %s x %s K %zu: flags %x, not %x",
              pto_level_name(l), pto_format_get(p->type_a)->name,
              pto_format_get(p->type_b)->name, p->k, flags, want);
    }
}

static bool multiplies(unsigned t)
{
    const pto_format *f = pto_format_get(t);
    return f && f->kind != PTO_KIND_SCALE &&
           f->storage_bits <= (pto_dtype_is_integer(t) ? 16 : 32);
}

static void for_pairs(void (*run)(problem *, unsigned, unsigned, uint64_t *),
                      uint64_t seed)
{
    problem *p = malloc(sizeof *p);
    assert_non_null(p);
    for (unsigned a = 0; a < PTO_DTYPE_CODES; a++)
        for (unsigned b = 0; b < PTO_DTYPE_CODES; b++)
            if (multiplies(a) && multiplies(b) &&
                pto_accumulator_type(a) == pto_accumulator_type(b))
                run(p, a, b, &seed);
    free(p);
    slow_release();
}

static void short_products(problem *p, unsigned a, unsigned b, uint64_t *seed)
{
    for (uint64_t i = test_scaled(40); i--;) {
        make(p, a, b, 1 + test_random(seed) % 100, seed);
        check(p);
    }
}

TEST(every_pair_of_types)
{
    UNUSED_STATE;
    for_pairs(short_products, 31);
}

/* One long product now and then: which pairs, the seed decides. */
static void long_products(problem *p, unsigned a, unsigned b, uint64_t *seed)
{
    if (test_random(seed) % 12)
        return;
    make(p, a, b, 1000 + test_random(seed) % (MAX_K - 999), seed);
    p->m = p->n = 1;
    check(p);
}

TEST(long_sums)
{
    UNUSED_STATE;
    for_pairs(long_products, 32);
}

TEST_MAIN(CASE(every_pair_of_types), CASE(long_sums))
