/*
 * src/cube/multiply.c and everything below it: each kernel, container mode and
 * thread count against the definition, one exact term at a time.
 */
#include "pto/cube.h"

#include <fenv.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "pto_test.h"
#include "num/num.h"

static const unsigned floating[] = {
    PTO_FP32, PTO_TF32, PTO_HF32, PTO_FP16,   PTO_BF16,   PTO_HiF8,  PTO_E4M3,
    PTO_E5M2, PTO_E3M2, PTO_E2M3, PTO_E2M1X2, PTO_E1M2X2, PTO_HiF4X2};
static const unsigned signed_types[] = {PTO_S16, PTO_S8, PTO_S4X2};
static const unsigned unsigned_types[] = {PTO_U16, PTO_U8, PTO_U4X2};

enum { MAX_M = 40, MAX_N = 150, MAX_K = 700 };

typedef struct problem {
    pto_matmul_args args;
    uint8_t a[MAX_M * MAX_K * 4], b[MAX_N * MAX_K * 4];
    uint8_t scale_a[MAX_M * 24 * 4], scale_b[MAX_N * 24 * 4];
    uint32_t c[MAX_M * MAX_N], bias[MAX_N];
    uint8_t c_scale[MAX_M];
    uint32_t want[MAX_M * MAX_N], got[MAX_M * MAX_N];
    uint32_t want_flags;
} problem;

typedef enum flavour { ANY_BITS, TAME, TINY, HUGE_SCALES, FLAVOURS } flavour;

static unsigned pick(const unsigned *from, size_t n, uint64_t *seed)
{
    return from[test_random(seed) % n];
}

/* FP32 bits with an exponent field in [low, low + span), now and then special.
 */
static uint32_t word(uint64_t *seed, unsigned low, unsigned span)
{
    uint64_t r = test_random(seed);
    uint32_t exponent = low + (uint32_t)(r >> 40) % span;
    return (uint32_t)(r & 0x807fffff) | exponent << 23;
}

static uint64_t element(unsigned dtype, flavour f, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    const pto_format *format = pto_format_get(dtype);
    if (f == ANY_BITS || format->storage_bits <= 8)
        return r & format->carrier_mask & ~format->must_be_zero;
    uint64_t bits = f == TINY ? word(seed, 0, 90) : word(seed, 100, 40);
    if (f == HUGE_SCALES)
        bits = word(seed, 0, 255);
    if (format->storage_bits == 16 && dtype != PTO_FP16)
        bits >>= 16;
    return bits & format->carrier_mask & ~format->must_be_zero;
}

static uint32_t e8m0(flavour f, uint64_t *seed)
{
    uint64_t r = test_random(seed);
    if (f == TAME)
        return 110 + (uint32_t)(r % 30);
    if (f == TINY)
        return (uint32_t)(r % 80);
    return r >> 60 == 0 ? 255 : (uint32_t)(r % 255);
}

static uint32_t scale_code(unsigned dtype, flavour f, uint64_t *seed)
{
    if (dtype != PTO_HiF4X2)
        return e8m0(f, seed);
    uint32_t w = (uint32_t)test_random(seed);
    return f == TAME && (w & 0xff) == 0xff ? w & ~1u : w;
}

static bool takes_scale(unsigned dtype)
{
    return dtype == PTO_E4M3 || dtype == PTO_E5M2 || dtype == PTO_E2M1X2 ||
           dtype == PTO_E1M2X2 || dtype == PTO_HiF4X2;
}

static uint64_t groups(unsigned dtype, uint64_t k)
{
    uint32_t g = pto_scale_group(dtype);
    return (k + g - 1) / g;
}

static void fill_scales(unsigned dtype, uint8_t *out, uint64_t n, flavour f,
                        uint64_t *seed)
{
    for (uint64_t i = 0; i < n; i++)
        pto_lane_set(dtype == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0, out, i,
                     scale_code(dtype, f, seed));
}

