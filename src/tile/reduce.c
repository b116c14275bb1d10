/* Folds along rows or columns, and where their extremes stand. */
#include "tile/reduce.h"

/* Elements that are folded into one: where they lie in the payload. */
typedef struct line {
    uint32_t first, step, count;
} line;

static line line_of(const pto_tile *t, pto_axis axis, uint32_t i)
{
    if (axis == PTO_BY_ROW)
        return (line){i * t->columns, 1, t->valid_columns};
    return (line){i, t->columns, t->valid_rows};
}

static uint32_t lines_of(const pto_tile *t, pto_axis axis)
{
    return axis == PTO_BY_ROW ? t->valid_rows : t->valid_columns;
}

static uint64_t fold(const pto_tile *t, line l, pto_fn2 *f,
                     const uint64_t *start, pto_fenv *env)
{
    pto_dtype type = (pto_dtype)t->dtype;
    uint64_t acc = start ? *start : pto_tile_read_at(t, l.first);
    for (uint32_t k = !start; k < l.count; k++)
        acc = f(type, acc, pto_tile_read_at(t, l.first + k * l.step), env);
    return acc;
}

/* The i-th result lies at index i along either axis. */
void pto_tile_fold(pto_tile *dst, const pto_tile *src, pto_axis axis,
                   pto_fn2 *f, const uint64_t *start, pto_fenv *env)
{
    for (uint32_t i = 0; i < lines_of(src, axis); i++)
        pto_tile_store_at(dst, i,
                          fold(src, line_of(src, axis, i), f, start, env));
    pto_tile_define_valid(dst);
}

static bool is_nan(pto_dtype t, uint64_t bits)
{
    return pto_unpack(t, bits).part >= PTO_PART_QNAN;
}

static uint32_t place(const pto_tile *t, line l, pto_fn2 *f, bool nan_moves,
                      pto_fenv *env)
{
    pto_dtype type = (pto_dtype)t->dtype;
    uint64_t acc = pto_tile_read_at(t, l.first);
    uint32_t at = 0;
    for (uint32_t k = 1; k < l.count; k++) {
        uint64_t v = pto_tile_read_at(t, l.first + k * l.step);
        uint64_t best = f(type, acc, v, env);
        if (best == v && best != acc && (nan_moves || !is_nan(type, best)))
            at = k;
        acc = best;
    }
    return at;
}

void pto_tile_fold_place(pto_tile *dst, const pto_tile *src, pto_axis axis,
                         pto_fn2 *f, bool nan_moves, pto_fenv *env)
{
    for (uint32_t i = 0; i < lines_of(src, axis); i++)
        pto_tile_store_at(dst, i,
                          place(src, line_of(src, axis, i), f, nan_moves, env));
    pto_tile_define_valid(dst);
}
