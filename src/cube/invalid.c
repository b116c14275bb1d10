/* Which operands make a term invalid: signaling NaNs, zero times infinity. */
#include "cube/invalid.h"

#include "cube/cube.h"

enum { ZERO = 1, INFINITE = 2, SIGNALING = 4 };

static uint8_t kind_of(uint32_t bits)
{
    uint32_t magnitude = bits & 0x7fffffff;
    if (magnitude == 0)
        return ZERO;
    if (magnitude == 0x7f800000)
        return INFINITE;
    bool nan = magnitude > 0x7f800000;
    return nan && !(magnitude & 0x00400000) ? SIGNALING : 0;
}

/*
 * Or the kinds of rows x columns elements into seen[], one entry for each
 * position along K, which is the row of B and the column of A.
 */
static void collect(const cube_packer *p, uint64_t row, uint64_t rows,
                    uint64_t column, uint64_t columns, bool k_is_row,
                    uint8_t *seen)
{
    bool along = cube_view_lines_are_rows(p->view);
    uint64_t lines = along ? rows : columns, length = along ? columns : rows;
    for (uint64_t l = 0; l < lines; l++) {
        for (uint64_t at = 0, n; at < length; at += n) {
            n = length - at < CUBE_BLOCK_K ? length - at : CUBE_BLOCK_K;
            const uint8_t *raw =
                cube_view_line(p->view, (along ? row : column) + l,
                               (along ? column : row) + at, n, p->raw);
            cube_portable.decode(&(cube_lines){.table = p->table,
                                               .raw = raw,
                                               .lines = 1,
                                               .n = n,
                                               .out = p->lines});
            for (uint64_t i = 0; i < n; i++)
                seen[along == k_is_row ? l : at + i] |= kind_of(p->lines[i]);
        }
    }
}

static uint32_t flags_of(const uint8_t *a, const uint8_t *b, uint32_t n)
{
    for (uint32_t k = 0; k < n; k++) {
        if ((a[k] | b[k]) & SIGNALING)
            return PTO_NV;
        if ((a[k] & ZERO && b[k] & INFINITE) ||
            (a[k] & INFINITE && b[k] & ZERO))
            return PTO_NV;
    }
    return 0;
}

static bool view_signals(const pto_view *v, uint64_t rows, uint64_t columns)
{
    for (uint64_t r = 0; cube_view_present(v) && r < rows; r++)
        for (uint64_t c = 0; c < columns; c++)
            if (kind_of((uint32_t)pto_view_read(v, r, c)) == SIGNALING)
                return true;
    return false;
}

uint32_t cube_invalid(const cube_product *product, uint64_t block,
                      cube_scratch *s)
{
    const pto_cube_rows *rows = product->op->rows + block;
    const pto_cube_op *op = product->op;
    cube_packer pb = {
        .view = &op->b, .table = &s->table_b, .raw = s->raw, .lines = s->lines};
    for (uint64_t k0 = 0; k0 < op->k; k0 += CUBE_BLOCK_K) {
        uint64_t kc = op->k - k0 < CUBE_BLOCK_K ? op->k - k0 : CUBE_BLOCK_K;
        uint8_t a[CUBE_BLOCK_K] = {0}, b[CUBE_BLOCK_K] = {0};
        collect(&pb, k0, kc, 0, op->n, true, b);
        cube_packer pa = {.view = &rows->a,
                          .table = &s->table_a,
                          .raw = s->raw,
                          .lines = s->lines};
        collect(&pa, 0, rows->m, k0, kc, false, a);
        if (flags_of(a, b, (uint32_t)kc))
            return PTO_NV;
    }
    bool signals = view_signals(&rows->bias, 1, op->n) ||
                   view_signals(&rows->c, rows->m, op->n);
    return signals ? PTO_NV : 0;
}
