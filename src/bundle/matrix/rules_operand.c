/* What a matrix operation asks of its source tiles, Shared and Local. */
#include "bundle/core/common.h"
#include "bundle/matrix/post.h"
#include "tile/tile.h"

#include <stdio.h>

/* What a source has to be. */
typedef struct form {
    unsigned type, layout;
    uint32_t rows, columns;
} form;

static const char *role_name(pto_role r)
{
    static const char *const names[] = {
#define ROLE(name, text) text,
#include "bundle/matrix/role.def"
#undef ROLE
    };
    return names[r];
}

static bool object(const pto_plan *p, pto_role r, const form *f, pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    char who[PTO_OPERAND_TEXT], is[PTO_TILE_TEXT];
    if (b->shared)
        snprintf(who, sizeof who, "B.IOS %u S%u", b->index,
                 p->header->shared[b->index].id);
    else
        pto_operand_text(&p->source[b->index], who);
    return pto_say(d, "%s %s is %s, not %s %s [%u,%u]", role_name(r), who,
                   pto_tile_text(b->tile, is), pto_format_get(f->type)->name,
                   pto_tile_layout_name(f->layout), f->rows, f->columns);
}

static bool has_form(const pto_tile *t, const form *f)
{
    return t->dtype == f->type && t->layout == f->layout &&
           t->valid_rows == f->rows && t->valid_columns == f->columns;
}

/* Is the role filled by a Local tile that this PE has to look at? */
static bool looks_at(const pto_plan *p, pto_role r)
{
    const pto_role_binding *b = &p->matrix.role[r];
    return b->wanted && !b->shared && p->computes;
}

static bool cells_are(const pto_plan *p, pto_role r, const form *f,
                      pto_detail *d)
{
    const pto_isa *isa = &p->core->isa;
    const pto_tile *t = p->matrix.role[r].tile;
    return (pto_tile_cube_legal(t, pto_local_limit(isa),
                                pto_cube_options_of(isa)) &&
            t->location == PTO_AT_Matrix && has_form(t, f) &&
            pto_tile_contents_defined(t)) ||
           object(p, r, f, d);
}

static bool rows_are(const pto_plan *p, pto_role r, const form *f,
                     pto_detail *d)
{
    const pto_tile *t = p->matrix.role[r].tile;
    return (pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            t->storage == PTO_TILE_NUMERIC && has_form(t, f) &&
            pto_tile_contents_defined(t)) ||
           object(p, r, f, d);
}

/* Quarters: all four written. Otherwise: published and wholly defined. */
static bool is_ready(const pto_plan *p, const pto_shared *s, const pto_tile *t)
{
    bool quarters = s->allocation_mask == 15 && s->initialized_mask == 15;
    return s->described && s->published &&
           (quarters || p->core->isa.range_modifiers) &&
           pto_tile_contents_defined(t);
}

/* The public model also takes a larger valid region (docs/differences.md). */
static bool shared_shape(const pto_plan *p, const pto_tile *t, const form *f)
{
    if (p->core->isa.asl_quirks)
        return t->columns == f->columns && t->valid_rows >= f->rows &&
               t->valid_columns >= f->columns;
    return t->valid_rows == f->rows && t->valid_columns == f->columns;
}

static bool shared_is(const pto_plan *p, pto_role r, form f, bool transposed,
                      pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    if (!b->wanted || !b->shared)
        return true;
    if (transposed)
        f = (form){f.type, f.layout, f.columns, f.rows};
    const pto_shared_binder *binder = &p->header->shared[b->index];
    const pto_shared *s = p->shared[b->index].state;
    const pto_tile *t = b->tile;
    if (binder->size_code)
        return pto_say(d, "%s B.IOS %u ->S%u is a destination", role_name(r),
                       b->index, binder->id);
    if (!is_ready(p, s, t))
        return pto_say(d, "%s B.IOS %u S%u is not published whole",
                       role_name(r), b->index, binder->id);
    return (pto_tile_legal(t, pto_shared_limit()) && t->dtype == f.type &&
            t->layout == f.layout && shared_shape(p, t, &f)) ||
           object(p, r, &f, d);
}

static unsigned scale_type(unsigned primary)
{
    return primary == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0;
}

RULE_FN(shared_a)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_A,
                     (form){m->left_type, PTO_TILE_RowMajor, m->total_m, m->k},
                     p->matrix.trans_a, d);
}

RULE_FN(shared_a_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_A_SCALE,
                     (form){scale_type(m->left_type), PTO_TILE_RowMajor,
                            m->total_m, m->left_groups},
                     p->matrix.trans_a && p->matrix.turns_scales, d);
}

RULE_FN(shared_b)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_B,
                     (form){m->right_type, PTO_TILE_RowMajor, m->k, m->n},
                     p->matrix.trans_b, d);
}

RULE_FN(shared_b_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_B_SCALE,
                     (form){scale_type(m->right_type), PTO_TILE_RowMajor,
                            m->right_groups, m->n},
                     p->matrix.trans_b && p->matrix.turns_scales, d);
}

static bool auxiliary_is(const pto_plan *p, pto_role r, form f, pto_detail *d)
{
    if (!looks_at(p, r))
        return true;
    return (rows_are(p, r, &f, d) &&
            p->matrix.role[r].tile->location == PTO_AT_Any) ||
           object(p, r, &f, d);
}

