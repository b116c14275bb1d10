/*
 * Element by element: maps of one, two and three tiles, comparison, selection,
 * conversion, padding, checks.
 */
#include "tile/element.h"

#include "tile/row.h"

static void read(const pto_tile *t, const pto_span *s, uint64_t *out)
{
    pto_row_read(t, s->row, s->first, s->n, out);
}

static void write(pto_tile *t, const pto_span *s, const uint64_t *in)
{
    pto_row_write(t, s->row, s->first, s->n, in);
}

static void read_right(const pto_right *b, const pto_span *s, uint64_t *out)
{
    if (b->tile)
        read(b->tile, s, out);
    else
        for (uint32_t i = 0; i < s->n; i++)
            out[i] = b->scalar;
}

void pto_tile_map1(pto_tile *dst, const pto_tile *a, pto_fn1 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read(a, &s, x);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], env);
        write(dst, &s, x);
    }
}

void pto_tile_map2(pto_tile *dst, const pto_tile *a, pto_right b, pto_fn2 *f,
                   pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read(a, &s, x);
        read_right(&b, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], y[i], env);
        write(dst, &s, x);
    }
}

void pto_tile_map3(pto_tile *dst, const pto_tile *a, const pto_tile *b,
                   const pto_tile *c, pto_fn3 *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH], z[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read(a, &s, x);
        read(b, &s, y);
        read(c, &s, z);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f((pto_dtype)a->dtype, x[i], y[i], z[i], env);
        write(dst, &s, x);
    }
}

void pto_tile_compare(pto_tile *dst, const pto_tile *a, pto_right b,
                      pto_compare c, pto_compare_fn *f, pto_fenv *env)
{
    uint64_t x[PTO_STRETCH], y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read(a, &s, x);
        read_right(&b, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = f(c, (pto_dtype)a->dtype, x[i], y[i], env);
        write(dst, &s, x);
    }
}

void pto_tile_select(pto_tile *dst, const pto_tile *mask, const pto_tile *a,
                     pto_right b)
{
    uint64_t m[PTO_STRETCH], x[PTO_STRETCH], y[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read(mask, &s, m);
        read(a, &s, x);
        read_right(&b, &s, y);
        for (uint32_t i = 0; i < s.n; i++)
            x[i] = m[i] ? x[i] : y[i];
        write(dst, &s, x);
    }
}

void pto_tile_fill(pto_tile *dst, uint64_t scalar)
{
    const pto_right right = {.scalar = scalar};
    uint64_t x[PTO_STRETCH];
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        read_right(&right, &s, x);
        write(dst, &s, x);
    }
}

void pto_tile_convert(pto_tile *dst, const pto_tile *a,
                      pto_convert_n_fn *convert, pto_fenv *env)
{
    uint64_t from[PTO_STRETCH], to[PTO_STRETCH]; /* room for any type */
    for (pto_span s = {0}; pto_span_next(dst, &s);) {
        pto_tile_read_line(a, true, s.row, s.first, s.n, from);
        convert((pto_dtype)dst->dtype, (pto_dtype)a->dtype, to, from, s.n, env);
        pto_tile_write_row(dst, s.row, s.first, s.n, to);
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
