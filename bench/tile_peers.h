/* The peers of tile operations: plain C, compiled for this machine. */
#ifndef PTO_BENCH_TILE_PEERS_H
#define PTO_BENCH_TILE_PEERS_H

#include <stddef.h>
#include <stdint.h>

enum { BENCH_SIDE = 128 }; /* rows and columns of every tile */

enum {
    BENCH_add,
    BENCH_sub,
    BENCH_mul,
    BENCH_max,
    BENCH_min,
    BENCH_abs,
    BENCH_less,
    BENCH_choose,
    BENCH_row_sum,
    BENCH_column_sum,
    BENCH_row_max,
    BENCH_transpose,
    BENCH_gather,
    BENCH_PEERS
};

typedef void (*bench_peer)(const void *a, const void *b, void *out, size_t n);

extern const bench_peer bench_peer_fp64[], bench_peer_fp32[], bench_peer_fp16[],
    bench_peer_s32[], bench_peer_s16[], bench_peer_s8[];

#endif
