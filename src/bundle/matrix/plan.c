/* Resolving a matrix operation: types, dimensions, roles, results. */
#include "bundle/core/plan.h"
#include "bundle/core/tiles.h"
#include "bundle/matrix/post.h"
#include "pto/cube.h"

static bool is_hif4(const pto_isa *isa, unsigned type)
{
    return type == PTO_HiF4X2 && isa->mx_hif4;
}

bool pto_multiplies_mx(const pto_isa *isa, unsigned type)
{
    return pto_type_in(type, PTO_TYPES_MX_FACTORS) || is_hif4(isa, type);
}

/* Scales along K of one Matrix-MX side; 0 where its type takes none. */
static uint32_t groups_of(const pto_plan *p, unsigned t)
{
    const pto_matrix_plan *m = &p->matrix;
    if (!m->mx ||
        !(pto_type_in(t, PTO_TYPES_SCALED) || is_hif4(&p->core->isa, t)))
        return 0;
    uint32_t group = pto_scale_group(t);
    return (m->k + group - 1) / group;
}

static void find_types(pto_plan *p)
{
    pto_matrix_plan *m = &p->matrix;
    const pto_header *h = p->header;
    m->mx = p->traits & PTO_SCALED;
    m->uses_bias = p->traits & PTO_BIAS;
    m->uses_c = p->traits & PTO_ACCUMULATES;
    m->gemv = p->traits & PTO_ONE_ROW;
    m->left_type = h->operation.type;
    m->right_type = h->data.present && h->data.type != PTO_DTYPE_NONE
                        ? h->data.type
                        : m->left_type;
    m->sum_type =
        m->mx ? PTO_FP32 : (uint8_t)pto_accumulator_type(m->left_type);
    m->mode = pto_post_mode(h->post.pre_quant);
    m->d_type =
        m->mode->result == PTO_DTYPE_NONE ? m->sum_type : m->mode->result;
}

static uint32_t dimension(const pto_header *h, unsigned i)
{
    return h->dimension_set >> i & 1 ? h->dimension[i] : 1;
}

/* ADR 0100: 16 rows a PE up to 64 rows in all, else 32. */
static void find_dimensions(pto_plan *p)
{
    pto_matrix_plan *m = &p->matrix;
    m->total_m = m->m = dimension(p->header, 0);
    m->n = dimension(p->header, 1);
    m->k = dimension(p->header, 2);
    m->group =
        p->core->isa.coop_m == PTO_COOP_M_GROUP && p->header->shared_count;
    if (!m->group)
        return;
    uint32_t rows = m->total_m <= 64 ? 16 : 32;
    m->first_row = p->index * rows;
    uint32_t left = m->total_m > m->first_row ? m->total_m - m->first_row : 0;
    m->m = left < rows ? left : rows;
    p->computes = p->computes && m->m;
}

static void want(pto_matrix_plan *m, pto_role r, bool wanted, bool shared)
{
    m->role[r].wanted = wanted;
    m->role[r].shared = wanted && shared;
}

static void want_roles(pto_plan *p)
{
    pto_matrix_plan *m = &p->matrix;
    const pto_post_attributes *post = &p->header->post;
    unsigned count = p->header->shared_count;
    bool scales = m->mode->parameter == PTO_PARAMETER_VECTOR;
    m->left_groups = groups_of(p, m->left_type);
    m->right_groups = groups_of(p, m->right_type);
    m->shared_left = m->right_groups ? 2 : 1;
    m->shared_both = (uint8_t)(m->shared_left + (m->left_groups ? 2 : 1));
    bool left = count && count != m->shared_left, right = count;
    want(m, PTO_ROLE_C, m->uses_c, false);
    want(m, PTO_ROLE_A, true, left);
    want(m, PTO_ROLE_A_SCALE, m->left_groups, left);
    want(m, PTO_ROLE_B, true, right);
    want(m, PTO_ROLE_B_SCALE, m->right_groups, right);
    want(m, PTO_ROLE_BIAS, m->uses_bias, false);
    want(m, PTO_ROLE_CSCALE, post->cscale, false);
    want(m, PTO_ROLE_ROW_MAX, post->row_max && post->row_max_init, false);
    want(m, PTO_ROLE_QUANT, scales, false);
    want(m, PTO_ROLE_RELU, pto_relu_vector(post->relu), false);
}