static void fill_primaries(problem *p, flavour f, uint64_t *seed)
{
    pto_matmul_args *g = &p->args;
    for (uint64_t i = 0; i < g->m * g->k; i++)
        pto_lane_set((pto_dtype)g->type_a, p->a, i,
                     element(g->type_a, f, seed));
    for (uint64_t i = 0; i < g->k * g->n; i++)
        pto_lane_set((pto_dtype)g->type_b, p->b, i,
                     element(g->type_b, f, seed));
}

static void fill_words(uint32_t *out, uint64_t n, flavour f, uint64_t *seed)
{
    for (uint64_t i = 0; i < n; i++)
        out[i] = f == ANY_BITS ? (uint32_t)test_random(seed)
                 : f == TINY   ? word(seed, 0, 20)
                               : word(seed, 100, 40);
}

static void choose_types(pto_matmul_args *g, uint64_t *seed)
{
    unsigned kind = (unsigned)(test_random(seed) % 8);
    const unsigned *from = kind == 0   ? signed_types
                           : kind == 1 ? unsigned_types
                                       : floating;
    size_t n = kind < 2 ? 3 : sizeof floating / sizeof floating[0];
    g->type_a = pick(from, n, seed);
    g->type_b = pick(from, n, seed);
}

static void make(problem *p, uint64_t *seed)
{
    pto_matmul_args *g = &p->args;
    *g = (pto_matmul_args){.d = p->got, .a = p->a, .b = p->b};
    choose_types(g, seed);
    bool integer = pto_dtype_is_integer(g->type_a);
    flavour f = (flavour)(test_random(seed) % FLAVOURS);
    uint64_t r = test_random(seed);
    g->m = r % 16 == 0 ? 1 + (r >> 8) % MAX_M : 1 + (r >> 8) % 9;
    g->n = r % 16 == 1 ? 1 + (r >> 16) % MAX_N : 1 + (r >> 16) % 40;
    g->k = r % 16 == 2 ? 1 + (r >> 32) % MAX_K : 1 + (r >> 32) % 90;
    fill_primaries(p, f, seed);
    fill_scales(g->type_a, p->scale_a, g->m * groups(g->type_a, g->k), f, seed);
    fill_scales(g->type_b, p->scale_b, g->n * groups(g->type_b, g->k), f, seed);
    fill_words(p->c, g->m * g->n, f, seed);
    fill_words(p->bias, g->n, f, seed);
    for (uint64_t i = 0; i < g->m; i++)
        p->c_scale[i] = (uint8_t)test_random(seed);
    bool scaled = r >> 48 & 1;
    g->scale_a = scaled && takes_scale(g->type_a) ? p->scale_a : NULL;
    g->scale_b = scaled && takes_scale(g->type_b) ? p->scale_b : NULL;
    g->scale_b_rows = r >> 49 & 1;
    g->c = r >> 50 & 1 ? p->c : NULL;
    g->c_scale = g->c && !integer && r >> 51 & 1 ? p->c_scale : NULL;
    g->bias = r >> 52 & 1 ? p->bias : NULL;
}

static pto_parts operand(unsigned dtype, const void *array, uint64_t i,
                         const void *scales, uint64_t scale, uint64_t k)
{
    pto_parts p =
        pto_unpack((pto_dtype)dtype, pto_lane_get((pto_dtype)dtype, array, i));
    if (!scales)
        return p;
    if (dtype == PTO_HiF4X2)
        return pto_parts_scale(
            p, pto_scale_hif4((uint32_t)pto_lane_get(PTO_U32, scales, scale),
                              k % 64));
    return pto_parts_scale(
        p, pto_scale_e8m0((uint8_t)pto_lane_get(PTO_E8M0, scales, scale)));
}

static uint32_t first_value(const problem *p, uint64_t m, uint64_t n,
                            pto_fenv *env)
{
    const pto_matmul_args *g = &p->args;
    uint32_t c = g->c ? p->c[m * g->n + n] : 0;
    if (!g->c_scale || (c & 0x7fffffff) == 0 || (c >> 23 & 255) == 255)
        return c;
    pto_parts parts = pto_unpack(PTO_FP32, c);
    parts.exp -= p->c_scale[m];
    return (uint32_t)pto_pack(PTO_FP32, parts, env);
}

