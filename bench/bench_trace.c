/*
 * A million instructions as JSON lines and as a timeline, against the same run
 * without a trace.
 */
#define _DEFAULT_SOURCE /* mkstemp */
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "pto/assemble.h"
#include "pto/trace.h"

enum { RUNS = 5, ROUNDS = 142857, PER_ROUND = 7 };

static const char source[] = "_start: BSTART.STD FALL\n"
                             "    hl.lis 142857, ->a1\n"
                             "    hl.lis data, ->a3\n"
                             "loop: BSTART.STD COND, loop\n"
                             "    addi a2, 1, ->a2\n"
                             "    sdi a2, [a3, 0]\n"
                             "    ldi [a3, 0], ->t\n"
                             "    add t#1, a4, ->a4\n"
                             "    xor a4, a2, ->u\n"
                             "    setc.ne a2, a1\n"
                             "    BSTART.STD FALL\n"
                             "stop: C.BSTOP\n"
                             "    .data\n    .balign 8\n"
                             "data: .quad 0\n";

static void die(const char *what, const pto_error *e)
{
    fprintf(stderr, "bench_trace: %s: %s\n", what, e->message);
    exit(1);
}

static double run(pto_machine *m, const pto_image *image, const char *lines,
                  const char *chrome)
{
    pto_error e = {0};
    pto_trace *t = NULL;
    pto_run_result result;
    uint64_t stop = pto_image_symbol(image, "stop")->value;
    pto_run_options options = {.stop_pc = &stop, .stop_count = 1};
    if (pto_machine_load(m, image, &e) != PTO_OK)
        die("load", &e);
    double start = bench_now();
    if ((lines || chrome) &&
        pto_trace_open(
            m, &(pto_trace_options){.path = lines, .chrome_path = chrome}, &t,
            &e) != PTO_OK)
        die("trace", &e);
    pto_machine_run(m, &options, &result);
    if (pto_trace_close(t, &e) != PTO_OK)
        die("trace", &e);
    if (result.stop != PTO_STOP_REACHED)
        die("run", &e);
    return bench_now() - start;
}

static double median_of(pto_machine *m, const pto_image *image,
                        const char *lines, const char *chrome)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++)
        times[i] = run(m, image, lines, chrome);
    return bench_median(times, RUNS);
}

int main(void)
{
    pto_error e = {0};
    pto_image *image = NULL;
    pto_machine *m = NULL;
    char path[] = "/tmp/pto-bench-XXXXXX";
    int fd = mkstemp(path);
    if (fd < 0)
        die(path, &e);
    (void)close(fd);
    if (pto_assemble(source, sizeof source - 1, "trace", NULL, &image, &e) !=
        PTO_OK)
        die("assemble", &e);
    if (pto_machine_new(&(pto_machine_options){.pes = 1}, &m, &e) != PTO_OK)
        die("machine", &e);
    double plain = median_of(m, image, NULL, NULL);
    double lines = median_of(m, image, path, NULL);
    double chrome = median_of(m, image, NULL, path);
    printf("%d instructions: plain %.4f s\n", ROUNDS * PER_ROUND, plain);
    printf("JSON lines  %7.3f s  (limit 2 s), %5.1f times plain\n", lines,
           lines / plain);
    printf("timeline    %7.3f s, %5.1f times plain\n", chrome, chrome / plain);
    (void)remove(path);
    pto_machine_free(m);
    pto_image_free(image);
    return 0;
}
