/*
 * What a user waits for: the 100,000 instruction program with 1,000 small tile
 * bundles, start-up to the first instruction, and the memory of the demo.
 * Runs the command itself, as users do.
 */
#define _DEFAULT_SOURCE /* wait4, mkstemps, realpath */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { RUNS = 7 };

typedef struct cost {
    double seconds;
    long kilobytes;
} cost;

static double now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Run argv in `folder`; a failure ends the benchmark. */
static cost run(char *const argv[], const char *folder)
{
    double start = now();
    (void)fflush(stdout); /* or the child would print it once more */
    pid_t child = fork();
    if (child == 0) {
        if (chdir(folder) || !freopen("/dev/null", "w", stdout))
            _exit(127);
        execv(argv[0], argv);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (child < 0 || wait4(child, &status, 0, &used) < 0 || status) {
        fprintf(stderr, "bench_start: %s %s %s failed\n", argv[0], argv[1],
                argv[2]);
        exit(1);
    }
    return (cost){now() - start, used.ru_maxrss};
}

static int by_seconds(const void *a, const void *b)
{
    double x = ((const cost *)a)->seconds, y = ((const cost *)b)->seconds;
    return (x > y) - (x < y);
}

/* The median run by time. */
static cost median(char *const argv[], const char *folder)
{
    cost c[RUNS];
    for (int i = 0; i < RUNS; i++)
        c[i] = run(argv, folder);
    qsort(c, RUNS, sizeof c[0], by_seconds);
    return c[RUNS / 2];
}

/* 500 rounds of a TLOAD and TSTORE pair and about 200 scalar instructions. */
static const char program[] = "    .globl _start, cross_model_stop\n"
                              "_start:\n"
                              "    hl.lis data, ->a0\n"
                              "    addi zero, 16, ->a1\n"
                              "    addi zero, 500, ->s0\n"
                              "round:\n"
                              "    BSTART.TLOAD FP32\n"
                              "    C.B.DIMI 4, ->lb0\n"
                              "    C.B.DIMI 4, ->lb1\n"
                              "    C.B.DIMI 4, ->lb2\n"
                              "    B.IOT mask=1111, last, ->t<128B>\n"
                              "    B.IOR [a0, a1, zero], ->zero\n"
                              "    BSTART.TSTORE FP32\n"
                              "    C.B.DIMI 4, ->lb0\n"
                              "    C.B.DIMI 4, ->lb1\n"
                              "    B.IOT t#1, mask=1111, last\n"
                              "    B.IOR [a0, a1, zero], ->zero\n"
                              "    C.BSTOP\n"
                              "    .rept 196\n"
                              "    addi s1, 1, ->s1\n"
                              "    .endr\n"
                              "    subi s0, 1, ->s0\n"
                              "    BSTART.STD COND, round\n"
                              "    setc.ne s0, zero\n"
                              "    C.BSTOP\n"
                              "cross_model_stop:\n"
                              "    C.BSTOP\n"
                              "    .data\n"
                              "    .balign 64\n"
                              "data: .zero 64\n";

static void write_program(char *path)
{
    int fd = mkstemps(path, 2);
    size_t n = sizeof program - 1;
    if (fd < 0 || write(fd, program, n) != (ssize_t)n || close(fd)) {
        fprintf(stderr, "bench_start: cannot write %s\n", path);
        exit(1);
    }
}

static void measure(char *pto, char *examples)
{
    char path[] = "/tmp/pto-bench-XXXXXX.s";
    write_program(path);
    char *const bundles[] = {pto, "run", path, "--pes", "1", NULL};
    char *const hello[] = {pto, "run", "hello.s", "--pes", "1", NULL};
    char *const demo[] = {pto,
                          "run",
                          "iris/e4m3.s",
                          "--set=x=iris/data/x.npy",
                          "--set=b1=iris/data/b1.npy",
                          "--set=b2=iris/data/b2.npy",
                          "--set=w1=iris/data/w1_e4m3.npy",
                          "--set=w1_scale=iris/data/w1_e4m3_scale.npy",
                          "--set=w2=iris/data/w2_e4m3.npy",
                          "--set=w2_scale=iris/data/w2_e4m3_scale.npy",
                          NULL};
    printf("100,000 scalar instructions, 1,000 bundles  %8.1f ms  of 1000\n",
           median(bundles, "/").seconds * 1e3);
    printf("start-up to the first instruction, at most  %8.1f ms  of 10\n",
           median(hello, examples).seconds * 1e3);
    printf("resident memory of the demo                 %8.1f MiB of 32\n",
           (double)median(demo, examples).kilobytes / 1024);
    (void)remove(path);
}

int main(int argc, char **argv)
{
    char *pto = argc > 1 ? realpath(argv[1], NULL) : NULL;
    char *examples = argc > 2 ? realpath(argv[2], NULL) : NULL;
    if (!pto || !examples) {
        fprintf(stderr, "usage: bench_start PTO EXAMPLES\n");
        return 1;
    }
    measure(pto, examples);
    free(pto);
    free(examples);
    return 0;
}
