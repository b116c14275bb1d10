/* Matrix operations: views of the operands, the product, B.FPATR, outputs. */
#include "bundle/txn.h"
#include "pto/cube.h"
#include "tile/tile.h"
#include "cube/cube.h"

#include <string.h>

static pto_view view_of(const pto_plan *p, pto_role r, bool transposed,
                        uint64_t first_row)
{
    const pto_role_binding *b = &p->matrix.role[r];
    return b->wanted ? pto_view_tile(b->tile, transposed, first_row)
                     : pto_view_none();
}

/* Shared operands turn with B.FPATR; a Local B scale grid is [N,G]. */
static void view_b(const pto_plan *p, pto_cube_op *op)
{
    bool shared = p->matrix.role[PTO_ROLE_B].shared;
    bool turned = p->matrix.trans_b;
    op->n = p->matrix.n;
    op->k = p->matrix.k;
    op->b = view_of(p, PTO_ROLE_B, turned, 0);
    op->b_scale =
        view_of(p, PTO_ROLE_B_SCALE,
                p->matrix.turns_scales && (shared ? turned : true), 0);
}

static void view_rows(const pto_plan *p, pto_cube_rows *rows, uint32_t *sum)
{
    bool turned = p->matrix.trans_a;
    uint64_t first =
        p->matrix.role[PTO_ROLE_A].shared ? p->matrix.first_row : 0;
    *rows = (pto_cube_rows){
        .m = p->matrix.m,
        .a = view_of(p, PTO_ROLE_A, turned, first),
        .a_scale = view_of(p, PTO_ROLE_A_SCALE,
                           turned && p->matrix.turns_scales, first),
        .c = view_of(p, PTO_ROLE_C, false, 0),
        .c_scale = view_of(p, PTO_ROLE_CSCALE, false, 0),
        .bias = view_of(p, PTO_ROLE_BIAS, false, 0),
        .d = sum,
        .d_pitch = p->matrix.n,
    };
}

/* The public model reads four-bit Shared operands by whole payload words. */
static uint64_t packed_limit(const pto_plan *p, pto_role r)
{
    const pto_role_binding *b = &p->matrix.role[r];
    bool packed = b->shared && pto_tile_element_bits(b->tile->dtype) == 4;
    return packed ? b->tile->capacity_bytes : 0;
}

static bool multiply_raw(const pto_plan *p, const pto_cube_op *op)
{
    pto_raw_options o = {.limit_a = packed_limit(p, PTO_ROLE_A),
                         .limit_b = packed_limit(p, PTO_ROLE_B)};
    o.packed_a = o.limit_a != 0;
    o.packed_b = o.limit_b != 0;
    return pto_cube_multiply_raw(op, &o, NULL) == PTO_OK;
}

static bool multiply(const pto_plan *p, const pto_cube_op *op, uint32_t *flags,
                     pto_txn *t)
{
    pto_cube_options options = {
        .threads = p->matrix.threads,
        .workspace = t->workspace,
    };
    return pto_cube_multiply(op, &options, flags, NULL) == PTO_OK;
}

/* One call for all PEs: they share the work on B. */
static bool multiply_all(const pto_plan *const *plans, unsigned count,
                         pto_cube_rows *rows, pto_txn *t)
{
    uint32_t flags[PTO_PES] = {0}, all = 0;
    for (unsigned i = 0; i < count; i++) {
        rows[i].flags = &flags[i];
        pto_cube_op op = {.rows = &rows[i], .row_blocks = 1};
        view_b(plans[i], &op);
        if (plans[i]->profile->raw_accumulators && !multiply_raw(plans[i], &op))
            return false;
    }
    pto_cube_op op = {.rows = rows, .row_blocks = count};
    view_b(plans[0], &op);
    if (!plans[0]->profile->raw_accumulators &&
        !multiply(plans[0], &op, &all, t))
        return false;
    for (unsigned i = 0; i < count; i++)
        t->flags[plans[i]->index] |= (uint8_t)flags[i];
    return true;
}

/* B.FPATR on the accumulators of one PE. */
typedef struct finish {
    const pto_plan *plan;
    const pto_profile *profile;
    const uint32_t *sum; /* [M][N] */
    pto_fenv env;
    const pto_tile *quant, *relu; /* NULL: the words in `post` hold */
} finish;