RULE_FN(row_max_in)
{
    const pto_matrix_plan *m = &p->matrix;
    return auxiliary_is(p, PTO_ROLE_ROW_MAX,
                        (form){m->sum_type, PTO_TILE_RowMajor, m->m, 1}, d);
}

RULE_FN(quant_vector)
{
    return auxiliary_is(p, PTO_ROLE_QUANT,
                        (form){PTO_U64, PTO_TILE_RowMajor, 1, p->matrix.n}, d);
}

RULE_FN(relu_vector)
{
    return auxiliary_is(p, PTO_ROLE_RELU,
                        (form){PTO_U64, PTO_TILE_RowMajor, 1, p->matrix.n}, d);
}

static bool say_word(pto_detail *d, uint32_t column, uint64_t word)
{
    return pto_say(d, "column %u is 0x%llx", column, (unsigned long long)word);
}

RULE_FN(quant_words)
{
    const pto_tile *t = p->matrix.role[PTO_ROLE_QUANT].tile;
    const pto_pre_quant *m = p->matrix.mode;
    if (!looks_at(p, PTO_ROLE_QUANT))
        return true;
    for (uint32_t c = 0; c < t->valid_columns; c++) {
        uint64_t word = pto_tile_read(t, 0, c);
        if (!pto_post_word_legal(m, word))
            return say_word(d, c, word);
    }
    return true;
}

RULE_FN(relu_words)
{
    const pto_tile *t = p->matrix.role[PTO_ROLE_RELU].tile;
    if (!looks_at(p, PTO_ROLE_RELU))
        return true;
    for (uint32_t c = 0; c < t->valid_columns; c++) {
        uint64_t word = pto_tile_read(t, 0, c);
        if (!pto_relu_word_legal(word))
            return say_word(d, c, word);
    }
    return true;
}

/* One of the two layouts whose rows are M. */
static bool is_m_layout(unsigned layout, uint32_t m)
{
    return (layout == PTO_TILE_CUBE_M16 && m <= 16) ||
           (layout == PTO_TILE_CUBE_M32 && m <= 32);
}

RULE_FN(local_c)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->sum_type, m->d_layout, m->m, m->n};
    return !looks_at(p, PTO_ROLE_C) ||
           (is_m_layout(f.layout, m->m) && cells_are(p, PTO_ROLE_C, &f, d)) ||
           object(p, PTO_ROLE_C, &f, d);
}

RULE_FN(c_capacity)
{
    const pto_tile *c = p->matrix.role[PTO_ROLE_C].tile;
    if (!looks_at(p, PTO_ROLE_C) || p->header->post.pre_quant)
        return true;
    uint32_t bytes = pto_size_code_bytes(p->output[0].size_code);
    return c->capacity_bytes == bytes ||
           pto_say(d, "C has %u bytes, D %u", c->capacity_bytes, bytes);
}

RULE_FN(local_a)
{
    const pto_matrix_plan *m = &p->matrix;
    const pto_tile *a = m->role[PTO_ROLE_A].tile;
    bool legal = is_m_layout(a->layout, m->m);
    form f = {m->left_type, legal ? a->layout : PTO_TILE_CUBE_M32, m->m, m->k};
    return !looks_at(p, PTO_ROLE_A) ||
           (legal && cells_are(p, PTO_ROLE_A, &f, d)) ||
           object(p, PTO_ROLE_A, &f, d);
}

RULE_FN(local_b)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->right_type, PTO_TILE_CUBE_N8, m->k, m->n};
    return !looks_at(p, PTO_ROLE_B) || cells_are(p, PTO_ROLE_B, &f, d);
}

RULE_FN(local_a_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {scale_type(m->left_type), PTO_TILE_RowMajor, m->m,
              m->left_groups};
    if (!looks_at(p, PTO_ROLE_A_SCALE))
        return true;
    if (!p->matrix.turns_scales)
        return rows_are(p, PTO_ROLE_A_SCALE, &f, d);
    f.layout = PTO_TILE_CUBE_M32;
    return cells_are(p, PTO_ROLE_A_SCALE, &f, d);
}

/* ADR 0101: a grid [N,G]; before it an ordinary [G,N]. */
RULE_FN(local_b_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    unsigned type = scale_type(m->right_type);
    form rows = {type, PTO_TILE_RowMajor, m->right_groups, m->n};
    form grid = {type, PTO_TILE_CUBE_M32, m->n, m->right_groups};
    if (!looks_at(p, PTO_ROLE_B_SCALE))
        return true;
    return p->matrix.turns_scales ? cells_are(p, PTO_ROLE_B_SCALE, &grid, d)
                                  : rows_are(p, PTO_ROLE_B_SCALE, &rows, d);
}

RULE_FN(local_bias)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->sum_type, PTO_TILE_RowMajor, 1, m->n};
    return !looks_at(p, PTO_ROLE_BIAS) || rows_are(p, PTO_ROLE_BIAS, &f, d);
}

RULE_FN(local_cscale)
{
    form f = {PTO_U8, PTO_TILE_CUBE_M32, p->matrix.m, 1};
    return !looks_at(p, PTO_ROLE_CSCALE) ||
           cells_are(p, PTO_ROLE_CSCALE, &f, d);
}
