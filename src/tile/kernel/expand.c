/* One value for each row or column, broadcast over a whole tile. */
#include "tile/kernel/reduce.h"

#include "num/vector/vector.h"
#include "tile/row.h"
#include "tile/tile.h"

/* What the broadcast tile holds for the elements of a span. */
static const void *spread(const pto_tile *b, pto_axis axis, const pto_span *s,
                          pto_row_room *room)
{
    const pto_span top = {0, s->first, s->n};
    if (axis == PTO_BY_COLUMN)
        return pto_row_view(b, &top, room);
    if (!s->first)
        pto_row_repeat((pto_dtype)b->dtype, pto_tile_read(b, s->row, 0), s->n,
                       room);
    return room;
}

void pto_tile_broadcast(pto_tile *dst, const pto_tile *b, pto_axis axis)
{
    pto_row_room y;
    for (pto_span s = {0}; pto_span_next(dst, &s);)
        pto_tile_write_row(dst, s.row, s.first, s.n, spread(b, axis, &s, &y));
}

void pto_tile_expand(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                     pto_axis axis, pto_fn2 *f, pto_fenv *env)
{
    pto_row_room x, y, out;
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        void *to = pto_row_place(dst, &s, &out);
        num_map2(PTO_LEVEL_AUTO, f, (pto_dtype)a->dtype, to,
                 pto_row_view(a, &s, &x), spread(b, axis, &s, &y), s.n, env);
        pto_row_done(dst, &s, to);
    }
}

void pto_tile_expand_expdif(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                            pto_axis axis, pto_expdif_fn *f, pto_fenv *env)
{
    pto_dtype to = (pto_dtype)dst->dtype, from = (pto_dtype)a->dtype;
    uint64_t x[PTO_STRETCH];
    pto_row_room room;
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        const void *right = spread(b, axis, &s, &room);
        pto_row_read(a, s.row, s.first, s.n, x);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f(to, from, x[i], pto_lane_get(from, right, i), env);
        pto_row_write(dst, s.row, s.first, s.n, x);
    }
}
