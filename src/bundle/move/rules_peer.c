/* What TPREFETCH asks of its header, and GMOV of the peers and their tiles. */
#include "bundle/move/ask.h"
#include "tile/tile.h"

/* PEs whose registers this plan answers for. */
static bool answers_for(const pto_plan *p, unsigned pe)
{
    return p->core->pes == 1 || p->index == pe;
}

RULE_FN(no_binders)
{
    return pto_count_wants(d, PTO_SUBJECT_BINDER_COUNT, pto_one(0)) ||
           pto_say(d, "%s", p->op->name);
}

RULE_FN(peer_number)
{
    const pto_scalar_binder *s = &p->header->scalar;
    for (unsigned pe = 0; pe < PTO_PES && s->present; pe++) {
        pto_cause c = {.subject = PTO_SUBJECT_WORD,
                       .index = s->source[0],
                       .value = pto_gpr(&p->core->pe[pe], s->source[0])};
        if (answers_for(p, pe) && !pto_judge(d, c, pto_range(0, PTO_PES - 1)))
            return pto_say(d, "a PE, in PE%u", pe);
    }
    return true;
}

/* In the single-stream view one slot stands for the tiles of its mask. */
static bool is_everywhere(const pto_plan *p)
{
    return p->core->pes != 1 ||
           p->pe->local[p->source[0].selector].mask == PTO_ALL_PES;
}

static bool is_ordinary(const pto_plan *p, pto_detail *d)
{
    const pto_tile *t = p->source[0].tile;
    unsigned bits = pto_tile_element_bits(t->dtype);
    return pto_source_wants(d, 0, PTO_SUBJECT_TILE, pto_given()) &&
           pto_source_wants(d, 0, PTO_SUBJECT_LAYOUT, pto_ordinary_layouts()) &&
           (pto_is_numeric(p, t) ||
            pto_source_wants(d, 0, PTO_SUBJECT_STORAGE, pto_one(bits))) &&
           ((pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
             t->location != PTO_AT_Matrix && t->location != PTO_AT_Memory) ||
            pto_say_source(p, 0, d));
}

RULE_FN(peer_source)
{
    const pto_tile *t = p->source[0].tile;
    return is_ordinary(p, d) &&
           (t->dtype == p->whole.type || pto_type_wants(d, 1U << t->dtype) ||
            pto_say(d, "the source's")) &&
           (t->layout == p->whole.layout ||
            pto_attribute_wants(d, PTO_ROW_data_layout,
                                pto_codes(pto_layout_codes(t->layout))) ||
            pto_say(d, "the source's")) &&
           pto_operand_defined(d, PTO_OF_SOURCE, 0) &&
           (is_everywhere(p) || pto_say(d, "not on all PEs"));
}

RULE_FN(peer_size)
{
    uint32_t bytes = p->peer.fragment->capacity_bytes;
    return pto_operand_wants(d, PTO_OF_OUTPUT, 0, PTO_SUBJECT_SIZE_CODE,
                             pto_one(pto_size_code_of(bytes))) ||
           pto_say(d, "the source's");
}

static bool is(pto_detail *d, pto_subject s, uint64_t value)
{
    return pto_operand_wants(d, PTO_OF_OUTPUT, 0, s, pto_one(value));
}

RULE_FN(peer_shape)
{
    const pto_tile *s = p->peer.fragment;
    return (is(d, PTO_SUBJECT_TYPE, s->dtype) &&
            is(d, PTO_SUBJECT_LAYOUT, s->layout) &&
            is(d, PTO_SUBJECT_COLUMNS, s->columns) &&
            is(d, PTO_SUBJECT_ROWS, s->rows)) ||
           pto_say(d, "as the peer's tile");
}
