/* What GMOV asks of the peers and their tiles. */
#include "bundle/core/common.h"
#include "tile/tile.h"

/* PEs whose registers this plan answers for. */
static bool answers_for(const pto_plan *p, unsigned pe)
{
    return p->core->pes == 1 || p->index == pe;
}

RULE_FN(peer_number)
{
    const pto_scalar_binder *s = &p->header->scalar;
    for (unsigned pe = 0; pe < PTO_PES && s->present; pe++) {
        uint64_t peer = pto_gpr(&p->core->pe[pe], s->source[0]);
        if (answers_for(p, pe) && peer >= PTO_PES)
            return pto_say(d, "PE%u has 0x%llx in r%u", pe,
                           (unsigned long long)peer, s->source[0]);
    }
    return true;
}

/* In the single-stream view one slot stands for the tiles of its mask. */
static bool is_everywhere(const pto_plan *p)
{
    return p->core->pes != 1 ||
           p->pe->local[p->source[0].selector].mask == PTO_ALL_PES;
}

RULE_FN(peer_source)
{
    const pto_tile *t = p->source[0].tile;
    return (is_everywhere(p) &&
            pto_tile_legal(t, pto_local_limit(&p->core->isa)) &&
            pto_tile_contents_defined(t) && pto_is_numeric(p, t) &&
            t->dtype == p->whole.type && t->layout == p->whole.layout &&
            t->location != PTO_AT_Matrix && t->location != PTO_AT_Memory) ||
           pto_say_source(p, 0, d);
}

RULE_FN(peer_size)
{
    uint32_t bytes = pto_size_code_bytes(p->output[0].size_code);
    return bytes == p->peer.fragment->capacity_bytes ||
           pto_say(d, "%u bytes of a source of %u", bytes,
                   p->peer.fragment->capacity_bytes);
}

RULE_FN(peer_shape)
{
    const pto_tile *s = p->peer.fragment, *o = &p->output[0].tile;
    char was[PTO_TILE_TEXT], is[PTO_TILE_TEXT];
    return (s->rows == o->rows && s->columns == o->columns &&
            s->dtype == o->dtype && s->layout == o->layout) ||
           pto_say(d, "%s of %ux%u to %s of %ux%u", pto_tile_text(s, was),
                   s->rows, s->columns, pto_tile_text(o, is), o->rows,
                   o->columns);
}