static const pto_tile *vector_of(const pto_plan *p, pto_role r)
{
    const pto_role_binding *b = &p->matrix.role[r];
    return b->wanted ? b->tile : NULL;
}

static finish start_finish(const pto_plan *p, const uint32_t *sum)
{
    return (finish){
        .plan = p,
        .profile = p->profile,
        .sum = sum,
        .env = p->env,
        .quant = vector_of(p, PTO_ROLE_QUANT),
        .relu = vector_of(p, PTO_ROLE_RELU),
    };
}

static void write_d(finish *f, pto_tile *d)
{
    enum { CHUNK = 512 };
    uint8_t bytes[CHUNK * 4];
    uint32_t n = f->plan->matrix.n;
    for (uint32_t r = 0; r < f->plan->matrix.m; r++) {
        for (uint32_t c = 0; c < n; c += CHUNK) {
            uint32_t count = n - c < CHUNK ? n - c : CHUNK;
            pto_post_line(f->profile, &f->plan->matrix.post, f->quant, f->relu,
                          c, f->sum + (size_t)r * n + c, count, bytes, &f->env);
            pto_tile_store_row(d, r, c, count, bytes);
        }
    }
    pto_tile_define_valid(d);
    d->sign_extended =
        f->plan->profile->raw_accumulators && d->dtype == PTO_S4X2;
}

/* The maximum of accumulators [first, first + count) of a row. */
static uint64_t maximum(finish *f, uint32_t row, uint32_t first, uint32_t count)
{
    const pto_matrix_plan *m = &f->plan->matrix;
    return pto_max_line(f->profile, (pto_dtype)m->sum_type,
                        f->sum + (size_t)row * m->n + first, count, m->max_abs,
                        &f->env);
}

static void write_row_max(finish *f, pto_tile *out)
{
    const pto_plan *p = f->plan;
    const pto_tile *in = vector_of(p, PTO_ROLE_ROW_MAX);
    for (uint32_t r = 0; r < p->matrix.m; r++) {
        uint64_t value = maximum(f, r, 0, p->matrix.n);
        if (in)
            value = f->profile->max_step(p->matrix.sum_type,
                                         pto_tile_read(in, r, 0), value,
                                         p->matrix.max_abs, &f->env);
        pto_tile_write(out, r, 0, value);
    }
}

static void write_group_max(finish *f, pto_tile *out)
{
    const pto_plan *p = f->plan;
    uint32_t group = p->matrix.group_columns, n = p->matrix.n;
    for (uint32_t r = 0; r < p->matrix.m; r++) {
        for (uint32_t g = 0; g < out->valid_columns; g++) {
            uint32_t left = n - g * group;
            pto_tile_write(
                out, r, g,
                maximum(f, r, g * group, left < group ? left : group));
        }
    }
}

static void write_outputs(const pto_plan *p, const uint32_t *sum, pto_txn *t)
{
    finish f = start_finish(p, sum);
    pto_tile *out = t->output[p->index];
    write_d(&f, out++);
    if (p->matrix.row_max)
        write_row_max(&f, out++);
    if (p->matrix.group_max)
        write_group_max(&f, out);
    t->flags[p->index] |= f.env.flags;
}

bool pto_run_matrix(const pto_plan *plans, pto_txn *t)
{
    const pto_plan *active[PTO_PES];
    pto_cube_rows rows[PTO_PES];
    unsigned n = 0;
    size_t elements = 0;
    for (unsigned i = 0; i < plans->together; i++) {
        if (!plans[i].computes)
            continue;
        active[n++] = &plans[i];
        elements += (size_t)plans[i].matrix.m * plans[i].matrix.n;
    }
    uint32_t *sum = pto_txn_sums(t, elements);
    if (elements && !sum)
        return false;
    for (unsigned i = 0; i < n; i++) {
        view_rows(active[i], &rows[i], sum);
        sum += (size_t)active[i]->matrix.m * active[i]->matrix.n;
    }
    if (n && !multiply_all(active, n, rows, t))
        return false;
    for (unsigned i = 0; i < n; i++)
        write_outputs(active[i], rows[i].d, t);
    return true;
}
