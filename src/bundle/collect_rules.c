/* What must hold before a header command is collected. */
#include "bundle/command.h"

#define FIELD(name) pto_command_get(c, PTO_FIELD_##name)

bool pto_header_header_not_terminal(const pto_command *c, pto_detail *d)
{
    return !c->header->terminal || pto_say(d, "%s", c->insn->form->mnemonic);
}

bool pto_header_header_open(const pto_command *c, pto_detail *d)
{
    if (!c->header->active)
        return pto_say(d, "%s outside a bundle", c->insn->form->mnemonic);
    return !c->header->body ||
           pto_say(d, "%s in the body", c->insn->form->mnemonic);
}

bool pto_header_catr_once(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !c->header->control.present;
}

bool pto_header_datr_once(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !c->header->data.present;
}

bool pto_header_hint_once(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !c->header->hint.present;
}

bool pto_header_ior_once(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !c->header->scalar.present;
}

/* LB0..LB2: a field of the compressed form, else the form's own. */
unsigned pto_command_dimension(const pto_command *c)
{
    if (pto_command_has(c, PTO_FIELD_LoopNest))
        return FIELD(LoopNest);
    switch (c->insn->form->id) {
    case PTO_FORM_B_DIM_LB0: return 0;
    case PTO_FORM_B_DIM_LB1: return 1;
    default: return 2;
    }
}

bool pto_header_dimension_once(const pto_command *c, pto_detail *d)
{
    unsigned i = pto_command_dimension(c);
    return !(c->header->dimension_set >> i & 1) ||
           pto_say(d, "LB%u is already %u", i, c->header->dimension[i]);
}

bool pto_header_fpatr_once(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !c->header->post.present;
}

bool pto_header_fpatr_matrix(const pto_command *c, pto_detail *d)
{
    if (c->header->kind == PTO_BLOCK_TILE_MATRIX)
        return true;
    const pto_tile_op *op = pto_tile_op_get(c->header->operation.op);
    return pto_say(d, "in a %s bundle", op ? op->name : "control");
}

bool pto_header_fpatr_first(const pto_command *c, pto_detail *d)
{
    const pto_header *h = c->header;
    return (!h->scalar.present && !h->binder_count && !h->shared_count) ||
           pto_say(d, "after %u B.IOR, %u B.IOT, %u B.IOS", h->scalar.present,
                   h->binder_count, h->shared_count);
}

bool pto_header_fpatr_row_init(const pto_command *c, pto_detail *d)
{
    (void)d;
    return FIELD(RowMaxEn) || !FIELD(RowMaxInit);
}

bool pto_header_fpatr_group(const pto_command *c, pto_detail *d)
{
    return !FIELD(GroupMaxEn) == !FIELD(GroupNCode) ||
           pto_say(d, "GroupMaxEn=%u, GroupNCode=%u", FIELD(GroupMaxEn),
                   FIELD(GroupNCode));
}

bool pto_header_fpatr_max_abs(const pto_command *c, pto_detail *d)
{
    (void)d;
    return !FIELD(MaxAbsEn) || FIELD(RowMaxEn) || FIELD(GroupMaxEn);
}

bool pto_header_iot_unterminated(const pto_command *c, pto_detail *d)
{
    const pto_header *h = c->header;
    return !h->binder_count || !h->binder[h->binder_count - 1].last ||
           pto_say(d, "B.IOT %u", h->binder_count);
}

static bool mask_is(const pto_command *c, unsigned other, const char *who,
                    pto_detail *d)
{
    return c->mask == other ||
           pto_say(d, "mask=%s, but mask=%s in %s", pto_mask_text(c->mask).bits,
                   pto_mask_text(other).bits, who);
}

/* The public model looks only at earlier B.IOT here (docs/differences.md). */
bool pto_header_iot_mask_agrees(const pto_command *c, pto_detail *d)
{
    const pto_header *h = c->header;
    if (h->binder_count && !mask_is(c, h->binder[0].mask, "B.IOT 0", d))
        return false;
    return !h->shared_count || c->core->isa.asl_quirks ||
           mask_is(c, h->shared[0].mask, "B.IOS 0", d);
}

bool pto_header_iot_room(const pto_command *c, pto_detail *d)
{
    (void)d;
    return c->header->binder_count < PTO_BINDERS;
}

bool pto_header_ios_mask_agrees(const pto_command *c, pto_detail *d)
{
    const pto_header *h = c->header;
    if (h->binder_count && !mask_is(c, h->binder[0].mask, "B.IOT 0", d))
        return false;
    return !h->shared_count || mask_is(c, h->shared[0].mask, "B.IOS 0", d);
}

bool pto_header_ios_distinct(const pto_command *c, pto_detail *d)
{
    for (unsigned i = 0; i < c->header->shared_count; i++)
        if (c->header->shared[i].id == FIELD(SharedTileID))
            return pto_say(d, "S%u is B.IOS %u already", FIELD(SharedTileID),
                           i);
    return true;
}

bool pto_header_ios_room(const pto_command *c, pto_detail *d)
{
    (void)d;
    return c->header->shared_count < PTO_SHARED_BINDERS;
}

bool pto_header_assemble_codes(const pto_command *c, pto_detail *d)
{
    unsigned code = FIELD(ParentSizeCode);
    bool fits = FIELD(INIT) ? code >= 1 && code <= 12 : code == 0;
    return fits || pto_say(d, "INIT=%u, ParentSizeCode=%u", FIELD(INIT), code);
}

bool pto_header_range_after_binder(const pto_command *c, pto_detail *d)
{
    return c->header->range.open || pto_say(d, "%s", c->insn->form->mnemonic);
}

/* Bit of the operand that a range modifier names, as in pto_range_group. */
unsigned pto_command_role(const pto_command *c)
{
    return pto_command_has(c, PTO_FIELD_SrcSelect) ? 1U << FIELD(SrcSelect)
                                                   : 4U;
}

static const char *role_text(unsigned role)
{
    return role == 1 ? "source 0" : role == 2 ? "source 1" : "a destination";
}

/* Roles of a binder that a modifier may name. */
unsigned pto_range_roles(const pto_header *h)
{
    const pto_range_group *g = &h->range;
    if (g->shared)
        return h->shared[g->binder].size_code ? 4U : 1U;
    const pto_binder *b = &h->binder[g->binder];
    return (b->has_source[0] ? 1U : 0) | (b->has_source[1] ? 2U : 0) |
           (b->has_destination ? 4U : 0);
}

bool pto_header_range_has_role(const pto_command *c, pto_detail *d)
{
    const pto_range_group *g = &c->header->range;
    unsigned role = pto_command_role(c);
    return g->ignored || (pto_range_roles(c->header) & role) ||
           pto_say(d, "%s %u has no %s", g->shared ? "B.IOS" : "B.IOT",
                   g->binder, role_text(role) + (role == 4 ? 2 : 0));
}

bool pto_header_range_in_order(const pto_command *c, pto_detail *d)
{
    const pto_range_group *g = &c->header->range;
    return g->ignored || (g->allowed & pto_command_role(c)) ||
           pto_say(d, "%s for %s", c->insn->form->mnemonic,
                   role_text(pto_command_role(c)));
}
