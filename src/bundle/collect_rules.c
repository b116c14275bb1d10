/* What must hold before a header command is collected. */
#include "bundle/command.h"
#include "bundle/reason/cause.h"

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

/* The first one of its kind in the bundle. */
static bool once(const pto_command *c, pto_attribute_row row, pto_detail *d)
{
    return pto_attribute_wants(d, row, pto_left_out()) ||
           pto_say(d, "before this %s", c->insn->form->mnemonic);
}

/* A field of the command itself, which sets an attribute. */
static bool wants(const pto_command *c, pto_attribute_row row, pto_wanted w,
                  pto_detail *d)
{
    pto_field_id field = (pto_field_id)pto_attribute_at(row)->field;
    pto_cause cause = {.subject = PTO_SUBJECT_ATTRIBUTE,
                       .index = (uint8_t)row,
                       .value = pto_command_get(c, field)};
    return pto_judge(d, cause, w);
}

/* One that sets none. */
static bool field_wants(const pto_command *c, pto_field_id field, pto_wanted w,
                        pto_detail *d)
{
    pto_cause cause = {.subject = PTO_SUBJECT_FIELD,
                       .index = (uint8_t)field,
                       .value = pto_command_get(c, field)};
    return pto_judge(d, cause, w);
}

bool pto_header_catr_once(const pto_command *c, pto_detail *d)
{
    return once(c, PTO_ROW_control_present, d);
}

bool pto_header_datr_once(const pto_command *c, pto_detail *d)
{
    return once(c, PTO_ROW_data_present, d);
}

bool pto_header_hint_once(const pto_command *c, pto_detail *d)
{
    return once(c, PTO_ROW_hint_present, d);
}

bool pto_header_ior_once(const pto_command *c, pto_detail *d)
{
    (void)c;
    return pto_scalars_want(d, pto_left_out()) || pto_say(d, "before this one");
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
    return pto_dimension_wants(d, pto_command_dimension(c), pto_left_out()) ||
           pto_say(d, "before this %s", c->insn->form->mnemonic);
}

bool pto_header_fpatr_once(const pto_command *c, pto_detail *d)
{
    return once(c, PTO_ROW_post_present, d);
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
    (void)c;
    return (pto_scalars_want(d, pto_left_out()) &&
            pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(0)) &&
            pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT, pto_one(0))) ||
           pto_say(d, "before B.FPATR");
}

bool pto_header_fpatr_row_init(const pto_command *c, pto_detail *d)
{
    return FIELD(RowMaxEn) ||
           wants(c, PTO_ROW_post_row_max_init, pto_one(0), d) ||
           pto_say(d, "RowMaxEn=0");
}

bool pto_header_fpatr_group(const pto_command *c, pto_detail *d)
{
    bool on = FIELD(GroupMaxEn);
    return wants(c, PTO_ROW_post_group_n, on ? pto_range(1, 9) : pto_one(0),
                 d) ||
           pto_say(d, "GroupMaxEn=%u", on);
}

bool pto_header_fpatr_max_abs(const pto_command *c, pto_detail *d)
{
    return FIELD(RowMaxEn) || FIELD(GroupMaxEn) ||
           wants(c, PTO_ROW_post_max_abs, pto_one(0), d) ||
           pto_say(d, "RowMaxEn=0 and GroupMaxEn=0");
}

bool pto_header_iot_unterminated(const pto_command *c, pto_detail *d)
{
    unsigned n = c->header->binder_count;
    return !n || pto_binder_wants(d, n - 1, PTO_BINDS_LAST, false) ||
           pto_say(d, "B.IOT %u follows", n);
}

static bool mask_is(const pto_command *c, unsigned other, const char *who,
                    pto_detail *d)
{
    pto_cause cause = {.subject = PTO_SUBJECT_MASK, .value = c->mask};
    return pto_judge(d, cause, pto_one(other)) || pto_say(d, "as %s", who);
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

/* The public model has 16 places in any revision (docs/differences.md). */
bool pto_header_iot_room(const pto_command *c, pto_detail *d)
{
    const pto_isa *isa = &c->core->isa;
    bool few = isa->local_binders == PTO_LOCAL_BINDERS_4 && !isa->asl_quirks;
    unsigned most = few ? 4 : PTO_BINDERS;
    return pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT,
                           pto_range(0, most - 1)) ||
           pto_say(d, "before this one");
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
        if (!field_wants(c, PTO_FIELD_SharedTileID,
                         pto_other(c->header->shared[i].id), d))
            return pto_say(d, "that is B.IOS %u already", i);
    return true;
}

bool pto_header_ios_room(const pto_command *c, pto_detail *d)
{
    (void)c;
    return pto_count_wants(d, PTO_SUBJECT_SHARED_COUNT,
                           pto_range(0, PTO_SHARED_BINDERS - 1)) ||
           pto_say(d, "before this one");
}

bool pto_header_assemble_codes(const pto_command *c, pto_detail *d)
{
    return field_wants(c, PTO_FIELD_ParentSizeCode,
                       FIELD(INIT) ? pto_range(1, 12) : pto_one(0), d) ||
           pto_say(d, "INIT=%u", FIELD(INIT));
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
