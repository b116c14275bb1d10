/*
 * pto_matmul on arrays against OpenBLAS sgemm of the same shape, interleaved
 * in one run: terms a second, the ratio, the fraction of the FMA peak. Then
 * data full of subnormals, integers, and two threads.
 * usage: bench_gemm [SIZE...]
 */
#include <cblas.h>
#include <string.h>

#include "bench.h"
#include "pto/cube.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

enum { ROUNDS = 9, MAX_CASES = 32 };

typedef struct input {
    const char *name;
    unsigned dtype;
    bool scaled;
} input;

static const input inputs[] = {
    {"FP32", PTO_FP32, false},       {"FP16", PTO_FP16, false},
    {"BF16", PTO_BF16, false},       {"E4M3", PTO_E4M3, false},
    {"MX E4M3", PTO_E4M3, true},     {"MX E2M1", PTO_E2M1X2, true},
    {"HiF4", PTO_HiF4X2, true},      {"S8", PTO_S8, false},
    {"S16", PTO_S16, false},         {"U16", PTO_U16, false},
};

/* One product, by the library or (no workspace) by OpenBLAS. */
typedef struct product {
    const char *name;
    pto_matmul_args args;
    pto_cube_options options;
    bool blas;
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
    case PTO_FP32:
        return word;
    case PTO_BF16:
        return word >> 16;
    case PTO_FP16:
        return (word >> 16 & 0x8000) | (0x2000 + (word & 0x1fff));
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
    size_t group = pto_scale_group(dtype), n = lines * ((k + group - 1) / group);
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
    p->args = (pto_matmul_args){.m = size,
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

static void call(product *p)
{
    const pto_matmul_args *g = &p->args;
    int size = (int)g->m;
    if (p->blas) {
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size, size,
                    size, 1.0f, g->a, size, g->b, size, 0.0f,
                    (float *)(void *)g->d, size);
        return;
    }
    uint32_t flags = 0;
    if (pto_matmul(g, &p->options, &flags, NULL) != PTO_OK)
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
__attribute__((target("avx512f"))) static double chains_512(long n)
{
    __m512 acc[12], x = _mm512_set1_ps(0.5f);
    for (int i = 0; i < 12; i++)
        acc[i] = x;
    for (long k = 0; k < n; k++)
        for (int i = 0; i < 12; i++)
            acc[i] = _mm512_fmadd_ps(acc[i], x, x);
    for (int i = 1; i < 12; i++)
        acc[0] = _mm512_add_ps(acc[0], acc[i]);
    bench_keep(&acc[0]);
    return 12.0 * 16;
}

__attribute__((target("avx2,fma"))) static double chains_256(long n)
{
    __m256 acc[12], x = _mm256_set1_ps(0.5f);
    for (int i = 0; i < 12; i++)
        acc[i] = x;
    for (long k = 0; k < n; k++)
        for (int i = 0; i < 12; i++)
            acc[i] = _mm256_fmadd_ps(acc[i], x, x);
    for (int i = 1; i < 12; i++)
        acc[0] = _mm256_add_ps(acc[0], acc[i]);
    bench_keep(&acc[0]);
    return 12.0 * 8;
}

/* FP32 terms a nanosecond that independent FMAs reach; 0 where unknown. */
static double peak(void)
{
    enum { STEPS = 1000000 };
    double best = 0;
    if (pto_level_best() == PTO_LEVEL_PORTABLE)
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        double start = bench_now();
        double lanes = pto_level_best() == PTO_LEVEL_AVX512 ? chains_512(STEPS)
                                                            : chains_256(STEPS);
        double rate = lanes * STEPS / (bench_now() - start) * 1e-9;
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
    p[0].blas = true;
    measure(p, N + 1, CLOCK_THREAD_CPUTIME_ID);
    for (size_t i = 0; i <= N; i++)
        print(&p[i], size, ratio(&p[i], &p[0]), top);
    for (size_t i = 1; i <= N; i++)
        discard(&p[i]);
    free(d);
}

int main(int argc, char **argv)
{
    static const size_t usual[] = {64, 128, 256, 512, 1024, 2048};
    pto_workspace *w = pto_workspace_new();
    double top = peak();
    printf("level %s, FMA peak %.1f Gterm/s\n",
           pto_level_name(pto_level_best()), top);
    bool chosen = false;
    for (int i = 1; i < argc; i++) {
        size_t size = strtoul(argv[i], NULL, 10);
        if (size) {
            chosen = true;
            compare_types(size, top, w);
        }
    }
    for (size_t i = 0; !chosen && i < sizeof usual / sizeof usual[0]; i++)
        compare_types(usual[i], top, w);
    pto_workspace_free(w);
    return 0;
}
