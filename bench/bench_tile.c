/*
 * Tile operations on 128 rows of 128 elements, beside plain C loops that do
 * the same work on arrays, in the same run.
 */
#include <string.h>

#include "bench.h"
#include "num/num.h"
#include "tile/kernel/element.h"
#include "tile/kernel/gather.h"
#include "tile/kernel/reduce.h"
#include "tile/tile.h"
#include "tile_peers.h"

enum { SIDE = BENCH_SIDE, N = SIDE * SIDE, LIMIT = 8 * N };

typedef struct work {
    pto_tile a, b, out, bits, index, line, row;
    uint8_t *plain_a, *plain_b, *plain_out;
    uint32_t *plain_index;
    bench_peer peer;
    const struct job *job;
    pto_fenv env;
} work;

/* How an operation is called as a kernel, and which peer it has. */
typedef struct job {
    const char *name;
    void (*run)(work *w);
    int peer;
    pto_fn2 *two;
    pto_fn1 *one;
} job;

static void map1(work *w)
{
    pto_tile_map1(&w->out, &w->a, w->job->one, &w->env);
}

static void map2(work *w)
{
    pto_tile_map2(&w->out, &w->a, (pto_tile_right){.tile = &w->b}, w->job->two,
                  &w->env);
}

static void compare(work *w)
{
    pto_tile_compare(&w->bits, &w->a, (pto_tile_right){.tile = &w->b}, PTO_LT,
                     pto_num_compare, &w->env);
}

static void choose(work *w)
{
    pto_tile_select(&w->out, &w->bits, &w->a, (pto_tile_right){.tile = &w->b});
}

static void fold_rows(work *w)
{
    pto_fold f = {.step = w->job->two};
    f.from = f.step == pto_num_max ? PTO_FOLD_FIRST : PTO_FOLD_START;
    pto_tile_fold(&w->line, &w->a, PTO_BY_ROW, &f, &w->env);
}

static void fold_columns(work *w)
{
    pto_fold f = {.step = w->job->two};
    pto_tile_fold(&w->row, &w->a, PTO_BY_COLUMN, &f, &w->env);
}

static void transpose(work *w)
{
    pto_tile_transpose(&w->out, &w->a);
}

static void gather(work *w)
{
    pto_tile_gather(&w->out, &w->a, &w->index);
}

static const job jobs[] = {
    {"TADD", map2, BENCH_add, pto_num_add, NULL},
    {"TSUB", map2, BENCH_sub, pto_num_sub, NULL},
    {"TMUL", map2, BENCH_mul, pto_num_mul, NULL},
    {"TMAX", map2, BENCH_max, pto_num_max, NULL},
    {"TMIN", map2, BENCH_min, pto_num_min, NULL},
    {"TABS", map1, BENCH_abs, NULL, pto_num_abs},
    {"TCMP", compare, BENCH_less, NULL, NULL},
    {"TSEL", choose, BENCH_choose, NULL, NULL},
    {"TROWSUM", fold_rows, BENCH_row_sum, pto_num_add, NULL},
    {"TCOLSUM", fold_columns, BENCH_column_sum, pto_num_add, NULL},
    {"TROWMAX", fold_rows, BENCH_row_max, pto_num_max, NULL},
    {"TTRANS", transpose, BENCH_transpose, NULL, NULL},
    {"TGATHER", gather, BENCH_gather, NULL, NULL},
    {"TSQRT", map1, -1, NULL, pto_num_sqrt},
    {"TRECIP", map1, -1, NULL, pto_num_recip},
    {"TRSQRT", map1, -1, NULL, pto_num_rsqrt},
    {"TEXP", map1, -1, NULL, pto_num_exp},
    {"TLOG", map1, -1, NULL, pto_num_log},
};

static void run_tile(void *data)
{
    work *w = data;
    w->job->run(w);
}

static void run_plain(void *data)
{
    work *w = data;
    const void *b = w->job->peer == BENCH_gather ? (const void *)w->plain_index
                                                 : w->plain_b;
    w->peer(w->plain_a, b, w->plain_out, N);
    bench_keep(w->plain_out);
}

