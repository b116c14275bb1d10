/* Blocks of operands, decoded, scaled, and in the order of the kernels. */
#include "cube/pack.h"

#include "cube/cube.h"

#include <string.h>

enum { LINES = 16 };

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* Does this operand's storage run along K? */
static bool runs_along(const cube_packer *p)
{
    return cube_view_lines_are_rows(p->view) == p->is_a;
}

/* The factors of a block, in the two shapes that cube_lines knows. */
typedef struct scaling {
    const float *factors; /* NULL: unscaled */
    uint64_t pitch;
    uint32_t unit;
} scaling;

/* Raw lines from (line, first) on, at once where the view is regular. */
static void decode_lines(const cube_packer *p, cube_lines l, uint64_t line,
                         uint64_t first)
{
    l.table = p->table;
    l.along = runs_along(p);
    if (cube_view_regular(p->view, line, first, &l.raw, &l.raw_pitch)) {
        p->kernel->decode(&l);
        return;
    }
    uint64_t lines = l.lines;
    l.lines = 1;
    for (uint64_t i = 0; i < lines; i++) {
        l.raw = cube_view_line(p->view, line + i, first, l.n, p->raw);
        p->kernel->decode(&l);
        l.out += l.out_pitch;
        if (l.along && l.factors)
            l.factors += l.factor_pitch;
        else
            l.first_k++;
    }
}

/* View rows and columns into out[i * pitch + j]. */
static void read_block(const cube_packer *p, scaling s, uint64_t row,
                       uint32_t rows, uint64_t column, uint32_t columns,
                       uint32_t *out, uint64_t pitch)
{
    cube_lines l = {.lines = rows,
                    .n = columns,
                    .out = out,
                    .out_pitch = pitch,
                    .factors = s.factors,
                    .factor_pitch = s.pitch,
                    .unit = s.unit};
    if (cube_view_lines_are_rows(p->view)) {
        decode_lines(p, l, row, column);
        return;
    }
    l.n = rows;
    l.out = p->lines;
    l.out_pitch = rows;
    for (uint32_t j = 0; j < columns; j += LINES) {
        l.lines = least(LINES, columns - j);
        if (runs_along(p))
            l.factors = s.factors ? s.factors + j * s.pitch : NULL;
        else
            l.first_k = j;
        decode_lines(p, l, column + j, row);
        p->kernel->transpose(p->lines, rows, (uint32_t)l.lines, rows, out + j,
                             pitch);
    }
}

/* n codes of a raw line, `step` apart. */
static void spread_codes(const uint8_t *raw, bool words, uint32_t n,
                         size_t step, uint32_t *out)
{
    for (uint32_t j = 0; j < n && !words; j++)
        out[j * step] = raw[j];
    for (uint32_t j = 0; j < n && words; j++)
        memcpy(out + j * step, raw + 4 * (size_t)j, sizeof *out);
}

/* Scale codes: view element (row + r, column + c) to out[r * down + c * on]. */
static void read_codes(const cube_packer *p, uint64_t row, uint32_t rows,
                       uint64_t column, uint32_t columns, size_t down,
                       size_t on)
{
    bool along = cube_view_lines_are_rows(p->scale);
    bool words = p->view->dtype == PTO_HiF4X2;
    uint32_t lines = along ? rows : columns, n = along ? columns : rows;
    size_t line_step = along ? down : on, step = along ? on : down;
    uint64_t line = along ? row : column, first = along ? column : row;
    const uint8_t *raw = NULL;
    uint64_t pitch = 0;
    bool regular = cube_view_regular(p->scale, line, first, &raw, &pitch);
    if (regular && step == 1 && line_step == n &&
        pitch == n * (words ? 4 : 1)) {
        spread_codes(raw, words, lines * n, 1, p->codes);
        return;
    }
    for (uint32_t i = 0; i < lines; i++) {
        const uint8_t *from =
            regular ? raw + i * pitch
                    : cube_view_line(p->scale, line + i, first, n, p->raw);
        spread_codes(from, words, n, step, p->codes + i * line_step);
    }
}

/* Factors of `count` rows of A or columns of B, for kc terms from k0 on. */
static scaling read_scaling(const cube_packer *p, uint64_t first,
                            uint32_t count, uint64_t k0, uint32_t kc)
{
    if (!cube_view_present(p->scale))
        return (scaling){.unit = 1};
    bool hif4 = p->view->dtype == PTO_HiF4X2, along = runs_along(p);
    uint32_t group = pto_scale_group(p->view->dtype);
    uint32_t groups = (kc + group - 1) / group;
    uint32_t units = hif4 ? CUBE_HIF4_UNITS : 1;
    size_t by_line = along ? groups : 1, by_group = along ? 1 : count;
    if (p->is_a)
        read_codes(p, first, count, k0 / group, groups, by_line, by_group);
    else
        read_codes(p, k0 / group, groups, first, count, by_group, by_line);
    uint32_t *out = (uint32_t *)(void *)p->factors;
    if (along || !hif4)
        p->kernel->factors(p->codes, (uint64_t)groups * count, hif4, units, 1,
                           out);
    for (uint32_t g = 0; g < groups && hif4 && !along; g++)
        p->kernel->factors(p->codes + (size_t)g * count, count, true, 1, count,
                           out + (size_t)g * units * count);
    return (scaling){.factors = p->factors,
                     .pitch = along ? groups * units : count,
                     .unit = hif4 ? CUBE_UNIT_LANES : group};
}

