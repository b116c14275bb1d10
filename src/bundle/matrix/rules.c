/* What a matrix operation asks of its header, its types and its numbers. */
#include "bundle/core/common.h"
#include "bundle/matrix/post.h"
#include "pto/cube.h"

RULE_FN(post_present)
{
    return p->header->post.present || pto_say(d, "%s", p->op->name);
}

/* FP32 is 1 in this order of classes, which must be the same on both sides. */
static unsigned class_of(unsigned t)
{
    return pto_type_in(t, PTO_TYPES_FACTORS) ? pto_accumulator_type(t) : 0;
}

RULE_FN(input_types)
{
    const pto_isa *isa = &p->core->isa;
    const pto_matrix_plan *m = &p->matrix;
    bool legal = m->mx ? pto_multiplies_mx(isa, m->left_type) &&
                             pto_multiplies_mx(isa, m->right_type)
                       : class_of(m->left_type) &&
                             class_of(m->left_type) == class_of(m->right_type);
    if (m->gemv && (m->left_type == PTO_HiF4X2 || m->right_type == PTO_HiF4X2))
        legal = false;
    return legal ||
           pto_say(d, "%s of A %s and B %s", p->op->name,
                   pto_type_text(m->left_type), pto_type_text(m->right_type));
}

RULE_FN(gemv_local)
{
    return !p->matrix.gemv || !p->header->shared_count ||
           pto_say(d, "%s with S%u", p->op->name, p->header->shared[0].id);
}

RULE_FN(shared_count)
{
    const pto_matrix_plan *m = &p->matrix;
    unsigned n = p->header->shared_count;
    return !n || n == m->shared_left || n == m->shared_both ||
           pto_say(d, "%u B.IOS where %u or %u are wanted", n, m->shared_left,
                   m->shared_both);
}

RULE_FN(cscale_form)
{
    const pto_matrix_plan *m = &p->matrix;
    return !p->header->post.cscale ||
           (m->uses_c && !m->gemv && m->sum_type == PTO_FP32) ||
           pto_say(d, "%s accumulates in %s", p->op->name,
                   pto_type_text(m->sum_type));
}

RULE_FN(source_count)
{
    return p->source_count == p->matrix.sources_wanted ||
           pto_say(d, "%u Local sources where %s wants %u", p->source_count,
                   p->op->name, p->matrix.sources_wanted);
}

RULE_FN(output_count)
{
    return p->output_count == p->matrix.outputs_wanted ||
           pto_say(d, "%u destinations where %s wants %u", p->output_count,
                   p->op->name, p->matrix.outputs_wanted);
}

RULE_FN(matrix_terminated)
{
    unsigned n = p->header->binder_count;
    return (n && p->header->binder[n - 1].last) || pto_say(d, "%u B.IOT", n);
}

RULE_FN(post_scalars)
{
    return pto_registers_end(p, p->matrix.scalars_wanted, d);
}

RULE_FN(post_scalar_bound)
{
    return p->header->scalar.present || !p->matrix.scalars_wanted ||
           pto_say(d, "PreQuantMode %u, ReluMode %u", p->header->post.pre_quant,
                   p->header->post.relu);
}

static bool word_fits(pto_detail *d, const char *what, unsigned reg,
                      uint64_t word, bool legal)
{
    return legal ||
           pto_say(d, "%s r%u is 0x%llx", what, reg, (unsigned long long)word);
}

RULE_FN(post_words)
{
    const pto_scalar_binder *s = &p->header->scalar;
    const pto_matrix_plan *m = &p->matrix;
    bool scales = m->mode->parameter == PTO_PARAMETER_SCALAR;
    if (!s->present || !p->computes)
        return true;
    if (scales && !word_fits(d, "QuantParam", s->source[0], m->post.quant,
                             pto_post_word_legal(m->mode, m->post.quant)))
        return false;
    return !pto_relu_scalar(m->post.relu) ||
           word_fits(d, "LReLUParam", s->source[scales], m->post.alpha,
                     pto_relu_word_legal(m->post.alpha));
}

RULE_FN(matrix_datr)
{
    const pto_data_attributes *a = &p->header->data;
    return !a->present ||
           (!a->layout && !a->pad && !a->comparison && !a->canonicalize) ||
           pto_say_datr(p, d);
}

RULE_FN(post_rounding)
{
    const pto_pre_quant *m = p->matrix.mode;
    bool free = !m->fixed && !m->shifts && p->header->post.pre_quant;
    return free || !p->header->data.present || !p->header->data.rounding ||
           pto_say(d, "PreQuantMode %u with RMode %u",
                   p->header->post.pre_quant, p->header->data.rounding);
}

