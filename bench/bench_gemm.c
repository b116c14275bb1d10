/*
 * pto_matmul on arrays against OpenBLAS sgemm, and of S8 against oneDNN's
 * gemm_s8s8s32, of the same shape, interleaved in one run: terms a second, the
 * ratio, the fraction of the FMA peak. Then data full of subnormals, integers,
 * and two threads.
 * usage: bench_gemm [SIZE...]
 */
#include <string.h>

#include "bench.h"
#include "pto/cube.h"
#include "base/level.h"

#ifdef PTO_BENCH_BLAS
#include <cblas.h>
#endif

#ifdef PTO_BENCH_DNNL
#include <dnnl.h>
#endif

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { ROUNDS = 9 };

/* Who computes. */
typedef enum peer { OURS, SGEMM, ONEDNN } peer;

typedef struct input {
    const char *name;
    unsigned dtype;
    bool scaled;
} input;

static const input inputs[] = {
    {"FP32", PTO_FP32, false},   {"FP16", PTO_FP16, false},
    {"BF16", PTO_BF16, false},   {"E4M3", PTO_E4M3, false},
    {"MX E4M3", PTO_E4M3, true}, {"MX E2M1", PTO_E2M1X2, true},
    {"HiF4", PTO_HiF4X2, true},  {"S8", PTO_S8, false},
    {"S16", PTO_S16, false},     {"U16", PTO_U16, false},
};

/* One product. */
typedef struct product {
    const char *name;
    pto_matmul_args args;
    pto_cube_options options;
    peer by;
    double seconds[ROUNDS];
} product;

static void *allocate(size_t bytes)
{
    void *p = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    if (!p)
        exit(1);
    memset(p, 0, bytes);
    return p;
}

/* A code of moderate size: never infinite or NaN, rarely subnormal. */
static uint64_t code(unsigned dtype, uint64_t *seed)
{
    uint32_t word = bench_normal(seed, 6);
    switch (dtype) {
    case PTO_FP32: return word;
    case PTO_BF16: return word >> 16;
    case PTO_FP16: return (word >> 16 & 0x8000) | (0x2000 + (word & 0x1fff));
    case PTO_E4M3:
        return (word & 0xff) == 0x7f || (word & 0xff) == 0xff ? 0 : word & 0xff;
    }
    return word;
}

static void *random_array(unsigned dtype, size_t n, uint64_t *seed)
{
    void *p = allocate(pto_array_bytes((pto_dtype)dtype, n) + 64);
    for (size_t i = 0; i < n; i++)
        pto_lane_set((pto_dtype)dtype, p, i, code(dtype, seed));
    return p;
}

static void *random_scales(unsigned dtype, size_t lines, size_t k,
                           uint64_t *seed)
{
    size_t group = pto_scale_group(dtype),
           n = lines * ((k + group - 1) / group);
    uint32_t *words = allocate(4 * n);
    uint8_t *bytes = (uint8_t *)words;
    for (size_t i = 0; i < n; i++) {
        uint64_t r = bench_random(seed);
        if (dtype == PTO_HiF4X2)
            words[i] = (uint32_t)(r & 0xffffff00) | (0xb0 + (r >> 40 & 0x1f));
        else
            bytes[i] = (uint8_t)(120 + r % 15);
    }
    return words;
}

static void prepare(product *p, const input *in, size_t size, uint32_t *d,
                    pto_workspace *w)
{
    uint64_t seed = size;
    *p = (product){.name = in->name, .options = {.workspace = w}};
    p->args =
        (pto_matmul_args){.m = size,
                          .n = size,
                          .k = size,
                          .type_a = in->dtype,
                          .type_b = in->dtype,
                          .a = random_array(in->dtype, size * size, &seed),
                          .b = random_array(in->dtype, size * size, &seed),
                          .d = d};
    if (in->scaled) {
        p->args.scale_a = random_scales(in->dtype, size, size, &seed);
        p->args.scale_b = random_scales(in->dtype, size, size, &seed);
    }
}

static void discard(product *p)
{
    free((void *)(uintptr_t)p->args.a);
    free((void *)(uintptr_t)p->args.b);
    free((void *)(uintptr_t)p->args.scale_a);
    free((void *)(uintptr_t)p->args.scale_b);
}

