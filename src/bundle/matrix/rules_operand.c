/* What a matrix operation asks of its source tiles, Shared and Local. */
#include "base/bits.h"
#include "bundle/core/common.h"
#include "bundle/matrix/post.h"
#include "tile/tile.h"

/* What a source has to be. */
typedef struct form {
    unsigned type;
    uint64_t layouts; /* as codes */
    uint32_t rows, columns;
} form;

#define IN(layout) (1ULL << PTO_TILE_##layout)

static const char *role_name(pto_role r)
{
    static const char *const names[] = {
#define ROLE(name, text) text,
#include "bundle/matrix/role.def"
#undef ROLE
    };
    return names[r];
}

/* The operand that a role names: a source, or a B.IOS. */
static bool wants(const pto_plan *p, pto_role r, pto_subject s, pto_wanted w,
                  pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    d->role = role_name(r);
    return pto_operand_wants(d, b->shared ? PTO_OF_SHARED : PTO_OF_SOURCE,
                             b->index, s, w);
}

static bool is_defined(const pto_plan *p, pto_role r, pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    d->role = role_name(r);
    return pto_operand_defined(d, b->shared ? PTO_OF_SHARED : PTO_OF_SOURCE,
                               b->index);
}

/* What else a descriptor may lack has no field of its own. */
static bool is_whole(const pto_plan *p, pto_role r, bool legal, pto_detail *d)
{
    return legal || (wants(p, r, PTO_SUBJECT_TILE, pto_unsaid(), d) ||
                     pto_say(d, "no such tile of this revision"));
}

/* Of its extents, which LBi gives each. */
static bool has_form(const pto_plan *p, pto_role r, const form *f,
                     pto_detail *d)
{
    return wants(p, r, PTO_SUBJECT_TYPE, pto_one(f->type), d) &&
           wants(p, r, PTO_SUBJECT_LAYOUT, pto_codes(f->layouts), d) &&
           wants(p, r, PTO_SUBJECT_VALID_ROWS, pto_one(f->rows), d) &&
           wants(p, r, PTO_SUBJECT_VALID_COLUMNS, pto_one(f->columns), d);
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
    return has_form(p, r, f, d) &&
           is_whole(p, r,
                    pto_tile_cube_legal(t, pto_local_limit(isa),
                                        pto_cube_options_of(isa)) &&
                        t->location == PTO_AT_Matrix,
                    d) &&
           is_defined(p, r, d);
}

static bool rows_are(const pto_plan *p, pto_role r, const form *f,
                     pto_detail *d)
{
    const pto_tile *t = p->matrix.role[r].tile;
    return has_form(p, r, f, d) &&
           wants(p, r, PTO_SUBJECT_STORAGE,
                 pto_one(pto_tile_element_bits(f->type)), d) &&
           is_whole(p, r, pto_tile_legal(t, pto_local_limit(&p->core->isa)),
                    d) &&
           is_defined(p, r, d);
}

/* Quarters: all four written. Otherwise: published and wholly defined. */
static bool is_ready(const pto_plan *p, pto_role r, pto_detail *d)
{
    unsigned i = p->matrix.role[r].index;
    const pto_shared *s = p->shared[i].state;
    bool quarters = s->allocation_mask == 15 && s->initialized_mask == 15;
    if (!wants(p, r, PTO_SUBJECT_PUBLISHED, pto_given(), d))
        return false;
    if (!quarters && !p->core->isa.range_modifiers)
        return wants(p, r, PTO_SUBJECT_PUBLISHED, pto_unsaid(), d) ||
               pto_say(d, "quarters of mask=%s are written",
                       pto_mask_text(s->initialized_mask).bits);
    return is_defined(p, r, d);
}

/* The public model also takes a larger valid region (docs/differences.md). */
static bool shared_extents(const pto_plan *p, pto_role r, const form *f,
                           pto_detail *d)
{
    bool more = p->core->isa.asl_quirks;
    return (!more ||
            wants(p, r, PTO_SUBJECT_COLUMNS, pto_one(f->columns), d)) &&
           wants(p, r, PTO_SUBJECT_VALID_ROWS,
                 pto_range(f->rows, more ? PTO_MOST : f->rows), d) &&
           wants(p, r, PTO_SUBJECT_VALID_COLUMNS,
                 pto_range(f->columns, more ? PTO_MOST : f->columns), d);
}

