/* Resolving a bundle: operands, views, attributes. */
#include "bundle/core/plan.h"
#include "bundle/core/tiles.h"
#include "bundle/range/view.h"
#include "tile/part.h"

#include <string.h>

/* The part of a tile that B.SUBVIEW names, where there is one. */
static const pto_tile *view_of(pto_plan *p, const pto_tile *parent,
                               const pto_range_modifier *m)
{
    if (!m->present)
        return parent;
    pto_tile *to = &p->view[p->view_count++];
    *to = pto_view_make(parent, m, p->index, &p->core->isa);
    return to;
}

/* A Local parent is a tile of cells. */
static const pto_tile *local_view(pto_plan *p, const pto_tile *parent,
                                  const pto_range_modifier *m)
{
    static const pto_tile none;
    bool cells = pto_tile_layout_is_cube(parent->layout);
    return view_of(p, cells || !m->present ? parent : &none, m);
}

static void add_source(pto_plan *p, unsigned binder, unsigned position)
{
    const pto_binder *b = &p->header->binder[binder];
    p->source[p->source_count++] = (pto_plan_source){
        .tile = local_view(p, &p->pe->local[b->source[position]].tile,
                           &b->view[position]),
        .view = &b->view[position],
        .binder = (uint8_t)binder,
        .position = (uint8_t)position,
        .selector = b->source[position],
    };
}

/* A parent costs from INIT on, and takes its entry with LAST. */
static void add_output(pto_plan *p, unsigned binder)
{
    const pto_binder *b = &p->header->binder[binder];
    const pto_range_modifier *a = &b->assemble;
    unsigned code = !a->present ? b->size_code : a->init ? a->size_code : 0;
    p->output[p->output_count++] = (pto_plan_output){
        .binder = (uint8_t)binder,
        .hand = b->hand,
        .size_code = b->size_code,
        .charge = pto_size_code_bytes(code),
        .enters = !a->present || a->last,
        .assemble = a,
    };
}

static void add_operands(pto_plan *p)
{
    for (unsigned i = 0; i < p->header->binder_count; i++) {
        const pto_binder *b = &p->header->binder[i];
        for (unsigned s = 0; s < 2; s++)
            if (b->has_source[s])
                add_source(p, i, s);
        if (b->has_destination)
            add_output(p, i);
    }
}

static void add_shared(pto_plan *p)
{
    for (unsigned i = 0; i < p->header->shared_count; i++) {
        const pto_shared_binder *b = &p->header->shared[i];
        const pto_shared *s = &p->core->shared[b->id];
        p->shared[i] = (pto_plan_shared){
            .state = s, .tile = view_of(p, &s->tile, &b->view), .id = b->id};
    }
}

static unsigned mask_of(const pto_header *h)
{
    if (h->binder_count)
        return h->binder[0].mask;
    return h->shared_count ? h->shared[0].mask : 0;
}

void pto_plan_start(pto_plan *p, const pto_core *core, unsigned pe,
                    const pto_header *h)
{
    memset(p, 0, offsetof(pto_plan, shared));
    p->core = core;
    p->pe = &core->pe[pe];
    p->index = pe;
    p->header = h;
    p->op = pto_tile_op_get(h->operation.op);
    p->row = pto_bundle_op_get(h->operation.op);
    p->traits = p->row->traits;
    p->profile = core->profile ? core->profile : pto_profile_find(NULL);
    p->memory = &core->memory;
    p->mask = mask_of(h);
    p->computes = core->pes == 1 || (p->mask & pto_pe_bit(pe));
    p->together = 1;
    p->env = (pto_fenv){.round = PTO_RNE};
    add_operands(p);
    add_shared(p);
}

/* The conversions to and from cells are told by B.DATR alone. */
static bool is_cube_transport(const pto_header *h)
{
    return h->data.present &&
           pto_data_layout_get(h->data.layout)->way != PTO_WAY_ANY;
}

/* The operation's own, but for what moves cells or a Shared tile. */
pto_schema_id pto_plan_schema(const pto_plan *p)
{
    const pto_header *h = p->header;
    pto_schema_id own = (pto_schema_id)p->row->schema;
    if (is_cube_transport(h))
        return own == PTO_SCHEMA_STORE ? PTO_SCHEMA_CUBE_STORE
                                       : PTO_SCHEMA_CUBE_LOAD;
    if (!h->shared_count)
        return own;
    switch (own) {
    case PTO_SCHEMA_LOAD: return PTO_SCHEMA_SHARED_LOAD;
    case PTO_SCHEMA_STORE: return PTO_SCHEMA_SHARED_STORE;
    case PTO_SCHEMA_MOVE: return PTO_SCHEMA_SHARED_MOVE;
    default: return own;
    }
}

pto_round pto_plan_rounding(const pto_plan *p, pto_round otherwise)
{
    const pto_data_attributes *a = &p->header->data;
    pto_selection s = {.use_default = 1};
    if (a->present)
        pto_round_select(PTO_SELECT_RMODE, a->rounding, &s);
    return s.use_default ? otherwise : (pto_round)s.round;
}

enum { PAD_MAX = 1, PAD_MIN = 2, PAD_NULL = 3 };

/* In the public model these have no extremes (docs/differences.md). */
static bool has_no_extremes(const pto_format *f)
{
    return f->kind == PTO_KIND_HIF8 || f->kind == PTO_KIND_SCALE ||
           f->storage_bits == 4 || f->code == PTO_E3M2 || f->code == PTO_E2M3;
}

/* The extreme finite value of the type, or zero. */
static uint64_t pad_value(const pto_plan *p, const pto_tile *t, unsigned pad)
{
    const pto_format *f = pto_format_get(t->dtype);
    if (!t->allocated || (pad != PAD_MAX && pad != PAD_MIN))
        return 0;
    if (t->storage == PTO_TILE_PREDICATE)
        return pad == PAD_MAX;
    if (p->core->isa.asl_quirks && has_no_extremes(f))
        return pad == PAD_MAX ? f->carrier_mask : 0;
    return pad == PAD_MAX ? f->max_finite : f->min_finite;
}

void pto_plan_padding(pto_plan *p)
{
    const pto_data_attributes *a = &p->header->data;
    p->pads = a->present && a->pad != PAD_NULL;
    if (p->output_count)
        p->pad = pad_value(p, &p->output[0].tile, a->pad);
}

bool pto_plan_copy_views(pto_plan *p, pto_pool *pool)
{
    for (unsigned i = 0; i < p->view_count; i++) {
        const pto_tile part = p->view[i];
        pto_tile copy = part;
        if (!part.allocated)
            continue;
        if (!pto_pool_take(pool, &copy)) {
            p->view_count = (uint8_t)i;
            return false;
        }
        pto_tile_copy_valid(&copy, &part);
        p->view[i] = copy;
    }
    return true;
}

void pto_plan_drop_views(pto_plan *p, pto_pool *pool)
{
    for (unsigned i = 0; i < p->view_count; i++)
        pto_pool_give(pool, &p->view[i]);
    p->view_count = 0;
}