static uint32_t float_element(const problem *p, uint64_t m, uint64_t n,
                              pto_fenv *env)
{
    const pto_matmul_args *g = &p->args;
    uint64_t ga = groups(g->type_a, g->k), gb = groups(g->type_b, g->k);
    uint32_t acc = first_value(p, m, n, env);
    for (uint64_t k = 0; k < g->k; k++) {
        uint64_t ka = k / pto_scale_group(g->type_a);
        uint64_t kb = k / pto_scale_group(g->type_b);
        pto_parts a =
            operand(g->type_a, p->a, m * g->k + k, g->scale_a, m * ga + ka, k);
        pto_parts b = operand(g->type_b, p->b, k * g->n + n, g->scale_b,
                              g->scale_b_rows ? kb * g->n + n : n * gb + kb, k);
        /* 0 * inf under a NaN scale is still invalid. */
        pto_parts bare_a = operand(g->type_a, p->a, m * g->k + k, NULL, 0, k);
        pto_parts bare_b = operand(g->type_b, p->b, k * g->n + n, NULL, 0, k);
        if (bare_a.part + bare_b.part == PTO_PART_ZERO + PTO_PART_INF &&
            (bare_a.part == PTO_PART_INF || bare_b.part == PTO_PART_INF))
            env->flags |= PTO_NV;
        acc = pto_fma_f32(a, b, acc, env);
    }
    if (g->bias)
        acc = (uint32_t)pto_num_add(PTO_FP32, acc, p->bias[n], env);
    return acc;
}

static int64_t integer(unsigned dtype, const void *array, uint64_t i)
{
    uint64_t bits = pto_lane_get((pto_dtype)dtype, array, i);
    const pto_format *f = pto_format_get(dtype);
    if (f->kind == PTO_KIND_SIGNED && bits & f->sign_mask)
        return (int64_t)bits - (int64_t)(f->sign_mask * 2);
    return (int64_t)bits;
}

static uint32_t integer_element(const problem *p, uint64_t m, uint64_t n)
{
    const pto_matmul_args *g = &p->args;
    uint32_t acc = g->c ? p->c[m * g->n + n] : 0;
    for (uint64_t k = 0; k < g->k; k++)
        acc += (uint32_t)(integer(g->type_a, p->a, m * g->k + k) *
                          integer(g->type_b, p->b, k * g->n + n));
    return g->bias ? acc + p->bias[n] : acc;
}

static void define(problem *p)
{
    const pto_matmul_args *g = &p->args;
    pto_fenv env = {.round = PTO_RNE};
    for (uint64_t m = 0; m < g->m; m++)
        for (uint64_t n = 0; n < g->n; n++)
            p->want[m * g->n + n] = pto_dtype_is_integer(g->type_a)
                                        ? integer_element(p, m, n)
                                        : float_element(p, m, n, &env);
    p->want_flags = env.flags;
}

static void compare(problem *p, const pto_cube_options *o)
{
    const pto_matmul_args *g = &p->args;
    uint32_t flags = 0;
    pto_error e;
    CHECK(pto_matmul(g, o, &flags, &e) == PTO_OK, "%s", e.message);
    for (uint64_t i = 0; i < g->m * g->n; i++)
        CHECK(p->got[i] == p->want[i],
              "%s wide %u: %s x %s %d x %d x %d [%d]: %x, not %x",
              pto_level_name(o->level), o->wide,
              pto_format_get(g->type_a)->name, pto_format_get(g->type_b)->name,
              (int)g->m, (int)g->n, (int)g->k, (int)i, p->got[i], p->want[i]);
    CHECK(flags == p->want_flags, "%s wide %u: %s x %s: flags %x, not %x",
          pto_level_name(o->level), o->wide, pto_format_get(g->type_a)->name,
          pto_format_get(g->type_b)->name, flags, p->want_flags);
}

