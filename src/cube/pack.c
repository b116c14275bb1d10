/* Blocks of operands, decoded, scaled, and in the order of the kernels. */
#include "cube/pack.h"

#include "cube/decode.h"
#include "cube/view.h"

#include <string.h>

enum { LINES = 16 };

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Words of elements [first, first + n) of one line. */
static void read_line(const pto_packer *p, uint64_t line, uint64_t first,
                      uint64_t n, uint32_t *out)
{
    const uint8_t *raw = pto_view_line(p->view, line, first, n, p->raw);
    p->kernel->decode(p->table, raw, n, out);
}

/* View rows and columns into out[i * pitch + j]. */
static void read_block(const pto_packer *p, uint64_t row, uint32_t rows,
                       uint64_t column, uint32_t columns, uint32_t *out,
                       uint64_t pitch)
{
    if (pto_view_lines_are_rows(p->view)) {
        for (uint32_t i = 0; i < rows; i++)
            read_line(p, row + i, column, columns, out + i * pitch);
        return;
    }
    for (uint32_t j = 0; j < columns; j += LINES) {
        uint32_t lines = least(LINES, columns - j);
        for (uint32_t l = 0; l < lines; l++)
            read_line(p, column + j + l, row, rows,
                      p->lines + (size_t)l * rows);
        p->kernel->transpose(p->lines, rows, lines, rows, out + j, pitch);
    }
}

/* Scale codes of rows x columns of the view, out[r * pitch + c]. */
static void read_codes(const pto_packer *p, uint64_t row, uint32_t rows,
                       uint64_t column, uint32_t columns, uint32_t *out,
                       uint32_t pitch)
{
    bool along = pto_view_lines_are_rows(p->scale);
    unsigned bits = pto_tile_element_bits(p->scale->dtype);
    uint32_t lines = along ? rows : columns, n = along ? columns : rows;
    for (uint32_t i = 0; i < lines; i++) {
        const uint8_t *raw = pto_view_line(p->scale, (along ? row : column) + i,
                                           along ? column : row, n, p->raw);
        for (uint32_t j = 0; j < n; j++) {
            uint32_t code = raw[j];
            if (bits == 32)
                memcpy(&code, raw + 4 * (size_t)j, sizeof code);
            out[along ? i * pitch + j : j * pitch + i] = code;
        }
    }
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static float e8m0_factor(uint32_t code)
{
    uint32_t bits = code << 23;
    bits = code == 0 ? 0x00400000 : bits;
    return float_of(code == 255 ? 0x7fc00000 : bits);
}

/* Factors of a HiF4 word, `stride` apart: its base and the extra exponents. */
static void hif4_factors(uint32_t word, float *out, size_t stride)
{
    pto_scale s = pto_scale_hif4(word & 0xff, 0);
    uint32_t base = (uint32_t)(s.exp + 127) << 23 | (uint32_t)(s.quarters - 4)
                                                        << 21;
    for (unsigned i = 0; i < 16; i++) {
        uint32_t extra = (word >> (8 + i / 2) & 1) + (word >> (16 + i) & 1);
        out[i * stride] = float_of(s.nan ? 0x7fc00000 : base + (extra << 23));
    }
}

/* Factors that one code yields. */
static uint32_t units_of(const pto_packer *p)
{
    return p->view->dtype == PTO_HiF4X2 ? 16 : 1;
}

static bool scaled(const pto_packer *p)
{
    return pto_view_present(p->scale);
}

/* Terms that share one factor. */
static uint32_t unit_of(const pto_packer *p)
{
    return p->view->dtype == PTO_HiF4X2 ? PTO_UNIT_LANES : 32;
}

/* Where factors go: code (i, j) at i * row + j * column, its units apart. */
typedef struct factor_order {
    size_t row, column, unit;
} factor_order;

static void make_factors(const pto_packer *p, uint32_t rows, uint32_t columns,
                         factor_order order)
{
    bool words = p->view->dtype == PTO_HiF4X2;
    for (uint32_t i = 0; i < rows; i++) {
        for (uint32_t j = 0; j < columns; j++) {
            uint32_t code = p->codes[(size_t)i * columns + j];
            float *out = p->factors + i * order.row + j * order.column;
            if (words)
                hif4_factors(code, out, order.unit);
            else
                *out = e8m0_factor(code);
        }
    }
}

static uint32_t groups_of(const pto_packer *p, uint32_t kc)
{
    uint32_t group = pto_scale_group(p->view->dtype);
    return (kc + group - 1) / group;
}

static void scale_words(uint32_t *words, const float *by, uint64_t n, bool each)
{
    for (uint64_t i = 0; i < n; i++) {
        float x = float_of(words[i]) * by[each ? i : 0];
        memcpy(words + i, &x, sizeof x);
    }
}

static void scale_doubles(double *values, const float *by, uint64_t n,
                          bool each)
{
    for (uint64_t i = 0; i < n; i++)
        values[i] *= (double)by[each ? i : 0];
}

/* Widen where the terms are FP64, then scale; `each`: one factor a column. */
static void finish_line(const pto_packer *p, const uint32_t *words,
                        const float *by, uint64_t n, bool each, void *out)
{
    if (p->term == PTO_TERM_F64) {
        p->kernel->widen(words, n, out);
        if (by)
            scale_doubles(out, by, n, each);
    } else if (by) {
        scale_words(out, by, n, each);
    }
}

static void narrow_pairs(const uint32_t *words, uint32_t kc, uint32_t *out)
{
    for (uint32_t k = 0; k < kc; k += 2) {
        uint32_t high = k + 1 < kc ? words[k + 1] : 0;
        out[k / 2] = (words[k] & 0xffff) | high << 16;
    }
}

static void finish_a_row(const pto_packer *p, const uint32_t *words,
                         const float *factors, uint32_t kc, void *out)
{
    uint32_t unit = factors ? unit_of(p) : kc;
    for (uint32_t k = 0; k < kc; k += unit) {
        uint8_t *at = (uint8_t *)out + k * pto_term_bytes(p->term);
        finish_line(p, words + k, factors ? factors + k / unit : NULL,
                    least(unit, kc - k), false, at);
    }
}

static void append_one(const pto_packer *p, uint32_t kc, void *row)
{
    if (p->term == PTO_TERM_F64)
        ((double *)row)[kc] = 1.0;
    else
        ((float *)row)[kc] = 1.0f;
}

static void a_factors(const pto_packer *p, uint64_t m0, uint32_t rows,
                      uint64_t k0, uint32_t kc)
{
    uint32_t groups = groups_of(p, kc);
    read_codes(p, m0, rows, k0 / pto_scale_group(p->view->dtype), groups,
               p->codes, groups);
    factor_order order = {PTO_MAX_UNITS, units_of(p), 1};
    make_factors(p, rows, groups, order);
}

void pto_pack_a(const pto_packer *p, uint64_t m0, uint32_t rows, uint64_t k0,
                uint32_t kc, void *out)
{
    bool in_place = p->term == PTO_TERM_F32 || p->term == PTO_TERM_S32;
    uint32_t *words = in_place ? out : p->words;
    read_block(p, m0, rows, k0, kc, words, PTO_PITCH_K);
    if (scaled(p))
        a_factors(p, m0, rows, k0, kc);
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t *from = words + (size_t)r * PTO_PITCH_K;
        const float *by = p->factors + (size_t)r * PTO_MAX_UNITS;
        uint8_t *row =
            (uint8_t *)out + r * PTO_PITCH_K * pto_term_bytes(p->term);
        if (p->term == PTO_TERM_S16)
            narrow_pairs(from, kc, (uint32_t *)(void *)row);
        else
            finish_a_row(p, from, scaled(p) ? by : NULL, kc, row);
        if (p->bias)
            append_one(p, kc, row);
    }
}

