/* One product: the choice of a kernel, threads, flags. */
#include "cube/block.h"
#include "cube/check.h"
#include "cube/ends.h"
#include "cube/invalid.h"
#include "cube/kernel/decode.h"
#include "cube/kernel/level.h"
#include "cube/cube.h"

enum { CODES = 256 };

static bool codes_stay(const uint8_t *code, uint64_t n, uint32_t limit)
{
    uint32_t beyond = 0;
    for (uint64_t i = 0; i < n; i++)
        beyond |= (code[i] > limit) & (code[i] != 255);
    return !beyond;
}

static bool line_stays(const pto_view *scale, uint64_t line, uint64_t n,
                       uint32_t limit)
{
    for (uint64_t at = 0, count; at < n; at += count) {
        uint8_t raw[CODES];
        count = n - at < CODES ? n - at : CODES;
        if (!codes_stay(cube_view_line(scale, line, at, count, raw), count,
                        limit))
            return false;
    }
    return true;
}

/* Can every scaled element be an FP32 number? HiF4 words always allow it. */
static bool scales_stay(const pto_view *v, const pto_view *scale, uint64_t rows,
                        uint64_t columns)
{
    if (!cube_view_present(scale) || v->dtype == PTO_HiF4X2)
        return true;
    uint32_t limit = cube_e8m0_limit(v->dtype);
    bool along = cube_view_lines_are_rows(scale);
    uint64_t lines = along ? rows : columns, n = along ? columns : rows;
    uint64_t pitch = 0;
    const uint8_t *raw = NULL;
    if (cube_view_regular(scale, 0, 0, &raw, &pitch) && pitch == n)
        return codes_stay(raw, lines * n, limit);
    for (uint64_t l = 0; l < lines; l++)
        if (!line_stays(scale, l, n, limit))
            return false;
    return true;
}

static bool needs_containers(const pto_cube_op *op, const cube_kernel *kernel,
                             unsigned wide)
{
    if (!kernel->multiply[CUBE_TERM_F32] || wide == PTO_WIDE_ALWAYS)
        return true;
    uint64_t group = pto_scale_group(op->b.dtype);
    if (!scales_stay(&op->b, &op->b_scale, (op->k + group - 1) / group, op->n))
        return true;
    for (uint64_t i = 0; i < op->row_blocks; i++) {
        const pto_cube_rows *r = op->rows + i;
        group = pto_scale_group(r->a.dtype);
        if (!scales_stay(&r->a, &r->a_scale, r->m, (op->k + group - 1) / group))
            return true;
    }
    return false;
}

static cube_term integer_term(unsigned a, unsigned b, const cube_kernel *kernel)
{
    const pto_format *fa = pto_format_get(a), *fb = pto_format_get(b);
    uint64_t most =
        fa->max_finite > fb->max_finite ? fa->max_finite : fb->max_finite;
    if (most <= INT8_MAX && kernel->multiply[CUBE_TERM_S8] &&
        cube_bytes_are_fast())
        return CUBE_TERM_S8;
    return most <= INT16_MAX ? CUBE_TERM_S16 : CUBE_TERM_S32;
}

static cube_term choose_term(const pto_cube_op *op, const cube_kernel *kernel,
                             unsigned wide)
{
    unsigned a = op->rows->a.dtype, b = op->b.dtype;
    if (pto_dtype_is_integer(a))
        return integer_term(a, b, kernel);
    return needs_containers(op, kernel, wide) ? CUBE_TERM_F64 : CUBE_TERM_F32;
}

/*
 * Computes under the default floating-point environment, which neither
 * flushes nor traps, and leaves the caller's as it was.
 */
static void run_part(void *argument)
{
    cube_part *part = argument;
    const cube_kernel *kernel = part->product->kernel;
    cube_host_state callers = kernel->enter();
    cube_start(part);
    cube_run_blocks(part);
    cube_finish(part);
    kernel->leave(callers);
}

/* Columns where every thread gets whole panels, else rows. */
static void divide(cube_part *parts, uint32_t threads,
                   const cube_product *product, pto_workspace *w)
{
    uint64_t panel = product->kernel->panel, n = product->op->n;
    uint64_t panels = (n + panel - 1) / panel;
    bool by_columns = panels >= 2 * (uint64_t)threads;
    for (uint32_t i = 0; i < threads; i++) {
        cube_part *p = &parts[i];
        *p = (cube_part){.product = product,
                         .scratch = &w->scratch[i],
                         .columns = n,
                         .share = by_columns ? 0 : i,
                         .of_shares = by_columns ? 1 : threads};
        if (!by_columns)
            continue;
        uint64_t end = panels * (i + 1) / threads * panel;
        p->column = panels * i / threads * panel;
        p->columns = (end < n ? end : n) - p->column;
    }
}