static void compare_all(problem *p, pto_workspace *w, uint64_t *seed)
{
    for (unsigned level = PTO_LEVEL_PORTABLE; level < PTO_LEVELS; level++) {
        if (!pto_level_available(level))
            continue;
        pto_cube_options o = {.level = level, .workspace = w};
        compare(p, &o);
        o.wide = PTO_WIDE_ALWAYS;
        compare(p, &o);
        o.wide = PTO_WIDE_WATCH;
        compare(p, &o);
        o.wide = PTO_WIDE_NEVER;
        o.threads = (uint32_t)(test_random(seed) % 4);
        compare(p, &o);
    }
}

TEST(kernels_follow_the_definition)
{
    UNUSED_STATE;
    problem *p = malloc(sizeof *p);
    pto_workspace *w = pto_workspace_new();
    assert_true(p && w);
    uint64_t seed = 4;
    for (uint64_t i = test_scaled(3000); i--;) {
        make(p, &seed);
        define(p);
        compare_all(p, i % 2 ? w : NULL, &seed);
    }
    pto_workspace_free(w);
    free(p);
}

/*
 * Shapes beyond every block (192 rows, 1024 columns, 512 terms), by level and
 * number of threads: all the same bits and flags.
 */
static void check_large(uint64_t m, uint64_t n, uint64_t k, unsigned type,
                        uint64_t *seed)
{
    uint8_t *a = malloc(m * k * 4), *b = malloc(k * n * 4);
    uint32_t *c = malloc(m * n * 4), *bias = malloc(n * 4);
    uint32_t *d = malloc(m * n * 4), *first = malloc(m * n * 4);
    assert_true(a && b && c && bias && d && first);
    for (uint64_t i = 0; i < m * k; i++)
        pto_lane_set((pto_dtype)type, a, i, element(type, TAME, seed));
    for (uint64_t i = 0; i < k * n; i++)
        pto_lane_set((pto_dtype)type, b, i, element(type, TAME, seed));
    fill_words(c, m * n, TAME, seed);
    fill_words(bias, n, TAME, seed);
    pto_matmul_args g = {.m = m,
                         .n = n,
                         .k = k,
                         .type_a = type,
                         .type_b = type,
                         .a = a,
                         .b = b,
                         .c = c,
                         .bias = bias,
                         .d = first};
    uint32_t first_flags = 0;
    pto_cube_options o = {.level = PTO_LEVEL_AUTO};
    assert_int_equal(pto_matmul(&g, &o, &first_flags, NULL), PTO_OK);
    g.d = d;
    for (unsigned i = 0; i < 8; i++) {
        uint32_t flags = 0;
        o.level = PTO_LEVEL_AUTO + i % 4;
        o.threads = 1 + i / 2;
        o.wide = i == 4 ? PTO_WIDE_WATCH : PTO_WIDE_AUTO;
        if (!pto_level_available(o.level))
            continue;
        assert_int_equal(pto_matmul(&g, &o, &flags, NULL), PTO_OK);
        CHECK(!memcmp(d, first, m * n * 4), "%s, %u threads",
              pto_level_name(o.level), o.threads);
        assert_int_equal(flags, first_flags);
    }
    free(a);
    free(b);
    free(c);
    free(bias);
    free(d);
    free(first);
}

TEST(blocks_meet)
{
    UNUSED_STATE;
    uint64_t seed = 14;
    check_large(200, 70, 1100, PTO_E4M3, &seed);
    check_large(7, 1100, 530, PTO_BF16, &seed);
    check_large(390, 5, 513, PTO_S8, &seed);
    check_large(3, 1030, 1025, PTO_U16, &seed);
    check_large(1, 1, 5000, PTO_FP32, &seed);
}

/* Round upward, flags raised and, where it exists, subnormals flushed. */
static void disturb_environment(void)
{
    fesetround(FE_UPWARD);
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040); /* FTZ and DAZ */
#endif
    feclearexcept(FE_ALL_EXCEPT);
    feraiseexcept(FE_DIVBYZERO);
}

