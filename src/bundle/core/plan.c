/* Resolving a bundle: operands, outputs, and the schema that judges them. */
#include "bundle/core/plan.h"

#include <stdio.h>
#include <string.h>

uint32_t pto_local_limit(const pto_isa *isa)
{
    return isa->capacity == PTO_CAPACITY_PER_PE ? PTO_TILE_MAX_BYTES
                                                : PTO_LOCAL_MAX_BYTES;
}

uint32_t pto_shared_limit(void)
{
    return PTO_TILE_MAX_BYTES;
}

unsigned pto_cube_options_of(const pto_isa *isa)
{
    return (isa->mx_hif4 ? PTO_CUBE_HIF4 : 0U) |
           (isa->scale_layout == PTO_SCALE_LAYOUT_CUBE_M32 ? PTO_CUBE_ROW_BLOCKS
                                                           : 0U);
}

const pto_data_layout *pto_data_layout_get(unsigned code)
{
    static const pto_data_layout layouts[32] = {
#define DATA_LAYOUT(code, name, way, layout, from) \
    [code] = {#name, PTO_WAY_##way, PTO_TILE_##layout, PTO_TILE_##from},
#include "isa/data_layout.def"
#undef DATA_LAYOUT
    };
    return &layouts[code & 31];
}

static void add_source(pto_plan *p, unsigned binder, unsigned position)
{
    const pto_binder *b = &p->header->binder[binder];
    p->source[p->source_count++] = (pto_operand){
        .tile = &p->pe->local[b->source[position]].tile,
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
    p->output[p->output_count++] = (pto_output){
        .binder = (uint8_t)binder,
        .hand = b->hand,
        .size_code = b->size_code,
        .charge = pto_size_code_bytes(code),
        .enters = !a->present || a->last,
        .assemble = a,
    };
}

void pto_plan_operands(pto_plan *p)
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

const char *pto_operand_text(const pto_operand *o, char *out)
{
    snprintf(out, PTO_OPERAND_TEXT, "B.IOT %u source %u %c#%u", o->binder,
             o->position, pto_hand_letter(o->selector >> 4),
             (o->selector & 15) + 1U);
    return out;
}

const char *pto_type_text(unsigned type)
{
    const pto_format *f = pto_format_get(type);
    return f ? f->name : "NONE";
}

const char *pto_tile_text(const pto_tile *t, char *out)
{
    const pto_format *f = pto_format_get(t->dtype);
    if (!t->allocated || !f)
        snprintf(out, PTO_TILE_TEXT, "no tile");
    else
        snprintf(out, PTO_TILE_TEXT, "%s%s %s [%u,%u]",
                 pto_tile_contents_defined(t) ? "" : "undefined ", f->name,
                 pto_tile_layout_name(t->layout), t->valid_rows,
                 t->valid_columns);
    return out;
}

const char *pto_stored_text(const pto_tile *t, char *out)
{
    pto_tile_text(t, out);
    size_t n = strlen(out);
    if (t->allocated && pto_format_get(t->dtype))
        snprintf(out + n, PTO_TILE_TEXT - n, " in %ux%u", t->rows, t->columns);
    return out;
}

static unsigned mask_of(const pto_header *h)
{
    if (h->binder_count)
        return h->binder[0].mask;
    return h->shared_count ? h->shared[0].mask : 0;
}

/* The conversions to and from cells are told by B.DATR alone. */
static bool is_cube_transport(const pto_header *h)
{
    return h->data.present &&
           pto_data_layout_get(h->data.layout)->way != PTO_WAY_ANY;
}

/* The operation's own, but for what moves cells or a Shared tile. */
static pto_schema_id schema_of(const pto_header *h, pto_schema_id own)
{
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

static pto_plan_fn *const makers[PTO_SCHEMA_COUNT] = {
#define SCHEMA(name, roles, operands, plan, ...) plan,
#include "bundle/schema.def"
#undef SCHEMA
};

bool pto_plan_make(pto_plan *p, const pto_core *core, unsigned pe,
                   pto_views *views, pto_pool *pool, pto_schema_id *schema)
{
    memset(p, 0, offsetof(pto_plan, source));
    p->core = core;
    p->pe = &core->pe[pe];
    p->index = pe;
    p->header = &p->pe->header;
    p->op = pto_tile_op_get(p->header->operation.op);
    p->mask = mask_of(p->header);
    p->computes = core->pes == 1 || (p->mask & pto_pe_bit(pe));
    p->row = pto_bundle_op_get(p->header->operation.op);
    p->traits = p->row->traits;
    p->profile = core->profile ? core->profile : pto_profile_find(NULL);
    *schema = schema_of(p->header, (pto_schema_id)p->row->schema);
    if (*schema == PTO_SCHEMA_COUNT)
        return true;
    pto_plan_operands(p);
    if (!pto_plan_views(p, views, pool))
        return false;
    makers[*schema](p);
    return true;
}
