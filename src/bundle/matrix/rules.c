/* What a matrix operation asks of its header, its types and its numbers. */
#include "base/bits.h"
#include "bundle/core/common.h"
#include "bundle/matrix/post.h"
#include "bundle/reason/shape.h"
#include "pto/cube.h"
#include "text/insn/template.h"

RULE_FN(post_present)
{
    return pto_attribute_wants(d, PTO_ROW_post_present, pto_given()) ||
           pto_say(d, "%s", p->op->name);
}

/* FP32 is 1 in this order of classes, which must be the same on both sides. */
static unsigned class_of(unsigned t)
{
    return pto_type_in(t, PTO_TYPES_FACTORS) ? pto_accumulator_type(t) : 0;
}

/* Types that A may have, as a set; TGEMV takes no HiF4X2. */
static uint32_t factors(const pto_plan *p)
{
    uint32_t types = 0;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++) {
        bool legal = p->matrix.mx ? pto_multiplies_mx(&p->core->isa, t)
                                  : class_of(t) != 0;
        if (legal && !(p->matrix.gemv && t == PTO_HiF4X2))
            types |= 1U << t;
    }
    return types;
}

/* Those that B may have beside A: of one accumulator where not scaled. */
static uint64_t partners(const pto_plan *p)
{
    unsigned left = p->matrix.left_type;
    uint64_t types = factors(p), legal = 0;
    for (unsigned t = 0; t < PTO_DTYPE_CODES; t++)
        if ((types >> t & 1) && (p->matrix.mx || class_of(t) == class_of(left)))
            legal |= 1ULL << t;
    return legal | 1ULL << PTO_DTYPE_NONE;
}

RULE_FN(input_types)
{
    unsigned left = p->matrix.left_type;
    if (!pto_type_wants(d, factors(p)))
        return pto_say(d, "A's type in %s", p->op->name);
    if (pto_attribute_wants(d, PTO_ROW_data_type,
                            pto_or_left_out(pto_codes(partners(p)))))
        return true;
    return p->matrix.mx ? pto_say(d, "B's type in %s", p->op->name)
                        : pto_say(d, "B's type; A's %s accumulates in %s",
                                  pto_type_text(left),
                                  pto_type_text(pto_accumulator_type(left)));
}

RULE_FN(gemv_local)
{
    return !p->matrix.gemv ||
           pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT, pto_one(0)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(shared_count)
{
    const pto_matrix_plan *m = &p->matrix;
    return pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT,
                           pto_codes(1ULL | 1ULL << m->shared_left |
                                     1ULL << m->shared_both)) ||
           pto_say(d, "A %s and B %s", pto_type_text(m->left_type),
                   pto_type_text(m->right_type));
}

RULE_FN(cscale_form)
{
    const pto_matrix_plan *m = &p->matrix;
    return (m->uses_c && !m->gemv && m->sum_type == PTO_FP32) ||
           pto_attribute_wants(d, PTO_ROW_post_cscale,
                               pto_or_left_out(pto_one(0))) ||
           pto_say(d, "%s, accumulating in %s", p->op->name,
                   pto_type_text(m->sum_type));
}

