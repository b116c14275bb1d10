/* Blocking: packed pieces of A and B through the register tiles. */
#include "cube/block.h"

#include "cube/cube.h"

#include <string.h>

/* One K block of one column block of a part. */
typedef struct block {
    cube_part *part;
    uint64_t n0, k0;
    uint32_t nc, kc;
    uint32_t lines; /* of a packed panel: words of terms, and one behind them:
                       a bias, or what 128 more in A adds */
    bool last;      /* the last of K: a bias is one more term */
    uint64_t rows;  /* row block */
} block;

static uint32_t least(uint64_t a, uint64_t b)
{
    return (uint32_t)(a < b ? a : b);
}

/* A panel's width: full, or the rest rounded up to the kernel's step. */
static uint32_t width_of(const cube_kernel *k, uint32_t columns)
{
    if (columns >= k->panel)
        return k->panel;
    return (columns + k->step - 1) / k->step * k->step;
}

static cube_packer packer(const block *b, const pto_view *view,
                          const pto_view *scale, cube_codes *table)
{
    const cube_scratch *s = b->part->scratch;
    return (cube_packer){.kernel = b->part->product->kernel,
                         .view = view,
                         .scale = scale,
                         .table = table,
                         .term = b->part->product->term,
                         .is_a = table == &s->table_a,
                         .raw = s->raw,
                         .words = s->words,
                         .lines = s->lines,
                         .codes = s->codes,
                         .factors = s->factors};
}

static uint8_t *panel_at(const block *b, uint32_t column)
{
    return b->part->scratch->b +
           (size_t)column * b->lines * cube_term_bytes(b->part->product->term);
}

static bool biased(const block *b)
{
    const cube_product *p = b->part->product;
    return b->last && p->floating &&
           cube_view_present(&p->op->rows[b->rows].bias);
}

static uint32_t steps_of(const block *b)
{
    return cube_steps(b->part->product->term, b->kc) + biased(b);
}

/* The line behind the words of a panel. */
static void *line_behind(const block *b, uint32_t column, uint32_t width)
{
    cube_term term = b->part->product->term;
    return panel_at(b, column) +
           (size_t)cube_steps(term, b->kc) * width * cube_term_bytes(term);
}

/* 128 in every byte of A adds this to every row. */
static void sum_panel(const block *b, uint32_t column, uint32_t width)
{
    void *ones = b->part->scratch->a;
    memset(ones, 0x80, CUBE_BLOCK_K);
    b->part->product->kernel->multiply[CUBE_TERM_S8](
        &(cube_tile){.a = ones,
                     .b = panel_at(b, column),
                     .d = line_behind(b, column, width),
                     .rows = 1,
                     .columns = width,
                     .steps = steps_of(b),
                     .fresh = 1});
}

static const uint32_t *less_of(const block *b, uint32_t column, uint32_t width)
{
    bool bytes = b->part->product->term == CUBE_TERM_S8;
    return bytes ? line_behind(b, column, width) : NULL;
}

static void pack_panels(const block *b)
{
    const pto_cube_op *op = b->part->product->op;
    const cube_kernel *kernel = b->part->product->kernel;
    cube_packer p = packer(b, &op->b, &op->b_scale, &b->part->scratch->table_b);
    for (uint32_t c = 0; c < b->nc; c += kernel->panel) {
        uint32_t columns = least(kernel->panel, b->nc - c);
        uint32_t width = width_of(kernel, columns);
        cube_pack_b(&p, b->n0 + c, columns, width, b->k0, b->kc,
                    panel_at(b, c));
        if (p.term == CUBE_TERM_S8)
            sum_panel(b, c, width);
    }
}

/* Whether the tiles of a panel run in containers, and its widened copy. */
typedef struct widening {
    bool wanted, copied;
} widening;

/* FP32 operands in FP64 containers. */
static uint32_t run_widened(cube_part *part, const cube_tile *t, widening *w)
{
    const cube_kernel *kernel = part->product->kernel;
    cube_scratch *s = part->scratch;
    if (!w->copied)
        kernel->widen(t->b, (uint64_t)t->steps * t->columns, s->wide_b);
    w->copied = true;
    for (uint32_t r = 0; r < t->rows; r++)
        kernel->widen((const uint32_t *)t->a + r * CUBE_PITCH_K, t->steps,
                      s->wide_a + r * CUBE_PITCH_K);
    cube_tile wide = *t;
    wide.a = s->wide_a;
    wide.b = s->wide_b;
    uint32_t flags = kernel->multiply[CUBE_TERM_F64](&wide);
    (void)kernel->collect(); /* what the containers raised means nothing */
    return flags;
}

/*
 * Where subnormals are slow: the tiles of a panel run natively until one of
 * them meets a subnormal.
 */
static uint32_t run_watched(cube_part *part, const cube_tile *t, widening *w)
{
    const cube_product *p = part->product;
    if (!p->watch)
        return p->kernel->multiply[p->term](t);
    if (w->wanted)
        return run_widened(part, t, w);
    uint32_t flags = p->kernel->multiply[p->term](t);
    uint32_t raised = p->kernel->collect();
    w->wanted = raised & CUBE_SUBNORMAL;
    return flags | (raised & PTO_ALL_FLAGS);
}

/*
 * The last panel may be wider than D: it works on a copy whose extra columns
 * repeat the last one, so that they raise the same flags.
 */
