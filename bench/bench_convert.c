/*
 * Array conversion in L2: every mode, flags accumulated, against the time that
 * merely loading the source and storing the destination takes.
 */
#include <string.h>

#include "bench.h"
#include "num/batch/batch.h"
#include "base/level.h"

enum { N = 1 << 16 };

static uint32_t source[N];
static uint8_t codes[N];
static uint32_t target[N];

typedef struct call {
    unsigned level;
    pto_dtype dst, src;
    const void *from;
    pto_fenv env;
} call;

static void run_call(void *data)
{
    call *c = data;
    num_convert_n(c->level, c->dst, c->src, target, c->from, N, &c->env);
    bench_keep(target);
}

/* Bytes an element in and out. */
typedef struct traffic {
    size_t in, out;
    const void *from;
} traffic;

typedef uint64_t line __attribute__((vector_size(64)));

#if defined(__x86_64__)
#define WIDEST \
    __attribute__((target_clones("arch=x86-64-v4", "avx2", "default")))
#else
#define WIDEST
#endif

/* Reads all of the source, writes all of the destination, nothing more. */
WIDEST static void move(const uint8_t *from, size_t in, size_t out)
{
    uint8_t *to = (uint8_t *)target;
    size_t reads = in > out ? in / out : 1, writes = out > in ? out / in : 1;
    size_t lines = N * (in < out ? in : out) / sizeof(line);
    for (size_t i = 0; i < lines; i++) {
        line all = {0}, x;
        for (size_t r = 0; r < reads; r++) {
            memcpy(&x, from + (i * reads + r) * sizeof x, sizeof x);
            all |= x;
        }
        for (size_t w = 0; w < writes; w++)
            memcpy(to + (i * writes + w) * sizeof x, &all, sizeof all);
    }
}

static void run_traffic(void *data)
{
    const traffic *t = data;
    move(t->from, t->in, t->out);
    bench_keep(target);
}

static double rate(double seconds)
{
    return N / seconds * 1e-9;
}

/* Rounded up for nibbles, whose floor is so a little low. */
static size_t bytes_of(pto_dtype t)
{
    return pto_array_bytes(t, 1);
}

static double floor_rate(pto_dtype dst, pto_dtype src, const void *from)
{
    traffic t = {bytes_of(src), bytes_of(dst), from};
    return rate(bench_time(run_traffic, &t));
}

static double call_rate(unsigned level, pto_dtype dst, pto_dtype src,
                        const void *from, unsigned round)
{
    call c = {level, dst, src, from, {.round = (uint8_t)round}};
    return rate(bench_time(run_call, &c));
}

static void print_modes(unsigned level, pto_dtype dst, pto_dtype src,
                        const void *from)
{
    double floor = floor_rate(dst, src, from), worst = 1e9;
    printf("%-8s %-5s %-5s %6.2f", pto_level_name(level),
           pto_format_get(src)->name, pto_format_get(dst)->name, floor);
    for (unsigned m = 0; m < PTO_ROUND_COUNT; m++) {
        double r = call_rate(level, dst, src, from, m);
        worst = r < worst ? r : worst;
        printf(" %6.2f", r);
    }
    printf("   %.2f\n", worst / floor);
}

static void print_arrays(unsigned level)
{
    static const pto_dtype to[] = {PTO_E4M3, PTO_E5M2,   PTO_FP16, PTO_BF16,
                                   PTO_HiF8, PTO_E2M1X2, PTO_S8,   PTO_S32};
    static const pto_dtype bytes[] = {PTO_E4M3, PTO_E5M2, PTO_HiF8, PTO_E8M0};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++)
        print_modes(level, to[i], PTO_FP32, source);
    print_modes(level, PTO_FP32, PTO_FP16, source);
    print_modes(level, PTO_FP32, PTO_BF16, source);
    for (size_t i = 0; i < sizeof bytes / sizeof *bytes; i++)
        print_modes(level, PTO_FP32, bytes[i], codes);
}

typedef struct scalar_call {
    pto_dtype dst;
    pto_fenv env;
} scalar_call;

static void run_scalar(void *data)
{
    scalar_call *c = data;
    uint64_t sum = 0;
    for (size_t i = 0; i < N; i++)
        sum += pto_convert(c->dst, PTO_FP32, source[i], &c->env);
    bench_keep(&sum);
}

static void print_scalar(void)
{
    static const pto_dtype to[] = {PTO_E4M3, PTO_E5M2, PTO_FP16, PTO_BF16,
                                   PTO_HiF8, PTO_FP32, PTO_S8};
    for (size_t i = 0; i < sizeof to / sizeof *to; i++) {
        scalar_call c = {.dst = to[i]};
        printf("pto_convert  FP32 to %-5s RNE %6.0f M/s\n",
               pto_format_get(to[i])->name,
               1e3 * rate(bench_time(run_scalar, &c)));
    }
}

int main(void)
{
    uint64_t seed = 1;
    for (size_t i = 0; i < N; i++) {
        source[i] = bench_normal(&seed, 8);
        codes[i] = (uint8_t)bench_random(&seed);
    }
    printf("arrays of %d elements, Gelem/s, flags accumulated; floor: the\n"
           "same bytes loaded and stored; ratio: slowest mode to floor\n"
           "%-8s %-5s %-5s %6s",
           N, "level", "from", "to", "floor");
    for (unsigned m = 0; m < PTO_ROUND_COUNT; m++)
        printf(" %6s", pto_round_name((pto_round)m));
    printf("  ratio\n");
    for (unsigned level = pto_level_best(); level > 0; level--)
        print_arrays(level);
    print_scalar();
    return 0;
}