RULE_FN(source_count)
{
    return pto_count_wants(d, PTO_SUBJECT_SOURCE_COUNT,
                           pto_one(p->matrix.sources_wanted)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(output_count)
{
    return pto_count_wants(d, PTO_SUBJECT_DESTINATION_COUNT,
                           pto_one(p->matrix.outputs_wanted)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(matrix_terminated)
{
    unsigned n = p->header->binder_count;
    return n ? pto_binder_wants(d, n - 1, PTO_BINDS_LAST, true)
             : pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT,
                               pto_range(1, PTO_BINDERS));
}

RULE_FN(post_scalars)
{
    return pto_registers_end(p, p->matrix.scalars_wanted, d);
}

RULE_FN(post_scalar_bound)
{
    return !p->matrix.scalars_wanted || pto_scalars_want(d, pto_given()) ||
           pto_say(d, "B.FPATR wants %u registers", p->matrix.scalars_wanted);
}

/* Of a parameter in RegSrc i: bits that nobody reads, then the FP19. */
static bool word_is(pto_detail *d, unsigned i, uint64_t idle, const char *what)
{
    return (pto_word_wants(d, i, pto_clear(idle)) &&
            pto_word_wants(d, i, pto_unsaid())) ||
           pto_say(d, "%s", what);
}

RULE_FN(post_words)
{
    const pto_matrix_plan *m = &p->matrix;
    bool scales = m->mode->parameter == PTO_PARAMETER_SCALAR;
    if (!p->header->scalar.present || !p->computes)
        return true;
    if (scales && !pto_post_word_legal(m->mode, m->post.quant))
        return word_is(d, 0, pto_post_idle_bits(m->mode),
                       pto_post_word_text(m->mode));
    return !pto_relu_scalar(m->post.relu) ||
           pto_relu_word_legal(m->post.alpha) ||
           word_is(d, scales, ~pto_low_bits(PTO_RELU_BITS), PTO_RELU_TEXT);
}

/* What B.DATR has to be where the operation, or a mode, has no use for it. */
static bool is_plain(const pto_plan *p, pto_attribute_row row, pto_detail *d)
{
    return !p->header->data.present || pto_attribute_wants(d, row, pto_one(0));
}

RULE_FN(matrix_datr)
{
    static const uint8_t rows[] = {PTO_ROW_data_layout, PTO_ROW_data_pad,
                                   PTO_ROW_data_comparison,
                                   PTO_ROW_data_canonicalize};
    for (unsigned i = 0; i < sizeof rows; i++)
        if (!is_plain(p, (pto_attribute_row)rows[i], d))
            return pto_say(d, "%s does not use it", p->op->name);
    return true;
}

static bool say_mode(const pto_plan *p, pto_detail *d)
{
    unsigned code = p->header->post.pre_quant;
    const char *name = pto_text_name_of(PTO_FIELD_PreQuantMode, code);
    return pto_say(d, "PreQuantMode is %s", name ? name : "reserved");
}

RULE_FN(post_rounding)
{
    const pto_pre_quant *m = p->matrix.mode;
    bool free = !m->fixed && !m->shifts && p->header->post.pre_quant;
    return free || is_plain(p, PTO_ROW_data_rounding, d) || say_mode(p, d);
}

RULE_FN(post_saturation)
{
    const pto_pre_quant *m = p->matrix.mode;
    bool free = !m->shifts && p->header->post.pre_quant;
    return free || is_plain(p, PTO_ROW_data_saturate, d) || say_mode(p, d);
}

static const char *const extents[PTO_DIMENSIONS] = {"M", "N", "K"};

RULE_FN(dimensions)
{
    (void)p;
    for (unsigned i = 0; i < PTO_DIMENSIONS; i++)
        if (!pto_dimension_wants(d, i, pto_or_left_out(pto_extents())))
            return pto_say(d, "%s", extents[i]);
    return true;
}

/* With group M any number of rows. */
RULE_FN(power_of_two)
{
    pto_wanted w = pto_or_left_out(pto_powers(1, PTO_MOST));
    for (unsigned i = p->matrix.group; i < PTO_DIMENSIONS; i++)
        if (p->header->shared_count && !pto_dimension_wants(d, i, w))
            return pto_say(d, "%s", extents[i]);
    return true;
}

RULE_FN(group_rows)
{
    enum { ROWS = 128 };
    return !p->matrix.group ||
           pto_dimension_wants(d, 0, pto_or_left_out(pto_range(1, ROWS))) ||
           pto_say(d, "M, 32 rows at most on each of four PEs");
}

/* All binders have the mask of the first one. */
static bool masks_are(const pto_plan *p, unsigned mask, pto_detail *d)
{
    const pto_header *h = p->header;
    for (unsigned i = 0; i < h->binder_count; i++)
        if (!pto_mask_wants(d, PTO_OF_OUTPUT, i, pto_one(mask)))
            return false;
    for (unsigned i = 0; i < h->shared_count; i++)
        if (!pto_mask_wants(d, PTO_OF_SHARED, i, pto_one(mask)))
            return false;
    return true;
}

RULE_FN(group_mask)
{
    return !p->matrix.group || p->mask == PTO_ALL_PES ||
           masks_are(p, PTO_ALL_PES, d);
}

RULE_FN(binder_masks)
{
    const pto_header *h = p->header;
    for (unsigned i = 0; i < h->shared_count; i++)
        if (!pto_mask_wants(d, PTO_OF_SHARED, i, pto_one(p->mask)))
            return pto_say(d, "as the first binder's");
    return true;
}

RULE_FN(gemv_row)
{
    return !p->matrix.gemv ||
           pto_dimension_wants(d, 0, pto_or_left_out(pto_one(1))) ||
           pto_say(d, "M");
}

RULE_FN(trans_a_shared)
{
    return p->matrix.role[PTO_ROLE_A].shared ||
           pto_attribute_wants(d, PTO_ROW_post_trans_a,
                               pto_or_left_out(pto_one(0))) ||
           pto_say(d, "A is Local");
}

RULE_FN(trans_b_shared)
{
    return p->matrix.role[PTO_ROLE_B].shared ||
           pto_attribute_wants(d, PTO_ROW_post_trans_b,
                               pto_or_left_out(pto_one(0))) ||
           pto_say(d, "B is Local");
}

/* PreQuantModes that take this accumulator. */
static uint64_t modes_of(unsigned sum)
{
    uint64_t codes = 0;
    for (unsigned code = 0; code < 64; code++) {
        const pto_pre_quant *m = pto_pre_quant_get(code);
        if (m && (m->sum == PTO_DTYPE_NONE || m->sum == sum))
            codes |= 1ULL << code;
    }
    return codes;
}

RULE_FN(post_accumulator)
{
    const pto_matrix_plan *m = &p->matrix;
    return m->mode->sum == PTO_DTYPE_NONE || m->mode->sum == m->sum_type ||
           pto_attribute_wants(d, PTO_ROW_post_pre_quant,
                               pto_codes(modes_of(m->sum_type))) ||
           pto_say(d, "takes %s, the accumulator is %s",
                   pto_type_text(m->mode->sum), pto_type_text(m->sum_type));
}

static bool differs(const pto_plan *p, unsigned source, unsigned output,
                    pto_detail *d)
{
    return pto_source_wants(d, source, PTO_SUBJECT_SELECTOR,
                            pto_other(p->output[output].hand)) ||
           pto_say(d, "the code of hand %c of destination %u",
                   pto_hand_letter(p->output[output].hand), output);
}

RULE_FN(c_not_d)
{
    d->role = "C";
    return !p->matrix.uses_c || !p->source_count || !p->output_count ||
           differs(p, 0, 0, d);
}

RULE_FN(cscale_not_output)
{
    const pto_role_binding *b = &p->matrix.role[PTO_ROLE_CSCALE];
    d->role = "CScale";
    for (unsigned i = 0; i < p->output_count && b->wanted; i++)
        if (!differs(p, b->index, i, d))
            return false;
    return true;
}

/* Group M has a limit of its own. */
RULE_FN(m_fits)
{
    const pto_matrix_plan *m = &p->matrix;
    uint32_t rows = pto_block_rows(m->d_layout);
    return !p->computes || m->m <= rows ||
           pto_dimension_wants(d, 0, pto_or_left_out(pto_range(1, rows))) ||
           pto_say(d, "M, one block of rows of %s",
                   pto_tile_layout_name(m->d_layout));
}

/* SizeCodes that hold D in its cells. */
static uint64_t d_codes(const pto_plan *p)
{
    const pto_matrix_plan *m = &p->matrix;
    const pto_isa *isa = &p->core->isa;
    uint64_t codes = 0;
    pto_tile t;
    for (unsigned c = 1; c < 16; c++)
        if (pto_tile_describe_cube(&t, m->d_type, m->d_layout, m->m, m->n,
                                   pto_size_code_bytes(c), pto_local_limit(isa),
                                   pto_cube_options_of(isa)))
            codes |= 1ULL << c;
    return codes;
}

/* Columns of D that its SizeCode holds. */
static uint32_t d_columns(const pto_plan *p)
{
    const pto_matrix_plan *m = &p->matrix;
    unsigned rows = pto_block_rows(m->d_layout);
    unsigned bits = rows * pto_tile_element_bits(m->d_type);
    uint32_t bytes = pto_size_code_bytes(p->output[0].size_code);
    return bits ? bytes / PTO_CELL_BYTES * (PTO_CELL_BYTES * 8 / bits) : 0;
}

RULE_FN(d_shape)
{
    const pto_matrix_plan *m = &p->matrix;
    uint64_t codes;
    d->role = "D";
    if (!p->computes || p->output[0].tile.allocated)
        return true;
    codes = d_codes(p);
    if (!codes)
        return pto_dimension_wants(
                   d, 1, pto_or_left_out(pto_range(1, d_columns(p)))) ||
               pto_say(d, "N, columns of %s", pto_type_text(m->d_type));
    return pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                             pto_codes(codes)) ||
           pto_say(d, "%s %s [%u,%u]", pto_type_text(m->d_type),
                   pto_tile_layout_name(m->d_layout), m->m, m->n);
}

/* N columns in groups: so many groups that they are a power of two. */
static bool groups_are(const pto_plan *p, uint32_t groups, pto_detail *d)
{
    const pto_matrix_plan *m = &p->matrix;
    uint64_t codes = 0;
    for (unsigned c = 1; c < 16; c++) {
        unsigned columns = pto_post_group(c);
        if (columns && pto_is_power_of_two((m->n + columns - 1) / columns))
            codes |= 1ULL << c;
    }
    return pto_attribute_wants(d, PTO_ROW_post_group_n, pto_codes(codes)) ||
           (m->group_columns &&
            pto_say(d, "N=%u in groups of %u are %u groups, no power of two",
                    m->n, m->group_columns, groups));
}

/* One value a row, or a power of two of groups a row. */
static bool maxima_fit(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_matrix_plan *m = &p->matrix;
    uint32_t groups = 1;
    bool whole = m->row_max && i == 1;
    if (!whole && m->group_columns)
        groups = (m->n + m->group_columns - 1) / m->group_columns;
    const pto_ask ask = {{m->m, groups, groups},
                         m->sum_type,
                         pto_size_code_bytes(p->output[i].size_code),
                         pto_local_limit(&p->core->isa),
                         PTO_OF_OUTPUT,
                         i};
    d->role = whole ? "RowMaxOut" : "GroupMaxOut";
    if (pto_is_power_of_two(groups) && (whole || m->group_columns))
        return pto_shape_wants(d, &ask);
    return groups_are(p, groups, d);
}

RULE_FN(maxima_shape)
{
    for (unsigned i = 1; i < p->output_count; i++)
        if (p->computes && !p->output[i].tile.allocated)
            return maxima_fit(p, i, d) && pto_say(d, "destination %u", i);
    return true;
}
