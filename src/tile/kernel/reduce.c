/* Folds along rows or columns, and where their extremes stand. */
#include "tile/kernel/reduce.h"

#include "tile/row.h"

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

/* The n columns from `first` on, side by side. */
static void fold_columns(const pto_tile *t, uint32_t first, uint32_t n,
                         const pto_fold *f, pto_fenv *env, uint64_t *acc)
{
    pto_dtype type = (pto_dtype)t->dtype;
    uint64_t x[PTO_STRETCH];
    pto_row_read(t, 0, first, n, acc);
    for (uint32_t i = 0; i < n; i++)
        acc[i] = begin(f, type, acc[i], env);
    for (uint32_t r = f->from != PTO_FOLD_START; r < t->valid_rows; r++) {
        pto_row_read(t, r, first, n, x);
        for (uint32_t i = 0; i < n; i++)
            acc[i] = f->step(type, acc[i], x[i], env);
    }
}

void pto_tile_fold(pto_tile *dst, const pto_tile *src, pto_axis axis,
                   const pto_fold *f, pto_fenv *env)
{
    uint64_t acc[PTO_STRETCH];
    if (axis == PTO_BY_ROW) {
        for (uint32_t r = 0; r < src->valid_rows; r++)
            pto_tile_write(dst, r, 0, fold_row(src, r, f, env));
        return;
    }
    for (uint32_t c = 0, n; c < src->valid_columns; c += n) {
        n = stretch(src->valid_columns - c);
        fold_columns(src, c, n, f, env, acc);
        pto_row_write(dst, 0, c, n, acc);
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
