/* Folds along rows or columns, and where their extremes stand. */
#include "tile/kernel/reduce.h"

#include "tile/row.h"

static uint32_t stretch(uint32_t left)
{
    return left < PTO_STRETCH ? left : PTO_STRETCH;
}

static uint64_t fold_row(const pto_tile *t, uint32_t row, pto_fn2 *f,
                         const uint64_t *start, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], acc = start ? *start : pto_tile_read(t, row, 0);
    for (uint32_t c = !start, n; c < t->valid_columns; c += n) {
        n = stretch(t->valid_columns - c);
        pto_row_read(t, row, c, n, x);
        for (uint32_t i = 0; i < n; i++)
            acc = f((pto_dtype)t->dtype, acc, x[i], env);
    }
    return acc;
}

/* The n columns from `first` on, side by side. */
static void fold_columns(const pto_tile *t, uint32_t first, uint32_t n,
                         pto_fn2 *f, const uint64_t *start, pto_fenv *env,
                         uint64_t *acc)
{
    uint64_t x[PTO_STRETCH];
    if (start)
        for (uint32_t i = 0; i < n; i++)
            acc[i] = *start;
    else
        pto_row_read(t, 0, first, n, acc);
    for (uint32_t r = !start; r < t->valid_rows; r++) {
        pto_row_read(t, r, first, n, x);
        for (uint32_t i = 0; i < n; i++)
            acc[i] = f((pto_dtype)t->dtype, acc[i], x[i], env);
    }
}

void pto_tile_fold(pto_tile *dst, const pto_tile *src, pto_axis axis,
                   pto_fn2 *f, const uint64_t *start, pto_fenv *env)
{
    uint64_t acc[PTO_STRETCH];
    if (axis == PTO_BY_ROW) {
        for (uint32_t r = 0; r < src->valid_rows; r++)
            pto_tile_write(dst, r, 0, fold_row(src, r, f, start, env));
        return;
    }
    for (uint32_t c = 0, n; c < src->valid_columns; c += n) {
        n = stretch(src->valid_columns - c);
        fold_columns(src, c, n, f, start, env, acc);
        pto_row_write(dst, 0, c, n, acc);
    }
}

/* The extreme so far, and where it stands. */
typedef struct search {
    pto_fn2 *f;
    pto_dtype type;
    bool nan_moves;
    pto_fenv *env;
} search;

static bool is_nan(pto_dtype t, uint64_t bits)
{
    return pto_unpack(t, bits).part >= PTO_PART_QNAN;
}

static void look_at(const search *s, uint64_t v, uint32_t at, uint64_t *best,
                    uint64_t *place)
{
    uint64_t next = s->f(s->type, *best, v, s->env);
    bool moves = next == v && next != *best;
    if (moves && (s->nan_moves || !is_nan(s->type, next)))
        *place = at;
    *best = next;
}

static uint64_t place_in_row(const pto_tile *t, uint32_t row, const search *s)
{
    uint64_t x[PTO_STRETCH], best = pto_tile_read(t, row, 0), place = 0;
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
    for (uint32_t i = 0; i < n; i++)
        place[i] = 0;
    for (uint32_t r = 1; r < t->valid_rows; r++) {
        pto_row_read(t, r, first, n, x);
        for (uint32_t i = 0; i < n; i++)
            look_at(s, x[i], r, &best[i], &place[i]);
    }
}

void pto_tile_fold_place(pto_tile *dst, const pto_tile *src, pto_axis axis,
                         pto_fn2 *f, bool nan_moves, pto_fenv *env)
{
    const search s = {f, (pto_dtype)src->dtype, nan_moves, env};
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
