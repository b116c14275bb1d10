/* Folds along rows or columns, and where their extremes stand. */
#include "tile/kernel/reduce.h"

#include <string.h>

#include "num/vector/vector.h"
#include "tile/row.h"
#include "tile/tile.h"
#include "tile/turn.h"

enum { SIDE = 64 }; /* rows that fold side by side */

static uint32_t stretch(uint32_t left)
{
    return left < PTO_STRETCH ? left : PTO_STRETCH;
}

/* Where a fold begins: with `start`, or with the first element of a line. */
static uint64_t begin(const pto_fold *f, pto_dtype type, uint64_t first,
                      pto_fenv *env)
{
    if (f->from == PTO_FOLD_START)
        return f->start;
    return f->from == PTO_FOLD_RAW_FIRST ? first
                                         : f->step(type, first, first, env);
}

static uint64_t fold_row(const pto_tile *t, uint32_t row, const pto_fold *f,
                         pto_fenv *env)
{
    pto_dtype type = (pto_dtype)t->dtype;
    uint64_t x[PTO_STRETCH];
    uint64_t acc = begin(f, type, pto_tile_read(t, row, 0), env);
    for (uint32_t c = f->from != PTO_FOLD_START, n; c < t->valid_columns;
         c += n) {
        n = stretch(t->valid_columns - c);
        pto_row_read(t, row, c, n, x);
        for (uint32_t i = 0; i < n; i++)
            acc = f->step(type, acc, x[i], env);
    }
    return acc;
}

/* As `begin`, for a line of elements beside one another. */
static void begin_all(const pto_fold *f, pto_dtype type, const void *first,
                      uint32_t n, pto_row_room *acc, pto_fenv *env)
{
    if (f->from == PTO_FOLD_START)
        pto_row_repeat(type, f->start, n, acc);
    else if (f->from == PTO_FOLD_RAW_FIRST)
        memcpy(acc, first, pto_array_bytes(type, n));
    else
        num_map2(PTO_LEVEL_AUTO, f->step, type, acc, first, first, n, env);
}

/* The columns of a span, side by side. */
static void fold_columns(const pto_tile *t, pto_span s, const pto_fold *f,
                         pto_fenv *env, pto_row_room *acc)
{
    pto_dtype type = (pto_dtype)t->dtype;
    pto_row_room room;
    size_t step;
    begin_all(f, type, pto_row_view(t, &s, &room), s.n, acc, env);
    s.row = f->from != PTO_FOLD_START;
    uint32_t left = t->valid_rows - s.row;
    const void *lines = pto_row_lines(t, &s, &step);
    if (lines) {
        num_fold_rows(PTO_LEVEL_AUTO, f->step, type, acc, lines, step, left,
                      s.n, env);
        return;
    }
    for (; s.row < t->valid_rows; s.row++)
        num_fold_rows(PTO_LEVEL_AUTO, f->step, type, acc,
                      pto_row_view(t, &s, &room), 0, 1, s.n, env);
}

/* Rows whose elements fold in any order, each by itself. */
static bool fold_lines(const pto_fold *f, pto_dtype type, const void *lines,
                       size_t step, uint32_t rows, uint32_t columns,
                       pto_row_room *acc, pto_fenv *env)
{
    pto_row_room start, sums;
    if (f->from == PTO_FOLD_RAW_FIRST ||
        !num_fold_lines(PTO_LEVEL_AUTO, f->step, type, &sums, lines, step, rows,
                        columns))
        return false;
    if (f->from == PTO_FOLD_START) {
        pto_row_repeat(type, f->start, rows, &start);
        num_map2(PTO_LEVEL_AUTO, f->step, type, acc, &start, &sums, rows, env);
    } else {
        memcpy(acc, &sums, pto_array_bytes(type, rows));
    }
    return true;
}

/*
 * Up to SIDE rows from `row` on, side by side as columns of a square that is
 * SIDE elements wide.
 */