static bool shared_is(const pto_plan *p, pto_role r, form f, bool transposed,
                      pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    if (!b->wanted || !b->shared)
        return true;
    if (transposed)
        f = (form){f.type, f.layouts, f.columns, f.rows};
    return (wants(p, r, PTO_SUBJECT_SIZE_CODE, pto_one(0), d) ||
            pto_say(d, "it has to be a source")) &&
           is_ready(p, r, d) &&
           wants(p, r, PTO_SUBJECT_TYPE, pto_one(f.type), d) &&
           wants(p, r, PTO_SUBJECT_LAYOUT, pto_codes(f.layouts), d) &&
           shared_extents(p, r, &f, d) &&
           is_whole(p, r, pto_tile_legal(b->tile, pto_shared_limit()), d);
}

static unsigned scale_type(unsigned primary)
{
    return primary == PTO_HiF4X2 ? PTO_U32 : PTO_E8M0;
}

RULE_FN(shared_a)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_A,
                     (form){m->left_type, IN(RowMajor), m->total_m, m->k},
                     p->matrix.trans_a, d);
}

RULE_FN(shared_a_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_A_SCALE,
                     (form){scale_type(m->left_type), IN(RowMajor), m->total_m,
                            m->left_groups},
                     p->matrix.trans_a && p->matrix.turns_scales, d);
}

RULE_FN(shared_b)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(p, PTO_ROLE_B,
                     (form){m->right_type, IN(RowMajor), m->k, m->n},
                     p->matrix.trans_b, d);
}

RULE_FN(shared_b_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    return shared_is(
        p, PTO_ROLE_B_SCALE,
        (form){scale_type(m->right_type), IN(RowMajor), m->right_groups, m->n},
        p->matrix.trans_b && p->matrix.turns_scales, d);
}

static bool auxiliary_is(const pto_plan *p, pto_role r, form f, pto_detail *d)
{
    return !looks_at(p, r) ||
           (rows_are(p, r, &f, d) &&
            is_whole(p, r, p->matrix.role[r].tile->location == PTO_AT_Any, d));
}

RULE_FN(row_max_in)
{
    const pto_matrix_plan *m = &p->matrix;
    return auxiliary_is(p, PTO_ROLE_ROW_MAX,
                        (form){m->sum_type, IN(RowMajor), m->m, 1}, d);
}

RULE_FN(quant_vector)
{
    return auxiliary_is(p, PTO_ROLE_QUANT,
                        (form){PTO_U64, IN(RowMajor), 1, p->matrix.n}, d);
}

RULE_FN(relu_vector)
{
    return auxiliary_is(p, PTO_ROLE_RELU,
                        (form){PTO_U64, IN(RowMajor), 1, p->matrix.n}, d);
}

typedef bool legal_fn(const pto_plan *p, uint64_t word);

static bool quant_is_legal(const pto_plan *p, uint64_t word)
{
    return pto_post_word_legal(p->matrix.mode, word);
}

static bool relu_is_legal(const pto_plan *p, uint64_t word)
{
    (void)p;
    return pto_relu_word_legal(word);
}

/* The words of a row: bits that nobody reads are clear, the FP19 is legal. */
static bool words_are(const pto_plan *p, pto_role r, uint64_t idle,
                      legal_fn *legal, const char *what, pto_detail *d)
{
    const pto_role_binding *b = &p->matrix.role[r];
    uint32_t n = looks_at(p, r) ? b->tile->valid_columns : 0;
    d->role = role_name(r);
    for (uint32_t c = 0; c < n; c++)
        if (!legal(p, pto_tile_read(b->tile, 0, c)))
            return (pto_element_wants(d, PTO_OF_SOURCE, b->index, 0, c,
                                      pto_clear(idle)) &&
                    pto_element_wants(d, PTO_OF_SOURCE, b->index, 0, c,
                                      pto_unsaid())) ||
                   pto_say(d, "%s", what);
    return true;
}

RULE_FN(quant_words)
{
    const pto_pre_quant *m = p->matrix.mode;
    return words_are(p, PTO_ROLE_QUANT, pto_post_idle_bits(m), quant_is_legal,
                     pto_post_word_text(m), d);
}

RULE_FN(relu_words)
{
    return words_are(p, PTO_ROLE_RELU, ~pto_low_bits(PTO_RELU_BITS),
                     relu_is_legal, PTO_RELU_TEXT, d);
}