/* FP64 terms are scaled here, element by element: they are the slow path. */
static void scale_wide(const cube_packer *p, scaling s, uint32_t line,
                       uint32_t k, uint32_t n, double *out)
{
    bool along = runs_along(p);
    for (uint32_t i = 0; i < n && s.factors; i++) {
        uint32_t at_line = p->is_a ? line : line + i;
        uint32_t unit = (p->is_a ? k + i : k) / s.unit;
        out[i] *= (double)s.factors[along ? at_line * s.pitch + unit
                                          : unit * s.pitch + at_line];
    }
}

static bool in_place(const cube_packer *p)
{
    return p->term == CUBE_TERM_F32 || p->term == CUBE_TERM_S32;
}

/*
 * out[c] = the low parts of up to `each` lines at c * step, `pitch` apart;
 * `each` is a constant wherever this is called.
 */
static inline __attribute__((always_inline)) void join(
    const uint32_t *words, uint64_t pitch, uint32_t step, uint32_t lines,
    uint32_t each, uint32_t n, uint32_t *out)
{
    uint32_t bits = 32 / each, low = UINT32_MAX >> (32 - bits);
    const uint32_t *second = lines > 1 ? words + pitch : words;
    const uint32_t *third = lines > 2 ? words + 2 * pitch : words;
    const uint32_t *fourth = lines > 3 ? words + 3 * pitch : words;
    uint32_t mask2 = lines > 1 ? low : 0, mask3 = lines > 2 ? low : 0;
    uint32_t mask4 = lines > 3 ? low : 0;
    for (size_t c = 0; c < n; c++) {
        uint32_t word = (words[c * step] & low) | (second[c * step] & mask2)
                                                      << bits;
        if (each == 4)
            word |= (third[c * step] & mask3) << 16 | (fourth[c * step] & mask4)
                                                          << 24;
        out[c] = word;
    }
}

/* Integers of one line, several to a word. */
static void narrow(cube_term term, const uint32_t *words, uint32_t kc,
                   uint32_t *out)
{
    uint32_t each = cube_terms_a_word(term), whole = kc / each;
    if (each == 2)
        join(words, 1, 2, 2, 2, whole, out);
    else
        join(words, 1, 4, 4, 4, whole, out);
    if (kc % each)
        join(words + whole * each, 1, each, kc % each, each == 2 ? 2 : 4, 1,
             out + whole);
}

/* Bytes that are multiplied as they are stored. */
static bool takes_bytes(const cube_packer *p)
{
    return p->term == CUBE_TERM_S8 && p->table->coding == CUBE_S8;
}

/* The bytes of a line along K; zeros fill the last word. */
static void read_bytes(const cube_packer *p, uint64_t line, uint64_t k0,
                       uint32_t kc, uint32_t *out)
{
    out[(kc - 1) / 4] = 0;
    memcpy(out, cube_view_line(p->view, line, k0, kc, p->raw), kc);
}

static void append_one(const cube_packer *p, uint32_t kc, void *row)
{
    if (p->term == CUBE_TERM_F64)
        ((double *)row)[kc] = 1.0;
    else
        ((float *)row)[kc] = 1.0f;
}

/* Signed bytes to unsigned ones. */
static void add_128(uint32_t *words, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        words[i] ^= 0x80808080;
}

void cube_pack_a(const cube_packer *p, uint64_t m0, uint32_t rows, uint64_t k0,
                 uint32_t kc, void *out)
{
    bool wide = p->term == CUBE_TERM_F64;
    bool bytes = takes_bytes(p) && runs_along(p);
    uint32_t *words = in_place(p) ? out : p->words;
    scaling s = read_scaling(p, m0, rows, k0, kc), none = {.unit = 1};
    if (!bytes)
        read_block(p, wide ? none : s, m0, rows, k0, kc, words, CUBE_PITCH_K);
    for (uint32_t r = 0; r < rows; r++) {
        const uint32_t *from = words + (size_t)r * CUBE_PITCH_K;
        void *row =
            (uint8_t *)out + r * CUBE_PITCH_K * cube_term_bytes(p->term);
        if (bytes)
            read_bytes(p, m0 + r, k0, kc, row);
        else if (cube_terms_a_word(p->term) > 1)
            narrow(p->term, from, kc, row);
        if (p->term == CUBE_TERM_S8)
            add_128(row, cube_steps(p->term, kc));
        if (wide) {
            p->kernel->widen(from, kc, row);
            scale_wide(p, s, r, 0, kc, row);
        }
        if (p->biased)
            append_one(p, kc, row);
    }
}