/* Without OpenBLAS the baseline is our own FP32 product. */
static void call_baseline(const pto_matmul_args *g)
{
#ifdef PTO_BENCH_BLAS
    int size = (int)g->m;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size, size,
                1.0f, g->a, size, g->b, size, 0.0f, (float *)(void *)g->d,
                size);
#else
    uint32_t flags = 0;
    pto_cube_options plain = {0};
    if (pto_matmul(g, &plain, &flags, NULL) != PTO_OK)
        exit(1);
#endif
}

#ifdef PTO_BENCH_DNNL
static void call_onednn(const pto_matmul_args *g)
{
    dnnl_dim_t size = (dnnl_dim_t)g->m;
    int32_t zero = 0;
    if (dnnl_gemm_s8s8s32('N', 'N', 'F', size, size, size, 1.0f, g->a, size, 0,
                          g->b, size, 0, 0.0f, (int32_t *)g->d, size,
                          &zero) != dnnl_success)
        exit(1);
}
#else
static void call_onednn(const pto_matmul_args *g)
{
    (void)g;
}
#endif

static void call(product *p)
{
    uint32_t flags = 0;
    if (p->by == SGEMM)
        call_baseline(&p->args);
    else if (p->by == ONEDNN)
        call_onednn(&p->args);
    else if (pto_matmul(&p->args, &p->options, &flags, NULL) != PTO_OK)
        exit(1);
}

static double terms(const product *p)
{
    return (double)p->args.m * (double)p->args.n * (double)p->args.k;
}

/* Interleaved, so that what disturbs one disturbs all. */
static void measure(product *p, size_t n, clockid_t clock)
{
    for (int round = -1; round < ROUNDS; round++) {
        for (size_t i = 0; i < n; i++) {
            unsigned repeat = (unsigned)(1 + 5e7 / terms(&p[i]));
            struct timespec from, to;
            clock_gettime(clock, &from);
            for (unsigned r = 0; r < repeat; r++)
                call(&p[i]);
            clock_gettime(clock, &to);
            double s = (double)(to.tv_sec - from.tv_sec) +
                       1e-9 * (double)(to.tv_nsec - from.tv_nsec);
            if (round >= 0)
                p[i].seconds[round] = s / repeat;
        }
    }
}

static double speed(product *p)
{
    double copy[ROUNDS];
    memcpy(copy, p->seconds, sizeof copy);
    return terms(p) / bench_median(copy, ROUNDS) * 1e-9;
}

/* Median over the rounds of the ratio to `base` in the same round. */
static double ratio(const product *p, const product *base)
{
    double r[ROUNDS];
    for (int i = 0; i < ROUNDS; i++)
        r[i] = base->seconds[i] / p->seconds[i] * terms(p) / terms(base);
    return bench_median(r, ROUNDS);
}

#if defined(__x86_64__)
enum { STEPS = 1000000 };

/* A value that the compiler cannot know. */
static float opaque(float x)
{
    bench_keep(&x);
    return x;
}

/* Twelve independent chains of FMAs; returns the terms they are. */
__attribute__((target("avx512f"))) static double chains_512(void)
{
    __m512 x = _mm512_set1_ps(opaque(0.5f)), a = _mm512_set1_ps(opaque(1.0f)),
           b = _mm512_set1_ps(opaque(2.0f)), c = _mm512_set1_ps(opaque(3.0f)),
           d = _mm512_set1_ps(opaque(4.0f)), e = _mm512_set1_ps(opaque(5.0f)),
           f = _mm512_set1_ps(opaque(6.0f)), g = _mm512_set1_ps(opaque(7.0f)),
           h = _mm512_set1_ps(opaque(8.0f)), i = _mm512_set1_ps(opaque(9.0f)),
           j = _mm512_set1_ps(opaque(10.0f)), k = _mm512_set1_ps(opaque(11.0f)),
           l = _mm512_set1_ps(opaque(12.0f));
    for (int n = 0; n < STEPS; n++) {
        a = _mm512_fmadd_ps(a, x, x);
        b = _mm512_fmadd_ps(b, x, x);
        c = _mm512_fmadd_ps(c, x, x);
        d = _mm512_fmadd_ps(d, x, x);
        e = _mm512_fmadd_ps(e, x, x);
        f = _mm512_fmadd_ps(f, x, x);
        g = _mm512_fmadd_ps(g, x, x);
        h = _mm512_fmadd_ps(h, x, x);
        i = _mm512_fmadd_ps(i, x, x);
        j = _mm512_fmadd_ps(j, x, x);
        k = _mm512_fmadd_ps(k, x, x);
        l = _mm512_fmadd_ps(l, x, x);
    }
    a = a + b + c + d + e + f + g + h + i + j + k + l;
    bench_keep(&a);
    return 12.0 * 16 * STEPS;
}