static pto_status reserve(const cube_product *product, const cube_part *parts,
                          uint32_t threads)
{
    const pto_cube_op *op = product->op;
    uint64_t rows = 1;
    for (uint64_t i = 0; i < op->row_blocks; i++)
        rows = op->rows[i].m > rows ? op->rows[i].m : rows;
    uint64_t columns =
        (op->n + CUBE_MAX_COLUMNS - 1) / CUBE_MAX_COLUMNS * CUBE_MAX_COLUMNS;
    uint64_t kc = op->k < CUBE_BLOCK_K ? op->k : CUBE_BLOCK_K;
    if (rows > CUBE_BLOCK_ROWS)
        rows = CUBE_BLOCK_ROWS;
    if (columns > CUBE_BLOCK_COLUMNS)
        columns = CUBE_BLOCK_COLUMNS;
    for (uint32_t i = 0; i < threads; i++) {
        cube_scratch *s = parts[i].scratch;
        PTO_TRY(cube_scratch_reserve(s, product->term, (uint32_t)rows,
                                     (uint32_t)columns, (uint32_t)kc));
        cube_codes_make(&s->table_a, op->rows->a.dtype);
        bool same = op->b.dtype == op->rows->a.dtype;
        if (same && s->table_b.dtype != op->b.dtype)
            s->table_b = s->table_a;
        cube_codes_make(&s->table_b, op->b.dtype);
    }
    return PTO_OK;
}

static uint32_t flags_of_block(const cube_product *product,
                               const cube_part *parts, uint32_t threads,
                               uint64_t block)
{
    uint32_t flags = 0;
    bool saw_nan = false;
    for (uint32_t i = 0; i < threads; i++) {
        flags |= parts[i].flags[block];
        saw_nan |= parts[i].saw_nan >> block & 1;
    }
    if (saw_nan)
        flags |= cube_invalid(product, block, parts[0].scratch);
    return flags;
}

static pto_status run(const cube_product *product, uint32_t threads,
                      pto_workspace *w, uint32_t *flags)
{
    cube_part parts[CUBE_MAX_THREADS];
    PTO_TRY(cube_workspace_reserve(w, threads));
    divide(parts, threads, product, w);
    PTO_TRY(reserve(product, parts, threads));
    cube_workspace_run(w, run_part, parts, sizeof *parts, threads);
    for (uint64_t b = 0; b < product->op->row_blocks; b++) {
        uint32_t own = flags_of_block(product, parts, threads, b);
        *flags |= own;
        if (product->op->rows[b].flags)
            *product->op->rows[b].flags |= own;
    }
    return PTO_OK;
}

static uint32_t threads_of(const pto_cube_options *options)
{
    uint32_t n = options->threads > 1 ? options->threads : 1;
    return n < CUBE_MAX_THREADS ? n : CUBE_MAX_THREADS;
}

pto_status pto_cube_multiply(const pto_cube_op *op,
                             const pto_cube_options *options, uint32_t *flags,
                             pto_error *e)
{
    static const pto_cube_options defaults;
    PTO_TRY(cube_check(op, e));
    if (!options)
        options = &defaults;
    const cube_kernel *kernel = cube_kernel_get(options->level);
    if (!kernel)
        return pto_fail(e, PTO_BAD_ARGUMENT,
                        "level %s does not run on this processor",
                        pto_level_name(options->level));
    cube_product product = {.op = op,
                            .kernel = kernel,
                            .term = choose_term(op, kernel, options->wide),
                            .floating =
                                !pto_dtype_is_integer(op->rows->a.dtype)};
    product.watch =
        product.term == CUBE_TERM_F32 &&
        (options->wide == PTO_WIDE_WATCH ||
         (options->wide == PTO_WIDE_AUTO && cube_subnormals_are_slow()));
    pto_workspace *w = options->workspace, own = {0};
    uint32_t seen = 0;
    pto_status s = run(&product, threads_of(options), w ? w : &own, &seen);
    cube_workspace_clear(&own);
    if (s != PTO_OK)
        return pto_fail(e, s, "no memory for a matrix product");
    if (flags)
        *flags |= seen;
    return PTO_OK;
}
