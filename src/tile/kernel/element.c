/*
 * Element by element: maps of one, two and three tiles, comparison, selection,
 * conversion, padding, checks.
 */
#include "tile/kernel/element.h"

#include "tile/row.h"
#include "tile/tile.h"

enum { BIT_STRETCH = 8192 }; /* elements whose bits have room */

/* The tiles of an operation as the loops see them; what is absent is zero. */
typedef struct work {
    pto_tile dst, a, b, c;
    uint32_t most; /* elements of a stretch, where no room is needed for it */
} work;

/* Do the valid rows follow one another in the payload? */
static bool is_gapless(const pto_tile *t)
{
    return !t ||
           (t->layout == PTO_TILE_RowMajor && t->valid_columns == t->columns);
}

/* And are they elements? */
static bool is_array(const pto_tile *t)
{
    return !t || t->storage == PTO_TILE_NUMERIC;
}

static void flatten(pto_tile *t)
{
    t->columns = t->valid_columns = t->columns * t->valid_rows;
    t->rows = t->valid_rows = 1;
}

/* Tiles without gaps become one long row: narrow ones cost what wide ones do.
 */
static work begin(const pto_tile *dst, const pto_tile *a, const pto_tile *b,
                  const pto_tile *c)
{
    static const pto_tile none;
    work w = {*dst, a ? *a : none, b ? *b : none, c ? *c : none, PTO_STRETCH};
    if (is_gapless(dst) && is_gapless(a) && is_gapless(b) && is_gapless(c)) {
        flatten(&w.dst);
        flatten(&w.a);
        flatten(&w.b);
        flatten(&w.c);
        if (is_array(a) && is_array(b))
            w.most = is_array(dst) && is_array(c) ? UINT32_MAX : BIT_STRETCH;
    }
    return w;
}

static bool next(const work *w, pto_span *s)
{
    return pto_span_next_of(&w->dst, s, w->most);
}

/* The right operand of a stretch; a scalar lies repeated in `room`. */
static const void *view_right(const pto_tile *t, const pto_span *s,
                              pto_row_room *room)
{
    return t->allocated ? pto_row_view(t, s, room) : room;
}

static void repeat_scalar(work *w, pto_dtype t, pto_tile_right b,
                          pto_row_room *room)
{
    uint32_t n = w->dst.valid_columns;
    if (b.tile)
        return;
    w->most = PTO_STRETCH;
    pto_row_repeat(t, b.scalar, n < PTO_STRETCH ? n : PTO_STRETCH, room);
}

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env)
{
    pto_row_room x, out;
    work w = begin(dst, a, NULL, NULL);
    for (pto_span s = {0}; next(&w, &s);) {
        void *to = pto_row_place(&w.dst, &s, &out);
        num_map1(PTO_LEVEL_AUTO, f, (pto_dtype)a->dtype, to,
                 pto_row_view(&w.a, &s, &x), s.n, env);
        pto_row_done(&w.dst, &s, to);
    }
}

void pto_tile_map2(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                   pto_fn2 *f, pto_fenv *env)
{
    pto_row_room x, y, out;
    pto_dtype t = (pto_dtype)a->dtype;
    work w = begin(dst, a, b.tile, NULL);
    repeat_scalar(&w, t, b, &y);
    for (pto_span s = {0}; next(&w, &s);) {
        void *to = pto_row_place(&w.dst, &s, &out);
        num_map2(PTO_LEVEL_AUTO, f, t, to, pto_row_view(&w.a, &s, &x),
                 view_right(&w.b, &s, &y), s.n, env);
        pto_row_done(&w.dst, &s, to);
    }
}

void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env)
{
    pto_row_room x, y, z, out;
    work w = begin(dst, a, b, c);
    for (pto_span s = {0}; next(&w, &s);) {
        const void *const args[] = {pto_row_view(&w.a, &s, &x),
                                    pto_row_view(&w.b, &s, &y),
                                    pto_row_view(&w.c, &s, &z)};
        void *to = pto_row_place(&w.dst, &s, &out);
        num_map3(f, (pto_dtype)a->dtype, to, args, s.n, env);
        pto_row_done(&w.dst, &s, to);
    }
}