/* Roles take binders in order; a role without one gets an empty tile. */
static void bind_roles(pto_plan *p)
{
    static const pto_tile none;
    unsigned local = 0, shared = 0;
    for (unsigned r = 0; r < PTO_ROLES; r++) {
        pto_role_binding *b = &p->matrix.role[r];
        b->tile = &none;
        if (!b->wanted)
            continue;
        unsigned i = b->shared ? shared++ : local++;
        b->index = (uint8_t)i;
        if (b->shared && i < p->header->shared_count)
            b->tile = p->shared[i].tile;
        if (!b->shared && i < p->source_count)
            b->tile = p->source[i].tile;
    }
    p->matrix.sources_wanted = (uint8_t)local;
    p->matrix.outputs_wanted =
        (uint8_t)(1 + p->matrix.row_max + p->matrix.group_max);
}

/* D takes the layout of Local A, else of C, else the smallest that fits M. */
static unsigned layout_of(const pto_matrix_plan *m)
{
    if (!m->role[PTO_ROLE_A].shared)
        return m->role[PTO_ROLE_A].tile->layout;
    if (m->uses_c)
        return m->role[PTO_ROLE_C].tile->layout;
    return m->m <= 16 ? PTO_TILE_CUBE_M16 : PTO_TILE_CUBE_M32;
}

static void describe_d(pto_plan *p, pto_plan_output *o)
{
    const pto_matrix_plan *m = &p->matrix;
    const pto_isa *isa = &p->core->isa;
    if (!pto_tile_layout_is_cube(m->d_layout))
        return;
    pto_tile_describe_cube(&o->tile, m->d_type, m->d_layout, m->m, m->n,
                           pto_size_code_bytes(o->size_code),
                           pto_local_limit(isa), pto_cube_options_of(isa));
    o->tile.location = PTO_AT_Matrix;
}

static void describe_maxima(pto_plan *p, pto_plan_output *o, uint32_t columns)
{
    const pto_matrix_plan *m = &p->matrix;
    pto_tile_describe(&o->tile, m->sum_type, PTO_TILE_RowMajor, columns, m->m,
                      columns, pto_size_code_bytes(o->size_code),
                      pto_local_limit(&p->core->isa));
    o->tile.location = PTO_AT_Any;
}

static void describe_outputs(pto_plan *p)
{
    const pto_matrix_plan *m = &p->matrix;
    uint32_t group = m->group_columns;
    if (p->output_count != m->outputs_wanted || !m->m || !m->n)
        return;
    describe_d(p, &p->output[0]);
    unsigned i = 1;
    if (m->row_max)
        describe_maxima(p, &p->output[i++], 1);
    if (m->group_max && group)
        describe_maxima(p, &p->output[i], (m->n + group - 1) / group);
}

static void find_controls(pto_plan *p)
{
    pto_matrix_plan *m = &p->matrix;
    const pto_post_attributes *post = &p->header->post;
    m->trans_a = post->trans_a;
    m->trans_b = post->trans_b;
    m->turns_scales = p->core->isa.scale_layout == PTO_SCALE_LAYOUT_CUBE_M32;
    m->row_max = post->row_max;
    m->group_max = post->group_max;
    m->max_abs = post->max_abs;
    m->group_columns = pto_post_group(post->group_n);
    m->threads = p->core->threads;
}

/* What B.FPATR makes of the accumulators; its registers from RegSrc0 on. */
static void find_post(pto_plan *p)
{
    pto_matrix_plan *m = &p->matrix;
    const pto_header *h = p->header;
    bool scales = m->mode->parameter == PTO_PARAMETER_SCALAR;
    bool leaks = pto_relu_scalar(h->post.relu);
    m->scalars_wanted = (uint8_t)(scales + leaks);
    m->post = (pto_post){
        .pre_quant = h->post.pre_quant,
        .relu = h->post.relu,
        .acc_type = m->sum_type,
        .result_type = m->d_type,
        .quant = m->mode->parameter == PTO_PARAMETER_NONE,
    };
    if (scales && h->scalar.present)
        m->post.quant = pto_gpr(p->pe, h->scalar.source[0]);
    if (leaks && h->scalar.present)
        m->post.alpha = pto_gpr(p->pe, h->scalar.source[scales]);
    p->env.round = (uint8_t)pto_pre_quant_round(h->post.pre_quant,
                                                pto_plan_rounding(p, PTO_RNE));
    p->env.saturate = h->data.present && h->data.saturate;
}

void pto_plan_matrix(pto_plan *p)
{
    p->matrix = (pto_matrix_plan){.mx = false};
    find_types(p);
    find_dimensions(p);
    find_controls(p);
    find_post(p);
    want_roles(p);
    bind_roles(p);
    p->matrix.d_layout = (uint8_t)layout_of(&p->matrix);
    describe_outputs(p);
}