static void check_environment(void)
{
    assert_int_equal(fegetround(), FE_UPWARD);
    assert_int_equal(fetestexcept(FE_ALL_EXCEPT), FE_DIVBYZERO);
#if defined(__x86_64__)
    assert_int_equal(_mm_getcsr() & 0x8040, 0x8040);
#endif
}

TEST(the_callers_environment_does_not_matter)
{
    UNUSED_STATE;
    problem *p = malloc(sizeof *p);
    assert_non_null(p);
    uint64_t seed = 15;
    for (uint64_t i = test_scaled(200); i--;) {
        make(p, &seed);
        define(p);
        for (unsigned l = PTO_LEVEL_PORTABLE; l < PTO_LEVELS; l++) {
            pto_cube_options o = {.level = l};
            uint32_t flags = 0;
            if (!pto_level_available(l))
                continue;
            fenv_t before;
            fegetenv(&before);
            disturb_environment();
            pto_status s = pto_matmul(&p->args, &o, &flags, NULL);
            check_environment();
            fesetenv(&before);
            assert_int_equal(s, PTO_OK);
            assert_memory_equal(p->got, p->want, 4 * p->args.m * p->args.n);
            assert_int_equal(flags, p->want_flags);
        }
    }
    free(p);
}

TEST(bad_products_are_refused)
{
    UNUSED_STATE;
    uint64_t a[64] = {0};
    uint32_t d[4], flags = 0;
    static const pto_matmul_args bad[] = {
        {.m = 0, .n = 1, .k = 1, .type_a = PTO_FP32, .type_b = PTO_FP32},
        {.m = 1, .n = 0, .k = 1, .type_a = PTO_FP32, .type_b = PTO_FP32},
        {.m = 1, .n = 1, .k = 0, .type_a = PTO_FP32, .type_b = PTO_FP32},
        {.m = 1, .n = 1, .k = 1, .type_a = PTO_FP64, .type_b = PTO_FP32},
        {.m = 1, .n = 1, .k = 1, .type_a = PTO_FP32, .type_b = PTO_E8M0},
        {.m = 1, .n = 1, .k = 1, .type_a = PTO_S8, .type_b = PTO_U8},
        {.m = 1, .n = 1, .k = 1, .type_a = PTO_S8, .type_b = PTO_FP16},
        {.m = 1, .n = 1, .k = 1, .type_a = PTO_S32, .type_b = PTO_S32},
        {.m = 1, .n = 1, .k = 1, .type_a = 15, .type_b = PTO_FP32},
        {.m = 1, .n = 1, .k = 1, .type_a = 99, .type_b = PTO_FP32},
    };
    pto_cube_options o = {0};
    pto_error e;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        pto_matmul_args g = bad[i];
        g.a = g.b = a;
        g.d = d;
        CHECK(pto_matmul(&g, &o, &flags, &e) == PTO_BAD_ARGUMENT, "case %zu",
              i);
    }
    pto_matmul_args g = {.m = 1,
                         .n = 1,
                         .k = 1,
                         .a = a,
                         .b = a,
                         .d = d,
                         .type_a = PTO_FP16,
                         .type_b = PTO_FP16};
    g.scale_a = a;
    assert_int_equal(pto_matmul(&g, &o, &flags, &e), PTO_BAD_ARGUMENT);
    g.scale_a = NULL;
    g.c_scale = (uint8_t *)a;
    assert_int_equal(pto_matmul(&g, &o, &flags, &e), PTO_BAD_ARGUMENT);
    g.c_scale = NULL;
    o.level = PTO_LEVELS;
    assert_int_equal(pto_matmul(&g, &o, &flags, &e), PTO_BAD_ARGUMENT);
    g.b = NULL;
    assert_int_equal(pto_matmul(&g, NULL, NULL, NULL), PTO_BAD_ARGUMENT);
    g.b = a;
    assert_int_equal(pto_matmul(&g, NULL, NULL, NULL), PTO_OK);
    assert_int_equal(d[0], 0);
    assert_int_equal(flags, 0);
}

TEST_MAIN(CASE(kernels_follow_the_definition), CASE(blocks_meet),
          CASE(the_callers_environment_does_not_matter),
          CASE(bad_products_are_refused))