void pto_tile_compare(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                      pto_compare c, pto_compare_fn *f, pto_fenv *env)
{
    pto_row_room x, y;
    uint64_t bits[BIT_STRETCH / 64];
    pto_dtype t = (pto_dtype)a->dtype;
    work w = begin(dst, a, b.tile, NULL);
    repeat_scalar(&w, t, b, &y);
    for (pto_span s = {0}; next(&w, &s);) {
        num_compare_n(PTO_LEVEL_AUTO, f, c, t, bits, pto_row_view(&w.a, &s, &x),
                      view_right(&w.b, &s, &y), s.n, env);
        pto_row_write_bits(&w.dst, &s, bits);
    }
}

void pto_tile_select(pto_tile *dst, const pto_tile *mask, const pto_tile *a,
                     pto_tile_right b)
{
    pto_row_room x, y, out;
    uint64_t bits[BIT_STRETCH / 64];
    pto_dtype t = (pto_dtype)a->dtype;
    work w = begin(dst, a, b.tile, mask);
    repeat_scalar(&w, t, b, &y);
    for (pto_span s = {0}; next(&w, &s);) {
        void *to = pto_row_place(&w.dst, &s, &out);
        pto_row_read_bits(&w.c, &s, bits);
        num_select_n(PTO_LEVEL_AUTO, t, to, bits, pto_row_view(&w.a, &s, &x),
                     view_right(&w.b, &s, &y), s.n);
        pto_row_done(&w.dst, &s, to);
    }
}

void pto_tile_fill(pto_tile *dst, uint64_t scalar)
{
    pto_row_room x;
    work w = begin(dst, NULL, NULL, NULL);
    repeat_scalar(&w, (pto_dtype)dst->dtype, (pto_tile_right){.scalar = scalar},
                  &x);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);)
        pto_tile_write_row(&w.dst, s.row, s.first, s.n, &x);
}

void pto_tile_convert(pto_tile *dst, const pto_tile *a,
                      pto_convert_n_fn *convert, pto_fenv *env)
{
    pto_row_room from, to; /* room for any type */
    work w = begin(dst, a, NULL, NULL);
    for (pto_span s = {0}; next(&w, &s);) {
        void *out = pto_row_place(&w.dst, &s, &to);
        convert((pto_dtype)dst->dtype, (pto_dtype)a->dtype, out,
                pto_row_view(&w.a, &s, &from), s.n, env);
        pto_row_done(&w.dst, &s, out);
    }
}

/* Columns [first, end) of a row become `value`. */
static void pad_row(pto_tile *t, uint32_t row, uint32_t first,
                    const pto_row_room *values)
{
    while (first < t->columns) {
        uint32_t left = t->columns - first;
        uint32_t n = left < PTO_STRETCH ? left : PTO_STRETCH;
        pto_tile_write_row(t, row, first, n, values);
        first += n;
    }
}

void pto_tile_pad(pto_tile *t, uint64_t value)
{
    pto_row_room values;
    if (t->valid_rows == t->rows && t->valid_columns == t->columns)
        return;
    pto_row_repeat((pto_dtype)t->dtype, value, PTO_STRETCH, &values);
    for (uint32_t r = 0; r < t->rows; r++)
        pad_row(t, r, r < t->valid_rows ? t->valid_columns : 0, &values);
}

bool pto_tile_encodings_valid(const pto_tile *t)
{
    const pto_format *f = pto_format_get(t->dtype);
    uint64_t x[PTO_STRETCH], wrong = 0;
    if (!f || !f->must_be_zero)
        return f != NULL;
    for (pto_span s = {0}; pto_span_next(t, &s);) {
        pto_row_read(t, s.row, s.first, s.n, x);
        for (uint32_t i = 0; i < s.n; i++)
            wrong |= x[i] & f->must_be_zero;
    }
    return !wrong;
}

bool pto_tile_has_no_zero(const pto_tile *t)
{
    uint64_t x[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(t, &s);) {
        pto_row_read(t, s.row, s.first, s.n, x);
        for (uint32_t i = 0; i < s.n; i++)
            if (!x[i])
                return false;
    }
    return true;
}
