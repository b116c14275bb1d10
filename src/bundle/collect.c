/* Collecting header commands: rules in fault order, then one change. */
#include "bundle/attribute.h"
#include "bundle/command.h"

typedef bool holds_fn(const pto_command *c, pto_detail *d);
typedef void apply_fn(pto_header *h, const pto_command *c);

#define FIELD(name) pto_command_get(c, PTO_FIELD_##name)

/* PEMode 0..7; masks are written PE0 first. */
static unsigned mask_of_mode(unsigned mode)
{
    static const uint8_t masks[8] = {
#define PE_MODE(code, text, mask) [code] = mask,
#include "isa/pe_mode.def"
#undef PE_MODE
    };
    return masks[mode & 7];
}

static void set_attributes(pto_header *h, const pto_command *c)
{
    const pto_attribute *a;
    for (unsigned i = 0; (a = pto_attribute_at(i)); i++) {
        if (a->group > c->group)
            break;
        if (a->group < c->group)
            continue;
        bool present = a->kind == PTO_ATTRIBUTE_PRESENT;
        pto_attribute_set(
            h, a, present ? 1 : pto_command_get(c, (pto_field_id)a->field));
    }
}

static void set_dimension(pto_header *h, const pto_command *c)
{
    unsigned i = pto_command_dimension(c);
    uint64_t value = pto_command_has(c, PTO_FIELD_RegSrc)
                         ? pto_gpr(c->pe, FIELD(RegSrc)) + FIELD(uimm17)
                         : FIELD(imm8);
    h->dimension[i] = (uint16_t)value;
    h->dimension_set |= (uint8_t)(1U << i);
}

static void bind_scalar(pto_header *h, const pto_command *c)
{
    h->scalar = (pto_scalar_binder){
        .present = true,
        .destination = (uint8_t)FIELD(RegDst),
        .source = {(uint8_t)FIELD(RegSrc0), (uint8_t)FIELD(RegSrc1),
                   (uint8_t)FIELD(RegSrc2)},
    };
}

static void open_range(pto_header *h, bool shared, unsigned binder)
{
    h->range = (pto_range_group){
        .open = true, .shared = shared, .binder = (uint8_t)binder};
    h->range.allowed = (uint8_t)pto_range_roles(h);
}

static void bind_tile(pto_header *h, const pto_command *c)
{
    h->binder[h->binder_count] = (pto_binder){
        .mask = (uint8_t)c->mask,
        .has_destination = pto_command_has(c, PTO_FIELD_DstTile),
        .has_source = {pto_command_has(c, PTO_FIELD_SrcTile0),
                       pto_command_has(c, PTO_FIELD_SrcTile1)},
        .last = FIELD(L),
        .hand = (uint8_t)FIELD(DstTile),
        .size_code = (uint8_t)FIELD(SizeCode),
        .source = {(uint8_t)FIELD(SrcTile0), (uint8_t)FIELD(SrcTile1)},
    };
    open_range(h, false, h->binder_count++);
}

static void bind_shared(pto_header *h, const pto_command *c)
{
    h->shared[h->shared_count] = (pto_shared_binder){
        .id = (uint8_t)FIELD(SharedTileID),
        .mask = (uint8_t)c->mask,
        .size_code = (uint8_t)FIELD(SizeCode),
    };
    open_range(h, true, h->shared_count++);
}

/* The modifier's place in its binder; later modifiers stand further right. */
static pto_range_modifier *claim_range(pto_header *h, unsigned role)
{
    pto_range_group *g = &h->range;
    g->allowed &= (uint8_t) ~(role | (role - 1));
    pto_shared_binder *s = &h->shared[g->binder];
    pto_binder *b = &h->binder[g->binder];
    if (role == 4)
        return g->shared ? &s->assemble : &b->assemble;
    return g->shared ? &s->view : &b->view[role >> 1];
}

static void set_offset(pto_range_modifier *m, const pto_command *c)
{
    for (unsigned pe = 0; pe < PTO_PES; pe++) {
        const pto_pe *from = c->core->pes == 1 ? &c->core->pe[pe] : c->pe;
        m->offset[pe] = pto_gpr(from, FIELD(RegSrc)) + FIELD(uimm11);
    }
}

