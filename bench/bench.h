/* Timing shared by the benchmarks: medians of repeated runs, one thread. */
#ifndef PTO_BENCH_BENCH_H
#define PTO_BENCH_BENCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { BENCH_RUNS = 21 };

static inline double bench_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Time of this thread alone: what else the machine does is left out. */
static inline double bench_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int bench_order(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline double bench_median(double *times, size_t n)
{
    qsort(times, n, sizeof *times, bench_order);
    return times[n / 2];
}

typedef void bench_body(void *data);

/* Median seconds of one call; a run repeats it until about 1 ms has passed. */
static inline double bench_time(bench_body *body, void *data)
{
    double times[BENCH_RUNS], spent = 0;
    unsigned repeat = 1;
    for (; spent < 1e-3; repeat *= 2) {
        double start = bench_cpu();
        for (unsigned i = 0; i < repeat; i++)
            body(data);
        spent = bench_cpu() - start;
    }
    repeat /= 2;
    for (int r = 0; r < BENCH_RUNS; r++) {
        double start = bench_cpu();
        for (unsigned i = 0; i < repeat; i++)
            body(data);
        times[r] = (bench_cpu() - start) / repeat;
    }
    return bench_median(times, BENCH_RUNS);
}

/* splitmix64 */
static inline uint64_t bench_random(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* A normal FP32 of random sign and fraction, its exponent within +-span. */
static inline uint32_t bench_normal(uint64_t *seed, unsigned span)
{
    uint64_t r = bench_random(seed);
    uint32_t exp = 127 - span + (uint32_t)(r >> 40) % (2 * span + 1);
    return (uint32_t)(r & 0x807fffff) | exp << 23;
}

/* Keeps a result alive without a volatile store in the measured loop. */
static inline void bench_keep(const void *p)
{
    __asm__ volatile("" : : "r"(p) : "memory");
}

#endif
