/* The two ends of an accumulator: C and its scale; NaNs and integer bias. */
#include "cube/ends.h"

#include "cube/cube.h"

#include <string.h>

enum { CHUNK = 512 };

/* c * 2^-shift; exact where the result stays normal. */
static uint32_t scale_down(uint32_t c, unsigned shift, pto_fenv *env)
{
    uint32_t exponent = c >> 23 & 255;
    if (shift == 0 || exponent == 255 || (c & 0x7fffffff) == 0)
        return c;
    if (exponent > shift)
        return c - (shift << 23);
    pto_parts p = pto_unpack(PTO_FP32, c);
    p.exp -= (int32_t)shift;
    return (uint32_t)pto_pack(PTO_FP32, p, env);
}

static uint32_t start_row(const cube_part *part, const pto_cube_rows *rows,
                          uint64_t row)
{
    uint32_t *d = rows->d + row * rows->d_pitch;
    uint64_t end = part->column + part->columns;
    unsigned shift = 0;
    if (cube_view_present(&rows->c_scale))
        shift = (unsigned)pto_view_read(&rows->c_scale, row, 0);
    pto_fenv env = {.round = PTO_RNE};
    for (uint64_t at = part->column, n; at < end; at += n) {
        n = end - at < CHUNK ? end - at : CHUNK;
        cube_copy_words(&rows->c, row, at, n, d + at, part->scratch->raw);
        for (uint64_t i = 0; shift && i < n; i++)
            d[at + i] = scale_down(d[at + i], shift, &env);
    }
    return env.flags;
}

void cube_start(cube_part *part)
{
    const pto_cube_op *op = part->product->op;
    for (uint64_t b = 0; b < op->row_blocks; b++) {
        const pto_cube_rows *rows = op->rows + b;
        if (!cube_view_present(&rows->c))
            continue;
        for (uint64_t r = cube_share_begin(part, rows->m);
             r < cube_share_end(part, rows->m); r++)
            part->flags[b] |= start_row(part, rows, r);
    }
}

static void add_bias(const cube_part *part, const pto_view *bias, uint32_t *d)
{
    uint64_t end = part->column + part->columns;
    uint32_t chunk[CHUNK / 8];
    for (uint64_t at = part->column, n; at < end; at += n) {
        n = end - at < CHUNK / 8 ? end - at : CHUNK / 8;
        cube_copy_words(bias, 0, at, n, chunk, part->scratch->raw);
        for (uint64_t i = 0; i < n; i++)
            d[at + i] += chunk[i];
    }
}

static void finish_rows(cube_part *part, uint64_t block, uint64_t row,
                        uint64_t count)
{
    const cube_product *product = part->product;
    const pto_cube_rows *rows = product->op->rows + block;
    uint32_t *d = rows->d + row * rows->d_pitch;
    bool whole = part->columns == rows->d_pitch;
    uint64_t lines = whole ? 1 : count;
    uint64_t n = whole ? count * part->columns : part->columns;
    if (!product->floating) {
        for (uint64_t r = 0; r < count && cube_view_present(&rows->bias); r++)
            add_bias(part, &rows->bias, d + r * rows->d_pitch);
        return;
    }
    for (uint64_t r = 0; r < lines && n; r++)
        if (product->kernel->canonical(d + r * rows->d_pitch + part->column, n))
            part->saw_nan |= 1u << block;
}

void cube_finish(cube_part *part)
{
    const pto_cube_op *op = part->product->op;
    for (uint64_t b = 0; b < op->row_blocks; b++) {
        uint64_t begin = cube_share_begin(part, op->rows[b].m);
        uint64_t end = cube_share_end(part, op->rows[b].m);
        finish_rows(part, b, begin, end - begin);
    }
}