static uint32_t run_edge(cube_part *part, cube_tile t, uint32_t columns,
                         widening *w)
{
    uint32_t *d = t.d, *edge = part->scratch->edge;
    for (uint32_t r = 0; r < t.rows && !t.fresh; r++)
        for (uint32_t c = 0; c < t.columns; c++)
            edge[r * t.columns + c] =
                d[r * t.pitch + (c < columns ? c : columns - 1)];
    uint64_t pitch = t.pitch;
    t.d = edge;
    t.pitch = t.columns;
    uint32_t flags = run_watched(part, &t, w);
    for (uint32_t r = 0; r < t.rows; r++)
        memcpy(d + r * pitch, edge + r * t.columns, columns * sizeof *d);
    return flags;
}

/* All register tiles of `count` packed rows and one panel. */
static void run_panel(const block *b, uint64_t m0, uint32_t count,
                      uint32_t column)
{
    const cube_product *product = b->part->product;
    const pto_cube_rows *rows = product->op->rows + b->rows;
    const cube_kernel *kernel = product->kernel;
    uint32_t *flags = &b->part->flags[b->rows];
    uint32_t columns = least(kernel->panel, b->nc - column);
    uint32_t groups = (count + kernel->rows - 1) / kernel->rows;
    widening w = {false, false};
    for (uint32_t g = 0; g < groups; g++) {
        uint32_t r = count * g / groups;
        uint32_t next = count * (g + 1) / groups;
        uint32_t width = width_of(kernel, columns);
        cube_tile t = {.a = b->part->scratch->a +
                            (size_t)r * CUBE_PITCH_K *
                                cube_term_bytes(product->term),
                       .b = panel_at(b, column),
                       .d = rows->d + (m0 + r) * rows->d_pitch + b->n0 + column,
                       .pitch = rows->d_pitch,
                       .rows = next - r,
                       .columns = width,
                       .less = less_of(b, column, width),
                       .steps = steps_of(b),
                       .known = *flags,
                       .fresh = b->k0 == 0 && !cube_view_present(&rows->c)};
        *flags |= columns < t.columns ? run_edge(b->part, t, columns, &w)
                                      : run_watched(b->part, &t, &w);
    }
}

/* The line behind the last term of every panel. */
static void pack_bias(const block *b)
{
    const pto_cube_op *op = b->part->product->op;
    const cube_kernel *kernel = b->part->product->kernel;
    cube_packer p = packer(b, &op->b, &op->b_scale, &b->part->scratch->table_b);
    for (uint32_t c = 0; c < b->nc; c += kernel->panel) {
        uint32_t columns = least(kernel->panel, b->nc - c);
        uint32_t width = width_of(kernel, columns);
        cube_pack_bias(&p, &op->rows[b->rows].bias, b->n0 + c, columns, width,
                       line_behind(b, c, width));
    }
}

/* What the processor raised counts only where it computes the terms. */
static uint32_t raised(const cube_product *p)
{
    uint32_t flags = p->kernel->collect() & PTO_ALL_FLAGS;
    return p->term == CUBE_TERM_F32 ? flags : 0;
}

static void run_rows(const block *b)
{
    const cube_product *product = b->part->product;
    const pto_cube_rows *rows = product->op->rows + b->rows;
    cube_packer p =
        packer(b, &rows->a, &rows->a_scale, &b->part->scratch->table_a);
    p.biased = biased(b);
    if (p.biased)
        pack_bias(b);
    uint64_t end = cube_share_end(b->part, rows->m);
    for (uint64_t m0 = cube_share_begin(b->part, rows->m), count; m0 < end;
         m0 += count) {
        count = least(CUBE_BLOCK_ROWS, end - m0);
        cube_pack_a(&p, m0, (uint32_t)count, b->k0, b->kc, b->part->scratch->a);
        if (product->watch)
            b->part->flags[b->rows] |= raised(product);
        for (uint32_t c = 0; c < b->nc; c += product->kernel->panel)
            run_panel(b, m0, (uint32_t)count, c);
    }
    b->part->flags[b->rows] |= raised(product);
}

/* What packing B raised, every block with rows raises. */
static void run_block(cube_part *part, uint64_t n0, uint64_t k0)
{
    const pto_cube_op *op = part->product->op;
    block b = {.part = part, .n0 = n0, .k0 = k0};
    b.nc = least(CUBE_BLOCK_COLUMNS, part->column + part->columns - n0);
    b.kc = least(CUBE_BLOCK_K, op->k - k0);
    b.last = k0 + b.kc == op->k;
    b.lines = cube_steps(part->product->term, b.kc) + 1;
    pack_panels(&b);
    uint32_t shared = raised(part->product);
    for (b.rows = 0; b.rows < op->row_blocks; b.rows++) {
        if (op->rows[b.rows].m == 0)
            continue;
        part->flags[b.rows] |= shared;
        run_rows(&b);
    }
}

void cube_run_blocks(cube_part *part)
{
    const pto_cube_op *op = part->product->op;
    uint64_t end = part->column + part->columns;
    for (uint64_t n0 = part->column; n0 < end; n0 += CUBE_BLOCK_COLUMNS)
        for (uint64_t k0 = 0; k0 < op->k; k0 += CUBE_BLOCK_K)
            run_block(part, n0, k0);
}
