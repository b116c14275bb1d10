/*
 * Element by element: maps of one, two and three tiles, comparison, selection,
 * conversion, padding, checks.
 */
#include "tile/kernel/element.h"

#include "tile/row.h"
#include "tile/tile.h"

/* The tiles of an operation as the loops see them; what is absent is zero. */
typedef struct work {
    pto_tile dst, a, b, c;
} work;

/* Do the valid rows follow one another in the payload? */
static bool is_gapless(const pto_tile *t)
{
    return !t ||
           (t->layout == PTO_TILE_RowMajor && t->valid_columns == t->columns);
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
    work w = {*dst, a ? *a : none, b ? *b : none, c ? *c : none};
    if (is_gapless(dst) && is_gapless(a) && is_gapless(b) && is_gapless(c)) {
        flatten(&w.dst);
        flatten(&w.a);
        flatten(&w.b);
        flatten(&w.c);
    }
    return w;
}

static void read(const pto_tile *t, const pto_span *s, uint64_t *out)
{
    pto_row_read(t, s->row, s->first, s->n, out);
}

static void write(pto_tile *t, const pto_span *s, const uint64_t *in)
{
    pto_row_write(t, s->row, s->first, s->n, in);
}

static void read_right(const pto_tile *t, uint64_t scalar, const pto_span *s,
                       uint64_t *out)
{
    if (t->allocated)
        read(t, s, out);
    else
        for (uint32_t i = 0; i < s->n; i++)
            out[i] = scalar;
}

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH];
    work w = begin(dst, a, NULL, NULL);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read(&w.a, &s, x);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], env);
        write(&w.dst, &s, x);
    }
}

void pto_tile_map2(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                   pto_fn2 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    work w = begin(dst, a, b.tile, NULL);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read(&w.a, &s, x);
        read_right(&w.b, b.scalar, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], y[i], env);
        write(&w.dst, &s, x);
    }
}

void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH], z[PTO_STRETCH];
    work w = begin(dst, a, b, c);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read(&w.a, &s, x);
        read(&w.b, &s, y);
        read(&w.c, &s, z);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], y[i], z[i], env);
        write(&w.dst, &s, x);
    }
}

void pto_tile_compare(pto_tile *dst, const pto_tile *a, pto_tile_right b,
                      pto_compare c, pto_compare_fn *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    work w = begin(dst, a, b.tile, NULL);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read(&w.a, &s, x);
        read_right(&w.b, b.scalar, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f(c, (pto_dtype)a->dtype, x[i], y[i], env);
        write(&w.dst, &s, x);
    }
}

void pto_tile_select(pto_tile *dst, const pto_tile *mask, const pto_tile *a,
                     pto_tile_right b)
{
    uint64_t m[PTO_STRETCH], x[PTO_STRETCH], y[PTO_STRETCH];
    work w = begin(dst, a, b.tile, mask);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read(&w.c, &s, m);
        read(&w.a, &s, x);
        read_right(&w.b, b.scalar, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = m[i] ? x[i] : y[i];
        write(&w.dst, &s, x);
    }
}

void pto_tile_fill(pto_tile *dst, uint64_t scalar)
{
    uint64_t x[PTO_STRETCH];
    work w = begin(dst, NULL, NULL, NULL);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        read_right(&w.b, scalar, &s, x);
        write(&w.dst, &s, x);
    }
}

void pto_tile_convert(pto_tile *dst, const pto_tile *a,
                      pto_convert_n_fn *convert, pto_fenv *env)
{
    uint64_t from[PTO_STRETCH], to[PTO_STRETCH]; /* room for any type */
    work w = begin(dst, a, NULL, NULL);
    for (pto_span s = {0}; pto_span_next(&w.dst, &s);) {
        pto_tile_read_line(&w.a, true, s.row, s.first, s.n, from);
        convert((pto_dtype)dst->dtype, (pto_dtype)a->dtype, to, from, s.n, env);
        pto_tile_write_row(&w.dst, s.row, s.first, s.n, to);
    }
}

/* Columns [first, end) of a row become `value`. */
static void pad_row(pto_tile *t, uint32_t row, uint32_t first,
                    const uint64_t value[PTO_STRETCH])
{
    while (first < t->columns) {
        uint32_t left = t->columns - first;
        uint32_t n = left < PTO_STRETCH ? left : PTO_STRETCH;
        pto_row_write(t, row, first, n, value);
        first += n;
    }
}

void pto_tile_pad(pto_tile *t, uint64_t value)
{
    uint64_t values[PTO_STRETCH];
    for (uint32_t i = 0; i < PTO_STRETCH; i++)
        values[i] = value;
    for (uint32_t r = 0; r < t->rows; r++)
        pad_row(t, r, r < t->valid_rows ? t->valid_columns : 0, values);
}

bool pto_tile_encodings_valid(const pto_tile *t)
{
    const pto_format *f = pto_format_get(t->dtype);
    uint64_t x[PTO_STRETCH], wrong = 0;
    if (!f || !f->must_be_zero)
        return f != NULL;
    for (pto_span s = {0}; pto_span_next(t, &s);) {
        read(t, &s, x);
        for (uint32_t i = 0; i < s.n; i++)
            wrong |= x[i] & f->must_be_zero;
    }
    return !wrong;
}

bool pto_tile_has_no_zero(const pto_tile *t)
{
    uint64_t x[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(t, &s);) {
        read(t, &s, x);
        for (uint32_t i = 0; i < s.n; i++)
            if (!x[i])
                return false;
    }
    return true;
}
