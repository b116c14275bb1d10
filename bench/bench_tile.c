/*
 * Operations on single elements of 64 KiB tiles, wide and narrow, against the
 * same function called over plain arrays.
 */
#include <string.h>

#include "bench.h"
#include "tile/kernel/element.h"
#include "tile/tile.h"
#include "num/num.h"

enum { N = 16384, BYTES = 4 * N };

static uint32_t left[N], right[N], out[N];

typedef struct job {
    pto_tile a, b, out, half, bits;
    pto_fn2 *two;
    pto_fenv env;
} job;

static void arrays(void *data)
{
    job *j = data;
    for (size_t i = 0; i < N; i++)
        out[i] = (uint32_t)j->two(PTO_FP32, left[i], right[i], &j->env);
    bench_keep(out);
}

static void tiles(void *data)
{
    job *j = data;
    pto_tile_map2(&j->out, &j->a, (pto_tile_right){.tile = &j->b}, j->two,
                  &j->env);
}

static void compare(void *data)
{
    job *j = data;
    pto_tile_compare(&j->bits, &j->a, (pto_tile_right){.tile = &j->b}, PTO_LT,
                     pto_num_compare, &j->env);
}

static void choose(void *data)
{
    job *j = data;
    pto_tile_select(&j->out, &j->bits, &j->a, (pto_tile_right){.tile = &j->b});
}

static void convert(void *data)
{
    job *j = data;
    pto_tile_convert(&j->half, &j->a, pto_convert_n, &j->env);
}

static pto_tile make(unsigned type, uint32_t columns, uint32_t bytes,
                     const void *from)
{
    pto_tile t;
    bool ok = pto_tile_describe(&t, type, PTO_TILE_RowMajor, columns,
                                N / columns, columns, bytes, BYTES) &&
              pto_tile_alloc(&t) == PTO_OK;
    if (!ok)
        abort();
    if (from)
        memcpy(pto_tile_payload(&t), from, bytes);
    return t;
}

static void print(const char *name, double seconds)
{
    printf("  %-16s %7.1f us\n", name, seconds * 1e6);
}

static void print_two(job *j, const char *name, pto_fn2 *f)
{
    j->two = f;
    double plain = bench_time(arrays, j), tile = bench_time(tiles, j);
    printf("  %-16s %7.1f us   %.2f of the speed over arrays\n", name,
           tile * 1e6, plain / tile);
}

static void shape(uint32_t columns)
{
    job j = {.a = make(PTO_FP32, columns, BYTES, left),
             .b = make(PTO_FP32, columns, BYTES, right),
             .out = make(PTO_FP32, columns, BYTES, NULL),
             .half = make(PTO_FP16, columns, BYTES / 2, NULL)};
    if (!pto_tile_describe_predicate(&j.bits, N / columns, columns, N / columns,
                                     columns, BYTES, BYTES) ||
        pto_tile_alloc(&j.bits) != PTO_OK)
        abort();
    printf("%d rows of %u\n", N / (int)columns, columns);
    print_two(&j, "TADD FP32", pto_num_add);
    print_two(&j, "TMUL FP32", pto_num_mul);
    print_two(&j, "TMAX FP32", pto_num_max);
    print("TCMP FP32", bench_time(compare, &j));
    print("TSEL FP32", bench_time(choose, &j));
    print("TCVT FP32 FP16", bench_time(convert, &j));
    pto_tile *const all[] = {&j.a, &j.b, &j.out, &j.half, &j.bits};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pto_tile_free(all[i]);
}

int main(void)
{
    uint64_t seed = 3;
    for (size_t i = 0; i < N; i++) {
        left[i] = bench_normal(&seed, 40);
        right[i] = bench_normal(&seed, 40);
    }
    printf("tiles of 64 KiB, random normals\n");
    shape(256);
    shape(16);
    shape(1);
    return 0;
}