static void repeat_last(uint32_t *line, uint32_t columns, uint32_t width)
{
    for (uint32_t c = columns; c < width; c++)
        line[c] = line[columns - 1];
}

static void interleave_pairs(const uint32_t *words, uint32_t width, uint32_t kc,
                             uint32_t *out)
{
    for (uint32_t k = 0; k < kc; k += 2) {
        const uint32_t *low = words + (size_t)k * width, *high = low + width;
        for (uint32_t c = 0; c < width; c++)
            out[k / 2 * width + c] =
                (low[c] & 0xffff) | (k + 1 < kc ? high[c] << 16 : 0);
    }
}

static void b_factors(const pto_packer *p, uint64_t n0, uint32_t columns,
                      uint32_t width, uint64_t k0, uint32_t kc)
{
    uint32_t groups = groups_of(p, kc), units = units_of(p);
    read_codes(p, k0 / pto_scale_group(p->view->dtype), groups, n0, columns,
               p->codes, columns);
    factor_order order = {(size_t)units * width, 1, width};
    make_factors(p, groups, columns, order);
    for (uint32_t u = 0; u < groups * units; u++)
        for (uint32_t c = columns; c < width; c++)
            p->factors[u * width + c] = p->factors[u * width + columns - 1];
}

static void finish_b(const pto_packer *p, const uint32_t *words, uint32_t width,
                     uint32_t kc, void *out)
{
    uint32_t unit = scaled(p) ? unit_of(p) : 1;
    for (uint32_t k = 0; k < kc; k++) {
        size_t at = (size_t)k * width;
        const float *by = scaled(p) ? p->factors + k / unit * width : NULL;
        uint8_t *line = (uint8_t *)out + at * pto_term_bytes(p->term);
        finish_line(p, words + at, by, width, true, line);
    }
}

static void append_bias(const pto_packer *p, uint64_t n0, uint32_t columns,
                        uint32_t width, void *line)
{
    bool wide = p->term == PTO_TERM_F64;
    uint32_t *words = wide ? p->lines : line;
    pto_copy_words(p->bias, 0, n0, columns, words, p->raw);
    repeat_last(words, columns, width);
    if (wide)
        p->kernel->widen(words, width, line);
}

void pto_pack_b(const pto_packer *p, uint64_t n0, uint32_t columns,
                uint32_t width, uint64_t k0, uint32_t kc, void *out)
{
    bool in_place = p->term == PTO_TERM_F32 || p->term == PTO_TERM_S32;
    uint32_t *words = in_place ? out : p->words;
    read_block(p, k0, kc, n0, columns, words, width);
    for (uint32_t k = 0; k < kc; k++)
        repeat_last(words + (size_t)k * width, columns, width);
    if (scaled(p))
        b_factors(p, n0, columns, width, k0, kc);
    if (p->term == PTO_TERM_S16)
        interleave_pairs(words, width, kc, out);
    else
        finish_b(p, words, width, kc, out);
    if (p->bias)
        append_bias(p, n0, columns, width,
                    (uint8_t *)out +
                        (size_t)kc * width * pto_term_bytes(p->term));
}

void pto_copy_words(const pto_view *v, uint64_t row, uint64_t column,
                    uint64_t n, uint32_t *out, uint8_t *raw)
{
    if (pto_view_lines_are_rows(v)) {
        memcpy(out, pto_view_line(v, row, column, n, raw), n * sizeof *out);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        out[i] = (uint32_t)pto_view_read(v, row, column + i);
}