static pto_tile make(unsigned type, uint32_t rows, uint32_t columns)
{
    pto_tile t;
    uint32_t bytes = rows * columns * pto_tile_element_bits(type) / 8;
    bytes = bytes < 128 ? 128 : bytes;
    bool ok = pto_tile_describe(&t, type, PTO_TILE_RowMajor, columns, rows,
                                columns, bytes, LIMIT) &&
              pto_tile_alloc(&t) == PTO_OK;
    if (!ok)
        abort();
    return t;
}

static void fill(work *w, pto_dtype t)
{
    uint64_t seed = 3;
    const pto_fenv rne = {.round = PTO_RNE};
    for (uint32_t i = 0; i < N; i++) {
        pto_fenv env = rne;
        uint32_t x = bench_normal(&seed, 5) & 0x7fffffff;
        uint32_t y = bench_normal(&seed, 5);
        bool is_integer = pto_dtype_is_integer(t);
        uint64_t a = bench_random(&seed), b = bench_random(&seed);
        pto_tile_write_at(&w->a, i,
                          is_integer ? a : pto_convert(t, PTO_FP32, x, &env));
        pto_tile_write_at(&w->b, i,
                          is_integer ? b : pto_convert(t, PTO_FP32, y, &env));
        pto_tile_write_at(&w->index, i, a >> 32 & (SIDE - 1));
    }
}

static void copy_plain(work *w, size_t bytes)
{
    w->plain_a = aligned_alloc(64, 9 * (size_t)LIMIT);
    w->plain_b = aligned_alloc(64, LIMIT);
    w->plain_out = aligned_alloc(64, LIMIT);
    w->plain_index = aligned_alloc(64, 4 * N);
    if (!w->plain_a || !w->plain_b || !w->plain_out || !w->plain_index)
        abort();
    memcpy(w->plain_a, w->a.bytes, N * bytes);
    memcpy(w->plain_b, w->b.bytes, N * bytes);
    memcpy(w->plain_index, w->index.bytes, 4 * N);
    for (size_t i = 0; i < N; i++)
        w->plain_a[N * bytes + i] = (uint8_t)(w->plain_index[i] & 1);
}

static void report(work *w, const bench_peer *peers)
{
    double tile = bench_time(run_tile, w) * 1e6;
    if (w->job->peer < 0) {
        printf("  %-8s %8.2f us\n", w->job->name, tile);
        return;
    }
    w->peer = peers[w->job->peer];
    double plain = bench_time(run_plain, w) * 1e6;
    printf("  %-8s %8.2f us   C %7.2f us   %5.2f of C\n", w->job->name, tile,
           plain, plain / tile);
}

static void type(pto_dtype t, const bench_peer *peers)
{
    const pto_format *f = pto_format_get(t);
    work w = {.a = make(t, SIDE, SIDE),
              .b = make(t, SIDE, SIDE),
              .out = make(t, SIDE, SIDE),
              .index = make(PTO_U32, SIDE, SIDE),
              .line = make(t, SIDE, 128 / (f->storage_bits / 8)),
              .row = make(t, 1, SIDE)};
    w.line.valid_columns = 1;
    if (!pto_tile_describe_predicate(&w.bits, SIDE, SIDE, SIDE, SIDE, LIMIT,
                                     LIMIT) ||
        pto_tile_alloc(&w.bits) != PTO_OK)
        abort();
    fill(&w, t);
    copy_plain(&w, f->storage_bits / 8U);
    printf("%s\n", f->name);
    for (size_t i = 0; i < sizeof jobs / sizeof jobs[0]; i++) {
        w.job = &jobs[i];
        if (w.job->peer >= 0 || !pto_dtype_is_integer(t))
            report(&w, peers);
    }
    pto_tile *const all[] = {&w.a,     &w.b,    &w.out, &w.bits,
                             &w.index, &w.line, &w.row};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        pto_tile_free(all[i]);
    free(w.plain_a);
    free(w.plain_b);
    free(w.plain_out);
    free(w.plain_index);
}

int main(void)
{
    printf("tiles of %d x %d elements; medians of %d\n", SIDE, SIDE,
           BENCH_RUNS);
    type(PTO_FP32, bench_peer_fp32);
    type(PTO_FP64, bench_peer_fp64);
    type(PTO_FP16, bench_peer_fp16);
    type(PTO_S32, bench_peer_s32);
    type(PTO_S16, bench_peer_s16);
    type(PTO_S8, bench_peer_s8);
    return 0;
}