static void repeat_last(uint32_t *line, uint32_t columns, uint32_t width)
{
    for (uint32_t c = columns; c < width; c++)
        line[c] = line[columns - 1];
}

static void interleave(cube_term term, const uint32_t *words, uint32_t width,
                       uint32_t kc, uint32_t *out)
{
    uint32_t each = cube_terms_a_word(term);
    for (uint32_t k = 0; k < kc; k += each, out += width) {
        const uint32_t *line = words + (size_t)k * width;
        uint32_t lines = least(each, kc - k);
        if (each == 2)
            join(line, width, 1, lines, 2, width, out);
        else
            join(line, width, 1, lines, 4, width, out);
    }
}

/* Lines across K: four of them make one of words. */
static void interleave_bytes(const cube_packer *p, uint64_t n0,
                             uint32_t columns, uint64_t k0, uint32_t kc,
                             uint32_t width, uint32_t *out)
{
    static const uint8_t zeros[CUBE_MAX_COLUMNS];
    for (uint32_t k = 0; k < kc; k += 4, out += width) {
        const uint8_t *lines[4] = {zeros, zeros, zeros, zeros};
        for (uint32_t i = 0; i < 4 && k + i < kc; i++)
            lines[i] = cube_view_line(p->view, k0 + k + i, n0, columns,
                                      p->raw + i * CUBE_MAX_COLUMNS);
        p->kernel->interleave(lines, columns, out);
        repeat_last(out, columns, width);
    }
}

/* Lines along K: their words are transposed. */
static void transpose_bytes(const cube_packer *p, uint64_t n0, uint32_t columns,
                            uint64_t k0, uint32_t kc, uint32_t width,
                            uint32_t *out)
{
    uint32_t steps = cube_steps(p->term, kc);
    for (uint32_t j = 0; j < columns; j += LINES) {
        uint32_t lines = least(LINES, columns - j);
        for (uint32_t i = 0; i < lines; i++)
            read_bytes(p, n0 + j + i, k0, kc, p->lines + (size_t)i * steps);
        p->kernel->transpose(p->lines, steps, lines, steps, out + j, width);
    }
    for (uint32_t k = 0; k < steps; k++)
        repeat_last(out + (size_t)k * width, columns, width);
}

static void widen_block(const cube_packer *p, scaling s, const uint32_t *words,
                        uint32_t columns, uint32_t width, uint32_t kc,
                        double *out)
{
    for (uint32_t k = 0; k < kc; k++) {
        double *line = out + (size_t)k * width;
        p->kernel->widen(words + (size_t)k * width, columns, line);
        scale_wide(p, s, 0, k, columns, line);
        for (uint32_t c = columns; c < width; c++)
            line[c] = line[columns - 1];
    }
}

void cube_pack_bias(const cube_packer *p, const pto_view *bias, uint64_t n0,
                    uint32_t columns, uint32_t width, void *line)
{
    bool wide = p->term == CUBE_TERM_F64;
    uint32_t *words = wide ? p->lines : line;
    cube_copy_words(bias, 0, n0, columns, words, p->raw);
    repeat_last(words, columns, width);
    if (wide)
        p->kernel->widen(words, width, line);
}

void cube_pack_b(const cube_packer *p, uint64_t n0, uint32_t columns,
                 uint32_t width, uint64_t k0, uint32_t kc, void *out)
{
    if (takes_bytes(p)) {
        if (runs_along(p))
            transpose_bytes(p, n0, columns, k0, kc, width, out);
        else
            interleave_bytes(p, n0, columns, k0, kc, width, out);
        return;
    }
    bool wide = p->term == CUBE_TERM_F64;
    uint32_t *words = in_place(p) ? out : p->words;
    scaling s = read_scaling(p, n0, columns, k0, kc), none = {.unit = 1};
    read_block(p, wide ? none : s, k0, kc, n0, columns, words, width);
    for (uint32_t k = 0; k < kc && columns < width; k++)
        repeat_last(words + (size_t)k * width, columns, width);
    if (cube_terms_a_word(p->term) > 1)
        interleave(p->term, words, width, kc, out);
    if (wide)
        widen_block(p, s, words, columns, width, kc, out);
}

void cube_copy_words(const pto_view *v, uint64_t row, uint64_t column,
                     uint64_t n, uint32_t *out, uint8_t *raw)
{
    if (cube_view_lines_are_rows(v)) {
        memcpy(out, cube_view_line(v, row, column, n, raw), n * sizeof *out);
        return;
    }
    for (uint64_t i = 0; i < n; i++)
        out[i] = (uint32_t)pto_view_read(v, row, column + i);
}
