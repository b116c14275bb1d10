/*
 * Instructions a second of the run loop, beside the host's own compiled code
 * for the same work; and what making and resetting a machine costs.
 */
#include <string.h>

#include "bench.h"
#include "pto/assemble.h"
#include "pto/image.h"
#include "pto/machine.h"

enum { RUNS = 7 };

static void die(const char *what, const char *why)
{
    fprintf(stderr, "bench_mips: %s: %s\n", what, why);
    exit(1);
}

/* ---- The same work in C ------------------------------------------------- */

static uint64_t loop(uint64_t rounds)
{
    uint64_t a = 0, c = 1;
    for (; rounds; rounds--) {
        a += c;
        a ^= a << 1;
        a ^= a >> 7;
        c += 3;
    }
    return a;
}

/* Not inlined and not seen through, as procedures of other files are not. */
static uint64_t first(uint64_t v)
{
    return 5 * v + 7;
}

static uint64_t second(uint64_t v)
{
    return (uint64_t)((int64_t)(v * v * 3) / 7);
}

static uint64_t (*volatile procedures[])(uint64_t) = {first, second};

static uint64_t dhry(uint64_t rounds)
{
    static const char *volatile texts[] = {"DHRYSTONE PROGRAM, 1'ST STRING",
                                           "DHRYSTONE PROGRAM, 2'ND STRING"};
    static volatile uint64_t record[4] = {1, 2, 3, 4}, other[4];
    uint64_t sum = 0;
    for (; rounds; rounds--) {
        for (unsigned i = 0; i < 4; i++)
            other[i] = record[i] + (i ? 0 : rounds);
        const char *l = texts[0], *r = texts[1];
        for (; *l == *r && *l; l++)
            r++;
        sum += procedures[0]((uint64_t)((int64_t)*l - *r));
        sum += procedures[1](rounds & 63);
        if (rounds & 1)
            sum ^= other[1];
        else
            sum += other[0];
    }
    return sum;
}

typedef struct node {
    const struct node *next;
    uint64_t value;
} node;

static uint64_t crc(uint64_t sum, uint64_t v)
{
    for (unsigned i = 0; i < 32; i++, v >>= 1)
        sum = sum >> 1 ^ (0xa001 & (0 - ((sum ^ v) & 1)));
    return sum;
}

static uint64_t product(const int32_t *l, const int32_t *r)
{
    uint64_t sum = 0;
    for (unsigned row = 0; row < 8; row++)
        for (unsigned column = 0; column < 8; column++)
            for (unsigned k = 0; k < 8; k++)
                sum += (uint64_t)l[8 * row + k] * (uint64_t)r[8 * k + column];
    return sum;
}

static uint64_t tokens(const char *at)
{
    uint64_t found = 0;
    while (*at) {
        if (*at == ' ') {
            at++;
            continue;
        }
        found += *at >= '0' && *at <= '9' ? 256 : 1;
        while (*at && *at != ' ')
            at++;
    }
    return found;
}

static uint64_t core(uint64_t rounds)
{
    static const char *volatile text =
        "5012 1.5e3 abc 77 -12 x9 0xff 3 +4 word 12345 end";
    static node nodes[64];
    static int32_t left[64], right[64];
    uint64_t sum = 0xffff;
    for (unsigned i = 0; i < 64; i++) {
        nodes[i] = (node){i < 63 ? &nodes[i + 1] : NULL,
                          i < 63 ? (63 - i) * (63 - i) : 0};
        left[i] = (int32_t)i;
        right[i] = (int32_t)i + 3;
    }
    for (; rounds; rounds--) {
        uint64_t total = rounds;
        for (const node *n = nodes; n; n = n->next)
            total += n->value;
        sum = crc(sum, total);
        sum = crc(sum, product(left, right));
        sum = crc(sum, tokens(text));
    }
    return sum;
}

/* ---- Measuring ---------------------------------------------------------- */

typedef struct workload {
    const char *name;
    uint64_t rounds;
    uint64_t (*native)(uint64_t rounds);
} workload;

static uint64_t symbol(const pto_image *image, const char *name)
{
    const pto_symbol *s = pto_image_symbol(image, name);
    if (!s)
        die(name, "no such symbol");
    return s->value;
}

static pto_image *assemble(const char *name)
{
    char path[512];
    pto_image *image = NULL;
    pto_error e = {0};
    snprintf(path, sizeof path, "%s/mips/%s.s", PTO_BENCH, name);
    if (pto_assemble_file(path, NULL, &image, &e) != PTO_OK)
        die(path, e.message);
    return image;
}

/* Seconds of this process alone: other work on the host does not count. */
static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds of one run; *steps and *result are what it made. */
static double run(pto_machine *m, const pto_image *image, uint64_t rounds,
                  uint64_t *steps, uint64_t *result)
{
    pto_error e = {0};
    pto_run_result r;
    uint64_t stop = symbol(image, "stop");
    if (pto_machine_load(m, image, &e) != PTO_OK)
        die("load", e.message);
    pto_machine_write(m, symbol(image, "rounds"), &rounds, 8);
    double start = cpu_now();
    pto_machine_run(m, &(pto_run_options){.stop_pc = &stop, .stop_count = 1},
                    &r);
    double time = cpu_now() - start;
    if (r.stop != PTO_STOP_REACHED)
        die("run", r.text);
    *steps = r.steps;
    pto_machine_read(m, symbol(image, "result"), result, 8);
    return time;
}

static double native_time(const workload *w, uint64_t *result)
{
    double times[RUNS];
    for (int i = 0; i < RUNS; i++) {
        double start = cpu_now();
        *result = w->native(w->rounds);
        times[i] = cpu_now() - start;
    }
    return bench_median(times, RUNS);
}

static void measure(pto_machine *m, const workload *w)
{
    double times[RUNS];
    uint64_t steps = 0, result = 0, wanted = 0;
    pto_image *image = assemble(w->name);
    for (int i = 0; i < RUNS; i++)
        times[i] = run(m, image, w->rounds, &steps, &result);
    double time = bench_median(times, RUNS);
    double native = native_time(w, &wanted);
    if (result != wanted)
        die(w->name, "the results differ");
    printf("%-6s %11llu instructions %8.1f MIPS  native is %5.1f times as "
           "fast\n",
           w->name, (unsigned long long)steps, (double)steps / time * 1e-6,
           time / native);
    pto_image_free(image);
}

static void make_and_free(void *data)
{
    pto_machine *m = NULL;
    (void)data;
    if (pto_machine_new(&(pto_machine_options){.pes = 4}, &m, NULL) != PTO_OK)
        die("machine", "no memory");
    pto_machine_free(m);
}

static void reset(void *data)
{
    pto_machine_reset(data);
}

int main(void)
{
    static const workload workloads[] = {
        {"loop", 3000000, loop}, {"dhry", 100000, dhry}, {"core", 2000, core}};
    pto_machine *m = NULL;
    if (pto_machine_new(&(pto_machine_options){.pes = 1}, &m, NULL) != PTO_OK)
        die("machine", "no memory");
    for (size_t i = 0; i < sizeof workloads / sizeof workloads[0]; i++)
        measure(m, &workloads[i]);
    printf("new and free %.1f us, reset %.1f us\n",
           bench_time(make_and_free, NULL) * 1e6, bench_time(reset, m) * 1e6);
    pto_machine_free(m);
    return 0;
}