static void fold_turned(const pto_tile *t, uint32_t row, uint32_t rows,
                        const pto_fold *f, pto_fenv *env, pto_row_room *acc)
{
    pto_dtype type = (pto_dtype)t->dtype;
    uint64_t square[SIDE * SIDE];
    unsigned bytes = pto_tile_element_bits(t->dtype) / 8;
    size_t width = (size_t)SIDE * bytes, step;
    for (pto_span s = {row, 0, 0}; s.first < t->valid_columns; s.first += s.n) {
        uint32_t left = t->valid_columns - s.first;
        s.n = left < SIDE ? left : SIDE;
        const void *lines = pto_row_lines(t, &s, &step);
        pto_turn(bytes, square, width, lines, step, rows, s.n);
        uint32_t from = 0;
        if (!s.first) {
            begin_all(f, type, square, rows, acc, env);
            from = f->from != PTO_FOLD_START;
        }
        num_fold_rows(PTO_LEVEL_AUTO, f->step, type, acc,
                      (const uint8_t *)square + from * width, width, s.n - from,
                      rows, env);
    }
}

static void fold_rows(pto_tile *dst, const pto_tile *src, const pto_fold *f,
                      pto_fenv *env)
{
    pto_row_room acc;
    pto_dtype type = (pto_dtype)src->dtype;
    for (uint32_t r = 0, n; r < src->valid_rows; r += n) {
        size_t step;
        const pto_span row = {r, 0, src->valid_columns};
        const void *lines = pto_row_lines(src, &row, &step);
        n = src->valid_rows - r < SIDE ? src->valid_rows - r : SIDE;
        if (!lines)
            n = 1;
        if (!lines)
            pto_lane_set(type, &acc, 0, fold_row(src, r, f, env));
        else if (!fold_lines(f, type, lines, step, n, row.n, &acc, env))
            fold_turned(src, r, n, f, env, &acc);
        for (uint32_t i = 0; i < n; i++)
            pto_tile_write(dst, r + i, 0, pto_lane_get(type, &acc, i));
    }
}

void pto_tile_fold(pto_tile *dst, const pto_tile *src, pto_axis axis,
                   const pto_fold *f, pto_fenv *env)
{
    pto_row_room acc;
    if (axis == PTO_BY_ROW) {
        fold_rows(dst, src, f, env);
        return;
    }
    for (uint32_t c = 0, n; c < src->valid_columns; c += n) {
        n = stretch(src->valid_columns - c);
        fold_columns(src, (pto_span){0, c, n}, f, env, &acc);
        pto_tile_write_row(dst, 0, c, n, &acc);
    }
}

/* The extreme so far, and where it stands. */
typedef struct search {
    const pto_fold *f;
    pto_dtype type;
    pto_fenv *env;
} search;

static void look_at(const search *s, uint64_t v, uint32_t at, uint64_t *best,
                    uint64_t *place)
{
    uint64_t next = s->f->step(s->type, *best, v, s->env);
    if (next == v && next != *best)
        *place = at;
    *best = next;
}

static uint64_t place_in_row(const pto_tile *t, uint32_t row, const search *s)
{
    uint64_t x[PTO_STRETCH], place = 0;
    uint64_t best = begin(s->f, s->type, pto_tile_read(t, row, 0), s->env);
    for (uint32_t c = 1, n; c < t->valid_columns; c += n) {
        n = stretch(t->valid_columns - c);
        pto_row_read(t, row, c, n, x);
        for (uint32_t i = 0; i < n; i++)
            look_at(s, x[i], c + i, &best, &place);
    }
    return place;
}

static void places_in_columns(const pto_tile *t, uint32_t first, uint32_t n,
                              const search *s, uint64_t *place)
{
    uint64_t x[PTO_STRETCH], best[PTO_STRETCH];
    pto_row_read(t, 0, first, n, best);
    for (uint32_t i = 0; i < n; i++) {
        best[i] = begin(s->f, s->type, best[i], s->env);
        place[i] = 0;
    }
    for (uint32_t r = 1; r < t->valid_rows; r++) {
        pto_row_read(t, r, first, n, x);
        for (uint32_t i = 0; i < n; i++)
            look_at(s, x[i], r, &best[i], &place[i]);
    }
}

void pto_tile_fold_place(pto_tile *dst, const pto_tile *src, pto_axis axis,
                         const pto_fold *f, pto_fenv *env)
{
    const search s = {f, (pto_dtype)src->dtype, env};
    uint64_t place[PTO_STRETCH];
    if (axis == PTO_BY_ROW) {
        for (uint32_t r = 0; r < src->valid_rows; r++)
            pto_tile_write(dst, r, 0, place_in_row(src, r, &s));
        return;
    }
    for (uint32_t c = 0, n; c < src->valid_columns; c += n) {
        n = stretch(src->valid_columns - c);
        places_in_columns(src, c, n, &s, place);
        pto_row_write(dst, 0, c, n, place);
    }
}
