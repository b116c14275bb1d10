/* One value for each row or column, broadcast over a whole tile. */
#include "tile/kernel/reduce.h"

#include "tile/row.h"

/* What the broadcast tile holds for the elements of a span. */
static void spread(const pto_tile *b, pto_axis axis, const pto_span *s,
                   uint64_t *out)
{
    if (axis == PTO_BY_COLUMN) {
        pto_row_read(b, 0, s->first, s->n, out);
        return;
    }
    uint64_t v = pto_tile_read(b, s->row, 0);
    for (uint32_t i = 0; i < s->n; i++)
        out[i] = v;
}

void pto_tile_broadcast(pto_tile *dst, const pto_tile *b, pto_axis axis)
{
    uint64_t y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        spread(b, axis, &s, y);
        pto_row_write(dst, s.row, s.first, s.n, y);
    }
}

void pto_tile_expand(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                     pto_axis axis, pto_fn2 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        pto_row_read(a, s.row, s.first, s.n, x);
        spread(b, axis, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], y[i], env);
        pto_row_write(dst, s.row, s.first, s.n, x);
    }
}

void pto_tile_expand_expdif(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                            pto_axis axis, pto_expdif_fn *f, pto_fenv *env)
{
    pto_dtype to = (pto_dtype)dst->dtype, from = (pto_dtype)a->dtype;
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        pto_row_read(a, s.row, s.first, s.n, x);
        spread(b, axis, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f(to, from, x[i], y[i], env);
        pto_row_write(dst, s.row, s.first, s.n, x);
    }
}