/* Rows of one block of a layout whose rows are M. */
uint32_t pto_block_rows(unsigned layout)
{
    return layout == PTO_TILE_CUBE_M16   ? 16
           : layout == PTO_TILE_CUBE_M32 ? 32
                                         : 0;
}

/* The layouts of M rows: one, or both where M fits both. */
static uint64_t m_layouts(uint32_t m)
{
    return IN(CUBE_M32) | (m <= 16 ? IN(CUBE_M16) : 0);
}

/* M rows are one block of this layout, or of the larger one where it is none.
 */
static bool m_is(const pto_plan *p, unsigned layout, pto_detail *d)
{
    if (!pto_block_rows(layout))
        layout = PTO_TILE_CUBE_M32;
    uint32_t rows = pto_block_rows(layout);
    return p->matrix.m <= rows ||
           pto_dimension_wants(d, 0, pto_or_left_out(pto_range(1, rows))) ||
           pto_say(d, "M, one block of rows of %s",
                   pto_tile_layout_name(layout));
}

/* Beside a Local A in its layout, beside a Shared one in any. */
RULE_FN(local_c)
{
    const pto_matrix_plan *m = &p->matrix;
    const pto_role_binding *a = &m->role[PTO_ROLE_A];
    unsigned layout = a->shared ? PTO_TILE_LAYOUTS : a->tile->layout;
    form f = {m->sum_type, m_layouts(m->m), m->m, m->n};
    if (pto_block_rows(layout))
        f.layouts = 1ULL << layout;
    return !looks_at(p, PTO_ROLE_C) ||
           (m_is(p, layout, d) && cells_are(p, PTO_ROLE_C, &f, d));
}

RULE_FN(c_capacity)
{
    d->role = "D";
    if (!looks_at(p, PTO_ROLE_C) || p->header->post.pre_quant)
        return true;
    uint64_t codes = 0;
    const pto_tile *c = p->matrix.role[PTO_ROLE_C].tile;
    for (unsigned code = 1; code < 16; code++)
        codes |= (uint64_t)(pto_size_code_bytes(code) == c->capacity_bytes)
                 << code;
    return pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                             pto_codes(codes)) ||
           pto_say(d, "C has %u bytes", c->capacity_bytes);
}

RULE_FN(local_a)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->left_type, m_layouts(m->m), m->m, m->k};
    return !looks_at(p, PTO_ROLE_A) ||
           (m_is(p, m->role[PTO_ROLE_A].tile->layout, d) &&
            cells_are(p, PTO_ROLE_A, &f, d));
}

RULE_FN(local_b)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->right_type, IN(CUBE_N8), m->k, m->n};
    return !looks_at(p, PTO_ROLE_B) || cells_are(p, PTO_ROLE_B, &f, d);
}

RULE_FN(local_a_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {scale_type(m->left_type), IN(RowMajor), m->m, m->left_groups};
    if (!looks_at(p, PTO_ROLE_A_SCALE))
        return true;
    if (!p->matrix.turns_scales)
        return rows_are(p, PTO_ROLE_A_SCALE, &f, d);
    f.layouts = IN(CUBE_M32);
    return cells_are(p, PTO_ROLE_A_SCALE, &f, d);
}

/* ADR 0101: a grid [N,G]; before it an ordinary [G,N]. */
RULE_FN(local_b_scale)
{
    const pto_matrix_plan *m = &p->matrix;
    unsigned type = scale_type(m->right_type);
    form rows = {type, IN(RowMajor), m->right_groups, m->n};
    form grid = {type, IN(CUBE_M32), m->n, m->right_groups};
    if (!looks_at(p, PTO_ROLE_B_SCALE))
        return true;
    return p->matrix.turns_scales ? cells_are(p, PTO_ROLE_B_SCALE, &grid, d)
                                  : rows_are(p, PTO_ROLE_B_SCALE, &rows, d);
}

RULE_FN(local_bias)
{
    const pto_matrix_plan *m = &p->matrix;
    form f = {m->sum_type, IN(RowMajor), 1, m->n};
    return !looks_at(p, PTO_ROLE_BIAS) || rows_are(p, PTO_ROLE_BIAS, &f, d);
}

RULE_FN(local_cscale)
{
    form f = {PTO_U8, IN(CUBE_M32), p->matrix.m, 1};
    return !looks_at(p, PTO_ROLE_CSCALE) ||
           cells_are(p, PTO_ROLE_CSCALE, &f, d);
}