__attribute__((target("avx2,fma"))) static double chains_256(void)
{
    __m256 x = _mm256_set1_ps(opaque(0.5f)), a = _mm256_set1_ps(opaque(1.0f)),
           b = _mm256_set1_ps(opaque(2.0f)), c = _mm256_set1_ps(opaque(3.0f)),
           d = _mm256_set1_ps(opaque(4.0f)), e = _mm256_set1_ps(opaque(5.0f)),
           f = _mm256_set1_ps(opaque(6.0f)), g = _mm256_set1_ps(opaque(7.0f)),
           h = _mm256_set1_ps(opaque(8.0f)), i = _mm256_set1_ps(opaque(9.0f)),
           j = _mm256_set1_ps(opaque(10.0f)), k = _mm256_set1_ps(opaque(11.0f)),
           l = _mm256_set1_ps(opaque(12.0f));
    for (int n = 0; n < STEPS; n++) {
        a = _mm256_fmadd_ps(a, x, x);
        b = _mm256_fmadd_ps(b, x, x);
        c = _mm256_fmadd_ps(c, x, x);
        d = _mm256_fmadd_ps(d, x, x);
        e = _mm256_fmadd_ps(e, x, x);
        f = _mm256_fmadd_ps(f, x, x);
        g = _mm256_fmadd_ps(g, x, x);
        h = _mm256_fmadd_ps(h, x, x);
        i = _mm256_fmadd_ps(i, x, x);
        j = _mm256_fmadd_ps(j, x, x);
        k = _mm256_fmadd_ps(k, x, x);
        l = _mm256_fmadd_ps(l, x, x);
    }
    a = a + b + c + d + e + f + g + h + i + j + k + l;
    bench_keep(&a);
    return 12.0 * 8 * STEPS;
}

/* FP32 terms a nanosecond that independent FMAs reach; 0 where unknown. */
static double peak(void)
{
    double best = 0;
    if (pto_level_best() == PTO_LEVEL_PORTABLE)
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_cpu();
        double terms =
            pto_level_best() == PTO_LEVEL_AVX512 ? chains_512() : chains_256();
        double rate = terms / (bench_cpu() - start) * 1e-9;
        best = rate > best ? rate : best;
    }
    return best;
}
#else
static double peak(void)
{
    return 0;
}
#endif

static void print(product *p, size_t size, double to_blas, double top)
{
    printf("%5zu^3  %-10s %7.2f Gterm/s  %5.2f x sgemm", size, p->name,
           speed(p), to_blas);
    if (top > 0)
        printf("  %4.2f of FMA peak", speed(p) / top);
    printf("\n");
}

static void compare_types(size_t size, double top, pto_workspace *w)
{
    enum { N = sizeof inputs / sizeof inputs[0] };
    product p[N + 1];
    uint32_t *d = allocate(4 * size * size);
    for (size_t i = 0; i < N; i++)
        prepare(&p[i + 1], &inputs[i], size, d, w);
    p[0] = p[1];
    p[0].name = "sgemm";
    p[0].by = SGEMM;
    measure(p, N + 1, CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i <= N; i++)
        print(&p[i], size, ratio(&p[i], &p[0]), top);
    for (size_t i = 1; i <= N; i++)
        discard(&p[i]);
    free(d);
}

/* FP32 data of which every product and sum is subnormal or nearly so. */
static void make_tiny(product *p)
{
    uint32_t *a = (uint32_t *)(uintptr_t)p->args.a;
    uint32_t *b = (uint32_t *)(uintptr_t)p->args.b;
    uint64_t seed = 5;
    for (uint64_t i = 0; i < p->args.m * p->args.k; i++) {
        a[i] = bench_normal(&seed, 6) - (70u << 23);
        b[i] = bench_normal(&seed, 6) - (68u << 23);
    }
}