RULE_FN(post_saturation)
{
    bool free = !p->matrix.mode->shifts && p->header->post.pre_quant;
    return free || !p->header->data.present || !p->header->data.saturate ||
           pto_say(d, "PreQuantMode %u with Sat", p->header->post.pre_quant);
}

RULE_FN(dimensions)
{
    const pto_matrix_plan *m = &p->matrix;
    return (m->total_m && m->n && m->k) ||
           pto_say(d, "M=%u, N=%u, K=%u", m->total_m, m->n, m->k);
}

RULE_FN(power_of_two)
{
    const pto_matrix_plan *m = &p->matrix;
    if (!p->header->shared_count)
        return true;
    return ((p->matrix.group || pto_is_power_of_two(m->total_m)) &&
            pto_is_power_of_two(m->n) && pto_is_power_of_two(m->k)) ||
           pto_say(d, "M=%u, N=%u, K=%u", m->total_m, m->n, m->k);
}

RULE_FN(group_rows)
{
    return !p->matrix.group || p->matrix.total_m <= 128 ||
           pto_say(d, "LB0 is %u", p->matrix.total_m);
}

RULE_FN(group_mask)
{
    return !p->matrix.group || p->mask == 15 ||
           pto_say(d, "mask=%s", pto_mask_text(p->mask).bits);
}

RULE_FN(binder_masks)
{
    const pto_header *h = p->header;
    for (unsigned i = 0; i < h->shared_count; i++)
        if (h->shared[i].mask != p->mask)
            return pto_say(d, "mask=%s, but mask=%s in B.IOS %u",
                           pto_mask_text(p->mask).bits,
                           pto_mask_text(h->shared[i].mask).bits, i);
    return true;
}

RULE_FN(gemv_row)
{
    return !p->matrix.gemv || p->matrix.m == 1 ||
           pto_say(d, "M=%u", p->matrix.m);
}

RULE_FN(trans_a_shared)
{
    return !p->header->post.trans_a || p->matrix.role[PTO_ROLE_A].shared ||
           pto_say(d, "A is Local");
}

RULE_FN(trans_b_shared)
{
    return !p->header->post.trans_b || p->matrix.role[PTO_ROLE_B].shared ||
           pto_say(d, "B is Local");
}

RULE_FN(post_accumulator)
{
    const pto_pre_quant *m = p->matrix.mode;
    return m->sum == PTO_DTYPE_NONE || m->sum == p->matrix.sum_type ||
           pto_say(d, "PreQuantMode %u of %s", p->header->post.pre_quant,
                   pto_type_text(p->matrix.sum_type));
}

RULE_FN(c_not_d)
{
    if (!p->matrix.uses_c || !p->source_count || !p->output_count)
        return true;
    char text[PTO_OPERAND_TEXT];
    return p->source[0].selector != p->output[0].hand ||
           pto_say(d, "C is %s, D's hand %c",
                   pto_operand_text(&p->source[0], text),
                   pto_hand_letter(p->output[0].hand));
}

RULE_FN(cscale_not_output)
{
    const pto_role_binding *b = &p->matrix.role[PTO_ROLE_CSCALE];
    if (!b->wanted)
        return true;
    char text[PTO_OPERAND_TEXT];
    const pto_plan_source *o = &p->source[b->index];
    for (unsigned i = 0; i < p->output_count; i++)
        if (o->selector == p->output[i].hand)
            return pto_say(d, "CScale is %s, destination %u's hand %c",
                           pto_operand_text(o, text), i,
                           pto_hand_letter(p->output[i].hand));
    return true;
}

RULE_FN(m_fits)
{
    const pto_matrix_plan *m = &p->matrix;
    bool fits = (m->d_layout == PTO_TILE_CUBE_M16 && m->m <= 16) ||
                (m->d_layout == PTO_TILE_CUBE_M32 && m->m <= 32);
    return fits || !p->computes ||
           pto_say(d, "M=%u in %s", m->m, pto_tile_layout_name(m->d_layout));
}

static bool output_fits(const pto_plan *p, unsigned i, pto_detail *d)
{
    const pto_plan_output *o = &p->output[i];
    return o->tile.allocated ||
           pto_say(d, "destination %u: %u bytes for M=%u, N=%u", i,
                   pto_size_code_bytes(o->size_code), p->matrix.m, p->matrix.n);
}

RULE_FN(d_shape)
{
    return !p->computes || output_fits(p, 0, d);
}

RULE_FN(maxima_shape)
{
    for (unsigned i = 1; i < p->output_count; i++)
        if (p->computes && !output_fits(p, i, d))
            return false;
    return true;
}