static void set_subview(pto_header *h, const pto_command *c)
{
    if (h->range.ignored)
        return;
    pto_range_modifier *m = claim_range(h, pto_command_role(c));
    m->present = true;
    m->size_code = (uint8_t)FIELD(SubviewSizeCode);
    set_offset(m, c);
}

static void set_assemble(pto_header *h, const pto_command *c)
{
    if (h->range.ignored)
        return;
    pto_range_modifier *m = claim_range(h, 4);
    m->present = true;
    m->size_code = (uint8_t)FIELD(ParentSizeCode);
    m->init = FIELD(INIT);
    m->last = FIELD(LAST);
    set_offset(m, c);
}

typedef struct rule {
    holds_fn *holds;
    pto_fault_code fault;
    const char *name, *text;
} rule;

enum {
#define RULE(name, fault, text) RULE_##name,
#include "bundle/header_rule.def"
#undef RULE
    RULE_COUNT
};

static const rule rules[RULE_COUNT] = {
#define RULE(name, fault, text) \
    {pto_header_##name, PTO_FAULT_##fault, #name, text},
#include "bundle/header_rule.def"
#undef RULE
};

enum { MOST_RULES = 10 };

#define R(name) RULE_##name,
static const struct header_schema {
    bool binds;
    apply_fn *apply;
    uint8_t group; /* of attributes */
    uint8_t rules[MOST_RULES];
} schemas[PTO_COMMAND_COUNT] = {
#define CALL(apply)       apply, 0
#define ATTRIBUTES(group) set_attributes, PTO_ATTRIBUTES_##group
#define HEADER(command, binds, apply, list) \
    [PTO_COMMAND_##command] = {             \
        binds, apply, {RULE_header_not_terminal, list RULE_COUNT}},
#include "bundle/header.def"
#undef HEADER
#undef CALL
#undef ATTRIBUTES
};
#undef R

enum {
#define HEADER(...) +1
    ROWS =
#include "bundle/header.def"
#undef HEADER
};
_Static_assert((int)ROWS == PTO_COMMAND_COUNT, "each command has its row");

/* The first rule that fails names the fault. */
static bool is_legal(const struct header_schema *s, const pto_command *c,
                     pto_fault *why)
{
    pto_detail detail;
    for (const uint8_t *r = s->rules; *r != RULE_COUNT; r++) {
        pto_detail_clear(&detail, c->header, NULL);
        if (rules[*r].holds(c, &detail))
            continue;
        pto_report(why, c->core, (unsigned)(c->pe - c->core->pe),
                   rules[*r].fault, rules[*r].name, rules[*r].text, &detail);
        return false;
    }
    return true;
}

/* PE mask 0000: remember that it was seen, and skip modifiers after it. */
static void note_zero_mask(pto_header *h)
{
    if (!h->active || h->body)
        return;
    h->zero_mask_seen = true;
    h->range = (pto_range_group){.open = true, .ignored = true};
}

pto_outcome pto_bundle_collect(pto_core *core, unsigned pe,
                               const pto_insn *insn, pto_fault *why)
{
    const pto_semantics *how = pto_semantics_of(insn->form);
    pto_header *h = &core->pe[pe].header;
    pto_command c = {core, &core->pe[pe], h, insn, 0, 0};
    if (how->class != PTO_DOES_COLLECT)
        return pto_missing(why, core, pe, insn->form->mnemonic);
    const struct header_schema *s = &schemas[how->command];
    c.group = s->group;
    if (s->binds) {
        c.mask = mask_of_mode((unsigned)pto_insn_get(insn, PTO_FIELD_PEMode));
        if (!c.mask && !h->terminal) {
            note_zero_mask(h);
            return PTO_DONE;
        }
    }
    if (!is_legal(s, &c, why))
        return PTO_FAULTED;
    if (how->command != PTO_COMMAND_SUBVIEW &&
        how->command != PTO_COMMAND_ASSEMBLE)
        h->range = (pto_range_group){.open = false};
    s->apply(h, &c);
    return PTO_DONE;
}

void pto_header_clear(pto_header *h)
{
    *h = (pto_header){
        .operation = {.op = PTO_OP_COUNT},
        .data = {.type = PTO_DTYPE_NONE, .pad = 3}, /* omitted: Null padding */
    };
}
