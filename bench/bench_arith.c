/*
 * FP32 arithmetic one at a time, with flags, on random normals, against the
 * host's own fmaf in the same kind of loop.
 */
#include <math.h>
#include <string.h>

#include "bench.h"
#include "pto/numeric.h"
#include "num/num.h"

enum { N = 1 << 16 };

static uint32_t a[N], b[N], c[N], out[N];

typedef uint64_t binary(pto_dtype t, uint64_t x, uint64_t y, pto_fenv *env);
typedef uint64_t unary(pto_dtype t, uint64_t x, pto_fenv *env);

typedef struct job {
    pto_dtype type;
    binary *two;
    unary *one;
    pto_fenv env;
} job;

static void run_two(void *data)
{
    job *j = data;
    for (size_t i = 0; i < N; i++)
        out[i] = (uint32_t)j->two(j->type, a[i], b[i], &j->env);
    bench_keep(out);
}

static void run_one(void *data)
{
    job *j = data;
    for (size_t i = 0; i < N; i++)
        out[i] = (uint32_t)j->one(j->type, a[i], &j->env);
    bench_keep(out);
}

static void run_fma(void *data)
{
    job *j = data;
    for (size_t i = 0; i < N; i++)
        out[i] = (uint32_t)pto_num_fma(j->type, a[i], b[i], c[i], &j->env);
    bench_keep(out);
}

/* One at a time too: the loop must not become a vector one. */
static void run_host(void *data)
{
    (void)data;
    for (size_t i = 0; i < N; i++) {
        float x, y, z;
        memcpy(&x, &a[i], sizeof x);
        memcpy(&y, &b[i], sizeof y);
        memcpy(&z, &c[i], sizeof z);
        z = fmaf(x, y, z);
        memcpy(&out[i], &z, sizeof z);
        bench_keep(&out[i]);
    }
}

static void print(const char *name, double seconds, double host)
{
    double rate = N / seconds * 1e-6;
    printf("%-11s %7.1f M/s   %.3f of the host's fmaf\n", name, rate,
           rate / host);
}

static void print_two(const char *name, pto_dtype t, binary *f, double host)
{
    job j = {.type = t, .two = f};
    print(name, bench_time(run_two, &j), host);
}

static void print_one(const char *name, pto_dtype t, unary *f, double host)
{
    job j = {.type = t, .one = f};
    print(name, bench_time(run_one, &j), host);
}

int main(void)
{
    uint64_t seed = 2;
    for (size_t i = 0; i < N; i++) {
        a[i] = bench_normal(&seed, 40);
        b[i] = bench_normal(&seed, 40);
        c[i] = bench_normal(&seed, 80);
    }
    double host = N / bench_time(run_host, NULL) * 1e-6;
    printf("random normals, arrays of %d, RNE with flags\n"
           "host fmaf   %7.1f M/s\n",
           N, host);
    print_two("FP32 add", PTO_FP32, pto_num_add, host);
    print_two("FP32 mul", PTO_FP32, pto_num_mul, host);
    job fma = {.type = PTO_FP32};
    print("FP32 fma", bench_time(run_fma, &fma), host);
    print_two("FP32 div", PTO_FP32, pto_num_div, host);
    for (size_t i = 0; i < N; i++)
        a[i] &= 0x7fffffff;
    print_one("FP32 sqrt", PTO_FP32, pto_num_sqrt, host);
    print_one("FP32 exp", PTO_FP32, pto_num_exp, host);
    print_one("FP32 log", PTO_FP32, pto_num_log, host);
    return 0;
}