#ifdef PTO_BENCH_DNNL
/* The same sums, or the comparison means nothing. */
static void check_sums(const product *p, size_t size)
{
    size_t bytes = 4 * size * size;
    uint32_t *other = allocate(bytes);
    product theirs = p[0], ours = p[1];
    theirs.args.d = other;
    call(&theirs);
    call(&ours);
    if (memcmp(other, ours.args.d, bytes))
        exit(1);
    free(other);
}

static void compare_integers(size_t size, pto_workspace *w)
{
    static const input s8 = {"S8", PTO_S8, false};
    product p[2];
    uint32_t *d = allocate(4 * size * size);
    prepare(&p[0], &s8, size, d, w);
    p[1] = p[0];
    p[0].name = "oneDNN S8";
    p[0].by = ONEDNN;
    check_sums(p, size);
    measure(p, 2, CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < 2; i++)
        printf("%5zu^3  %-10s %7.2f Gterm/s  %5.2f x oneDNN\n", size, p[i].name,
               speed(&p[i]), ratio(&p[i], &p[0]));
    discard(&p[0]);
    free(d);
}
#else
static void compare_integers(size_t size, pto_workspace *w)
{
    (void)size;
    (void)w;
}
#endif

/* Native FMAs, FP64 containers, and what AUTO chooses, on the same data. */
static void compare_subnormals(size_t size, pto_workspace *w)
{
    static const char *const names[] = {"tame", "native", "containers", "auto"};
    static const uint32_t wide[] = {PTO_WIDE_AUTO, PTO_WIDE_NEVER,
                                    PTO_WIDE_ALWAYS, PTO_WIDE_AUTO};
    product p[4];
    uint32_t *d = allocate(4 * size * size);
    for (int i = 0; i < 4; i++) {
        prepare(&p[i], &inputs[0], size, d, w);
        p[i].name = names[i];
        p[i].options.wide = wide[i];
        if (i)
            make_tiny(&p[i]);
    }
    measure(p, 4, CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < 4; i++)
        printf("%5zu^3  subnormals, %-10s %7.2f Gterm/s  %5.2f x native\n",
               size, p[i].name, speed(&p[i]), ratio(&p[i], &p[1]));
    if (2 * speed(&p[1]) > speed(&p[0]))
        printf("%5zu^3  subnormals take no assists on this processor\n", size);
    for (int i = 0; i < 4; i++)
        discard(&p[i]);
    free(d);
}

static void compare_threads(size_t size, pto_workspace *w)
{
    product p[2];
    uint32_t *d = allocate(4 * size * size);
    prepare(&p[0], &inputs[0], size, d, w);
    p[1] = p[0];
    p[1].name = "2 threads";
    p[1].options.threads = 2;
    measure(p, 2, CLOCK_MONOTONIC);
    for (int i = 0; i < 2; i++)
        printf("%5zu^3  %-10s %7.2f Gterm/s  %5.2f x one thread\n", size,
               p[i].name, speed(&p[i]), ratio(&p[i], &p[0]));
    discard(&p[0]);
    free(d);
}

static void run_size(size_t size, double top, pto_workspace *w)
{
    compare_types(size, top, w);
    compare_integers(size, w);
    if (size == 256)
        compare_subnormals(size, w);
    if (size >= 1024)
        compare_threads(size, w);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {64, 128, 256, 512, 1024, 2048};
    pto_workspace *w = pto_workspace_new();
    double top = peak();
#ifdef PTO_BENCH_BLAS
    openblas_set_num_threads(1);
#endif
    bool chosen = false;
    printf("level %s, FMA peak %.1f Gterm/s\n",
           pto_level_name(pto_level_best()), top);
    for (int i = 1; i < argc; i++) {
        size_t size = strtoul(argv[i], NULL, 10);
        chosen |= size != 0;
        if (size)
            run_size(size, top, w);
    }
    for (size_t i = 0; !chosen && i < sizeof usual / sizeof usual[0]; i++)
        run_size(usual[i], top, w);
    pto_workspace_free(w);
    return 0;
}
